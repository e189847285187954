package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// dragging says what the mouse holds.
type dragging uint8

// What can be dragged.
const (
	// notDragging is the rest state.
	notDragging dragging = iota
	// dragSplit moves the line between the conversation and the right column.
	dragSplit
	// dragDivide moves the line between SQL and result.
	dragDivide
)

// wheelLines is how far one step of the wheel goes.
const wheelLines = 3

// onMouse gives the mouse to what lies under it.
func (m *Model) onMouse(e tea.MouseMsg) tea.Cmd {
	if m.layout.Mode == layout.TooSmall || m.modal != nil && !tea.MouseEvent(e).IsWheel() {
		return nil
	}
	switch {
	case tea.MouseEvent(e).IsWheel():
		return m.onWheel(e)
	case e.Action == tea.MouseActionRelease:
		m.drag = notDragging
	case e.Action == tea.MouseActionMotion:
		m.onDrag(e)
	case e.Button == tea.MouseButtonLeft:
		return m.onClick(e)
	}
	return nil
}

func (m *Model) onWheel(e tea.MouseMsg) tea.Cmd {
	by := wheelLines
	if e.Button == tea.MouseButtonWheelUp {
		by = -wheelLines
	}
	if m.modal != nil {
		return m.wheelModal(by)
	}
	pane, _ := m.layout.PaneAt(e.X, e.Y)
	switch pane {
	case layout.Transcript:
		m.transcript.Scroll(by)
	case layout.Diff:
		m.sql.Scroll(by, 0)
	case layout.Grid:
		if e.Shift || e.Button == tea.MouseButtonWheelLeft || e.Button == tea.MouseButtonWheelRight {
			m.result.grid.Move(0, by/wheelLines)
			return nil
		}
		m.result.grid.Scroll(by)
	}
	return nil
}

// wheelModal scrolls the window in front as the arrows do.
func (m *Model) wheelModal(by int) tea.Cmd {
	k := tea.KeyMsg{Type: tea.KeyDown}
	if by < 0 {
		k.Type = tea.KeyUp
	}
	return m.modal.Key(m, k)
}

func (m *Model) onDrag(e tea.MouseMsg) {
	switch m.drag {
	case dragSplit:
		m.arrange.Split = min(max(e.X*100/max(m.layout.Width, 1), 10), 80)
	case dragDivide:
		diff, rows := m.layout.At[layout.Diff], m.layout.At[layout.Grid]
		m.arrange.Divide = min(max((e.Y-diff.Y)*100/max(diff.H+rows.H, 1), 10), 85)
	}
}

// onClick focuses the pane and selects what is under the mouse; on the lines between panes it takes hold of them.
func (m *Model) onClick(e tea.MouseMsg) tea.Cmd {
	if m.layout.Tabs.Contains(e.X, e.Y) {
		return m.clickTab(e.X)
	}
	pane, ok := m.layout.PaneAt(e.X, e.Y)
	if !ok {
		return nil
	}
	r := m.layout.At[pane]
	if m.grab(pane, r, e) {
		return nil
	}
	was := m.focus
	m.setFocus(pane)
	x, y := e.X-r.X-1, e.Y-r.Y-1
	if pane == layout.Grid && y == -1 && m.result.doubt != "" && m.talk.Others() != nil {
		return m.do("readings") // the doubt stands in the headline
	}
	if pane == layout.Grid && y == -1 && needsParts(m) == "" {
		return m.do("parts")
	}
	if _, h := inner(r); y < 0 || y >= h || x < 0 {
		return nil
	}
	if name := m.sql.NameAt(x, y); pane == layout.Diff && was == pane && name != "" && needsNames(m) == "" {
		return m.readName([]string{name})
	}
	return m.clickIn(pane, x, y)
}

// grab takes hold of a line between panes.
func (m *Model) grab(pane layout.Pane, r layout.Rect, e tea.MouseMsg) bool {
	switch {
	case m.layout.Mode == layout.Wide && !m.arrange.Zoom && pane != layout.Input &&
		(pane == layout.Transcript && e.X == r.X+r.W-1 || pane != layout.Transcript && e.X == r.X):
		m.drag = dragSplit
	case pane == layout.Diff && e.Y == r.Y+r.H-1 && m.layout.Shown(layout.Grid):
		m.drag = dragDivide
	default:
		return false
	}
	return true
}

func (m *Model) clickIn(pane layout.Pane, x, y int) tea.Cmd {
	switch pane {
	case layout.Transcript:
		if q := m.exampleAt(y); q != "" {
			m.setFocus(layout.Input)
			return m.send(q)
		}
		at := m.transcript.at
		if m.transcript.Hit(y) && at == m.transcript.at {
			return m.do("turn show")
		}
	case layout.Diff:
		m.sql.Hit(x, y)
	case layout.Grid:
		return m.clickGrid(x, y)
	case layout.Input:
		if said := m.offerAt(x - 2); said != "" {
			return m.send(said)
		}
		m.input.field.Put(x-2, y)
	}
	return nil
}

// exampleAt is the first question that stands on a line of the first-run hint; empty for any other line.
func (m *Model) exampleAt(y int) string {
	if len(m.transcript.entries) > 0 {
		return ""
	}
	r := m.layout.At[layout.Transcript]
	lines := m.welcome(r)
	if y < 0 || y >= len(lines) {
		return ""
	}
	w, _ := inner(r)
	for _, q := range m.suggested {
		if strings.TrimSpace(ansi.Strip(lines[y])) == theme.Prompt+" "+text.Cut(q, w-6) {
			return q
		}
	}
	return ""
}

// offerAt is the refinement that stands at a column of the empty input; empty where none does.
func (m *Model) offerAt(x int) string {
	if !m.input.Empty() || m.placeholder() != offering+strings.Join(m.affords, between) {
		return ""
	}
	at := ansi.StringWidth(offering)
	for _, said := range m.affords {
		w := ansi.StringWidth(said)
		if x >= at && x < at+w {
			return said
		}
		at += w + ansi.StringWidth(between)
	}
	return ""
}

// clickGrid puts the cursor on a cell; a click on the header sorts, a second one on the cell opens it.
func (m *Model) clickGrid(x, y int) tea.Cmd {
	if m.result.chart != nil {
		return nil
	}
	g := m.result.grid
	hit := g.At(x, y)
	row, col := g.Cursor()
	switch {
	case !hit.Inside:
		return nil
	case hit.Row < 0:
		g.Go(row, hit.Place)
		return m.do("sort")
	case hit.Row == row && hit.Place == col:
		return m.do("inspect")
	}
	g.Go(hit.Row, hit.Place)
	return nil
}

// clickTab brings the pane named under the mouse to the front.
func (m *Model) clickTab(x int) tea.Cmd {
	at := len(" parley ")
	for _, p := range []layout.Pane{layout.Transcript, layout.Diff, layout.Grid} {
		w := len(p.String()) + 4 + 1
		if x >= at && x < at+w {
			m.setFocus(p)
			return nil
		}
		at += w
	}
	return nil
}
