package workflow_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
)

// fakeMaker is a generator and refiner made of functions.
type fakeMaker struct {
	generate func(context.Context, workflow.Request) (*workflow.Draft, error)
	refine   func(context.Context, workflow.Refine) (*workflow.Draft, error)
}

var (
	_ workflow.Generator = (*fakeMaker)(nil)
	_ workflow.Refiner   = (*fakeMaker)(nil)
)

func (f *fakeMaker) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	return f.generate(ctx, r)
}

func (f *fakeMaker) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	return f.refine(ctx, r)
}

func names(tb testing.TB, database db.Database) statement.Names {
	tb.Helper()
	tables, err := database.Schema(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return tables.Names()
}

// says makes a maker that always brings the same SQL.
func says(tb testing.TB, sql string) func(context.Context, workflow.Request) (*workflow.Draft, error) {
	tb.Helper()
	parsed, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return func(context.Context, workflow.Request) (*workflow.Draft, error) {
		return &workflow.Draft{Statement: parsed, Source: "engine", Coverage: 1}, nil
	}
}

// saysUnless makes one that does not understand one of the inputs.
func saysUnless(tb testing.TB, sql, unknown string) func(context.Context, workflow.Request) (*workflow.Draft, error) {
	understands := says(tb, sql)
	return func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
		if r.Question == unknown {
			return nil, &workflow.NotUnderstood{}
		}
		return understands(ctx, r)
	}
}

func refines(tb testing.TB, sql string) func(context.Context, workflow.Refine) (*workflow.Draft, error) {
	generate := says(tb, sql)
	return func(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) { return generate(ctx, r.Request) }
}

// conversation is an orchestrator over the demo with a maker of the test's own.
func conversation(tb testing.TB, maker *fakeMaker) *workflow.Orchestrator {
	tb.Helper()
	database := demoDatabase(tb)
	source := &workflow.Source{Database: database, Names: names(tb, database), Generator: maker, Refiner: maker}
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{
		Whole: true, Limits: db.Limits{},
	})
	tb.Cleanup(talk.Close)
	return talk
}

func say(tb testing.TB, talk *workflow.Orchestrator, input string) *workflow.Reply {
	tb.Helper()
	reply := talk.Commit(talk.Begin(input).Run(context.Background()))
	if reply == nil {
		tb.Fatalf("%q: the outcome was dropped", input)
	}
	return reply
}

const usersByName = "SELECT name FROM users ORDER BY name LIMIT 3"

func TestNewQueryGoesToTheGeneratorAndRefinementToTheRefiner(t *testing.T) {
	t.Parallel()
	var asked workflow.Request
	var fed workflow.Refine
	maker := &fakeMaker{}
	maker.generate = func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
		asked = r
		return says(t, "SELECT * FROM users")(ctx, r)
	}
	maker.refine = func(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
		fed = r
		return says(t, usersByName)(ctx, r.Request)
	}
	talk := conversation(t, maker)

	first := say(t, talk, "Show me all users")
	if asked.Question != "Show me all users" || first.Turn.Number != 1 || first.Turn.Intent != dialog.NewQuery || len(first.Earlier) != 0 {
		t.Errorf("the first turn: asked %+v, turn %+v", asked, first.Turn)
	}
	second := say(t, talk, "Only from last month")
	if fed.Original != "Show me all users" || fed.Current.SQL() != first.Turn.Result.SQL || fed.Question != "Only from last month" || fed.Result == nil {
		t.Errorf("the refiner got %+v", fed)
	}
	if second.Turn.Number != 2 || second.Turn.Intent != dialog.Refinement || second.SessionID != first.SessionID {
		t.Errorf("the second turn: %+v", second.Turn)
	}
	if len(second.Earlier) != 1 || len(second.Turn.Result.Changes) == 0 || second.Before == nil {
		t.Errorf("the refinement was not enriched: earlier %d, changes %v", len(second.Earlier), second.Turn.Result.Changes)
	}
}

// What means nothing on the query in force, and is a question with a part for every word, is a new query; it says so.
func TestWhatMeansNothingOnTheQueryIsAskedAnew(t *testing.T) {
	t.Parallel()
	abstains := func(context.Context, workflow.Refine) (*workflow.Draft, error) { return nil, &workflow.NotUnderstood{} }
	for name, whole := range map[string]float64{"whole": 1, "in part": 0.5} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			understands := says(t, usersByName)
			talk := conversation(t, &fakeMaker{refine: abstains, generate: func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
				draft, err := understands(ctx, r)
				draft.Coverage = whole
				return draft, err
			}})
			say(t, talk, "Show me all users")
			turn := say(t, talk, "names by month").Turn
			if answered := turn.Failure == nil && turn.Intent == dialog.NewQuery && turn.Confidence != dialog.High; answered != (whole == 1) {
				t.Errorf("failure %+v, intent %v, confidence %v", turn.Failure, turn.Intent, turn.Confidence)
			}
		})
	}
}

