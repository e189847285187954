package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/tui/board"
	"parley/tui/text"
	"parley/tui/theme"
)

// A glance is what the timeline shows of the turn under its cursor: the SQL, against that of the turn it was made from, and its first
// rows, which are kept while the program runs and asked anew on a key.

// glances draws glances; one is kept drawn.
type glances struct {
	talk   Conversation
	turns  map[uuid.UUID]*dialog.Turn
	anew   map[uuid.UUID]*dialog.Turn // what came of asking anew
	asking uuid.UUID
	// what lines are of
	of    uuid.UUID
	w     int
	th    *theme.Theme
	lines []string
}

func newGlances(talk Conversation) *glances {
	g := &glances{talk: talk, turns: map[uuid.UUID]*dialog.Turn{}, anew: map[uuid.UUID]*dialog.Turn{}}
	for _, t := range talk.Session().Turns() {
		g.turns[t.ID] = t
	}
	return g
}

// Lines are the glance at a turn in w cells.
func (g *glances) Lines(th *theme.Theme, c choice, w, _ int) []string {
	id, _ := c.value.(uuid.UUID)
	if g.lines == nil || g.of != id || g.w != w || g.th != th {
		g.of, g.w, g.th, g.lines = id, w, th, g.draw(th, g.turns[id], w)
	}
	return g.lines
}

func (g *glances) draw(th *theme.Theme, t *dialog.Turn, w int) []string {
	switch {
	case t == nil || t.Cleared:
		return []string{}
	case t.Result == nil && t.Failure != nil:
		return paintAll(th.Warn, text.Wrap(visibleOneLine(t.Failure.Message), w))
	case t.Result == nil:
		return paintAll(th.Muted, text.Wrap(visibleOneLine(t.Input), w))
	}
	lines := g.sql(th, t, w)
	return append(append(lines, ""), g.rows(th, t, w)...)
}

// sql is the statement of a turn: whole, or with what a refinement changed.
func (g *glances) sql(th *theme.Theme, t *dialog.Turn, w int) []string {
	after, view := g.talk.Tree(t), WholeStatement
	if after == nil {
		return paintAll(th.Text, text.Wrap(visibleOneLine(t.Result.SQL), w))
	}
	var before *statement.Statement
	if t.Intent == dialog.Refinement {
		if before = g.talk.Tree(g.turns[t.Parent]); before != nil {
			view = Unified
		}
	}
	var lines []string
	for _, l := range linesOf(compared(before, after, view, w), view, w, false) {
		lines = append(lines, l.draw(th, view, w, 0))
	}
	return lines
}

// rows are the first rows of a turn, or how to see them.
func (g *glances) rows(th *theme.Theme, t *dialog.Turn, w int) []string {
	if g.asking == t.ID {
		return []string{th.Muted.Render("asking anew " + text.Ellipsis)}
	}
	if fresh := g.anew[t.ID]; fresh != nil {
		t = fresh
	}
	switch r := t.Result; {
	case r == nil && t.Failure != nil:
		return paintAll(th.Warn, text.Wrap(visibleOneLine(t.Failure.Message), w))
	case r == nil:
		return nil
	case len(r.Preview) == 0 && r.Rows == 0:
		return []string{th.Muted.Render("no rows")}
	case len(r.Preview) == 0:
		return []string{th.Muted.Render(text.Cut("Its rows are not kept: ctrl+r asks for them.", w))}
	default:
		return append(board.Table(th, r.Columns, r.Preview, w), th.Muted.Render(rowCounts(nil, r.Rows, r.More)))
	}
}

func paintAll(paint theme.Paint, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = paint.Render(l)
	}
	return out
}

// askAnew asks for the rows of a turn, beside, in a conversation of its own.
func (g *glances) askAnew(m *Model, c choice) tea.Cmd {
	host, ctx := m.options.Host, m.ctx
	t := g.turns[c.value.(uuid.UUID)]
	if host == nil || t == nil || t.Result == nil || g.asking != uuid.Nil {
		return nil
	}
	g.asking, g.lines = t.ID, nil
	id, sql := t.ID, t.Result.SQL
	return func() tea.Msg {
		turn, err := host.Answer(ctx, []string{sql})
		if err != nil {
			turn = &dialog.Turn{Failure: &dialog.Failure{Message: sentence(db.Told(err))}}
		}
		return glanceMsg{in: g, id: id, turn: turn}
	}
}

// glanceMsg brings the rows of a turn.
type glanceMsg struct {
	in   *glances
	id   uuid.UUID
	turn *dialog.Turn
}

func (g glanceMsg) apply(*Model) tea.Cmd { //nolint:unparam // an effect
	g.in.anew[g.id], g.in.asking, g.in.lines = g.turn, uuid.Nil, nil
	return nil
}

// copySQL copies the statement of a turn.
func (g *glances) copySQL(m *Model, c choice) tea.Cmd {
	tree := g.talk.Tree(g.turns[c.value.(uuid.UUID)])
	if tree == nil {
		return m.say(Info, "This turn has no query to copy.")
	}
	return m.copyText(plainSQL(tree), "the SQL")
}

// minAside is the least width of a window in which what a picker shows of a choice stands beside its list.
const minAside = 100

// withPreview draws the list of a picker and what it shows of the chosen one: beside it, or below.
func (p *picker) withPreview(th *theme.Theme, w, h int) window {
	if w < minAside {
		upper := min(max(len(p.found)+2, 3), h/2)
		v := p.list(th, w, upper)
		v.lines = append(v.lines, slices.Repeat([]string{""}, upper-len(v.lines))...)
		v.lines = append(v.lines, th.Faint.Render(rule(w)))
		v.lines = append(v.lines, p.previewed(th, w, h-upper-1)...)
		return v
	}
	left := min(w*2/5, 64)
	v := p.list(th, left, h)
	right := p.previewed(th, w-left-3, h)
	lines := make([]string, h)
	for i := range lines {
		var l, r string
		if i < len(v.lines) {
			l = v.lines[i]
		}
		if i < len(right) {
			r = right[i]
		}
		lines[i] = text.Fit(l, left) + th.Faint.Render(" "+theme.Vertical+" ") + r
	}
	v.lines = lines
	return v
}

// previewed is what is shown of the chosen one, cut to h lines: that it was cut is said.
func (p *picker) previewed(th *theme.Theme, w, h int) []string {
	if p.at >= len(p.found) || h < 1 {
		return nil
	}
	lines := p.preview(th, p.choices[p.found[p.at]], w, h)
	if len(lines) > h {
		lines = append(slices.Clone(lines[:h-1]), th.Muted.Render(text.Ellipsis+" "+strings.TrimSpace(text.Plural(len(lines)-h+1, "more line"))))
	}
	return lines
}

// roomy is the height that a list with glances takes where there is room: a statement and its first rows.
const roomy = 24
