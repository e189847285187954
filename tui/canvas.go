package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
)

// canvas keeps what each pane drew last. A frame is drawn after every message, and most messages touch one pane.
type canvas struct {
	last [layout.Panes]drawn
}

type drawn struct {
	rect    layout.Rect
	focused bool
	lines   []string
}

// panes is a set of panes.
type panes uint8

const everyPane panes = 1<<layout.Panes - 1

func only(p layout.Pane) panes { return 1 << p }

// soil makes panes draw themselves anew.
func (c *canvas) soil(set panes) {
	for p := layout.Input; p < layout.Panes; p++ {
		if set&only(p) != 0 {
			c.last[p].lines = nil
		}
	}
}

// draw gives a pane's lines, drawn anew when it was touched, moved, or has won or lost the focus.
func (c *canvas) draw(p layout.Pane, r layout.Rect, focused bool, pane func(layout.Pane, layout.Rect, bool) []string) []string {
	d := &c.last[p]
	if d.lines == nil || d.rect != r || d.focused != focused {
		*d = drawn{rect: r, focused: focused, lines: pane(p, r, focused)}
	}
	return d.lines
}

// local are the actions that change nothing but their own pane.
var local = map[Action]layout.Pane{
	"row down": layout.Grid, "row up": layout.Grid, "column left": layout.Grid, "column right": layout.Grid,
	"page down": layout.Grid, "page up": layout.Grid, "first row": layout.Grid, "last row": layout.Grid,
	"first column": layout.Grid, "last column": layout.Grid, "mark": layout.Grid, "freeze": layout.Grid,
	"column wider": layout.Grid, "column narrower": layout.Grid, "column fit": layout.Grid,
	"carry left": layout.Grid, "carry right": layout.Grid, "hide": layout.Grid, "show hidden": layout.Grid,
	"sql down": layout.Diff, "sql up": layout.Diff, "sql left": layout.Diff, "sql right": layout.Diff,
	"sql page down": layout.Diff, "sql page up": layout.Diff, "sql first": layout.Diff, "sql last": layout.Diff,
	"turn down": layout.Transcript, "turn up": layout.Transcript, "turn first": layout.Transcript,
	"turn last": layout.Transcript, "turn page down": layout.Transcript, "turn page up": layout.Transcript,
}

// touched says which panes a message may change; in doubt all.
func (m *Model) touched(msg tea.Msg) panes {
	switch msg := msg.(type) {
	case tickMsg:
		return only(layout.Transcript)
	case pageMsg:
		return only(layout.Grid)
	case goneMsg, tea.FocusMsg, tea.BlurMsg:
		return 0
	case tea.KeyMsg:
		return m.touchedByKey(msg)
	}
	return everyPane
}

func (m *Model) touchedByKey(k tea.KeyMsg) panes {
	if m.modal != nil || m.begun != "" {
		return everyPane
	}
	action, bound := m.keys.Lookup(m.focus, k.String())
	if m.focus == layout.Input && !bound {
		return only(layout.Input)
	}
	if p, ok := local[action]; ok && bound {
		return only(p)
	}
	return everyPane
}
