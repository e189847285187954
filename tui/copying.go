package tui

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/db/export"
	"parley/db/statement"
	"parley/tui/clip"
	"parley/tui/text"
)

// clipboard is where copied text goes.
func (m *Model) clipboard() clip.Clipboard {
	return clip.Clipboard{Native: m.options.Clipboard, Escape: m.options.Escape, Folder: m.options.Saved, Now: m.options.Clock}
}

// copiedMsg says what was copied, and where to. What acts on a terminal stays in it, as in files, and is told: pasted there it may run.
type copiedMsg struct {
	what, where string
	acts        bool
	err         error
}

// acts says whether a text holds characters that act on a terminal it is pasted into.
func acts(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) })
}

func (c copiedMsg) apply(m *Model) tea.Cmd {
	if c.err != nil {
		return m.say(Bad, sentence(c.err.Error())+".")
	}
	if c.acts {
		return m.say(Warn, fmt.Sprintf("Copied %s to %s. It holds control characters: do not paste it into a terminal.", c.what, c.where))
	}
	return m.say(Good, fmt.Sprintf("Copied %s to %s.", c.what, c.where))
}

// copyText copies a text; what names it for the user.
func (m *Model) copyText(s, what string) tea.Cmd {
	board := m.clipboard()
	return func() tea.Msg {
		where, err := board.Copy(s)
		return copiedMsg{what: what, where: where, acts: acts(s), err: err}
	}
}

func (m *Model) copyCell() tea.Cmd {
	v, _ := m.result.grid.Value()
	if v == nil {
		return m.say(Info, "The cell is NULL: there is nothing to copy.")
	}
	if long, ok := v.(db.Clipped); ok {
		return m.copyText(long.Text, fmt.Sprintf("the first %s of %s bytes of the cell", db.Thousands(len(long.Text)), db.Thousands(long.Size)))
	}
	return m.copyText(db.Format(v), "the cell")
}

// extent is which rows and columns are copied. It is read row by row as a db.Rows, so that what is copied is written like
// any export.
type extent struct {
	name  string
	at    []int // rows; nil is all
	order []int // columns by position, left to right

	from *db.Rowset
	next int
	row  []db.Value
	cut  int // values of which only the beginning is kept
	err  error
}

var _ db.Rows = (*extent)(nil)

// Columns implements db.Rows.
func (e *extent) Columns() []db.ResultColumn {
	out := make([]db.ResultColumn, len(e.order))
	for i, c := range e.order {
		out[i] = e.from.Columns()[c]
	}
	return out
}

// Next implements db.Rows.
func (e *extent) Next(ctx context.Context) bool {
	if e.err = ctx.Err(); e.err != nil {
		return false
	}
	i := e.next
	if e.at != nil {
		if i >= len(e.at) {
			return false
		}
		i = e.at[i]
	} else if i >= e.from.Len() {
		return false
	}
	whole, err := e.from.Row(i)
	if e.err = err; err != nil {
		return false
	}
	e.row = make([]db.Value, len(e.order))
	for j, c := range e.order {
		e.row[j] = whole[c]
		if _, long := whole[c].(db.Clipped); long {
			e.cut++
		}
	}
	e.next++
	return true
}

// Row implements db.Rows.
func (e *extent) Row() []db.Value { return e.row }

// Err implements db.Rows.
func (e *extent) Err() error { return e.err }

// Close implements db.Rows. The rows stay with the grid.
func (e *extent) Close() error { return nil }

// copyFormats are the forms in which rows are copied.
var copyFormats = []struct {
	name   string
	format export.Format
}{{"TSV", export.TSV}, {"CSV", export.CSV}, {"JSON", export.JSON}, {"Markdown", export.Markdown}, {"INSERT", export.Insert}}

