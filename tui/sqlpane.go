package tui

import (
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// SQLView is how the SQL pane shows a statement.
type SQLView uint8

// The views, in the order the key goes through them.
const (
	// ByRoom is side by side where each changed line fits into its half, else unified.
	ByRoom SQLView = iota
	// SideBySide shows the statement before at the left and the present one at the right, clause beside clause.
	SideBySide
	// Unified shows both in one column, with signs.
	Unified
	// WholeStatement shows the present one alone.
	WholeStatement
)

// String is the view's name in the pane's frame.
func (v SQLView) String() string { return [...]string{"", "side by side", "unified", "whole"}[v] }

// minSideBySide is the narrowest pane in which two statements stand beside each other.
const minSideBySide = 56

// enoughSide is a width of half a pane in which every line that can be broken reads well.
const enoughSide = 55

// sqlPane shows the SQL in force and what changed in it.
type sqlPane struct {
	before, after *statement.Statement
	from, to      int    // turn numbers
	beside        string // what before is, where it is of no turn
	view          SQLView
	cut           bool   // long lines are cut and scrolled instead of wrapped
	pending       bool   // the statement waits for a yes
	expects       string // why it waits, if it is for its cost
	top, left     int
	w, h          int
	whole         bool         // nothing is folded
	closed        bool         // the queries of WITH are folded, whatever the room
	opened        map[int]bool // folds that are open, by their first row

	chips chips
	kept  *keptBase
	laid  laidOut // of the present width and view
	stale laidOut // what was shown before it, while a long comparison is under way
	// serial is of what is to be laid out; asked is that of the comparison that was begun.
	serial, asked int
	lines         []sqlLine // of the present room
	room          int       // the height that they were made for
}

// laidOut is the comparison for a width.
type laidOut struct {
	view        SQLView
	rows        []statement.Row
	differences []statement.Difference
	// differs says that not all rows are the same.
	differs bool
	lines   []sqlLine // unfolded
	shown   [changesOnly + 1][]sqlLine
}

// Show gives the pane a statement and the one it was made from.
func (p *sqlPane) Show(before, after *statement.Statement, from, to int) {
	before, from = p.rebased(before, after, from)
	p.before, p.after, p.from, p.to, p.beside = before, after, from, to, ""
	p.chips = chips{chosen: -1}
	p.whole, p.closed, p.opened = false, false, map[int]bool{}
	p.again()
}

// ShowBeside compares the statement on screen with one that is of no turn.
func (p *sqlPane) ShowBeside(other *statement.Statement, name string) {
	p.kept = nil
	p.Show(other, p.after, 0, p.to)
	p.beside = name
}

// again lays everything out anew.
func (p *sqlPane) again() {
	if p.laid.rows != nil {
		p.stale = p.laid
	}
	p.top, p.left, p.lines, p.laid = 0, 0, nil, laidOut{}
	p.serial++
}

// SetSize gives the pane its place.
func (p *sqlPane) SetSize(r layout.Rect) {
	w, h := inner(r)
	if w != p.w {
		p.again()
	}
	p.w, p.h = w, h
}

// Cycle goes to the next view; what is shown by itself is the first.
func (p *sqlPane) Cycle() {
	next := p.shown() + 1
	if next > WholeStatement {
		next = SideBySide
	}
	if next == SideBySide && (p.w < minSideBySide || p.before == nil) {
		next++
	}
	p.view = next
	p.again()
}

// ToggleWrap switches between wrapping and cutting long lines.
func (p *sqlPane) ToggleWrap() {
	p.cut = !p.cut
	p.again()
}

// ToggleFolds opens every fold, or closes them all again; where the whole statement is shown, the queries of WITH are what folds.
func (p *sqlPane) ToggleFolds() {
	open := !p.whole && len(p.opened) == 0
	if p.shown() == WholeStatement {
		open = slices.ContainsFunc(p.content(), func(l sqlLine) bool { return l.fold != nil })
	}
	p.whole, p.closed, p.opened = open, !open, map[int]bool{}
	p.refold()
}

// refold lays the folds anew.
func (p *sqlPane) refold() {
	p.lines, p.laid.shown = nil, [changesOnly + 1][]sqlLine{}
}

// Hit opens the fold, or chooses the change, at a cell of the pane.
func (p *sqlPane) Hit(x, y int) {
	lines := p.content()
	if p.top+y >= len(lines) {
		return
	}
	switch l := lines[p.top+y]; {
	case l.fold != nil:
		p.opened[l.fold.from] = true
		p.refold()
	case l.chips != nil:
		p.hitChip(l, x)
	}
}

// NameAt is the name at a cell of the pane; empty for none.
func (p *sqlPane) NameAt(x, y int) string {
	lines := p.content()
	if p.top+y >= len(lines) {
		return ""
	}
	l := lines[p.top+y]
	spans, at := l.right, 1
	switch side := sideWidth(p.w); {
	case p.shown() == SideBySide && x > side+1:
		at = side + 5
	case p.shown() == SideBySide:
		spans = l.left
	case p.shown() == Unified:
		at = 2
	}
	at -= p.left
	for i, s := range spans {
		if at += text.Width(db.Visible(s.Text)); x < at {
			return nameAround(spans, i)
		}
	}
	return ""
}

// nameAround is the name that a span is part of, with what it is of; empty for none.
func nameAround(spans []statement.Span, i int) string {
	if spans[i].Token != statement.Name {
		return ""
	}
	name := strings.Trim(spans[i].Text, `"`)
	if i > 1 && spans[i-1].Text == "." {
		name = strings.Trim(spans[i-2].Text, `"`) + "." + name
	}
	return name
}

// firstNames are the names in the lines of the chosen change, else in all that changed.
func (p *sqlPane) firstNames() []string {
	var out []string
	for i, r := range p.lay().rows {
		if r.Kind == statement.Same || len(p.chips.lit) > 0 && !p.chips.lit[i] {
			continue
		}
		for at := range r.Right {
			if name := nameAround(r.Right, at); name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// shown is the view in use: two columns need a statement before, and room.
func (p *sqlPane) shown() SQLView {
	switch {
	case p.waiting():
		return max(p.stale.view, SideBySide)
	case p.after == nil || p.w == 0:
		return p.wish().viewIn()
	}
	return p.lay().view
}

func spansWidth(spans []statement.Span) int {
	n := 0
	for _, s := range spans {
		n += text.Width(db.Visible(s.Text))
	}
	return n
}

// Wanted is how many lines the pane would fill at its width.
func (p *sqlPane) Wanted() int {
	if p.after == nil {
		return 3
	}
	return len(p.contentOf(p.most()))
}

// Least is how many lines show the change and nothing else.
func (p *sqlPane) Least() int {
	if p.after == nil || p.most() == unfolded {
		return 0
	}
	return len(p.contentOf(changesOnly))
}

// Scroll moves the view.
func (p *sqlPane) Scroll(lines, cells int) {
	p.top = min(max(p.top+lines, 0), max(len(p.content())-p.h, 0))
	if p.cut {
		p.left = max(p.left+cells, 0)
	}
}

// most is how much is shown where there is room.
func (p *sqlPane) most() closeness {
	switch {
	case p.shown() == WholeStatement && p.closed:
		return ctesFolded
	case p.whole || p.shown() == WholeStatement || p.pending:
		return unfolded
	}
	return withContext
}

// least is how little is shown where there is no room for more: what is left over is scrolled.
func (p *sqlPane) least() closeness {
	switch {
	case p.whole && !p.pending:
		return unfolded
	case p.shown() == WholeStatement:
		return ctesFolded
	}
	return changesOnly
}

// lay compares and lays out once for each width and view.
func (p *sqlPane) lay() *laidOut {
	switch {
	case p.waiting():
		return &p.stale
	case p.laid.rows == nil && p.after != nil && p.w > 0:
		p.laid = p.wish().lay()
	}
	return &p.laid
}

func (p *sqlPane) contentOf(how closeness) []sqlLine {
	l := p.lay()
	if !l.differs && how != ctesFolded {
		return l.lines
	}
	if l.shown[how] == nil {
		l.shown[how] = append(p.chipRows(), folded(l.lines, foldsOf(l.rows, how, p.opened))...)
	}
	return l.shown[how]
}

// content is what the pane shows: as much as fits, and all of it where the user scrolls anyway.
func (p *sqlPane) content() []sqlLine {
	if p.lines != nil && p.room == p.h {
		return p.lines
	}
	p.room = p.h
	for how := p.most(); how <= p.least(); how++ {
		if p.lines = p.contentOf(how); len(p.lines) <= p.h {
			return p.lines
		}
	}
	p.top = min(p.top, max(len(p.lines)-p.h, 0))
	return p.lines
}

// View draws the pane.
func (p *sqlPane) View(th *theme.Theme, r layout.Rect, focused bool) []string {
	f := frame{number: int(layout.Diff) + 1, title: "SQL", focused: focused}
	if p.after == nil {
		return f.draw(th, r, []string{"", "  " + th.Muted.Render("The SQL of a turn appears here, and what a refinement changes in it.")})
	}
	lines := p.content()
	f.title, f.note = p.title(), p.note()
	p.top = min(p.top, max(len(lines)-p.h, 0))
	f.scroll = scroll{top: p.top, shown: p.h, total: len(lines)}
	var out []string
	for i := p.top; i < min(len(lines), p.top+p.h); i++ {
		out = append(out, p.draw(th, lines[i]))
	}
	return f.draw(th, r, out)
}

func (p *sqlPane) draw(th *theme.Theme, l sqlLine) string {
	if l.chips != nil {
		return p.drawChips(th, l)
	}
	l.lit = p.chips.lit[l.row] && l.kind != statement.Same
	return l.draw(th, p.shown(), p.w, p.left)
}

func (p *sqlPane) title() string {
	switch {
	case p.pending && p.expects != "":
		return "SQL " + theme.Horizontal + " not run yet: " + p.expects
	case p.pending:
		return "SQL " + theme.Horizontal + " not run yet"
	case p.to > 0:
		return "SQL " + theme.Horizontal + " " + p.turns()
	}
	return "SQL"
}

// turns names the turns whose SQL is shown: "turn 1 → 3", or "turn 3" where there is nothing before it.
func (p *sqlPane) turns() string {
	if p.beside != "" {
		return fmt.Sprintf("%s %s turn %d", p.beside, theme.Arrow, p.to)
	}
	if p.before != nil && p.from > 0 {
		return fmt.Sprintf("turn %d %s %d", p.from, theme.Arrow, p.to)
	}
	return fmt.Sprintf("turn %d", p.to)
}

func (p *sqlPane) note() string {
	if p.waiting() {
		return "comparing " + text.Ellipsis
	}
	if p.pending {
		refuse := " esc refuses"
		if len(p.differences()) >= leastChips {
			refuse = " n x refuse one " + theme.Dot + " esc all"
		}
		return "enter runs it " + theme.Dot + " e edits " + theme.Dot + refuse
	}
	if p.before == nil {
		return ""
	}
	added, removed, moved := 0, 0, 0
	for _, r := range p.lay().rows {
		switch {
		case r.Kind == statement.Same:
		case r.Kind == statement.Changed:
			added, removed = added+1, removed+1
		case r.Moved && r.Kind == statement.Added:
			moved++
		case r.Moved:
		case r.Kind == statement.Added:
			added++
		default:
			removed++
		}
	}
	name := p.shown().String()
	if added+removed+moved == 0 {
		return "unchanged " + theme.Dot + " " + name
	}
	if moved > 0 {
		name = fmt.Sprintf("%d moved %s %s", moved, theme.Dot, name)
	}
	return fmt.Sprintf("+%d -%d %s %s", added, removed, theme.Dot, name)
}
