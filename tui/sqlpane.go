package tui

import (
	"fmt"

	"parley/db/statement"
	"parley/tui/layout"
	"parley/tui/theme"
)

// SQLView is how the SQL pane shows a statement.
type SQLView uint8

// The views, in the order the key goes through them.
const (
	// SideBySide shows the statement before at the left and the present one at the right, clause beside clause.
	SideBySide SQLView = iota
	// Unified shows both in one column, with signs.
	Unified
	// WholeStatement shows the present one alone.
	WholeStatement
)

// String is the view's name in the pane's frame.
func (v SQLView) String() string { return [...]string{"side by side", "unified", "whole"}[v] }

// minSideBySide is the narrowest pane in which two statements stand beside each other.
const minSideBySide = 56

// sqlPane shows the SQL in force and what changed in it.
type sqlPane struct {
	before, after *statement.Statement
	from, to      int // turn numbers
	view          SQLView
	cut           bool   // long lines are cut and scrolled instead of wrapped
	pending       bool   // the statement waits for a yes
	expects       string // why it waits, if it is for its cost
	top, left     int
	w, h          int

	lines []sqlLine // of the present width and view
}

// Show gives the pane a statement and the one it was made from.
func (p *sqlPane) Show(before, after *statement.Statement, from, to int) {
	p.before, p.after, p.from, p.to = before, after, from, to
	p.top, p.left, p.lines = 0, 0, nil
}

// SetSize gives the pane its place.
func (p *sqlPane) SetSize(r layout.Rect) {
	w, h := inner(r)
	if w != p.w {
		p.lines = nil
	}
	p.w, p.h = w, h
}

// Cycle goes to the next view.
func (p *sqlPane) Cycle() {
	p.view = (p.view + 1) % (WholeStatement + 1)
	p.top, p.left, p.lines = 0, 0, nil
}

// ToggleWrap switches between wrapping and cutting long lines.
func (p *sqlPane) ToggleWrap() { p.cut, p.left, p.lines = !p.cut, 0, nil }

// shown is the view in use: two columns need a statement before, and room.
func (p *sqlPane) shown() SQLView {
	switch {
	case p.before == nil:
		return WholeStatement
	case p.view == SideBySide && p.w < minSideBySide:
		return Unified
	}
	return p.view
}

// Wanted is how many lines the pane would fill at a width.
func (p *sqlPane) Wanted() int {
	if p.after == nil {
		return 3
	}
	return len(p.content())
}

// Scroll moves the view.
func (p *sqlPane) Scroll(lines, cells int) {
	p.top = min(max(p.top+lines, 0), max(len(p.content())-p.h, 0))
	if p.cut {
		p.left = max(p.left+cells, 0)
	}
}

// content lays the rows out once for each width and view.
func (p *sqlPane) content() []sqlLine {
	if p.lines == nil && p.after != nil && p.w > 0 {
		p.lines = layoutSQL(p.before, p.after, p.shown(), p.w, p.cut)
	}
	return p.lines
}

// View draws the pane.
func (p *sqlPane) View(th *theme.Theme, r layout.Rect, focused bool) []string {
	f := frame{number: int(layout.Diff) + 1, title: "SQL", focused: focused}
	if p.after == nil {
		return f.draw(th, r, []string{"", "  " + th.Muted.Render("The SQL of a turn appears here, and what a refinement changes in it.")})
	}
	f.title, f.note = p.title(), p.note()
	lines := p.content()
	p.top = min(p.top, max(len(lines)-p.h, 0))
	f.scroll = scroll{top: p.top, shown: p.h, total: len(lines)}
	var out []string
	for i := p.top; i < min(len(lines), p.top+p.h); i++ {
		out = append(out, lines[i].draw(th, p.shown(), p.w, p.left))
	}
	return f.draw(th, r, out)
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
	if p.before != nil && p.from > 0 {
		return fmt.Sprintf("turn %d %s %d", p.from, theme.Arrow, p.to)
	}
	return fmt.Sprintf("turn %d", p.to)
}

func (p *sqlPane) note() string {
	if p.pending {
		return "enter runs it " + theme.Dot + " e edits " + theme.Dot + " esc refuses"
	}
	if p.before == nil {
		return ""
	}
	added, removed := 0, 0
	for _, l := range p.content() {
		if l.more {
			continue
		}
		switch l.kind {
		case statement.Added:
			added++
		case statement.Removed:
			removed++
		case statement.Changed:
			added, removed = added+1, removed+1
		}
	}
	name := p.shown().String()
	if added+removed == 0 {
		return "unchanged " + theme.Dot + " " + name
	}
	return fmt.Sprintf("+%d -%d %s %s", added, removed, theme.Dot, name)
}
