package workflow_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
)

// resumed is a conversation whose one turn came from a file, without rows.
func resumed(t *testing.T, d db.Database, sql string, settings workflow.Settings, change func(*dialog.Result)) *workflow.Orchestrator {
	t.Helper()
	result := &dialog.Result{SQL: sql, Columns: []string{"n"}, Rows: 1, Elapsed: time.Millisecond, AsOf: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	if change != nil {
		change(result)
	}
	turn := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "how many", Original: "how many", Result: result}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{turn}, At: turn.ID, Last: 1})
	settings.Clock = func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	settings.Whole = true
	talk := workflow.New(session, workflow.Opened(&workflow.Source{Database: d, Names: names(t, d)}), settings)
	t.Cleanup(talk.Close)
	return talk
}

func TestRowsOfAResumedTurnAreReadAgainWhereThatIsCheap(t *testing.T) {
	t.Parallel()
	talk := resumed(t, demoDatabase(t), "SELECT count(*) AS n FROM users", workflow.Settings{}, nil)
	plan := talk.BeginBack(talk.Session().Current())
	if plan == nil {
		t.Fatal("nothing is read")
	}
	reply := talk.Commit(plan.Run(t.Context()))
	if reply == nil || reply.Turn.Failure != nil || reply.Rows.Len() != 1 || len(talk.Session().Turns()) != 1 {
		t.Fatalf("%+v", reply)
	}
	notes := strings.Join(talk.Session().Current().Result.Notes, "\n")
	if want := "Read again on coming back: the rows are as of 2026-11-21 12:00:00, those before were as of 2026-11-20 09:00:00."; notes != want {
		t.Errorf("%q", notes)
	}
	if talk.BeginBack(talk.Session().Current()) != nil {
		t.Error("rows that are kept are read again")
	}
}

func TestNothingIsReadUnaskedThatIsNotKnownToBeCheap(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings workflow.Settings
		change   func(*dialog.Result)
	}{
		"was slow":      {change: func(r *dialog.Result) { r.Elapsed = time.Second }},
		"never ran":     {change: func(r *dialog.Result) { r.Elapsed = 0 }},
		"many rows":     {change: func(r *dialog.Result) { r.Rows = 1_000_000 }},
		"rows left":     {change: func(r *dialog.Result) { r.More = true }},
		"runs nothing":  {settings: workflow.Settings{NoExecute: true}},
		"does not read": {change: func(r *dialog.Result) { r.SQL = "SELECT FROM WHERE" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := resumed(t, demoDatabase(t), "SELECT count(*) AS n FROM users", c.settings, c.change)
			if talk.BeginBack(talk.Session().Current()) != nil {
				t.Error("it is read")
			}
		})
	}
}

// What took no time once may take long today: a clock ends it, and the turn is as it was.
func TestWhatGrewDearSinceIsEnded(t *testing.T) {
	t.Parallel()
	talk := resumed(t, demoDatabase(t), "SELECT count(*) AS n FROM orders a, orders b, orders c", workflow.Settings{}, nil)
	started := time.Now()
	reply := talk.Commit(talk.BeginBack(talk.Session().Current()).Run(t.Context()))
	if reply == nil || reply.Turn.Failure == nil || talk.Rows(talk.Session().Current()) != nil {
		t.Fatalf("%+v", reply)
	}
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
	if r := talk.Session().Current().Result; r.Rows != 1 || len(r.Notes) > 0 {
		t.Errorf("the turn has %+v", r)
	}
}

// priced is a PostgreSQL server that counts what runs, and may give no estimate.
type priced struct {
	db.Database
	silent bool
	ran    int
}

func (p *priced) Explain(ctx context.Context, s *statement.Statement) (*db.Plan, error) {
	if p.silent {
		return nil, nil
	}
	return p.Database.Explain(ctx, s)
}

func (p *priced) Query(ctx context.Context, s *statement.Statement) (db.Rows, error) {
	p.ran++
	return p.Database.Query(ctx, s)
}

// PostgreSQL is asked what it expects before anything runs, and answers no question of the screen's: nobody asked.
func TestAnEstimateDecidesBeforeAnythingRunsUnasked(t *testing.T) {
	t.Parallel()
	server := dbtest.Server(t)
	for name, c := range map[string]struct {
		sql    string
		silent bool
		runs   bool
	}{
		"cheap":           {"SELECT 1 AS n", false, true},
		"dear":            {"SELECT count(*) AS n FROM generate_series(1, 10000000) a, generate_series(1, 1000) b", false, false},
		"without a price": {"SELECT 1 AS n", true, false},
		"refused":         {"SELECT pg_terminate_backend(0) AS n", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &priced{Database: openDatabase(t, server, time.Time{}), silent: c.silent}
			talk := resumed(t, d, c.sql, workflow.Settings{}, nil)
			plan := talk.BeginBack(talk.Session().Current())
			if plan == nil {
				t.Fatal("nothing was begun")
			}
			plan.Ask = func(context.Context, workflow.Proposal) error { t.Error("somebody was asked"); return nil }
			reply := talk.Commit(plan.Run(t.Context()))
			if reply == nil || (reply.Turn.Failure == nil) != c.runs || (d.ran > 0) != c.runs {
				t.Errorf("ran %d times: %+v", d.ran, reply.Turn.Failure)
			}
		})
	}
}
