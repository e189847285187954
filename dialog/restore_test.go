package dialog

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
)

// long is the state of a session of n turns, every fifth an abandoned branch, as a file holds it.
func long(n int) Snapshot {
	m := Snapshot{Redo: map[uuid.UUID]uuid.UUID{}, Last: n}
	var at uuid.UUID
	for i := 1; i <= n; i++ {
		t := &Turn{ID: uuid.New(), Number: i, Parent: at, Input: "only Kenya", Original: "Show me all users", Intent: Refinement, Result: &Result{SQL: "SELECT 1"}}
		if i == 1 {
			t.Intent = NewQuery
		}
		m.Turns = append(m.Turns, t)
		if i%5 != 0 {
			at = t.ID
		}
	}
	m.At = at
	return m
}

func TestResumeOfALongSessionHoldsEveryTurn(t *testing.T) {
	t.Parallel()
	s, notice := Resume(uuid.New(), "ecommerce", Settings{}, long(104))
	if notice != "" || len(s.Turns()) != 104 {
		t.Errorf("%q, %d turns", notice, len(s.Turns()))
	}
	if got := numbers(s.Window()); got != "92 93 94 96 97 98 99 101 102 103 104"[3:] {
		t.Errorf("a reader sees %s", got)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	if s.Original() != "Show me all users" || s.Next() != 105 {
		t.Errorf("original %q, next turn %d", s.Original(), s.Next())
	}
}

// TestAThousandTurnsAreUndoneExactly goes from any turn to any (issue 22, 1), with branches, clears and failures between.
func TestAThousandTurnsAreUndoneExactly(t *testing.T) {
	t.Parallel()
	const n = 1000
	s := New(uuid.New(), "ecommerce", Settings{})
	for i := range n {
		turn := Turn{Input: "x", Intent: Refinement, Result: &Result{SQL: fmt.Sprintf("SELECT %d", i)}}
		if i%50 == 49 {
			s.Clear(uuid.New(), time.Time{})
		}
		if s.Current() == nil {
			turn.Intent = NewQuery
		}
		if i%7 == 6 {
			turn.Result, turn.Failure = nil, &Failure{Kind: "database"}
		}
		if _, err := s.Record(s.Begin(uuid.New()), turn); err != nil {
			t.Fatal(err)
		}
		if i%31 == 30 {
			if _, err := s.Undo(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.Current() == nil {
		t.Fatal("nothing in force at the end")
	}
	var stations []*Turn
	for end := s.At(); ; {
		stations = append(stations, s.Current())
		if !s.CanUndo() {
			break
		}
		if _, err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		if s.At() == end {
			t.Fatal("undo stays")
		}
	}
	for i := len(stations) - 2; i >= 0; i-- {
		if _, err := s.Redo(); err != nil || s.Current() != stations[i] {
			t.Fatalf("redo %d: %v, %+v", i, err, s.Current())
		}
	}
	if len(stations) < n*2/3 {
		t.Errorf("only %d stations", len(stations))
	}
	turns := s.Turns()
	for i := range turns {
		to := turns[(i*7919)%len(turns)]
		_, err := s.Branch(to.ID)
		if want := s.state.success(to); (err == nil) != (want != nil) || err == nil && s.Current() != want {
			t.Fatalf("turn %d: %v", to.Number, err)
		}
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

// BenchmarkResumeOfAThousandTurns must take 100 ms at most.
func BenchmarkResumeOfAThousandTurns(b *testing.B) {
	m := long(1000)
	for b.Loop() {
		Resume(uuid.New(), "ecommerce", Settings{}, m)
	}
}
