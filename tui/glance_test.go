package tui

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/dialog"
)

// TestTheTimelineShowsATurnBeforeOneGoesThere: SQL with what changed, rows, found by words, tables and SQL, copied, asked anew.
func TestTheTimelineShowsATurnBeforeOneGoesThere(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {200, 60}} {
		copied, asked := "", ""
		h := &host{answer: func(inputs []string) (*dialog.Turn, error) {
			if asked = strings.Join(inputs, ";"); strings.Contains(asked, "orders") {
				return nil, errors.New("the server is gone")
			}
			return &dialog.Turn{Result: &dialog.Result{Rows: 1, Columns: []string{"fresh"}, Preview: [][]string{{"dew"}}}}, nil
		}}
		s := newScreen(t, conversation(), size[0], size[1], func(o *Options) {
			o.Host = h
			o.Clipboard = func(text string) error { copied = text; return nil }
		})
		s.ask("Show me all users")
		s.ask("Only from last month")
		s.ask("show me all orders")
		s.press("alt+2", "B")
		s.shows("Timeline", "FROM orders", "20,000 rows", "ctrl+r rows")
		s.press("up")
		s.shows("+ WHERE created_at >= '2026-10-01'", "email")
		exact(t, s, size[0], size[1], "with the timeline")
		s.press("ctrl+y")
		s.settle()
		if !strings.Contains(copied, "created_at >= '2026-10-01'") {
			t.Errorf("copied %q", copied)
		}
		s.send(ctrl(tea.KeyCtrlR))
		s.shows("asking anew")
		s.settle()
		s.shows("fresh", "dew")
		s.typed("from orders")
		s.shows("▸", "show me all orders")
		s.lacks("● 2 Only")
		s.send(ctrl(tea.KeyCtrlR))
		s.settle()
		s.shows("The server is gone")
		s.typed(" of nobody")
		s.shows("enter searches all kept sessions")
		if current := s.talk.Session().Current(); current.Number != 3 {
			t.Errorf("turn %d is in force", current.Number)
		}
	}
}

// A turn of a kept session comes without rows.
func TestAGlanceSaysThatRowsAreNotKept(t *testing.T) {
	t.Parallel()
	s := longScreen(t, 30)
	s.ask("/history")
	s.shows("- LIMIT 29", "+ LIMIT 30", "Its rows are not kept: ctrl+r asks for them.")
	s.typed("limit 12")
	s.shows("+ LIMIT 12")
}
