package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
)

// demoSource is the demo as turns are asked of it.
func demoSource(t *testing.T) *workflow.Source {
	t.Helper()
	database, err := demo.Open(t.Context(), db.Settings{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	source, err := engine.Source(t.Context(), database, reader.WholeTrials)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// What is offered for feedback that is not understood is near what was meant, and works.
func TestOffersAreNearWhatWasMeant(t *testing.T) {
	t.Parallel()
	source := demoSource(t)
	const users, months = "SELECT * FROM users", "SELECT strftime('%Y-%m', created_at) AS month, count(*) AS orders FROM orders GROUP BY strftime('%Y-%m', created_at)"
	for _, c := range []struct{ sql, said, first, never string }{
		{users, "sort by nmmae", "sort by name", ""},
		{users, "only aactvee", "only active", ""},
		{users, "group by zork", "by ", "limit 10"},
		{months, "only flurbs", "only ", "sort by"},
		{months, "what is the weather", "show all", "sort by"},
		{months, "sort by flurb", "sort by orders descending", ""},
	} {
		current, err := statement.Parse(c.sql, statement.SQLite, source.Names)
		if err != nil {
			t.Fatal(err)
		}
		ask := func(said string) (*workflow.Draft, error) {
			return source.Refiner.Refine(t.Context(), workflow.Refine{Request: workflow.Request{Question: said, Now: noon}, Current: current})
		}
		draft, err := ask(c.said)
		var unknown *workflow.NotUnderstood
		if !errors.As(err, &unknown) || len(unknown.Suggestions) == 0 {
			t.Errorf("%s: %+v, %v", c.said, draft, err)
			continue
		}
		first := unknown.Suggestions[0]
		if !strings.HasPrefix(first, c.first) || c.never != "" && slices.ContainsFunc(unknown.Suggestions[:1], func(s string) bool { return strings.HasPrefix(s, c.never) }) {
			t.Errorf("%s: offered %q, want %q first", c.said, unknown.Suggestions, c.first)
		}
		if _, err := ask(first); err != nil {
			t.Errorf("%s: %q is offered and fails: %v", c.said, first, err)
		}
	}
}

// An input of which most words mean nothing here is no reading of anything, in a conversation or at its beginning.
func TestNothingIsOfferedWhereMostWordsMeanNothing(t *testing.T) {
	t.Parallel()
	source := demoSource(t)
	current, err := statement.Parse("SELECT * FROM orders", statement.SQLite, source.Names)
	if err != nil {
		t.Fatal(err)
	}
	for said, offered := range map[string]bool{
		"this is total crap, you stupid machine": false,
		"your program is bloody useless":         false,
		"the flurb of users from Kenya":          true,
	} {
		first := workflow.Request{Question: said, Now: noon}
		draft, err := source.Generator.Generate(t.Context(), first)
		var unknown *workflow.NotUnderstood
		if !errors.As(err, &unknown) || offered != (unknown.Partial != nil) {
			t.Errorf("%s: %+v, %+v", said, draft, err)
		}
		if offered {
			continue
		}
		if draft, err := source.Refiner.Refine(t.Context(), workflow.Refine{Request: first, Current: current}); !errors.As(err, &unknown) || unknown.Partial != nil {
			t.Errorf("%s, of orders: %+v, %+v", said, draft, err)
		}
	}
}
