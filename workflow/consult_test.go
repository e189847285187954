package workflow_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
)

// assistantStub speaks for a model as a test says.
type assistantStub struct {
	intent    func(workflow.Refine) (dialog.Intent, error)
	confirmed string
	picked    string
	before    []workflow.Sent // what the maker was told had left already
}

var _ workflow.Assistant = (*assistantStub)(nil)

func (a *assistantStub) Intent(_ context.Context, r workflow.Refine) (dialog.Intent, error) {
	r.Tell(workflow.Progress{Kind: workflow.Asking, Sent: workflow.Sent{Host: "api.example.test", Level: "names"}})
	r.Tell(workflow.Progress{Kind: workflow.Answered, Sent: workflow.Sent{Host: "api.example.test", Level: "names", InputTokens: 70, OutputTokens: 5, Cost: 0.002, Priced: true}})
	return a.intent(r)
}

func (a *assistantStub) Model(_ context.Context, name string) (string, error) {
	return "model " + name, nil
}

func (a *assistantStub) Status() string { return "stub" }

func (a *assistantStub) Payload(_ context.Context, r workflow.Refine) (string, error) {
	if r.Current == nil {
		return "would send the question " + r.Question, nil
	}
	return "would send " + r.Question, nil
}

func (a *assistantStub) Sent() string { return "sent last" }

func (a *assistantStub) Confirm(question string, _ *statement.Statement) error {
	a.confirmed = question
	if question == "" {
		return errors.New("a follow-up does not stand alone")
	}
	return nil
}

func (a *assistantStub) Picked(question string, _ *workflow.Draft) { a.picked = question }

// assisted is a conversation with a stub of a model beside a maker that always brings the same SQL.
func assisted(t *testing.T, strategy dialog.Strategy, a *assistantStub) *workflow.Orchestrator {
	t.Helper()
	database := demoDatabase(t)
	generate, refine := says(t, "SELECT name FROM products"), refines(t, usersByName)
	maker := &fakeMaker{
		generate: func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
			a.before = r.Sent
			return generate(ctx, r)
		},
		refine: func(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
			a.before = r.Sent
			return refine(ctx, r)
		},
	}
	source := &workflow.Source{Database: database, Names: names(t, database), Generator: maker, Refiner: maker, Assistant: a}
	session := dialog.New(uuid.New(), "ecommerce", dialog.Settings{Strategy: strategy})
	talk := workflow.New(session, workflow.Opened(source), workflow.Settings{Whole: true})
	t.Cleanup(talk.Close)
	return talk
}

func TestModelSettlesTheIntentWhereTheSettingsSaySo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		strategy dialog.Strategy
		err      error
		intent   dialog.Intent
		asked    bool
	}{
		{"rules do not ask", dialog.Rules, nil, dialog.Refinement, false},
		{"hybrid asks on low confidence", dialog.Hybrid, nil, dialog.NewQuery, true},
		{"a failing model leaves it to the rules", dialog.Hybrid, errors.New("down"), dialog.Refinement, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			asked := false
			stub := &assistantStub{intent: func(workflow.Refine) (dialog.Intent, error) {
				asked = true
				return dialog.NewQuery, c.err
			}}
			talk := assisted(t, c.strategy, stub)
			say(t, talk, "show all users")
			asked = false
			reply := say(t, talk, "Show me only active users")
			if reply.Turn.Intent != c.intent || reply.Detection.Intent != c.intent || asked != c.asked {
				t.Errorf("intent %v, asked %v", reply.Turn.Intent, asked)
			}
			if left := reply.Turn.Sent; strings.Contains(left, "names to api.example.test · 70 + 5 tokens · 0.0020") != c.asked {
				t.Errorf("the turn's mark is %q", left)
			}
			if made := reply.Statement.SQL() == "SELECT name FROM products"; made != (c.intent == dialog.NewQuery) {
				t.Errorf("%v was made by %s", c.intent, reply.Statement.SQL())
			}
			if told := len(stub.before) == 1 && stub.before[0].InputTokens == 70; told != c.asked {
				t.Errorf("the maker was told of %+v", stub.before)
			}
		})
	}
}

// A maker that sees the query in force may find that an input speaks of it although the rules took it for a new query: the turn
// then goes on its thread. What is settled, as /new is, has no query in force beside it.
func TestMakerMayTurnTheIntentThatTheRulesDetected(t *testing.T) {
	t.Parallel()
	var standing *workflow.Refine
	maker := &fakeMaker{generate: func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
		standing = r.Standing
		draft, err := says(t, "SELECT name FROM users WHERE country = 'Kenya'")(ctx, r)
		if r.Standing != nil {
			refinement := dialog.Refinement
			draft.Intent = &refinement
		}
		return draft, err
	}}
	talk := conversation(t, maker)
	say(t, talk, "show all users")
	if standing != nil {
		t.Errorf("the first question has a query in force: %+v", standing)
	}
	reply := say(t, talk, "Which of the users in our database come from Kenya?")
	if standing == nil || standing.Original != "show all users" || reply.Turn.Intent != dialog.Refinement || reply.Before == nil {
		t.Errorf("standing %+v, turn %+v", standing, reply.Turn)
	}
	if reply = say(t, talk, "/new which users come from Kenya"); standing != nil || reply.Turn.Intent != dialog.NewQuery {
		t.Errorf("standing %+v, turn %+v", standing, reply.Turn)
	}
}

