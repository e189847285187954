package tui

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/db/statement"
	"parley/tui/completion"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// sqlEditor is a window in which SQL is written: it proposes what may follow, shows an error under its place, and makes a turn
// that is called by its changes.
type sqlEditor struct {
	field    field
	base     *statement.Statement // the statement that is edited; nil for a new one
	complete *completion.Completer

	list   []string // proposals for the word at the caret, or for the one that is wrong
	at     run      // the bytes that a proposal replaces
	chosen int

	past, ahead []edition
	problem     string
	place       int // of the problem, in bytes; -1 for none
	checking    bool
	top         int
}

// edition is a text with its caret, for undo.
type edition struct {
	text string
	at   int
}

// maxEditions bounds what can be undone.
const maxEditions = 500

// editHere opens the editor on the SQL on screen.
func (m *Model) editHere() tea.Cmd {
	source := m.talk.Source()
	e := &sqlEditor{base: m.sql.after, complete: completerOf(source), place: -1}
	e.field.width = 60
	if e.base != nil {
		e.field.Set(plainSQL(e.base))
	}
	return m.open(e)
}

// completerOf knows the names, values, functions and definitions of a database.
func completerOf(source *workflow.Source) *completion.Completer {
	c := completion.New(source.Schema)
	c.Engine = source.Database.Dialect()
	if source.Index != nil {
		c.Values = valuesOf(source.Index)
	}
	if source.Project == nil {
		return c
	}
	for _, d := range source.Project.Definitions {
		if d.Kind != project.MetricKind && d.Kind != project.Value || d.Expression().IsZero() {
			continue
		}
		one := completion.Defined{Words: d.Words, SQL: d.Expression().In(c.Engine), Condition: d.Kind == project.Value}
		for _, t := range d.Tables() {
			one.Tables = append(one.Tables, t.Name)
		}
		c.Defined = append(c.Defined, one)
	}
	return c
}

// mostValues of a column are proposed.
const mostValues = 50

// valuesOf gives the known values of columns, collected when the first is asked for.
func valuesOf(x *schema.Index) func(table, column string) []string {
	var known map[string][]string
	return func(table, column string) []string {
		if known == nil {
			known = map[string][]string{}
			for v := range x.EachValue() {
				name := strings.ToLower(v.Column.Table.Name + "." + v.Column.Name)
				if text, ok := v.Value.(string); ok && len(known[name]) < mostValues && !slices.Contains(known[name], text) {
					known[name] = append(known[name], text)
				}
			}
		}
		list := known[strings.ToLower(table+"."+column)]
		slices.Sort(list)
		return list
	}
}

// editLine opens the editor on what stands in the input, or on the SQL on screen where nothing does.
func (m *Model) editLine() tea.Cmd {
	line := m.input.field.Text()
	cmd := m.editHere()
	if e, ok := m.modal.(*sqlEditor); ok && strings.TrimSpace(line) != "" {
		e.field.Set(line)
		m.input.Put("")
	}
	return cmd
}

// Key edits.
func (e *sqlEditor) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "ctrl+c", "ctrl+x":
		if e.field.marking {
			return e.copyMarked(m, k.String() == "ctrl+x")
		}
		return e.leave(m)
	case "esc":
		return e.leave(m)
	case "alt+a":
		e.field.MarkAll()
	case "ctrl+s":
		return e.run(m)
	case "ctrl+o":
		e.format(m)
	case "ctrl+z":
		e.back(&e.past, &e.ahead)
	case "ctrl+y":
		e.back(&e.ahead, &e.past)
	case "tab":
		e.take(1)
	case "shift+tab":
		e.take(-1)
	default:
		e.edit(k)
	}
	return nil
}

// leave closes what is open: the selection, the proposals, the editor. What was written in it is among the inputs then.
func (e *sqlEditor) leave(m *Model) tea.Cmd {
	switch {
	case e.field.marking:
		e.field.marking = false
	case len(e.list) > 0:
		e.list = nil
	default:
		m.close()
		if e.written() && strings.TrimSpace(e.field.Text()) != "" {
			m.input.Remember(e.field.Text())
			return m.say(Info, "Not run; ↑ in the input brings what you wrote back.")
		}
	}
	return nil
}

// written says that the text is not what was opened.
func (e *sqlEditor) written() bool {
	if len(e.past) == 0 {
		return false
	}
	return e.base == nil || e.field.Text() != plainSQL(e.base)
}

