package tui

import (
	"context"
	"slices"
	"sync"
	"testing"
)

// drafts notes what the screen would keep.
type drafts struct {
	mu   sync.Mutex
	last []string
}

func (d *drafts) note(o *Options) {
	o.Drafted = func(draft []string) func(context.Context) (string, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.last = slices.Clone(draft)
		return nil
	}
	kept := &keeper{}
	kept.commit(o)
}

func (d *drafts) are(t *testing.T, s *screen, want ...string) {
	t.Helper()
	s.takeDraft()
	if !slices.Equal(d.last, want) {
		t.Errorf("%q is kept, want %q", d.last, want)
	}
}

// TestTheBeginningOfACommandIsNoLoss: brought back, it would stand before what is typed next.
func TestTheBeginningOfACommandIsNoLoss(t *testing.T) {
	t.Parallel()
	d := &drafts{}
	s := newScreen(t, conversation(), 120, 36, d.note)
	for typed, kept := range map[string]bool{"/": false, "/sess": false, " /board": false, "/new how many": true, "/tmp/all.csv": true, "only": true} {
		s.input.Put(typed)
		if kept {
			d.are(t, s, typed)
		} else {
			d.are(t, s)
		}
	}
}

// TestAllThatWasNotSentIsKept is the input, also while older ones are looked at, what waits for a turn under way, and the editor's.
func TestAllThatWasNotSentIsKept(t *testing.T) {
	t.Parallel()
	d := &drafts{}
	script := conversation()
	s := newScreen(t, script, 120, 36, d.note)
	s.ask("Show me all users")
	d.are(t, s)
	s.typed("only the ye")
	d.are(t, s, "only the ye")
	s.press("up")
	d.are(t, s, "only the ye")
	s.press("down")

	hold := make(chan struct{})
	script.wait["Only from last month"] = hold
	s.press("ctrl+u")
	s.typed("Only from last month")
	s.press("enter")
	s.typed("Sort by name")
	s.press("enter")
	s.typed("lim")
	d.are(t, s, "Only from last month", "Sort by name", "lim")
	close(hold)
	s.settle()
	d.are(t, s, "lim")

	s.press("ctrl+u", "alt+2", "e")
	d.are(t, s)
	s.typed("-- mine ")
	if len(d.last) != 0 {
		t.Errorf("%q", d.last)
	}
	s.takeDraft()
	if len(d.last) != 1 {
		t.Fatalf("%q is kept of the editor", d.last)
	}
	written := d.last[0]
	s.press("esc", "esc")
	s.shows("brings what you wrote back")
	s.press("alt+1", "up")
	if got := s.input.field.Text(); got != written {
		t.Errorf("up brings %q, want %q", got, written)
	}
}

func TestWhatWasNotSentIsGivenBack(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {200, 60}} {
		s := newScreen(t, conversation(), size[0], size[1], func(o *Options) { o.Draft = []string{"Show me all users", "only the ye"} })
		s.shows("only the ye", "What you had typed is back", "1 input")
		s.press("ctrl+u", "up")
		if got := s.input.field.Text(); got != "Show me all users" {
			t.Errorf("up brings %q", got)
		}
	}
}