func TestTypedSQLAndPicksAskNoModel(t *testing.T) {
	t.Parallel()
	stub := &assistantStub{intent: func(workflow.Refine) (dialog.Intent, error) {
		t.Error("the model was asked")
		return dialog.NewQuery, nil
	}}
	talk := assisted(t, dialog.LLM, stub)
	first := say(t, talk, "SELECT name FROM users")
	say(t, talk, "SELECT name FROM products WHERE price > 5")
	picked := &workflow.Draft{Statement: first.Statement, Source: "engine"}
	if reply := talk.Commit(talk.BeginDraft("the cheap ones", picked).Run(t.Context())); reply.Turn.Failure != nil {
		t.Fatal(reply.Turn.Failure)
	}
	if stub.picked != "" {
		t.Errorf("a fragment was kept as a pick: %q", stub.picked)
	}
	if reply := talk.Commit(talk.BeginDraft("/new what do the cheap products cost", picked).Run(t.Context())); reply.Turn.Failure != nil {
		t.Fatal(reply.Turn.Failure)
	}
	if stub.picked != "what do the cheap products cost" {
		t.Errorf("the pick was not told: %q", stub.picked)
	}
}

func TestPayloadAndConfirmAreCommands(t *testing.T) {
	t.Parallel()
	stub := &assistantStub{}
	talk := assisted(t, dialog.Rules, stub)
	if answer := say(t, talk, "/confirm").Answer; !strings.Contains(answer, "no query") {
		t.Errorf("got %q", answer)
	}
	say(t, talk, "show all products")
	for input, want := range map[string]string{
		"/payload how many users are there": "would send the question how many users are there", "/payload SELECT 1": "SQL runs as it stands",
		"/payload /help": "parley answers that itself",
		"/payload":       "sent last", "/model big": "model big", "/payload only the cheap ones": "would send only the cheap ones", "/confirm": "Confirmed",
	} {
		if answer := say(t, talk, input).Answer; !strings.Contains(answer, want) {
			t.Errorf("%s: got %q", input, answer)
		}
	}
	if stub.confirmed != "show all products" {
		t.Errorf("confirmed %q", stub.confirmed)
	}
	say(t, talk, "only the cheap ones")
	if answer := say(t, talk, "/confirm").Answer; !strings.Contains(answer, "does not stand alone") {
		t.Errorf("a follow-up was confirmed: %q", answer)
	}
}

func TestProgressIsPassedOn(t *testing.T) {
	t.Parallel()
	maker := &fakeMaker{generate: func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
		r.Tell(workflow.Progress{Kind: workflow.Asking, Sent: workflow.Sent{Host: "127.0.0.1:1", Local: true}})
		r.Tell(workflow.Progress{Kind: workflow.Explaining, Text: "Lists "})
		r.Tell(workflow.Progress{Kind: workflow.Explaining, Text: "users."})
		return says(t, "SELECT name FROM users")(ctx, r)
	}}
	talk := conversation(t, maker)
	plan := talk.Begin("show all users")
	var said string
	plan.Report = func(p workflow.Progress) { said += p.Text }
	reply := talk.Commit(plan.Run(t.Context()))
	if said != "Lists users." || reply.Turn.Sent != "" {
		t.Errorf("said %q, mark %q: what stays on this machine has none", said, reply.Turn.Sent)
	}
}

// unwilling is a database that does not let itself be attacked.
type unwilling struct{ db.Database }

// TestTheLastProofIsTheVerdictOnTheConnection: a proof that fails, or comes to no end, takes the opening's verdict away, and reading the
// database again does not give it back.
func TestTheLastProofIsTheVerdictOnTheConnection(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(db.Database) db.Database
		want  string
	}{
		"holds":       {func(d db.Database) db.Database { return d }, "read-only: proven"},
		"fails":       {func(d db.Database) db.Database { return unwilling{d} }, "NOT PROVEN"},
		"has no end":  {func(d db.Database) db.Database { _ = d.Close(); return d }, "NOT PROVEN"},
		"is given up": {nil, "read-only: proven"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, database := t.Context(), demoDatabase(t)
			protection, err := database.Protection(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if c.spoil != nil {
				database = c.spoil(database)
			} else {
				given, stop := context.WithCancel(ctx)
				stop()
				ctx = given
			}
			open := func() *workflow.Source { return &workflow.Source{Database: database, Protection: protection} }
			source := open()
			source.Reread = func(context.Context) (*workflow.Source, error) { return open(), nil }
			opening := workflow.Opened(source)
			talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), opening, workflow.Settings{Whole: true})
			t.Cleanup(talk.Close)
			talk.Commit(talk.Begin("/prove").Run(ctx))
			if got, _ := talk.Source().Safety().Verdict(); got != c.want {
				t.Errorf("after the proof: %s", got)
			}
			if _, err := opening.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got, _ := talk.Source().Safety().Verdict(); got != c.want {
				t.Errorf("read again: %s", got)
			}
		})
	}
}
