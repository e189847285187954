package dialog

import (
	"testing"

	"github.com/google/uuid"
)

func TestCountCorrectsTheRowsAndNothingElse(t *testing.T) {
	t.Parallel()
	s := New(uuid.New(), "ecommerce", Settings{})
	recorded, _, err := s.Record(s.Begin(uuid.New()), Turn{Input: "show users", Result: &Result{SQL: "SELECT 1", Rows: 200, More: true}})
	if err != nil {
		t.Fatal(err)
	}
	under := s.Begin(uuid.New())
	s.Count(recorded.ID, 2000, false)
	if got := s.Current().Result; got.Rows != 2000 || got.More {
		t.Errorf("the result says %d rows, more %v", got.Rows, got.More)
	}
	if recorded.Result.Rows != 200 {
		t.Error("the turn that was handed out has changed")
	}
	if !s.Live(under) || len(s.Turns()) != 1 {
		t.Error("a turn under way was overtaken by a count")
	}
	s.Count(uuid.New(), 1, false)
}
