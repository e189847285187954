package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
	"parley/workflow"
)

// A doubt is changed where it is told: r offers the other readings with what they bring and change, a digit takes one.
func TestOtherReadingsAreOfferedAndTaken(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.others = map[string][]*workflow.Draft{"Show me all users": {draftOf(t, "SELECT * FROM users WHERE country = 'Kenya'", "users of Kenya")}}
	script.ignore = map[string][]string{"Show me all users": {"all"}}
	s := newScreen(t, script, 80, 24)
	s.ask("Show me all users")
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.press("alt+2")
		s.shows("r reads it otherwise: 1 reading")
		s.press("r")
		s.looked()
		s.shows("Read it otherwise")
		s.shows("users of Kenya")
		s.shows(" rows: ")
		s.shows("Added predicate users.country = 'Kenya'")
		s.press("esc")
	}
	s.press("alt+4")
	r := s.layout.At[layout.Grid]
	s.send(tea.MouseMsg{X: r.X + 10, Y: r.Y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}) // on the headline with the doubt
	s.looked()
	s.shows("Read it otherwise")
	s.press("1")
	s.settle()
	s.shows("WHERE country = 'Kenya'")
	s.press("alt+2", "r")
	s.shows("no other reading")
}

// looked waits until the other readings were looked at.
func (s *screen) looked() {
	s.tb.Helper()
	for msg := range s.messages {
		s.send(msg)
		if _, ok := msg.(othersMsg); ok {
			return
		}
	}
}
