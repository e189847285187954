package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/dialog"
	"parley/tui/layout"
	"parley/tui/theme"
)

// The timeline is every turn of the session: new questions and clears are roots, what refined them hangs below, what was left
// by undo is dim. It is a list to search, and goes to any of them.

// timelineLine is a turn with its depth in the timeline.
type timelineLine struct {
	turn  *dialog.Turn
	depth int
}

// timeline orders turns: each root with what was made from it, in the order they were said.
func timeline(turns []*dialog.Turn) []timelineLine {
	known := make(map[uuid.UUID]bool, len(turns))
	below := make(map[uuid.UUID][]*dialog.Turn, len(turns))
	var roots []*dialog.Turn
	for _, t := range turns {
		if t.Intent == dialog.NewQuery && t.Result != nil || t.Cleared || !known[t.Parent] {
			roots = append(roots, t)
		} else {
			below[t.Parent] = append(below[t.Parent], t)
		}
		known[t.ID] = true
	}
	lines := make([]timelineLine, 0, len(turns))
	// A stack and no recursion: a session may be one line of ten thousand refinements.
	type frame struct {
		turn  *dialog.Turn
		depth int
	}
	for _, root := range roots {
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			lines = append(lines, timelineLine(f))
			children := below[f.turn.ID]
			for i := len(children) - 1; i >= 0; i-- {
				depth := 1
				if i > 0 || len(children) > 1 { // a branch is set in; a line of refinements stays straight
					depth = f.depth + 1
				} else if f.depth > 0 {
					depth = f.depth
				}
				stack = append(stack, frame{children[i], depth})
			}
		}
	}
	return lines
}

// tree opens the timeline on the present turn.
func (m *Model) tree() tea.Cmd {
	session := m.talk.Session()
	path := map[uuid.UUID]bool{}
	for _, t := range session.Path() {
		path[t.ID] = true
	}
	var choices []choice
	at := 0
	for _, l := range timeline(session.Turns()) {
		if current := session.Current(); current != nil && l.turn.ID == current.ID {
			at = len(choices)
		}
		choices = append(choices, turnChoice(l, path[l.turn.ID]))
	}
	p := newPicker("Timeline", "search by words, tables, SQL", choices, func(m *Model, c choice) tea.Cmd {
		return m.goOnFrom(c.value.(uuid.UUID))
	})
	p.at = at
	shown := newGlances(m.talk)
	p.preview, p.keys = shown.Lines, map[string]func(*Model, choice) tea.Cmd{"ctrl+r": shown.askAnew, "ctrl+y": shown.copySQL}
	p.says = "enter goes on from it · ctrl+r rows · ctrl+y copies SQL"
	if m.options.Host != nil {
		p.other = func(m *Model, said string) tea.Cmd { return m.sessionsCommand("search " + said) }
		p.otherwise = "no turn here has these words: enter searches all kept sessions"
	}
	return m.open(p)
}

// goOnFrom makes a turn the one in force, and gives the input the focus: what is asked next opens a branch.
func (m *Model) goOnFrom(id uuid.UUID) tea.Cmd {
	if why := busy(m); why != "" {
		return m.say(Info, why)
	}
	m.setFocus(layout.Input)
	return m.showCommand(m.talk.Branch(id))
}

func turnChoice(l timelineLine, present bool) choice {
	t := l.turn
	lead := "○ "
	if present {
		lead = "● "
	}
	c := choice{
		title:  strings.Repeat("  ", min(l.depth, 8)) + lead + fmt.Sprintf("%d %s", t.Number, visibleOneLine(t.Input)),
		detail: t.Intent.String(), value: t.ID, dim: !present,
	}
	switch {
	case t.Cleared:
		c.title, c.detail = strings.Repeat(theme.Horizontal, 3)+" cleared "+strings.Repeat(theme.Horizontal, 3), ""
		c.off = "Here the conversation was cleared: choose a turn above or below."
	case t.Result == nil:
		c.detail, c.off = "answer", "This turn has no query to go to."
		if t.Failure != nil {
			c.detail = visibleOneLine(t.Failure.Kind)
		}
	default:
		c.detail, c.also = rowCounts(nil, t.Result.Rows, t.Result.More), strings.ToLower(t.Result.SQL)
	}
	return c
}