func (e *sqlEditor) edit(k tea.KeyMsg) {
	if e.field.Mark(k) {
		return
	}
	was := edition{e.field.Text(), e.field.at}
	switch k.String() {
	case "up":
		e.field.Vertical(-1)
	case "down":
		e.field.Vertical(1)
	case "enter", "ctrl+j":
		e.field.deleteMarked()
		line := e.field.Before()
		line = line[strings.LastIndexByte(line, '\n')+1:]
		e.field.Insert("\n" + line[:len(line)-len(strings.TrimLeft(line, " "))])
	default:
		e.field.Key(k)
	}
	e.list, e.chosen = nil, -1
	e.field.marking = false
	if now := e.field.Text(); now != was.text {
		e.keep(was)
		e.problem, e.place = "", -1
		if k.Type == tea.KeyRunes && !k.Paste {
			e.propose()
		}
	}
}

func (e *sqlEditor) keep(was edition) {
	e.past, e.ahead = append(e.past, was), nil
	if len(e.past) > maxEditions {
		e.past = e.past[1:]
	}
}

// back goes to the last edition of one list, and keeps the present one in the other.
func (e *sqlEditor) back(from, to *[]edition) {
	n := len(*from)
	if n == 0 {
		return
	}
	*to = append(*to, edition{e.field.Text(), e.field.at})
	last := (*from)[n-1]
	*from = (*from)[:n-1]
	e.field.Set(last.text)
	e.field.at = min(last.at, len(e.field.chars))
	e.list, e.problem, e.place = nil, "", -1
}

// propose looks what may follow.
func (e *sqlEditor) propose() {
	caret := len(e.field.Before())
	from, list := e.complete.At(e.field.Text(), caret)
	e.list, e.at, e.chosen = list, run{from, caret}, -1
}

// take puts the next proposal in; without one it looks for some.
func (e *sqlEditor) take(by int) {
	if len(e.list) == 0 {
		if e.propose(); len(e.list) == 0 {
			return
		}
	}
	if e.chosen < 0 {
		e.keep(edition{e.field.Text(), e.field.at})
	}
	if e.chosen < 0 && by < 0 {
		e.chosen = 0 // the last one is before the first
	}
	e.chosen = (e.chosen + by + len(e.list)) % len(e.list)
	word := e.list[e.chosen]
	e.field.Replace(e.at.from, e.at.to, word)
	e.at.to = e.at.from + len(word)
	e.problem, e.place = "", -1
}

// format lays the text out, if it is SQL.
func (e *sqlEditor) format(m *Model) {
	s := e.parse(m, e.whole())
	if s == nil {
		return
	}
	e.keep(edition{e.field.Text(), e.field.at})
	e.field.Set(s.Format(max(e.field.width, 40)))
}

// parse reads a piece of the text; nil when it is no SQL, which is said at its place.
func (e *sqlEditor) parse(m *Model, p piece) *statement.Statement {
	source := m.talk.Source()
	s, err := statement.Parse(p.text, source.Database.Dialect(), source.Names)
	var syntax *statement.SyntaxError
	switch {
	case errors.As(err, &syntax):
		e.fail(syntax.Message, p.from+syntax.Position, p.from+syntax.Position)
	case err != nil:
		e.fail(err.Error(), -1, -1)
	default:
		return s
	}
	return nil
}

// fail shows what is wrong at its place, with the names that may have been meant.
func (e *sqlEditor) fail(message string, from, to int) {
	e.problem, e.place = visibleOneLine(sentence(message)), min(from, len(e.field.Text()))
	e.list, e.chosen = nil, -1
	e.field.marking = false
	if from >= 0 {
		e.field.at = len(text.Clusters(e.field.Text()[:min(to, len(e.field.Text()))]))
	}
	if to > from {
		e.list, e.at = e.complete.Nearest(e.field.Text(), from, to), run{from, to}
	}
}

// run has the engine look at the statement, and makes it a turn when there is nothing wrong with it.
func (e *sqlEditor) run(m *Model) tea.Cmd {
	switch {
	case e.checking:
		return nil
	case m.pending == nil && busy(m) != "":
		return m.say(Info, busy(m))
	case strings.TrimSpace(e.field.Text()) == "":
		return nil
	}
	p := e.toRun()
	s := e.parse(m, p)
	if s == nil {
		return nil
	}
	if err := s.Guard(); err != nil {
		e.fail(err.Error(), -1, -1)
		return nil
	}
	e.checking = true
	database, ctx := m.talk.Source().Database, m.ctx
	return func() tea.Msg {
		_, err := database.Explain(ctx, s)
		return checkedMsg{editor: e, piece: p, statement: s, err: err}
	}
}

// checkedMsg is what the engine says of a statement in the editor.
type checkedMsg struct {
	editor    *sqlEditor
	piece     piece
	statement *statement.Statement
	err       error
}