// copyAs asks what to copy and in which form.
func (m *Model) copyAs() tea.Cmd {
	if m.result.rows == nil {
		return m.say(Info, "The rows of this turn are no longer kept: ctrl+r runs it again.")
	}
	var choices []choice
	for _, e := range m.extents() {
		for _, f := range copyFormats {
			e.from = m.result.rows
			choices = append(choices, choice{title: e.name + " as " + f.name, value: copyJob{e, f.name, m.exportOptions(f.format)}})
		}
	}
	return m.open(newPicker("Copy", "row csv, all json …", choices, func(m *Model, c choice) tea.Cmd {
		return copyRows(m.ctx, m.clipboard(), c.value.(copyJob))
	}))
}

func (m *Model) extents() []extent {
	g := m.result.grid
	row, _ := g.Cursor()
	out := []extent{{name: "row", at: []int{row}, order: g.Order()}, {name: "column " + m.columnName(), order: []int{g.Index()}}}
	if len(g.Marks()) > 0 {
		rows := slices.Sorted(maps.Keys(g.Marks()))
		out = append([]extent{{name: text.Plural(len(rows), "marked row"), at: rows, order: g.Order()}}, out...)
	}
	return append(out, extent{name: "all " + text.Plural(m.result.length, "row"), order: g.Order()})
}

// exportOptions are how the rows on screen are written in a format.
func (m *Model) exportOptions(f export.Format) export.Options {
	return export.Options{Format: f, Table: inTable(m.sql.after), Dialect: m.sql.after.Dialect(), Defuse: m.options.Defuse}
}

// copyJob is what to copy and how.
type copyJob struct {
	extent  extent
	name    string
	options export.Options
}

func copyRows(ctx context.Context, board clip.Clipboard, job copyJob) tea.Cmd {
	return func() tea.Msg {
		var b strings.Builder
		if _, err := export.Write(ctx, &b, &job.extent, job.options); err != nil {
			return copiedMsg{err: fmt.Errorf("copy rows: %w", err)}
		}
		where, err := board.Copy(b.String())
		what := job.extent.name + " as " + job.name
		if job.extent.cut > 0 {
			what += fmt.Sprintf(" (of %s only the beginning)", text.Plural(job.extent.cut, "long value"))
		}
		return copiedMsg{what: what, where: where, acts: acts(b.String()), err: err}
	}
}

// export asks for a file and writes all rows of the query to it.
func (m *Model) export() tea.Cmd {
	name := "result" + m.options.Clock().Format("-20060102-1504") + ".csv"
	return m.open(newPrompt("Write all rows to a file", "the ending says how: .csv .tsv .json .jsonl .md .sql .parquet", name, (*Model).exportCommand))
}

// exportCommand writes every row of the query on screen to a file: a pass of its own over the database, since the grid may
// hold only a part.
func (m *Model) exportCommand(path string) tea.Cmd {
	path = AtHome(path)
	f, known := export.FormatOf(path)
	switch {
	case path == "":
		return m.export()
	case !known:
		return m.say(Warn, "The file's ending says how to write it: .csv, .tsv, .json, .jsonl, .md, .sql or .parquet.")
	case m.sql.after == nil:
		return m.say(Info, needsQuery(m))
	case opening(m) != "":
		return m.say(Info, opening(m))
	case m.exports[path] != nil:
		return m.say(Info, visibleOneLine(path)+" is being written already.")
	}
	done := make(chan int64, 1)
	o := m.exportOptions(f)
	o.Progress = func(n int64) {
		select {
		case done <- n:
		default: // the screen has not taken the last number yet
		}
	}
	database, stmt, clock := m.talk.Source().Database, m.sql.after, m.options.Clock
	ctx, cancel := context.WithCancel(db.WithTimeout(m.ctx, -1))
	m.exports[path] = cancel
	return tea.Batch(m.say(Info, "Writing "+visibleOneLine(path)+" …"), follow(path, 0, done), func() tea.Msg {
		defer close(done)
		started := clock()
		n, err := exportFile(ctx, path, database, stmt, o)
		return exportedMsg{path: path, rows: n, elapsed: clock().Sub(started), err: err, stopped: ctx.Err() != nil}
	})
}

