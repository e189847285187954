package tui

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"parley/dialog"
)

// keeper counts what the screen saves.
type keeper struct {
	taken, written atomic.Int32
	failing        atomic.Bool
}

// commit is the screen's hook.
func (k *keeper) commit(o *Options) {
	o.Committed = func() func(context.Context) (string, error) {
		k.taken.Add(1)
		return func(context.Context) (string, error) {
			k.written.Add(1)
			if k.failing.Load() {
				return "", errors.New("the session cannot be saved: no space left on device")
			}
			return "", nil
		}
	}
}

func TestEveryChangeOfTheConversationIsSaved(t *testing.T) {
	t.Parallel()
	kept := &keeper{}
	s := newScreen(t, conversation(), 120, 36, kept.commit)
	for i, input := range []string{"Show me all users", "Only from last month", "/undo", "/redo", "/new", "gibberish", "/clear"} {
		s.ask(input)
		if taken, written := kept.taken.Load(), kept.written.Load(); taken != int32(i+1) || written != taken {
			t.Errorf("after %q: taken %d times, written %d times", input, taken, written)
		}
	}
}

func TestFailureToSaveIsShownAndTheConversationGoesOn(t *testing.T) {
	t.Parallel()
	kept := &keeper{}
	kept.failing.Store(true)
	s := newScreen(t, conversation(), 120, 36, kept.commit)
	s.ask("Show me all users")
	s.shows("no space left")
	s.status.message = ""
	s.ask("Only from last month")
	s.lacks("no space left")
	kept.failing.Store(false)
	s.ask("Sort by name")
	s.shows("Written again.")
	if n := len(s.talk.Session().Turns()); n != 3 {
		t.Errorf("%d turns", n)
	}
}

func TestResumedSessionShowsItsTurnsAndTheQueryInForce(t *testing.T) {
	t.Parallel()
	first := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "Show me all users", Original: "Show me all users", Result: &dialog.Result{SQL: "SELECT * FROM users", Rows: 2000, Columns: []string{"id"}}}
	second := &dialog.Turn{ID: uuid.New(), Number: 2, Parent: first.ID, Input: "limit 87", Original: "Show me all users", Intent: dialog.Refinement,
		Result: &dialog.Result{SQL: "SELECT * FROM users LIMIT 87", Rows: 87, Columns: []string{"id"}, Changes: []string{"Added limit 87"}}}
	answer := &dialog.Turn{ID: uuid.New(), Number: 3, Parent: second.ID, Input: "how many rows is that?", Original: "Show me all users", Route: dialog.RouteAnswer, Reply: "It is 87 rows."}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{first, second, answer}, At: answer.ID, Last: 3})
	s := newScreenOver(t, session, conversation(), 120, 36, func(o *Options) { o.Notices = []string{"The history was trimmed."} })
	view := s.plain()
	for _, want := range []string{"Show me all users", "limit 87", "2,000 → 87 rows", "It is 87 rows.", "The history was trimmed.", "turn 1 → 2", "LIMIT 87", "rows not kept, r reads again"} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is not on the screen:\n%s", want, view)
		}
	}
	s.ask("/undo")
	if current := s.talk.Session().Current(); current.ID != first.ID {
		t.Errorf("undo went to %+v", current)
	}
	reply := s.talk.Commit(s.talk.BeginEdit("SELECT * FROM users LIMIT 5").Run(context.Background()))
	if reply == nil || reply.Turn.Number != 4 || reply.Turn.Parent != first.ID {
		t.Errorf("the branch: %+v", reply)
	}
}
