package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
)

// changed is a screen on which a refinement with four changes stands.
func changed(t *testing.T, w, h int) *screen {
	t.Helper()
	script := conversation()
	script.sql["only from Kenya"] = "SELECT id, name, country FROM users WHERE country = 'Kenya' AND status = 'active' ORDER BY created_at DESC LIMIT 20"
	script.sql["only the first five"] = "SELECT id, name, country FROM users WHERE country = 'Kenya' ORDER BY name LIMIT 5"
	script.sql["Show me all users"] = "SELECT id, name FROM users"
	s := newScreen(t, script, w, h)
	s.ask("Show me all users")
	s.ask("only from Kenya")
	return s
}

func TestChangesStandAboveTheirLinesAndLightThemUp(t *testing.T) {
	t.Parallel()
	s := changed(t, 120, 36)
	s.shows("+ country  + country = 'Kenya'  + status = 'active'", "sort by created_at descending  limit 20")
	s.press("alt+3", "n", "n")
	s.shows("Change 2 of 5: + country = 'Kenya'. x takes it back.")
	var lit []string
	for _, l := range s.sql.content() {
		if s.sql.chips.lit[l.row] {
			var words string
			for _, w := range l.right {
				words += w.Text
			}
			lit = append(lit, strings.TrimSpace(words))
		}
	}
	if len(lit) != 1 || lit[0] != "WHERE country = 'Kenya'" {
		t.Errorf("lit: %q", lit)
	}
}

func TestAChangeIsTakenBackAndTheOthersStay(t *testing.T) {
	t.Parallel()
	s := changed(t, 160, 40)
	s.press("alt+3", "n", "n", "x")
	s.settle()
	s.shows("take back: + country = 'Kenya'", "SQL ─ turn 1 → 3", "+WHERE status = 'active'", "+ORDER BY created_at DESC")
	s.lacks("+WHERE country")
	if got, want := s.sql.after.SQL(), "SELECT id, name, country FROM users WHERE status = 'active' ORDER BY created_at DESC LIMIT 20"; got != want {
		t.Errorf("%s", got)
	}
	for range 4 {
		s.press("alt+3", "n", "x")
		s.settle()
	}
	if got := s.sql.after.SQL(); got != "SELECT id, name FROM users" {
		t.Errorf("all taken back: %s", got)
	}
	s.press("u")
	s.settle()
	if got := s.sql.after.SQL(); got == "SELECT id, name FROM users" {
		t.Errorf("a change that was taken back does not come again by undo: %s", got)
	}
}

func TestAChangeIsRefusedBeforeItRuns(t *testing.T) {
	t.Parallel()
	s := changed(t, 160, 40)
	s.press("alt+3", "R", "alt+1")
	s.typed("only the first five")
	s.press("enter")
	s.waitWhileRunning("not run yet")
	s.shows("n x refuse one")
	s.press("n")
	s.shows("Change 1 of 3: - status = 'active'. x takes it back.")
	s.press("x")
	s.waitWhileRunning("  WHERE country = 'Kenya' AND status = 'active'") // on both sides
	s.press("enter")
	s.settle()
	if got := s.sql.after.SQL(); got != "SELECT id, name, country FROM users WHERE country = 'Kenya' AND status = 'active' ORDER BY name LIMIT 5" || len(s.talk.Session().Turns()) != 3 {
		t.Errorf("%s after %d turns", got, len(s.talk.Session().Turns()))
	}
}

func TestAClickChoosesAChange(t *testing.T) {
	t.Parallel()
	s := changed(t, 120, 36)
	r := s.layout.At[layout.Diff]
	s.send(tea.MouseMsg{X: r.X + 4, Y: r.Y + 1, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	if s.sql.chips.chosen != 0 {
		t.Errorf("chosen: %d", s.sql.chips.chosen)
	}
}