// broken lists what can go wrong inside a turn; each must leave the query and the result of the last success.
func broken() map[string]func(context.Context, workflow.Refine) (*workflow.Draft, error) {
	parse := func(sql string) func(context.Context, workflow.Refine) (*workflow.Draft, error) {
		return func(context.Context, workflow.Refine) (*workflow.Draft, error) {
			s, err := statement.Parse(sql, statement.SQLite, nil)
			return &workflow.Draft{Statement: s}, err
		}
	}
	return map[string]func(context.Context, workflow.Refine) (*workflow.Draft, error){
		"the maker fails":          func(context.Context, workflow.Refine) (*workflow.Draft, error) { return nil, errors.New("no idea") },
		"the maker abstains":       func(context.Context, workflow.Refine) (*workflow.Draft, error) { return nil, &workflow.NotUnderstood{} },
		"the maker panics":         func(context.Context, workflow.Refine) (*workflow.Draft, error) { panic("oh") },
		"the maker brings nothing": func(context.Context, workflow.Refine) (*workflow.Draft, error) { return nil, nil },
		"the guard refuses":        parse("DELETE FROM users"),
		"the database refuses":     parse("SELECT nothing FROM nowhere"),
	}
}

func TestFailedTurnIsRecordedAndTheLastQueryStays(t *testing.T) {
	t.Parallel()
	for name, refine := range broken() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := conversation(t, &fakeMaker{generate: saysUnless(t, usersByName, "only active ones"), refine: refine})
			first := say(t, talk, "Show me all users")
			reply := say(t, talk, "only active ones")
			if reply.Turn.Failure == nil || reply.Turn.Failure.Message == "" || !reply.Turn.Failure.CanRetry {
				t.Fatalf("failure %+v: a message and another try are wanted", reply.Turn.Failure)
			}
			session := talk.Session()
			if got := session.Current(); got == nil || got.ID != first.Turn.ID {
				t.Errorf("the query in force is %+v", got)
			}
			if n := len(session.Turns()); n != 2 {
				t.Errorf("%d turns, the failed one is recorded too", n)
			}
			if rows := talk.Rows(session.Current()); rows == nil || rows.Len() != 3 {
				t.Error("the last result is lost")
			}
			if next := say(t, talk, "/new show them"); next.Turn.Failure != nil {
				t.Errorf("the session did not go on: %+v", next.Turn.Failure)
			}
		})
	}
}

func TestCancelledTurnLeavesTheSessionAsItWas(t *testing.T) {
	t.Parallel()
	maker := &fakeMaker{generate: says(t, usersByName)}
	maker.refine = func(ctx context.Context, _ workflow.Refine) (*workflow.Draft, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	talk := conversation(t, maker)
	say(t, talk, "Show me all users")
	plan := talk.Begin("only active ones")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	reply := talk.Commit(plan.Run(ctx))
	if reply == nil || reply.Turn.Failure == nil || reply.Turn.Failure.Kind != "cancelled" {
		t.Fatalf("reply %+v", reply)
	}
	if n := len(talk.Session().Turns()); n != 1 {
		t.Errorf("%d turns after a cancel, want 1", n)
	}
}

func TestOutcomeOvertakenByAnotherTurnIsDropped(t *testing.T) {
	t.Parallel()
	talk := conversation(t, &fakeMaker{generate: says(t, usersByName)})
	late := talk.Begin("Show me all users").Run(context.Background())
	say(t, talk, "Show me all users")
	if reply := talk.Commit(late); reply != nil {
		t.Errorf("a late outcome was recorded: %+v", reply.Turn)
	}
	if n := len(talk.Session().Turns()); n != 1 {
		t.Errorf("%d turns, want 1", n)
	}
}

func TestCommentsThatAnEditDropsAreTold(t *testing.T) {
	t.Parallel()
	source := openSource(t, "demo", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true})
	typed := say(t, talk, "select name /* as the invoice has it */ from users -- all of them\nlimit 5").Turn
	if typed.Failure != nil || len(typed.Result.Notes) > 0 {
		t.Fatalf("%+v", typed)
	}
	edited := say(t, talk, "sort by name").Turn
	if edited.Failure != nil || edited.Intent != dialog.Refinement {
		t.Fatalf("%+v", edited)
	}
	for _, comment := range []string{"/* as the invoice has it */", "-- all of them"} {
		if notes := strings.Join(edited.Result.Notes, "\n"); !strings.Contains(notes, comment) {
			t.Errorf("%q is not in %q", comment, notes)
		}
	}
	if again := say(t, talk, "limit 3").Turn; len(again.Result.Notes) > 0 {
		t.Errorf("told twice: %q", again.Result.Notes)
	}
}

