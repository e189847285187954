package workflow_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"parley/db"
	"parley/db/opener"
	"parley/db/postgres"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// demoDay is when the tests over the demo take place.
var demoDay = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// demoDatabase is the embedded demo.
func demoDatabase(tb testing.TB) db.Database {
	tb.Helper()
	return openDatabase(tb, "demo", demoDay)
}

func openDatabase(tb testing.TB, target string, now time.Time) db.Database {
	tb.Helper()
	database, err := opener.Open(context.Background(), db.Settings{Now: now}, target)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { database.Close() })
	return database
}

// openSource is a database with the embedded engine over it.
func openSource(tb testing.TB, target string, now time.Time) *workflow.Source {
	tb.Helper()
	source, err := sourceOver(context.Background(), openDatabase(tb, target, now), target, now)
	if err != nil {
		tb.Fatal(err)
	}
	return source
}

// read are the facts of databases whose rows no test changes, by target and moment: they are read once for all tests.
var read = struct {
	sync.Mutex
	facts map[string]*schema.Facts
}{facts: map[string]*schema.Facts{}}

// sourceOver is engine.Source, of facts that an earlier test may have read.
func sourceOver(ctx context.Context, database db.Database, target string, now time.Time, teach ...func(*schema.Index) *project.Project) (*workflow.Source, error) {
	if postgres.Is(target) {
		return engine.Source(ctx, database, reader.WholeTrials, teach...)
	}
	tables, err := database.Schema(ctx)
	if err != nil {
		return nil, err
	}
	index, facts, err := indexOf(ctx, database, tables, target+now.String())
	if err != nil {
		return nil, err
	}
	source, err := engine.Over(ctx, database, index, reader.WholeTrials, teach...)
	if err != nil {
		return nil, err
	}
	source.Facts = facts
	return source, nil
}

func indexOf(ctx context.Context, database db.Database, tables *db.Schema, key string) (*schema.Index, *schema.Facts, error) {
	read.Lock()
	defer read.Unlock()
	if facts := read.facts[key]; facts != nil {
		return schema.Recall(tables, facts, schema.DefaultLimits), facts, nil
	}
	index, facts, err := schema.Read(ctx, database, tables, schema.DefaultLimits)
	if err != nil {
		return nil, nil, err
	}
	read.facts[key] = facts
	return index, facts, nil
}

func TestClosingGivesUpWhatIsStillReadOfTheRows(t *testing.T) {
	t.Parallel()
	source := &workflow.Source{Schema: &db.Schema{}}
	opening := workflow.OpenNamed(t.Context(), func(ctx context.Context, named func(*workflow.Source)) (*workflow.Source, error) {
		named(source)
		<-ctx.Done() // rows without end
		return nil, ctx.Err()
	})
	if got, err := opening.Named(t.Context()); got != source || err != nil {
		t.Fatalf("named: %v, %v", got, err)
	}
	if opening.Known() != source || opening.Ready() != nil {
		t.Error("the names are there, the rest is not")
	}
	closed := make(chan error)
	go func() { closed <- opening.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(40 * time.Second):
		t.Error("closing waits for the rows")
	}
}

func TestWhatIsSurelySQLIsKnownByTheNamesOfTheCatalogue(t *testing.T) {
	t.Parallel()
	s := &workflow.Source{Names: (&db.Schema{}).Names()}
	for input, want := range map[string]bool{
		"select * from orders limit 5": true, "": false, "how many orders": false, "select the users from Kenya": false, "show all": false,
	} {
		if got := s.TakesForSQL(input); got != want {
			t.Errorf("%q: taken for SQL %v, want %v", input, got, want)
		}
	}
}
