package workflow_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/workflow"
)

// TestResumedSessionIsRefinedWhileTheDatabaseIsStillOpening is what a user does who opens a kept session and types at once.
func TestResumedSessionIsRefinedWhileTheDatabaseIsStillOpening(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	turn := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "Show me all users", Original: "Show me all users", Result: &dialog.Result{SQL: "SELECT * FROM users"}}
	session, _ := dialog.Resume(id, "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{turn}, At: turn.ID, Last: 1})
	var fed workflow.Refine
	maker := &fakeMaker{generate: says(t, "SELECT 1"), refine: func(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
		fed = r
		return says(t, "SELECT * FROM users LIMIT 3")(ctx, r.Request)
	}}
	gate := make(chan struct{})
	opening := workflow.Open(context.Background(), func(context.Context) (*workflow.Source, error) {
		<-gate
		database := demoDatabase(t)
		return &workflow.Source{Database: database, Names: names(t, database), Generator: maker, Refiner: maker}, nil
	})
	talk := workflow.New(session, opening, workflow.Settings{Whole: true})
	t.Cleanup(talk.Close)

	plan := talk.Begin("limit 3")
	close(gate)
	reply := talk.Commit(plan.Run(context.Background()))
	if reply == nil || reply.Turn.Failure != nil {
		t.Fatalf("reply %+v", reply)
	}
	if fed.Current == nil || fed.Current.SQL() != "SELECT * FROM users" || fed.Original != "Show me all users" {
		t.Errorf("the refiner got %+v", fed)
	}
	if reply.Before == nil || len(reply.Turn.Result.Changes) != 1 {
		t.Errorf("changes %v against %v", reply.Turn.Result.Changes, reply.Before)
	}
	if answer := say(t, talk, "what changed?"); answer.Turn.Reply == "" || answer.Turn.Reply != answer.Answer {
		t.Errorf("the turn keeps %q of the answer %q", answer.Turn.Reply, answer.Answer)
	}
}

// SQL that was typed runs as soon as the names of the catalogue are known; words wait until the rows were looked at.
func TestTypedStatementDoesNotWaitForTheProfile(t *testing.T) {
	t.Parallel()
	maker := &fakeMaker{generate: says(t, "SELECT count(*) FROM users"), refine: func(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
		return says(t, "SELECT count(*) FROM users")(ctx, r.Request)
	}}
	gate := make(chan struct{})
	opening := workflow.OpenNamed(context.Background(), func(_ context.Context, named func(*workflow.Source)) (*workflow.Source, error) {
		database := demoDatabase(t)
		source := &workflow.Source{Database: database, Names: names(t, database)}
		named(source)
		<-gate
		return &workflow.Source{Database: database, Names: source.Names, Generator: maker, Refiner: maker}, nil
	})
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), opening, workflow.Settings{Whole: true})
	t.Cleanup(talk.Close)

	reply := say(t, talk, "select name from users limit 3;")
	if talk.Source() != nil || reply.Turn.Failure != nil || reply.Rows == nil || reply.Rows.Len() != 3 || reply.Judgement.Chance != 1 {
		t.Fatalf("reply %+v, %+v", reply, reply.Turn.Failure)
	}
	plan := talk.Begin("how many users")
	answered := make(chan *workflow.Outcome, 1)
	go func() { answered <- plan.Run(context.Background()) }()
	select {
	case <-answered:
		t.Fatal("the question did not wait")
	default:
	}
	close(gate)
	if counted := talk.Commit(<-answered); counted == nil || counted.Turn.Failure != nil || counted.Rows.Len() != 1 {
		t.Errorf("then %+v", counted)
	}
}
