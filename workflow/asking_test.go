package workflow_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// asking is an orchestrator over the demo whose generator asks back about "flights London", with the readings of a test, and leaves
// all others to the engine.
func asking(tb testing.TB, sql ...string) *workflow.Orchestrator {
	tb.Helper()
	database, keeper, places := demoDatabase(tb), &project.Keeper{}, project.Places{Mine: tb.TempDir()}
	keeper.Set(places)
	var open func(ctx context.Context) (*workflow.Source, error)
	open = func(ctx context.Context) (*workflow.Source, error) {
		source, err := learned(ctx, database, "demo", demoDay, keeper, places)
		if err != nil {
			return nil, err
		}
		own := source.Generator
		source.Keeper, source.Reread = keeper, open
		source.Generator = &fakeMaker{generate: func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
			if r.Question != "flights London" {
				return own.Generate(ctx, r)
			}
			back := &workflow.Ambiguous{Question: "I am not sure what you mean."}
			for _, text := range sql {
				parsed, err := statement.Parse(text, statement.SQLite, nil)
				if err != nil {
					tb.Error(err)
				}
				back.Readings = append(back.Readings, &workflow.Draft{Statement: parsed, Source: "engine", Coverage: 1, Explanation: "reading " + text})
			}
			return nil, back
		}}
		return source, nil
	}
	source, err := open(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{
		Whole: true, Limits: db.Limits{}, KeepChoices: true, Room: memory.NewRoom("ana", "ecommerce", &memory.Process{}, memory.Settings{}),
	})
	tb.Cleanup(talk.Close)
	return talk
}

// learned is a database with what its user taught so far.
func learned(ctx context.Context, database db.Database, target string, now time.Time, keeper *project.Keeper, places project.Places) (*workflow.Source, error) {
	return sourceOver(ctx, database, target, now, func(x *schema.Index) *project.Project {
		mine, _, _ := project.ReadFolder(places.Mine, project.Mine)
		said, _ := keeper.Session()
		p := project.Compile(x, database.Dialect(), nil, mine, said)
		p.Places = places
		return p
	})
}

// learning is a database whose user teaches words by talking.
func learning(tb testing.TB, target string, now time.Time) *workflow.Source {
	tb.Helper()
	database, keeper, places := openDatabase(tb, target, now), &project.Keeper{}, project.Places{Mine: tb.TempDir()}
	keeper.Set(places)
	var open func(ctx context.Context) (*workflow.Source, error)
	open = func(ctx context.Context) (*workflow.Source, error) {
		source, err := learned(ctx, database, target, now, keeper, places)
		if err == nil {
			source.Keeper, source.Reread = keeper, open
		}
		return source, err
	}
	source, err := open(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return source
}

var toLondon = []string{
	"SELECT * FROM flights WHERE destination = 'London'",
	"SELECT * FROM flights WHERE origin = 'London'",
	"SELECT * FROM flights WHERE destination IN ('London')",
	"SELECT id FROM flights WHERE destination = 'London'",
	"SELECT id FROM flights WHERE origin = 'London'",
	"SELECT count(*) FROM flights WHERE origin = 'London'",
}

func TestAQuestionBackIsAboutTheWordThatDecides(t *testing.T) {
	t.Parallel()
	talk := asking(t, toLondon[:2]...)
	reply := say(t, talk, "flights London")
	if got := reply.Turn.Failure.Message; !strings.HasPrefix(got, `What is "london" here?`) || !strings.Contains(got, "1. destination is London (") || !strings.Contains(got, "2. origin is London (") {
		t.Errorf("it asked %q", got)
	}
}

func TestAQuestionBackOfWhichNoReadingRunsSaysSo(t *testing.T) {
	t.Parallel()
	talk := asking(t, "SELECT nowhere FROM flights", "SELECT elsewhere FROM flights")
	reply := say(t, talk, "flights London")
	if got := reply.Turn.Failure.Message; !strings.Contains(got, "None of its readings can be run") || len(reply.Choices) != 0 {
		t.Errorf("it asked %q, with %d choices", got, len(reply.Choices))
	}
}

func TestChoicesAreAtMostFourAndDifferInRows(t *testing.T) {
	t.Parallel()
	talk := asking(t, toLondon...)
	reply := say(t, talk, "flights London")
	if len(reply.Choices) != 4 {
		t.Fatalf("%d choices", len(reply.Choices))
	}
	for _, c := range reply.Choices {
		if c.Statement.SQL() == toLondon[2] || strings.Contains(c.Statement.SQL(), "IN (") {
			t.Errorf("%s brings the rows of a likelier reading", c.Statement.SQL())
		}
		if c.Glance == "" {
			t.Errorf("%s has no glance", c.Statement.SQL())
		}
	}
}

func TestAQuestionBackIsAnswered(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		"2": "origin = 'London'", "the first": "destination = 'London'", "origin": "origin = 'London'", "the destination": "destination = 'London'",
		"I meant where they come from, origin": "",
	} {
		talk := asking(t, toLondon[:2]...)
		say(t, talk, "flights London")
		reply := say(t, talk, input)
		if want == "" {
			continue
		}
		if reply.Turn.Result == nil || !strings.Contains(reply.Turn.Result.SQL, want) {
			t.Errorf("%q does not choose %s: %v", input, want, reply.Turn.Failure)
		}
	}
}

