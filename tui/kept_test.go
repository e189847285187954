package tui

import (
	"context"
	"errors"
	tea "github.com/charmbracelet/bubbletea"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
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
	s.shows("not saved") // as long as it is so
	kept.failing.Store(false)
	written := kept.written.Load()
	s.send(rewriteMsg{}) // without a word said, once the disk has room
	s.settle()
	s.shows("Written again.")
	if kept.written.Load() != written+1 {
		t.Error("it was not tried again")
	}
	s.send(rewriteMsg{})
	s.settle()
	if kept.written.Load() != written+1 {
		t.Error("what is written was written again")
	}
	s.ask("Sort by name")
	if n := len(s.talk.Session().Turns()); n != 3 {
		t.Errorf("%d turns", n)
	}
}

// What is still counted when a turn is kept is counted on the screen alone: what was handed out to be kept stays as it was, so that the
// count that comes later is seen to be another one.
func TestCountingOnLeavesWhatIsKeptAlone(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.ask("Show me all users")
	s.ask("Only from last month")
	turn := s.talk.Session().Turns()[0]
	kept := *turn.Result
	grown := *turn.Result
	grown.Rows = 5000
	s.recount(turn.ID, &grown)
	if turn.Result.Rows != kept.Rows {
		t.Errorf("what is kept has %d rows", turn.Result.Rows)
	}
	s.press("alt+2")
	s.shows("5,000 rows", "5,000 → 95 rows")
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
	for _, want := range []string{"Show me all users", "limit 87", "2,000 → 87 rows", "It is 87 rows.", "The history was trimmed.", "turn 1 → 2", "LIMIT 87", "rows not kept, ctrl+r reads again"} {
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

// What stands in place of rows names the key that reads them, and it does so where the focus is after a session was resumed.
func TestRowsThatWereNotKeptAreReadByTheKeyThatIsNamed(t *testing.T) {
	t.Parallel()
	turn := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "limit 87", Original: "limit 87", Result: &dialog.Result{SQL: "SELECT * FROM users LIMIT 87", Rows: 87, Columns: []string{"id"}}}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{turn}, At: turn.ID, Last: 1})
	s := newScreenOver(t, session, conversation(), 120, 36)
	s.shows("rows not kept, ctrl+r reads again")
	s.send(tea.KeyMsg{Type: tea.KeyCtrlR})
	s.settle()
	s.shows("87 rows")
	s.lacks("not kept")
}

// resumedWith is a session of one turn that took so long the last time, as a file gives it.
func resumedWith(took time.Duration) *dialog.Session {
	turn := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "limit 87", Original: "limit 87", Result: &dialog.Result{
		SQL: "SELECT * FROM users LIMIT 87", Rows: 87, Columns: []string{"id"}, Elapsed: took, AsOf: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{turn}, At: turn.ID, Last: 1})
	return session
}

// Rows that were cheap are there at once, and said to be those of now; others wait for the key.
func TestRowsThatAreCheapAreReadOnComingBack(t *testing.T) {
	t.Parallel()
	kept := &keeper{}
	s := newScreenOver(t, resumedWith(time.Millisecond), conversation(), 120, 36, kept.commit)
	s.settle()
	s.shows("87 rows", "row 1", "The rows are as of now, ", "Read again on coming back")
	s.lacks("not kept")
	if n := len(s.talk.Session().Turns()); n != 1 || s.job != nil || kept.written.Load() != 1 || len(s.reads) != 0 {
		t.Errorf("%d turns, job %v, written %d times, %d results being read", n, s.job, kept.written.Load(), len(s.reads))
	}
	s.ask("Sort by name")
	s.shows("87 → ")

	dear := newScreenOver(t, resumedWith(time.Minute), conversation(), 120, 36)
	dear.settle()
	dear.shows("rows not kept, ctrl+r reads again")
}

// What is asked meanwhile goes before what nobody asked for.
func TestAQuestionOvertakesRowsThatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	s := newScreenOver(t, resumedWith(time.Hour), conversation(), 120, 36)
	turn, _ := s.talk.Session().Turn(s.talk.Session().Current().ID)
	turn.Result.Elapsed = time.Millisecond
	read := s.readBack(turn, nil)
	s.ask("Sort by name")
	s.send(read())
	s.settle()
	s.shows("2 turns", "87 → 95 rows")
	s.lacks("as of now")
	if len(s.reads) != 0 {
		t.Errorf("%d results are being read", len(s.reads))
	}
}

// What the database failed at is asked again by the key that is named, and not what was in force before it.
func TestWhatTheDatabaseFailedAtIsAskedAgain(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.fail = map[string]error{"Sort by name": &db.Error{Kind: db.Lost, Message: "The connection broke.", Position: -1}}
	s := newScreen(t, script, 120, 36)
	s.ask("Show me all users")
	s.ask("Sort by name")
	s.shows("The connection broke.", "ctrl+r asks again")
	delete(script.fail, "Sort by name")
	s.send(tea.KeyMsg{Type: tea.KeyCtrlR})
	s.settle()
	s.shows("3 Sort by name", "ORDER BY name")
}

// What beginning has to tell is seen where the conversation is not: on a small screen the rows of a resumed session stand before it.
func TestWhatBeginningHasToTellIsSeenOnASmallScreen(t *testing.T) {
	t.Parallel()
	first := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "Show me all users", Original: "Show me all users", Result: &dialog.Result{SQL: "SELECT * FROM users", Rows: 2000, Columns: []string{"id"}}}
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{first}, At: first.ID, Last: 1})
		s := newScreenOver(t, session, conversation(), size[0], size[1], func(o *Options) { o.Notices = []string{"A turn could not be read."} })
		s.shows("! A turn could not be read.")
	}
}
