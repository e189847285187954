package workflow_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
)

// shifting is a database whose next queries may be changed by the test.
type shifting struct {
	db.Database
	query func(context.Context, *statement.Statement) (db.Rows, error)
}

func (d *shifting) Query(ctx context.Context, s *statement.Statement) (db.Rows, error) {
	if d.query != nil {
		return d.query(ctx, s)
	}
	return d.Database.Query(ctx, s)
}

// breaking are rows that fail after some.
type breaking struct {
	db.Rows
	left int
}

func (b *breaking) Next(ctx context.Context) bool {
	b.left--
	return b.left >= 0 && b.Rows.Next(ctx)
}

func (b *breaking) Err() error { return errors.New("the server went away") }

// capped is a conversation whose one turn was read to its limit of 100 of 2,000 rows.
func capped(t *testing.T) (*workflow.Orchestrator, *shifting, *workflow.Reply) {
	t.Helper()
	d := &shifting{Database: demoDatabase(t)}
	maker := &fakeMaker{generate: says(t, "SELECT id FROM users ORDER BY id")}
	source := &workflow.Source{Database: d, Names: names(t, d), Generator: maker, Refiner: maker}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{
		Whole: true, Limits: db.Limits{Rows: 100}, Clock: func() time.Time { now = now.Add(time.Minute); return now },
	})
	t.Cleanup(talk.Close)
	reply := say(t, talk, "Show me all users")
	if r := reply.Turn.Result; r.Rows != 100 || !r.More {
		t.Fatalf("%d rows, more %v", r.Rows, r.More)
	}
	return talk, d, reply
}

func further(t *testing.T, ctx context.Context, talk *workflow.Orchestrator) *workflow.Reply { //nolint:revive // the context is what the tests are about
	t.Helper()
	plan, err := talk.BeginFurther(talk.Session().Current())
	if err != nil {
		t.Fatal(err)
	}
	reply := talk.Commit(plan.Run(ctx))
	if reply == nil || !reply.Onward {
		t.Fatalf("the reply is %+v", reply)
	}
	return reply
}

func TestReadingOnGivesTheSameTurnTheRowsOfANewRun(t *testing.T) {
	t.Parallel()
	talk, _, first := capped(t)
	before, at := talk.Rows(&first.Turn), first.Turn.Result.AsOf
	for _, want := range []int{400, 1600, 2000} {
		reply := further(t, t.Context(), talk)
		turn := talk.Session().Current()
		r := turn.Result
		if reply.Turn.ID != first.Turn.ID || len(talk.Session().Turns()) != 1 || r.Rows != want || r.More != (want < 2000) {
			t.Fatalf("turn %d of %d: %d rows, more %v; want %d", turn.Number, len(talk.Session().Turns()), r.Rows, r.More, want)
		}
		if !r.AsOf.After(at) || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], r.AsOf.Format(time.TimeOnly)) || !strings.Contains(r.Notes[0], at.Format(time.TimeOnly)) {
			t.Errorf("as of %v after %v: %q", r.AsOf, at, r.Notes)
		}
		if talk.Rows(turn) != reply.Rows || reply.Rows.Len() != want {
			t.Errorf("the rows kept are not those of the new run")
		}
		at = r.AsOf
	}
	if _, err := before.Row(0); err == nil {
		t.Error("the rows of the first run are still held")
	}
	if _, err := talk.BeginFurther(talk.Session().Current()); err == nil || err.Error() != "These are all the rows." {
		t.Errorf("a whole result: %v", err)
	}
	refined := say(t, talk, "/undo")
	if refined.Turn.Failure != nil {
		t.Errorf("the conversation does not go on: %+v", refined.Turn)
	}
}

func TestReadingOnThatFailsKeepsTheRowsFromBefore(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		query func(d *shifting) func(context.Context, *statement.Statement) (db.Rows, error)
		want  string
	}{
		"refused": {t.Context(), func(*shifting) func(context.Context, *statement.Statement) (db.Rows, error) {
			return func(context.Context, *statement.Statement) (db.Rows, error) { return nil, errors.New("no such server") }
		}, "No such server"},
		"broken half way": {t.Context(), func(d *shifting) func(context.Context, *statement.Statement) (db.Rows, error) {
			return func(ctx context.Context, s *statement.Statement) (db.Rows, error) {
				rows, err := d.Database.Query(ctx, s)
				return &breaking{rows, 50}, err
			}
		}, "The server went away"},
		"cancelled": {cancelled, nil, "Stopped reading on."},
	} {
		talk, d, first := capped(t)
		if c.query != nil {
			d.query = c.query(d)
		}
		reply := further(t, c.ctx, talk)
		if f := reply.Turn.Failure; f == nil || !strings.Contains(f.Message, c.want) || !strings.HasSuffix(f.Message, "The rows from before stay.") {
			t.Errorf("%s: %+v", name, f)
		}
		turn := talk.Session().Current()
		if turn.Result.Rows != 100 || !turn.Result.AsOf.Equal(first.Turn.Result.AsOf) || turn.Failure != nil || len(talk.Session().Turns()) != 1 {
			t.Errorf("%s: the turn is %+v", name, turn)
		}
		if row, err := talk.Rows(turn).Row(99); err != nil || row[0] != int64(100) {
			t.Errorf("%s: the last row is %v, %v", name, row, err)
		}
		d.query = nil
		if reply := further(t, t.Context(), talk); reply.Turn.Failure != nil || reply.Turn.Result.Rows != 400 {
			t.Errorf("%s: reading on again: %+v", name, reply.Turn.Result)
		}
	}
}

func TestReadingOnThatWasOvertakenIsDropped(t *testing.T) {
	t.Parallel()
	talk, _, _ := capped(t)
	plan, err := talk.BeginFurther(talk.Session().Current())
	if err != nil {
		t.Fatal(err)
	}
	out := plan.Run(t.Context())
	talk.Session().Abandon()
	if reply := talk.Commit(out); reply != nil {
		t.Errorf("an overtaken run was taken in: %+v", reply)
	}
	if r := talk.Session().Current().Result; r.Rows != 100 {
		t.Errorf("%d rows", r.Rows)
	}
}
