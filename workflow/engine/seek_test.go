package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/postgres"
	"parley/db/sqlite"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

// manyFirms makes 5,000 firms with names such as "Aaao Traders", which is more than are indexed, and a sale to each.
const manyFirms = `
CREATE TABLE firm (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE sale (id INTEGER PRIMARY KEY, firm_id INTEGER NOT NULL REFERENCES firm, amount INTEGER NOT NULL);
INSERT INTO firm WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
	SELECT i, CHR(65 + i % 26) || CHR(97 + i / 26 % 26) || CHR(97 + i / 676) || 'o Traders', 'f' || i || '@example.com', CASE i % 2 WHEN 0 THEN 'Oslo' ELSE 'Lima' END FROM n;
INSERT INTO sale SELECT id, id, id % 90 FROM firm;`

// TestValuesThatAreNotIndexedAreSought speaks of firms that are not among the first 3,000, by their whole name, a word of it or an address, in
// whatever letters, in questions and follow-ups. What nobody is called stays unknown.
func TestValuesThatAreNotIndexedAreSought(t *testing.T) {
	t.Parallel()
	lite, err := sqlite.Open(t.Context(), dbtest.SQLite(t, "firms", strings.ReplaceAll(manyFirms, "CHR(", "char(")), db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	to := dbtest.Postgres(t)
	dbtest.Exec(t, to, manyFirms)
	server, err := postgres.Open(t.Context(), to, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []db.Database{lite, server} {
		t.Cleanup(func() { d.Close() })
		source, err := engine.Source(t.Context(), d, reader.WholeTrials)
		if err != nil {
			t.Fatal(err)
		}
		// 4315 is "Zjgo Traders", 4313 "Xjgo Traders".
		for _, name := range []string{"Zjgo Traders", "Xjgo Traders"} {
			if len(source.Index.Values(name)) > 0 {
				t.Fatalf("%s is indexed", name)
			}
		}
		for asked, where := range map[string]string{
			"sales to Zjgo Traders":                   "name = 'Zjgo Traders'",
			"how many sales does zjgo traders have?":  "name = 'Zjgo Traders'",
			"total amount of Zjgo":                    "LIKE '%Zjgo%'",
			"firm with the email f4315@example.com":   "email = 'f4315@example.com'",
			"which city is the firm Zjgo Traders in?": "name = 'Zjgo Traders'",
		} {
			draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: asked, Now: noon})
			if err != nil || !strings.Contains(draft.Statement.SQL(), where) {
				t.Errorf("%v: %s: %v, %v, want %s", d.Dialect(), asked, draft, err, where)
			}
		}
		held, err := source.Generator.Generate(t.Context(), workflow.Request{Question: "sales to firms in Lima", Now: noon})
		if err != nil {
			t.Fatal(err)
		}
		next, err := source.Refiner.Refine(t.Context(), workflow.Refine{Request: workflow.Request{Question: "only Xjgo Traders", Now: noon}, Original: "sales to firms in Lima", Current: held.Statement})
		if err != nil || !strings.Contains(next.Statement.SQL(), "name = 'Xjgo Traders'") {
			t.Errorf("%s: the follow-up: %v, %v", d.Dialect(), next, err)
		}
		draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: "sales to Nobody Atall", Now: noon})
		if err == nil && len(draft.Ignored) == 0 {
			t.Errorf("%s: nobody is called so: %s", d.Dialect(), draft.Statement.SQL())
		}
	}
}

// TestWhatWasSoughtIsKnownToAllWhoRead asks for the same name from two sides at once, after somebody who gave up, and by the engine over the
// index without taught words.
func TestWhatWasSoughtIsKnownToAllWhoRead(t *testing.T) {
	t.Parallel()
	d, err := sqlite.Open(t.Context(), dbtest.SQLite(t, "firms", strings.ReplaceAll(manyFirms, "CHR(", "char(")), db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	tables, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := schema.Read(t.Context(), d, tables, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	e := reader.New(x, d.Dialect()).WithTrials(d, reader.WholeTrials)
	given, up := context.WithCancel(t.Context())
	up()
	e.Seek(given, "sales to Zjgo Traders", noon)
	if len(x.Values("Zjgo Traders")) > 0 {
		t.Fatal("it is known already")
	}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			e.Seek(t.Context(), "sales to Zjgo Traders", noon)
			if len(x.Values("Zjgo Traders")) == 0 {
				t.Error("one of two who ask at once does not know it")
			}
		})
	}
	both.Wait()
	bare := x.Untaught()
	e.Over(bare).Seek(t.Context(), "sales to Zjgo Traders", noon)
	if len(bare.Values("Zjgo Traders")) == 0 {
		t.Error("the index without taught words does not know it")
	}
}