// AtHome is a path with the user's folder in place of a leading ~/, as shells read it.
func AtHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// dropped are the paths that a terminal writes for files dropped on it: in quotes, or with a backslash before what a shell would read.
// A text without either is one path, as it stands; so is one whose quotes do not end.
func dropped(said string) []string {
	var paths []string
	var word []rune
	var quote rune
	begun, marked, shell := false, false, false // shell: the word began with a quote, so that others in it are quotes, too
	for chars := []rune(said); len(chars) > 0; chars = chars[1:] {
		c := chars[0]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (!begun || shell) && (c == '\'' || c == '"'):
			quote, begun, marked, shell = c, true, true, true
		case quote == 0 && c == '\\' && len(chars) > 1 && !unicode.IsLetter(chars[1]) && !unicode.IsDigit(chars[1]):
			word, begun, marked, chars = append(word, chars[1]), true, true, chars[1:]
		case quote == 0 && c == ' ':
			if begun {
				paths, word, begun, shell = append(paths, string(word)), nil, false, false
			}
		default:
			word, begun = append(word, c), true
		}
	}
	if !marked || quote != 0 {
		return []string{said}
	}
	if begun {
		paths = append(paths, string(word))
	}
	return paths
}

// stopExports ends what is being written; each says so when it has. ok is false when nothing is.
func (m *Model) stopExports() (ok bool) {
	for _, stop := range m.exports {
		stop()
	}
	return len(m.exports) > 0
}

// exportFile runs the statement and writes its rows. It never writes over a file that is there.
func exportFile(ctx context.Context, path string, database db.Database, stmt *statement.Statement, o export.Options) (int64, error) {
	if _, err := os.Lstat(path); err == nil {
		return 0, fmt.Errorf("%s is there already: choose another name", filepath.Base(path))
	}
	rows, err := database.Query(ctx, stmt)
	if err != nil {
		return 0, fmt.Errorf("export to %s: %w", filepath.Base(path), err)
	}
	return export.File(ctx, path, rows, o)
}

// followStep is after how long without news it is said again that a file is being written: Parquet is made of the rows at the
// end, in one piece.
const followStep = 2 * time.Second

// follow tells how far an export is; n rows are written by now.
func follow(path string, n int64, done <-chan int64) tea.Cmd {
	return func() tea.Msg {
		still := time.NewTimer(followStep)
		defer still.Stop()
		select {
		case next, ok := <-done:
			if !ok {
				return nil
			}
			n = next
		case <-still.C:
		}
		return exportingMsg{path: path, rows: n, done: done}
	}
}

type exportingMsg struct {
	path string
	rows int64
	done <-chan int64
}

func (e exportingMsg) apply(m *Model) tea.Cmd {
	if m.exports[e.path] == nil {
		return nil
	}
	return tea.Batch(m.say(Info, fmt.Sprintf("Writing %s … %s, esc stops", visibleOneLine(e.path), text.Plural(int(e.rows), "row"))), follow(e.path, e.rows, e.done))
}

type exportedMsg struct {
	path    string
	rows    int64
	elapsed time.Duration
	err     error
	stopped bool // the user did
}

func (e exportedMsg) apply(m *Model) tea.Cmd {
	m.exports[e.path]()
	delete(m.exports, e.path)
	told := m.notify(e.ended(), m.options.Clock().Add(-e.elapsed))
	if e.err != nil && e.stopped {
		return m.say(Info, "Stopped: "+visibleOneLine(e.path)+" was not written.")
	}
	if e.err != nil {
		return tea.Batch(told, m.say(Bad, sentence(strings.TrimRight(e.err.Error(), "."))+"."))
	}
	return tea.Batch(told, m.say(Good, fmt.Sprintf("Wrote %s to %s in %s.", text.Plural(int(e.rows), "row"), visibleOneLine(e.path), text.Elapsed(e.elapsed))))
}

// ended is what a notice says of it.
func (e exportedMsg) ended() string {
	if e.err != nil {
		return "a file could not be written"
	}
	return "a file is written"
}
