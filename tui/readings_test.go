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
		come[othersMsg](s)
		s.shows("Read it otherwise")
		s.shows("users of Kenya")
		s.shows(" rows: ")
		s.shows("Added predicate users.country = 'Kenya'")
		s.press("esc")
	}
	s.press("alt+4")
	r := s.layout.At[layout.Grid]
	s.send(tea.MouseMsg{X: r.X + 10, Y: r.Y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}) // on the headline with the doubt
	come[othersMsg](s)
	s.shows("Read it otherwise")
	s.press("1")
	s.settle()
	s.shows("WHERE country = 'Kenya'")
	s.press("alt+2", "r")
	s.shows("no other reading")
}

func TestReadingsAreToldApartOnASmallScreen(t *testing.T) {
	t.Parallel()
	script := conversation()
	const middle = " of users where status is active and country is Kenya for each city, sorted by number of rows downwards and then by "
	const from = " FROM users WHERE status = 'active' AND country = 'Kenya' GROUP BY city ORDER BY count(*) DESC, "
	script.fail["the best ones"] = &workflow.Ambiguous{Question: "I am not sure what you mean.", Readings: []*workflow.Draft{
		draftOf(t, "SELECT city, count(*)"+from+"city LIMIT 5", "city and number of rows"+middle+"city, first 5"),
		draftOf(t, "SELECT city, count(*)"+from+"max(name) LIMIT 4", "city and number of rows"+middle+"highest name, first 5"),
		draftOf(t, "SELECT city, count(*)"+from+"min(created_at) LIMIT 3", "city and number of rows"+middle+"lowest created at, first 5"),
	}}
	for _, size := range [][2]int{{80, 24}, {60, 16}, {200, 60}} {
		s := newScreen(t, script, size[0], size[1])
		s.ask("the best ones")
		exact(t, s, size[0], size[1], "readings")
		for _, key := range []string{"", "down", "down"} {
			if key != "" {
				s.press(key)
			}
		}
		s.shows("lowest created at", "min(created_at)")
		if size[1] >= 24 {
			s.shows("city, first 5", "highest name", "max(name)")
		}
	}
}
