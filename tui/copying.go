package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/clip"
	"parley/tui/text"
)

// clipboard is where copied text goes.
func (m *Model) clipboard() clip.Clipboard {
	return clip.Clipboard{Native: m.options.Clipboard, Escape: m.options.Escape, Folder: m.options.Saved, Now: m.options.Clock}
}

// copiedMsg says what was copied, and where to.
type copiedMsg struct {
	what, where string
	err         error
}

func (c copiedMsg) apply(m *Model) tea.Cmd {
	if c.err != nil {
		return m.say(Bad, sentence(c.err.Error())+".")
	}
	return m.say(Good, fmt.Sprintf("Copied %s to %s.", c.what, c.where))
}

// copyText copies a text; what names it for the user.
func (m *Model) copyText(s, what string) tea.Cmd {
	board := m.clipboard()
	return func() tea.Msg {
		where, err := board.Copy(s)
		return copiedMsg{what: what, where: where, err: err}
	}
}

func (m *Model) copyCell() tea.Cmd {
	v, _ := m.result.grid.Value()
	if v == nil {
		return m.say(Info, "The cell is NULL: there is nothing to copy.")
	}
	return m.copyText(db.Format(v), "the cell")
}

// extent is which rows and columns are copied.
type extent struct {
	name  string
	rows  []int // nil: all
	order []int
}

// copyAs asks what to copy and in which form.
func (m *Model) copyAs() tea.Cmd {
	if m.result.rows == nil {
		return m.say(Info, "The rows of this turn are no longer kept: r runs it again.")
	}
	var choices []choice
	for _, e := range m.extents() {
		for _, f := range clip.Formats {
			choices = append(choices, choice{title: e.name + " as " + f.String(), value: [2]any{e, f}})
		}
	}
	return m.open(newPicker("Copy", "row csv, all json …", choices, func(m *Model, c choice) tea.Cmd {
		pair := c.value.([2]any)
		return m.copyRows(pair[0].(extent), pair[1].(clip.Format))
	}))
}

func (m *Model) extents() []extent {
	g := m.result.grid
	row, _ := g.Cursor()
	out := []extent{{name: "Row", rows: []int{row}, order: g.Order()}, {name: "Column " + m.columnName(), order: []int{g.Index()}}}
	if len(g.Marks()) > 0 {
		var rows []int
		for r := range g.Marks() {
			rows = append(rows, r)
		}
		sort.Ints(rows)
		out = append([]extent{{name: fmt.Sprintf("%d marked rows", len(rows)), rows: rows, order: g.Order()}}, out...)
	}
	return append(out, extent{name: "All " + text.Plural(m.result.length, "row"), order: g.Order()})
}

func (m *Model) copyRows(e extent, f clip.Format) tea.Cmd {
	rows, table, board, ctx := m.result.rows, inTable(m.sql.after), m.clipboard(), m.ctx
	return func() tea.Msg {
		var b strings.Builder
		w, err := clip.NewWriter(&b, f, columnsOf(rows, e.order), table)
		if err == nil {
			_, err = writeRows(ctx, w, rows, e)
		}
		if err != nil {
			return copiedMsg{err: fmt.Errorf("copy rows: %w", err)}
		}
		where, err := board.Copy(b.String())
		return copiedMsg{what: strings.ToLower(e.name[:1]) + e.name[1:] + " as " + f.String(), where: where, err: err}
	}
}

func columnsOf(rows *db.Rowset, order []int) []db.ResultColumn {
	out := make([]db.ResultColumn, len(order))
	for i, c := range order {
		out[i] = rows.Columns()[c]
	}
	return out
}

// writeRows writes the rows of an extent and closes the writer.
func writeRows(ctx context.Context, w clip.Writer, rows *db.Rowset, e extent) (n int, err error) {
	total := len(e.rows)
	if e.rows == nil {
		total = rows.Len()
	}
	line := make([]db.Value, len(e.order))
	for i := range total {
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		at := i
		if e.rows != nil {
			at = e.rows[i]
		}
		row, err := rows.Row(at)
		if err != nil {
			return n, err
		}
		for j, c := range e.order {
			line[j] = row[c]
		}
		if err := w.Row(line); err != nil {
			return n, err
		}
		n++
	}
	return n, w.Close()
}

// export asks for a file and writes all rows of the query to it.
func (m *Model) export() tea.Cmd {
	name := "result" + m.options.Clock().Format("-20060102-1504") + ".csv"
	return m.open(newPrompt("Write all rows to a file", "the ending says how: .csv .tsv .json .md .sql", name, (*Model).exportCommand))
}

// exportCommand writes every row of the query on screen to a file: a pass of its own over the database, since the grid may
// hold only a part.
func (m *Model) exportCommand(path string) tea.Cmd {
	f, known := clip.ByName(path)
	switch {
	case path == "":
		return m.export()
	case !known:
		return m.say(Warn, "The file's ending says how to write it: .csv, .tsv, .json, .md or .sql.")
	case m.sql.after == nil:
		return m.say(Info, needsQuery(m))
	case opening(m) != "":
		return m.say(Info, opening(m))
	}
	database, stmt, table := m.talk.Source().Database, m.sql.after, inTable(m.sql.after)
	started, clock := m.options.Clock(), m.options.Clock
	ctx := m.ctx
	return tea.Batch(m.say(Info, "Writing "+visibleOneLine(path)+" …"), func() tea.Msg {
		rows, err := database.Query(ctx, stmt)
		if err != nil {
			return copiedMsg{err: fmt.Errorf("export to %s: %w", path, err)}
		}
		defer rows.Close()
		n, err := exportFile(ctx, path, f, table, rows)
		if err != nil {
			return copiedMsg{err: fmt.Errorf("export to %s: %w", path, err)}
		}
		return exportedMsg{path: path, rows: n, elapsed: clock().Sub(started)}
	})
}

type exportedMsg struct {
	path    string
	rows    int
	elapsed time.Duration
}

func (e exportedMsg) apply(m *Model) tea.Cmd {
	return m.say(Good, fmt.Sprintf("Wrote %s to %s in %s.", text.Plural(e.rows, "row"), visibleOneLine(e.path), text.Elapsed(e.elapsed)))
}

// exportFile writes to a file beside the named one first, so that a broken export leaves no half file, and never writes
// over one that is there.
func exportFile(ctx context.Context, path string, f clip.Format, table string, rows db.Rows) (n int, err error) {
	if _, err := os.Lstat(path); err == nil {
		return 0, fmt.Errorf("the file is there already; choose another name")
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".parley-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	w, err := clip.NewWriter(file, f, rows.Columns(), table)
	if err != nil {
		return 0, err
	}
	for rows.Next(ctx) {
		if err := w.Row(rows.Row()); err != nil {
			return n, err
		}
		n++
	}
	if err := rows.Err(); err != nil {
		return n, err
	}
	if err := w.Close(); err != nil {
		return n, err
	}
	return n, os.Rename(file.Name(), path)
}
