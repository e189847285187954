package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
)

// What was understood stands above the rows; a click there, or o in the conversation, changes it part by part.
func TestWhatWasUnderstoodIsChangedPartByPart(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.indexed = true
	script.sql["the first 20 users of Kenya by name"] = "SELECT id, name FROM users WHERE country = 'Kenya' ORDER BY name LIMIT 20"
	s := newScreen(t, script, 80, 24)
	s.ask("the first 20 users of Kenya by name")
	s.shows("as scripted") // what was answered, in the headline of the rows
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.press("alt+2", "o")
		s.shows("What was understood", "country is Kenya", "sorted by name", "the first 20")
		s.press("esc")
	}
	s.press("alt+4")
	r := s.layout.At[layout.Grid]
	s.send(tea.MouseMsg{X: r.X + 30, Y: r.Y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	s.shows("What was understood")
	s.press("1")
	come[waysMsg](s)
	s.shows("Instead of: country is Kenya", "country is not Kenya", " rows: ")
	s.press("1")
	s.settle()
	s.shows("WHERE country <> 'Kenya'")
}