// A reading that was picked goes on from nothing that is remembered, though a column of it may be of something that is.
func TestAPickedReadingIsNotLookedBackFor(t *testing.T) {
	t.Parallel()
	talk := asking(t, toLondon[:2]...)
	say(t, talk, "flights London")
	if reply := say(t, talk, "yes"); reply.Turn.Result == nil {
		t.Errorf("yes: %+v", reply.Turn.Failure)
	}
}

func TestWhatDoesNotAnswerGoesOnFromTheQueryThatWasInForce(t *testing.T) {
	t.Parallel()
	talk := asking(t, toLondon[:2]...)
	say(t, talk, "Show me all users")
	say(t, talk, "flights London")
	reply := say(t, talk, "only from Kenya")
	if reply.Turn.Result == nil || !strings.Contains(reply.Turn.Result.SQL, "FROM users WHERE country = 'Kenya'") && !strings.Contains(reply.Turn.Result.SQL, "FROM users\nWHERE country = 'Kenya'") {
		t.Errorf("it went on to %+v", reply.Turn.Result)
	}
	if reply.Turn.Intent != dialog.Refinement {
		t.Errorf("it is %v", reply.Turn.Intent)
	}
}

func TestAnAnswerIsRememberedAndCanBeTakenBack(t *testing.T) {
	t.Parallel()
	talk := asking(t, toLondon[:2]...)
	say(t, talk, "flights London")
	reply := say(t, talk, "2")
	if notes := strings.Join(reply.Turn.Result.Notes, " "); !strings.Contains(notes, "Remembered: london is flights.origin = 'London'. /taught forget london takes it back.") {
		t.Errorf("it notes %q", notes)
	}
	if list := say(t, talk, "/taught").Answer; !strings.Contains(list, "london") {
		t.Errorf("/taught lists %q", list)
	}
	if reply := say(t, talk, "how many flights are London?"); reply.Turn.Result == nil || !strings.Contains(reply.Turn.Result.SQL, "origin = 'London'") {
		t.Errorf("asked again it makes %+v, %v", reply.Turn.Result, reply.Turn.Failure)
	}
	if answer := say(t, talk, "/taught forget london").Answer; !strings.Contains(answer, "Taken back") {
		t.Error(answer)
	}
	if list := say(t, talk, "/taught").Answer; strings.Contains(list, "london") {
		t.Errorf("/taught still lists %q", list)
	}
}

func TestAReadingThatTheDatabaseRefusesIsNotOffered(t *testing.T) {
	t.Parallel()
	talk := asking(t, toLondon[0], "SELECT no_such FROM flights")
	if reply := say(t, talk, "flights London"); len(reply.Choices) != 1 {
		t.Errorf("%d choices", len(reply.Choices))
	}
}