func TestTypedSQLRunsAsItStands(t *testing.T) {
	t.Parallel()
	maker := &fakeMaker{}
	maker.generate = func(context.Context, workflow.Request) (*workflow.Draft, error) {
		return nil, &workflow.NotUnderstood{}
	}
	talk := conversation(t, maker)
	for input, sql := range map[string]bool{
		"select * from users limit 5":                         true,
		"SELECT count(*) FROM orders;":                        true,
		"with a as (select 1 as x) select x from a":           true,
		"values (1), (2)":                                     true,
		"select users from Kenya":                             false,
		"select the users who live in Kenya":                  false,
		"show orders":                                         false,
		"with a country of Kenya":                             false,
		"with the user's name":                                false,
		"with name and email (and the city)":                  false,
		"with recursive n(i) as (select 1) select i from n":   true,
		"select the user's name":                              false,
		"select users with an age > 30":                       false,
		"select * form users":                                 true,
		"select name fron users where name = 'x'":             true,
		"table of users by country":                           false,
		"update me on the orders":                             false,
		"select name, email from users":                       true,
		"delete from users":                                   true,
		"drop the email":                                      false,
		"drop table users":                                    true,
		"orders; drop the email":                              false,
		"orders'; drop table users":                           true,
		"do you have any users (active)?":                     false,
		"call the top 5 customers":                            false,
		"from users":                                          false,
		"select count(*), status from orders group by status": true,
		"explain select * from users where id = 1":            true,
		"(select 1) union (select 2)":                         true,
		"select 1":                                            true,
		"select 1 as one":                                     true,
		"select 10 users":                                     false,
		"select 5 more":                                       false,
		"select everything":                                   false,
		"/* all of them */ select * from users limit 1":       true,
	} {
		reply := say(t, talk, "/new "+input)
		typed := reply.Turn.Failure == nil || reply.Turn.Failure.Kind != "not understood"
		if typed != sql {
			t.Errorf("%q: taken for SQL %v, want %v (%+v)", input, typed, sql, reply.Turn.Failure)
		}
	}
}

func TestAFollowUpThatIsAQuestionIsShownStandingAlone(t *testing.T) {
	t.Parallel()
	talk := conversation(t, &fakeMaker{
		generate: says(t, "SELECT name FROM users WHERE country = 'Latvia'"),
		refine:   refines(t, "SELECT name FROM users WHERE country = 'Kenya'"),
	})
	say(t, talk, "Show me all users from Latvia")
	if got := say(t, talk, "what about Kenya?").Turn.Question; got != "Show me all users from Kenya" {
		t.Errorf("the question is %q", got)
	}
	if got := say(t, talk, "sort by name").Turn.Question; got != "" {
		t.Errorf("an edit became the question %q", got)
	}
}

// Tables change while people talk about them: the turn says so, and the next one knows the new ones.
func TestATableDroppedBetweenTwoTurnsIsSaidAndTheTablesAreReadAgain(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE clerks (id int PRIMARY KEY, name text); INSERT INTO clerks VALUES (1, 'Ada')")
	database := openDatabase(t, url, time.Now())
	reread := func(ctx context.Context) (*workflow.Source, error) {
		return engine.Source(ctx, database, reader.WholeTrials)
	}
	source, err := reread(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	source.Reread = reread
	talk := workflow.New(dialog.New(uuid.New(), "clerks", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true})
	defer talk.Close()
	say := func(input string) *workflow.Reply { return talk.Commit(talk.Begin(input).Run(t.Context())) }
	if r := say("show all clerks"); r.Turn.Failure != nil {
		t.Fatal(r.Turn.Failure.Message)
	}
	dbtest.Exec(t, url, "DROP TABLE clerks; CREATE TABLE sellers (id int PRIMARY KEY, name text); INSERT INTO sellers VALUES (1, 'Ada')")
	r := say("sort by name")
	if r.Turn.Failure == nil || !strings.Contains(r.Turn.Failure.Message, "read again") {
		t.Errorf("after the table is gone: %+v", r.Turn.Failure)
	}
	if r := say("/new show all sellers"); r.Turn.Failure != nil || r.Rows.Len() != 1 {
		t.Errorf("the new table: %+v", r.Turn.Failure)
	}
}
