package dialog

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// machine plays any sequence of turns against a session and keeps beside it what it must hold.
type machine struct {
	session *Session
	id      uuid.UUID
	fresh   bool
	held    int // turns
	max     int
}

func (m *machine) draw(t *rapid.T) Turn {
	turn := Turn{
		Input:  rapid.StringN(0, 200, 2000).Draw(t, "input"),
		Intent: Intent(rapid.IntRange(0, 1).Draw(t, "intent")),
	}
	if m.session.Current() == nil {
		turn.Intent = NewQuery
	}
	return turn
}

func (m *machine) record(t *rapid.T, turn Turn) {
	before, next := m.session.Current(), m.session.Next()
	got, err := m.session.Record(m.session.Begin(uuid.New()), turn)
	if err != nil {
		t.Fatal(err)
	}
	if got.Number != next {
		t.Fatalf("turn %d, want %d", got.Number, next)
	}
	if turn.Result != nil {
		m.fresh = false
		if m.session.Current() != got {
			t.Fatal("a success is not current")
		}
		return
	}
	if after := m.session.Current(); (before == nil) != (after == nil) || before != nil && before.ID != after.ID {
		t.Fatal("a turn without result changed the current query")
	}
}

func (m *machine) Succeed(t *rapid.T) {
	turn := m.draw(t)
	cell := strings.Repeat("x", rapid.IntRange(0, 4000).Draw(t, "cell"))
	turn.Result = &Result{SQL: rapid.StringMatching(`SELECT [a-z]{1,300}`).Draw(t, "sql"), Preview: [][]string{{cell, cell}, {cell}, {cell}}, Notes: []string{cell, cell}}
	m.record(t, turn)
}

func (m *machine) Fail(t *rapid.T) {
	turn := m.draw(t)
	turn.Failure = &Failure{Kind: "database", Message: strings.Repeat("no such table ", 300)}
	m.record(t, turn)
}

// Reset plays a turn that closes the thread first ("/new show customers"), and succeeds or fails.
func (m *machine) Reset(t *rapid.T) {
	turn := m.draw(t)
	turn.Intent = NewQuery
	if rapid.Bool().Draw(t, "succeeds") {
		turn.Result = &Result{SQL: "SELECT 1"}
	} else {
		turn.Failure = &Failure{Kind: "database", Message: "gone"}
	}
	ticket := m.session.Begin(uuid.New())
	ticket.Reset = true
	got, err := m.session.Record(ticket, turn)
	if err != nil {
		t.Fatal(err)
	}
	m.fresh = turn.Result == nil
	if current := m.session.Current(); m.fresh != (current == nil) || current != nil && current != got {
		t.Fatalf("after a reset the query in force is %+v", current)
	}
	if got.Original != turn.Input {
		t.Fatal("a reset carries the question of the thread before")
	}
}

func (m *machine) Answer(t *rapid.T) {
	turn := m.draw(t)
	turn.Route, turn.Reply = RouteAnswer, "3 rows."
	m.record(t, turn)
}

func (m *machine) UndoAndRedo(t *rapid.T) {
	can, at := m.session.CanUndo(), m.session.At()
	fresh := m.fresh
	if _, err := m.session.Undo(); (err == nil) != can {
		t.Fatalf("undo: %v, though CanUndo is %t", err, can)
	} else if err != nil {
		return
	}
	m.fresh = false
	if fresh || rapid.Bool().Draw(t, "stay") {
		return
	}
	if _, err := m.session.Redo(); err != nil || m.session.At() != at {
		t.Fatalf("redo does not lead back: %v", err)
	}
}

func (m *machine) Redo(t *rapid.T) {
	can := m.session.CanRedo()
	if _, err := m.session.Redo(); (err == nil) != can {
		t.Fatalf("redo: %v, though CanRedo is %t", err, can)
	}
}

func (m *machine) Branch(t *rapid.T) {
	turns := m.session.Turns()
	if len(turns) == 0 {
		return
	}
	if _, err := m.session.Branch(rapid.SampledFrom(turns).Draw(t, "turn").ID); err == nil {
		m.fresh = false
	}
}

func (m *machine) NewThread(*rapid.T) {
	m.session.NewThread()
	m.fresh = true
}

func (m *machine) Clear(t *rapid.T) {
	before := m.session.Turns()
	m.session.Clear(uuid.New(), time.Time{})
	m.fresh = m.fresh && len(m.session.Turns()) == len(before)
	if m.session.Current() != nil || len(m.session.Path()) != 0 {
		t.Fatal("something is in force after a clear")
	}
	if len(m.session.Turns()) > len(before) {
		if next := m.session.Next(); next != 1 {
			t.Fatalf("the next turn after a clear is %d", next)
		}
	}
}

// Refused plays a turn that must leave everything as it was.
func (m *machine) Refused(t *rapid.T) {
	before := m.session.state
	late := m.session.Begin(uuid.New())
	m.session.Abandon()
	if _, err := m.session.Record(late, Turn{Result: &Result{SQL: "SELECT 1"}}); err == nil {
		t.Fatal("a late turn was recorded")
	}
	if _, err := m.session.Record(m.session.Begin(uuid.New()), Turn{Result: &Result{}, Failure: &Failure{}}); err == nil {
		t.Fatal("a turn with result and failure was recorded")
	}
	if m.session.state != before {
		t.Fatal("a refused turn left a trace")
	}
}

