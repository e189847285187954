package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// sequenced is a screen on which some actions have sequences of keys.
func sequenced(t *testing.T) *screen {
	t.Helper()
	return newScreen(t, conversation(), 120, 36, func(o *Options) {
		o.Keys = map[string]string{"zoom": "ctrl+x,z z", "sort": ",,s", "filter": ",,f", "theme": ",,t,t"}
	})
}

// After the first keys of a sequence the status line says what may follow, and no other keys.
func TestWhatMayFollowIsShown(t *testing.T) {
	t.Parallel()
	s := sequenced(t)
	s.ask("Show me all users")
	s.press("alt+4", ",")
	s.shows("s sort by this column", "f only this value")
	s.lacks("D count by")
	s.press("s")
	s.settle()
	s.shows("2 turns", "ORDER BY")
	s.lacks("f only this value")
	s.press("alt+4", ",", "t")
	s.shows("t next theme")
	s.lacks("sort by this column")
	s.press("q")
	s.shows("Nothing is on , then t then q.")
	s.press(",")
	s.send(tea.KeyMsg{Type: tea.KeyEsc})
	s.lacks("Nothing is on", "only this value")
	if n := len(s.talk.Session().Turns()); n != 2 {
		t.Errorf("%d turns", n)
	}
}

// In the input, what is no sequence stays text, and a sequence begins with a key that is none.
func TestSequencesLeaveTextAlone(t *testing.T) {
	t.Parallel()
	s := sequenced(t)
	s.press("alt+1")
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a")})
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(",")})
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("s")})
	if got := s.input.field.Text(); got != "a,s" {
		t.Errorf("the input is %q", got)
	}
	for name, keys := range map[string]map[string]string{
		"that begins with an action's key": {"sort": "f,s"},
		"that begins with a pane's key":    {"zoom": "s,z"},
		"that begins with a letter":        {"undo": "q,u"},
	} {
		if _, err := NewKeyMap(keys); err == nil || !strings.Contains(err.Error(), "begins") {
			t.Errorf("a sequence %s: %v", name, err)
		}
	}
	for bound, want := range map[string]string{"g,x": "g then x", ",": ",", ",,space": ", then space", "ctrl+x,up": "ctrl+x then ↑"} {
		if got := keyName(typedKeys([]string{bound})[0]); got != want {
			t.Errorf("%s is called %q, want %q", bound, got, want)
		}
	}
}
