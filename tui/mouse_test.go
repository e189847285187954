package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"parley/tui/layout"
)

// Who uses the mouse alone asks a first question and refines it by what is offered, with a click on each.
func TestWhatIsOfferedIsAskedByAClick(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.suggested, s.looked = []string{"show me all users", "show me all orders"}, true
	s.clickOn("show me all orders")
	s.shows("FROM orders")
	s.send(affordedMsg{s.talk.Session().Current(), []string{"limit 5", "Sort by name"}})
	s.clickOn("Sort by name")
	if turns := s.talk.Session().Turns(); len(turns) != 2 || turns[1].Input != "Sort by name" {
		t.Errorf("%d turns", len(turns))
	}
	if s.focus != layout.Input {
		t.Error("the input has lost the focus")
	}
}

// clickOn clicks the middle of a text of the screen, and waits for what comes of it.
func (s *screen) clickOn(label string) {
	s.tb.Helper()
	for y, line := range strings.Split(s.plain(), "\n") {
		if at := strings.Index(line, label); at >= 0 {
			s.send(tea.MouseMsg{X: ansi.StringWidth(line[:at]) + 3, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			s.settle()
			return
		}
	}
	s.tb.Fatalf("%q is not on the screen:\n%s", label, s.plain())
}
