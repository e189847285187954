package dialog

import (
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

func TestResumeOfALongSessionHoldsTheLastTurnsOfThePath(t *testing.T) {
	t.Parallel()
	s, notice := Resume(uuid.New(), "ecommerce", Settings{}, long(104))
	if notice == "" {
		t.Error("nothing was said about the older turns")
	}
	var numbers []int
	for _, turn := range s.Path() {
		numbers = append(numbers, turn.Number)
	}
	want := []int{92, 93, 94, 96, 97, 98, 99, 101, 102, 103, 104}[1:]
	if len(numbers) != len(want) {
		t.Fatalf("the path is %v, want %v", numbers, want)
	}
	for i := range want {
		if numbers[i] != want[i] {
			t.Fatalf("the path is %v, want %v", numbers, want)
		}
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	if s.Original() != "Show me all users" || s.Next() != 105 {
		t.Errorf("original %q, next turn %d", s.Original(), s.Next())
	}
}

func TestResumeOfAThousandTurnsIsFast(t *testing.T) {
	t.Parallel()
	m := long(1000)
	started := time.Now()
	Resume(uuid.New(), "ecommerce", Settings{}, m)
	if took := time.Since(started); took > 100*time.Millisecond {
		t.Errorf("resume took %s", took)
	}
}
