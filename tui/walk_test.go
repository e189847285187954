package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/dialog"
)

// A walk through what an analyst does besides asking: each subtest is one thing that the keys and commands promise.
func TestWalk(t *testing.T) {
	t.Parallel()
	first := func(s *screen) { s.ask("Show me all users") }
	for name, step := range map[string]struct {
		change func(*Options)
		do     func(t *testing.T, s *screen)
	}{
		"the first-run hint goes away": {do: func(t *testing.T, s *screen) {
			s.shows("talk a query into shape", "every action")
			first(s)
			s.lacks("talk a query into shape")
		}},
		"keys are shown as they arrive": {change: func(o *Options) { o.DebugKeys = true }, do: func(t *testing.T, s *screen) {
			s.press("pgdown")
			s.shows("key pgdown")
			s.press("alt+4", "x")
			s.shows("There is no result yet")
		}},
		"the mouse goes off and on with a key": {do: func(t *testing.T, s *screen) {
			s.press("alt+2", "M")
			s.settle()
			s.shows("The mouse is the terminal's", "mouse off")
			s.press("M")
			s.settle()
			s.lacks("mouse off")
		}},
		"a pane fills the screen and comes back": {do: func(t *testing.T, s *screen) {
			first(s)
			s.press("alt+4", "z")
			s.lacks("2 Conversation", "3 SQL")
			s.press("esc")
			s.shows("2 Conversation", "3 SQL", "4 Result")
		}},
		"a frozen column stays in view": {do: func(t *testing.T, s *screen) {
			first(s)
			s.press("<", "alt+4", "l", "K", "end")
			s.shows("created_at")
			if head := s.line("created_at"); !strings.Contains(head, "name") {
				t.Errorf("header %q", head)
			}
		}},
		"an intent is turned around": {do: func(t *testing.T, s *screen) {
			first(s)
			s.ask("how many per country")
			was := s.talk.Session().Current().Intent
			s.press("alt+2", "G", "!")
			s.settle()
			if now := s.talk.Session().Current(); now.Intent == was || now.Input != "how many per country" {
				t.Errorf("%v after %v, %q", now.Intent, was, now.Input)
			}
		}},
		"the plan is shown without running": {do: func(t *testing.T, s *screen) {
			first(s)
			s.ask("/explain")
			s.waitFor("Plan")
			s.shows("users", "esc back")
			s.press("esc")
			s.lacks("Plan")
		}},
		"a turn's words come into the input": {do: func(t *testing.T, s *screen) {
			first(s)
			s.press("alt+2", "I")
			if got := s.input.field.Text(); got != "Show me all users" {
				t.Errorf("input %q", got)
			}
		}},
		"an input has several lines": {do: func(t *testing.T, s *screen) {
			s.typed("Show me")
			s.press("ctrl+j")
			s.typed("all users")
			if got := s.input.field.Text(); got != "Show me\nall users" || s.input.Lines() != 2 {
				t.Errorf("%q on %d lines", got, s.input.Lines())
			}
		}},
		"the theme is chosen by name or from a list": {do: func(t *testing.T, s *screen) {
			s.ask("/theme mauve")
			s.shows("Unknown theme")
			s.ask("/theme")
			s.shows("contrast", "16", "none")
			s.press("esc")
		}},
		"history and tree list the turns": {do: func(t *testing.T, s *screen) {
			first(s)
			s.ask("Only from last month")
			s.ask("/history")
			s.shows("Timeline", "● 1 Show me all users")
			s.press("esc", "alt+2", "B")
			s.shows("Timeline", "● 2 Only from last month")
		}},
		"long lines wrap or scroll, and scroll together": {do: func(t *testing.T, s *screen) {
			first(s)
			s.ask("Only from last month")
			s.press("alt+3", "W")
			if !s.sql.cut {
				t.Error("lines are still wrapped")
			}
			s.press("l")
			left := s.sql.left
			s.press("W")
			if s.sql.cut || left == 0 || s.sql.left != 0 {
				t.Errorf("cut %v, scrolled by %d, then %d", s.sql.cut, left, s.sql.left)
			}
		}},
		"a NULL is not copied as text": {do: func(t *testing.T, s *screen) {
			s.ask("a null")
			s.press("alt+4", "y")
			s.shows("The cell is NULL")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := conversation()
			script.sql["a null"] = "SELECT NULL AS nothing FROM users LIMIT 1"
			if step.change == nil {
				step.change = func(*Options) {}
			}
			step.do(t, newScreen(t, script, 140, 36, step.change))
		})
	}
}

// line is the first line of the screen that holds a text.
func (s *screen) line(text string) string {
	for _, l := range strings.Split(s.plain(), "\n") {
		if strings.Contains(l, text) {
			return l
		}
	}
	return ""
}

// A saved query holds what was said, never the dates that it meant that day.
func TestSavedQueryKeepsRelativeDatesRelative(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := newScreen(t, conversation(), 140, 36, func(o *Options) { o.Saved = folder })
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.ask("/save month")
	s.waitFor("Saved as month")
	got, err := os.ReadFile(filepath.Join(folder, "queries", "month.parley"))
	if err != nil || string(got) != "Show me all users\nOnly from last month\n" {
		t.Errorf("%q, %v", got, err)
	}
	if n := s.talk.Session().Current(); n.Intent != dialog.Refinement {
		t.Errorf("saving changed what is in force: %v", n.Intent)
	}
}
