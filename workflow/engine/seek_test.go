package engine_test

import (
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/postgres"
	"parley/db/sqlite"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
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
		// 4321 is "Fkgo Traders".
		for asked, where := range map[string]string{
			"sales to Fkgo Traders":                   "name = 'Fkgo Traders'",
			"how many sales does fkgo traders have?":  "name = 'Fkgo Traders'",
			"total amount of Fkgo":                    "LIKE '%Fkgo%'",
			"firm with the email f4321@example.com":   "email = 'f4321@example.com'",
			"which city is the firm Fkgo Traders in?": "name = 'Fkgo Traders'",
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
		next, err := source.Refiner.Refine(t.Context(), workflow.Refine{Request: workflow.Request{Question: "only Ekgo Traders", Now: noon}, Original: "sales to firms in Lima", Current: held.Statement})
		if err != nil || !strings.Contains(next.Statement.SQL(), "name = 'Ekgo Traders'") {
			t.Errorf("%s: the follow-up: %v, %v", d.Dialect(), next, err)
		}
		draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: "sales to Nobody Atall", Now: noon})
		if err == nil && len(draft.Ignored) == 0 {
			t.Errorf("%s: nobody is called so: %s", d.Dialect(), draft.Statement.SQL())
		}
	}
}