// Restart writes the state out and takes it up again.
func (m *machine) Restart(t *rapid.T) {
	before := m.session
	after, notice := Resume(before.ID(), before.Database(), before.Settings(), before.Snapshot())
	if notice != "" || numbers(after.Turns()) != numbers(before.Turns()) || after.CanRedo() != before.CanRedo() || after.Next() != before.Next() {
		t.Fatalf("a restart changed the conversation: %q", notice)
	}
	m.session = after
}

func (m *machine) Check(t *rapid.T) {
	s := m.session
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, turn := range s.Window() {
		size += turn.size()
	}
	if seen := s.Window(); len(seen) > m.max || size > 100_000 || s.Current() != nil && !slices.Contains(seen, s.Current()) {
		t.Fatalf("a reader sees %d turns, %d bytes", len(seen), size)
	}
	if len(s.Turns()) < m.held {
		t.Fatal("a turn was lost")
	}
	m.held = len(s.Turns())
	if s.ID() != m.id || s.Database() != "ecommerce" {
		t.Fatal("id or database changed")
	}
	var current *Turn
	path := s.Path()
	for i, turn := range path {
		if i > 0 && turn.Parent != path[i-1].ID {
			t.Fatal("the path is broken")
		}
		if turn.Result != nil {
			current = turn
		}
	}
	if first, cleared := uuid.Nil, s.state.conversation(); len(path) > 0 && path[0].Parent != first && path[0].Parent != cleared {
		t.Fatal("the path does not start at a root")
	}
	if m.fresh {
		current = nil
	}
	if s.Current() != current {
		t.Fatal("the current query is not the last success on the path")
	}
	if current != nil && s.Original() != current.Original {
		t.Fatal("the original question is not the thread's")
	}
}

func TestAnySequenceKeepsTheInvariants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{2, 3, 10}).Draw(t, "limit")
		id := uuid.New()
		m := &machine{session: New(id, "ecommerce", Settings{MaxTurns: limit}), id: id, max: limit}
		t.Repeat(map[string]func(*rapid.T){
			"succeed": m.Succeed, "fail": m.Fail, "answer": m.Answer, "undo": m.UndoAndRedo, "redo": m.Redo, "branch": m.Branch,
			"new": m.NewThread, "reset": m.Reset, "clear": m.Clear, "refused": m.Refused, "restart": m.Restart, "": m.Check,
		})
	})
}

// TestADamagedStateIsRebuiltOrReset damages sound states at random; what comes back holds together.
func TestADamagedStateIsRebuiltOrReset(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := New(uuid.New(), "ecommerce", Settings{})
		for range rapid.IntRange(1, 8).Draw(t, "turns") {
			if _, err := s.Record(s.Begin(uuid.New()), Turn{Input: "x", Intent: Refinement, Result: &Result{SQL: "SELECT 1"}}); err != nil {
				t.Fatal(err)
			}
		}
		memory := s.Snapshot()
		for i, turn := range memory.Turns {
			c := *turn
			switch rapid.IntRange(0, 12).Draw(t, "damage") {
			case 0:
				c.Number = rapid.IntRange(-3, 99).Draw(t, "number")
			case 1:
				c.Parent = uuid.New()
			case 2:
				c.Result = &Result{}
			case 3:
				c.ID = s.Turns()[0].ID
			case 4:
				c.Intent = 7
			case 5:
				memory.Turns[i] = nil
				continue
			}
			memory.Turns[i] = &c
		}
		if rapid.Bool().Draw(t, "lost") {
			memory.At = uuid.New()
		}
		resumed, notice := Resume(s.ID(), "ecommerce", Settings{}, memory)
		if err := resumed.Validate(); err != nil {
			t.Fatalf("after %q: %v", notice, err)
		}
		if len(resumed.Turns()) == 0 && notice != resetNotice {
			t.Fatalf("emptied without saying so: %q", notice)
		}
		if _, err := resumed.Record(resumed.Begin(uuid.New()), Turn{Input: "y", Result: &Result{SQL: "SELECT 2"}}); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzDetect(f *testing.F) {
	for _, seed := range []string{"Show me all users", "only from last month", "/new", "what about Kenya?", "ONLY ACTIVE", "show users,sorted by name;limit 5",
		"покажи все заказы", "orders 🙂 please", "أظهر كل الطلبات", "\x00\x1b[31m", strings.Repeat("and ", 4000), "''’’", "that", "/", "/ x", "new query"} {
		f.Add(seed)
	}
	v := shop()
	f.Fuzz(func(t *testing.T, input string) {
		s := asked(t, "Show me all users", "SELECT * FROM users")
		before := s.Size()
		for _, known := range []Vocabulary{nil, v} {
			d := s.Detect(input, known)
			if d.Intent > Refinement || d.Confidence > High || d.Route > RouteClarify || len(d.Signals) > maxSignals {
				t.Fatalf("%+v", d)
			}
			if len(d.Question) > len(input) {
				t.Fatal("the question grew")
			}
		}
		if s.Size() != before {
			t.Fatal("detection changed the session")
		}
	})
}