func (c checkedMsg) apply(m *Model) tea.Cmd {
	e := c.editor
	e.checking = false
	if m.modal != e {
		return nil
	}
	if c.err != nil && !errors.Is(c.err, context.Canceled) {
		e.refuse(c.piece, c.statement.SQL(), c.err)
		return nil
	}
	m.close()
	words := c.statement.Text()
	if e.base != nil && c.piece == e.whole() {
		if words = statement.DifferenceText(statement.Differences(e.base, c.statement)); words == "" {
			return m.say(Info, "The SQL means what it did.")
		}
	}
	if m.pending != nil {
		return m.runInstead(words, c.statement)
	}
	if why := busy(m); why != "" {
		return m.say(Info, why)
	}
	words = visibleOneLine(words)
	return m.begin(words, m.talk.BeginWritten(words, c.statement.Text()), false) // written by hand, so it has been seen
}

// runInstead runs what was written in the place of the statement that waits for a yes. It is called by what it changes in the query in
// force; where it is a new one, by the question and what was changed in its answer.
func (m *Model) runInstead(edit string, s *statement.Statement) tea.Cmd {
	words, before, intent := m.job.input+", "+edit, m.sql.before, m.job.plan.Detection.Intent
	if before != nil {
		words = statement.DifferenceText(statement.Differences(before, s))
	}
	cmd := m.cancel()
	m.input.Put("")
	if words == "" {
		return tea.Batch(cmd, m.say(Info, "Nothing is left of the change. The query before it stays."))
	}
	words = visibleOneLine(words)
	plan := m.talk.BeginWritten(words, s.Text())
	plan.Detection.Intent = intent
	return tea.Batch(cmd, m.begin(words, plan, false))
}

// refuse shows the engine's error at the word that it speaks of.
func (e *sqlEditor) refuse(p piece, ran string, err error) {
	message, position := err.Error(), -1
	var said *db.Error
	if errors.As(err, &said) {
		message, position = said.Message, said.Position
	}
	from, to := completion.Located(p.text, ran, message, position)
	if from >= 0 {
		from, to = from+p.from, to+p.from
	}
	e.fail(message, from, to)
}

// Size is most of the screen.
func (e *sqlEditor) Size(_ *theme.Theme, w, h int) (int, int) { return min(w-8, 120), max(h*2/3, 10) }

// View draws the text with its colours, the proposals below.
func (e *sqlEditor) View(th *theme.Theme, w, h int) window {
	e.field.width = w - 1
	runs := e.field.runs()
	caret := e.field.caretRun(runs)
	room := max(h-2, 1) // a blank and the proposals below
	e.top = windowed(e.top, caret, max(room-1, 1), len(runs))
	shown := runs[e.top:min(len(runs), e.top+room)]
	first := e.field.offset(shown[0].from)
	kinds := completion.Kinds(e.field.Text(), first, first+e.field.bytes(shown[0].from, shown[len(shown)-1].to))
	var lines []string
	for n, r := range shown {
		i, begin := e.top+n, first+e.field.bytes(shown[0].from, r.from)
		lines = append(lines, e.line(th, r, kinds[begin-first:], i == caret))
		if e.problem != "" && e.place >= 0 && i == caret {
			lead := min(text.Width(e.field.Text()[min(begin, e.place):e.place]), max(w-24, 0))
			lines = append(lines, text.Spaces(lead)+th.Bad.Render(text.Cut("^ "+e.problem, w-lead)))
		}
	}
	for len(lines) < room {
		lines = append(lines, "")
	}
	note := ""
	if e.checking {
		note = "checking"
	}
	return window{title: "SQL", note: note, foot: "ctrl+s runs " + theme.Dot + " tab completes " + theme.Dot + " ctrl+o lays out " + theme.Dot + " esc back",
		lines: append(lines[:room:room], "", e.strip(th, w)), scroll: scroll{top: e.top, shown: room, total: len(runs)}}
}

// line draws one line; kinds are what its bytes are part of.
func (e *sqlEditor) line(th *theme.Theme, r run, kinds []statement.TokenKind, caret bool) string {
	var l theme.Line
	from, to := e.field.Marked()
	at := 0
	for c := r.from; c < r.to; c++ {
		paint := token(th.Plain, kinds[at])
		switch {
		case caret && c == e.field.at:
			paint = th.Caret
		case c >= from && c < to:
			paint = th.Selected
		}
		l.Add(paint, e.field.chars[c])
		at += len(e.field.chars[c])
	}
	if caret && e.field.at >= r.to {
		l.Add(th.Caret, " ")
	}
	return l.String()
}

// strip is the line of proposals, or of a problem that has no place.
func (e *sqlEditor) strip(th *theme.Theme, w int) string {
	if e.problem != "" && e.place < 0 {
		return th.Bad.Render(text.Cut(e.problem, w))
	}
	var l theme.Line
	for i, s := range e.list {
		paint := th.Muted
		if i == e.chosen {
			paint = th.TabOn
		}
		if name := e.complete.Called(s); name != "" {
			s = name + " = " + s
		}
		l.Add(paint, " "+db.Visible(s)+" ")
	}
	return text.Cut(l.String(), w)
}
