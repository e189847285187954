package dialog

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestCountCorrectsTheRowsAndNothingElse(t *testing.T) {
	t.Parallel()
	s := New(uuid.New(), "ecommerce", Settings{})
	recorded, err := s.Record(s.Begin(uuid.New()), Turn{Input: "show users", Result: &Result{SQL: "SELECT 1", Rows: 200, More: true}})
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

func TestRenewedTurnHasTheRowsOfItsNewRunAndIsOtherwiseTheSame(t *testing.T) {
	t.Parallel()
	s := New(uuid.New(), "ecommerce", Settings{})
	asked := Turn{Input: "show users", Result: &Result{SQL: "SELECT 1", Explanation: "users", Rows: 200, More: true}}
	recorded, err := s.Record(s.Begin(uuid.New()), asked)
	if err != nil {
		t.Fatal(err)
	}
	later := recorded.Result.AsOf.Add(time.Minute)
	overtaken := s.Begin(uuid.New())
	ticket := s.Begin(uuid.New())
	if _, ok := s.Renew(overtaken, recorded.ID, Result{Rows: 1}, nil); ok {
		t.Error("an overtaken ticket renews")
	}
	renewed, ok := s.Renew(ticket, recorded.ID, Result{Columns: []string{"id"}, Rows: 800, AsOf: later}, []string{"read on"})
	if !ok || renewed != s.Current() || len(s.Turns()) != 1 || renewed.Number != recorded.Number {
		t.Fatalf("renewed %v: %+v of %d turns", ok, renewed, len(s.Turns()))
	}
	if r := renewed.Result; r.Rows != 800 || r.More || r.AsOf != later || r.Explanation != "users" || len(r.Notes) != 1 || r.SQL != "SELECT 1" {
		t.Errorf("the result is %+v", r)
	}
	if recorded.Result.Rows != 200 || s.Live(ticket) {
		t.Error("the turn that was handed out has changed, or the ticket is still good")
	}
	if _, ok := s.Renew(s.Begin(uuid.New()), uuid.New(), Result{}, nil); ok {
		t.Error("a turn that is gone was renewed")
	}
}
