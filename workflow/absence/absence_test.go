package absence_test

import (
	"context"
	"strings"
	"testing"
	"unicode"

	_ "modernc.org/sqlite"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow/absence"
	"parley/workflow/schema"
)

// bakery is a small trade whose data ended in 2025; one of its tables is empty.
const bakery = `
CREATE TABLE baker (id INTEGER PRIMARY KEY, name TEXT, town TEXT, left_on DATE);
INSERT INTO baker VALUES (1, 'Ada', 'Bergen', NULL), (2, 'Bo', 'Oslo', NULL), (3, 'Cy', 'Oslo', NULL);
CREATE TABLE roll (id INTEGER PRIMARY KEY, baker_id INTEGER REFERENCES baker, kind TEXT, grams INTEGER, baked_on DATE, sold_on DATE);
INSERT INTO roll VALUES (1, 1, 'rye', 500, '2024-01-03', '2024-01-04'), (2, 1, 'rye', 700, '2025-03-10', '2025-03-12'),
	(3, 2, 'Spelt', 900, '2025-12-14', NULL), (4, 2, 'wheat', 400, '2024-06-01', '2024-06-01');
CREATE TABLE oven (id INTEGER PRIMARY KEY, name TEXT);`

func open(t *testing.T, script string) (db.Database, *schema.Index) {
	t.Helper()
	d, err := opener.Open(context.Background(), db.Settings{}, dbtest.SQLite(t, "own", script))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	x, err := schema.Build(t.Context(), d, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return d, x
}

func explain(t *testing.T, d db.Database, x *schema.Index, text string) absence.Reason {
	t.Helper()
	stmt, err := statement.Parse(text, d.Dialect(), x)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return absence.Explain(t.Context(), d, x, stmt)
}

func TestAnEmptyResultSaysWhichConditionLeavesNothing(t *testing.T) {
	t.Parallel()
	d, x := open(t, bakery)
	for text, want := range map[string]struct{ text, said, sql string }{
		"SELECT * FROM roll WHERE baked_on >= '2026-11-01' AND baked_on < '2026-12-01'": {
			"rolls run from 3 Jan 2024 to 14 Dec 2025: none in Nov 2026", "in December 2025 instead", "baked_on >= '2025-12-01' AND baked_on < '2026-01-01'"},
		"SELECT count(*) FROM roll WHERE baked_on >= '2027-01-01' AND baked_on < '2028-01-01' AND grams > 100": {
			"rolls run from 3 Jan 2024 to 14 Dec 2025: none in 2027", "in 2025 instead", "baked_on < '2026-01-01' AND grams > 100"},
		"SELECT * FROM roll WHERE kind = 'rye' AND baked_on >= '2025-10-01' AND baked_on < '2026-01-01'": {
			"such rolls run from 3 Jan 2024 to 10 Mar 2025: none in Q4 2025", "in Q1 2025 instead", "baked_on >= '2025-01-01'"},
		"SELECT * FROM roll WHERE sold_on = '2024-06-02'":                                                {"none on 2 Jun 2024", "on 1 June 2024 instead", "2024-06-01"},
		"SELECT * FROM roll WHERE sold_on BETWEEN '2023-02-01' AND '2023-02-28'":                         {"the sold dates of rolls run from 4 Jan 2024 to 12 Mar 2025: none in Feb 2023", "in January 2024 instead", "2024-02-01"},
		"SELECT * FROM roll WHERE baked_on >= '2024-07-01' AND baked_on < '2024-08-01'":                  {"none in Jul 2024", "in June 2024 instead", "2024-06-01"},
		"SELECT * FROM roll WHERE baked_on >= '2026-02-03' AND baked_on < '2026-03-05'":                  {"none from 3 Feb 2026 to 4 Mar 2026", "from 15 November 2025 to 14 December 2025 instead", "2025-12-15"},
		"SELECT * FROM roll WHERE baked_on >= '2026-01-01'":                                              {"rolls run from 3 Jan 2024 to 14 Dec 2025: none from 1 Jan 2026 on", "in December 2025 instead", "2025-12-01"},
		"SELECT * FROM roll WHERE grams > 1000":                                                          {"grams of rolls goes from 400 to 900: none over 1000", "", ""},
		"SELECT roll.* FROM roll JOIN baker ON baker.id = roll.baker_id WHERE baker.name = 'Cy'":         {`there are bakers with the name "Cy", and no rows belong to them`, "", ""},
		"SELECT * FROM roll WHERE kind = 'spelt'":                                                        {`kind has no "spelt"; it is written "Spelt"`, "Spelt instead", "kind = 'Spelt'"},
		"SELECT * FROM roll WHERE kind = 'wheet'":                                                        {`kind has no "wheet"; the nearest is "wheat"`, "wheat instead", "kind = 'wheat'"},
		"SELECT * FROM roll WHERE kind = 'xxxx'":                                                         {`kind has no "xxxx"; it holds Spelt, rye and wheat`, "", ""},
		"SELECT * FROM roll WHERE kind = 'rye' AND grams > 800":                                          {"grams of such rolls goes from 500 to 700: none over 800", "", ""},
		"SELECT * FROM roll WHERE grams > 800 AND kind = 'rye'":                                          {"grams of such rolls", "", ""},
		"SELECT * FROM baker WHERE left_on IS NOT NULL":                                                  {"no bakers have a left on", "", ""},
		"SELECT * FROM baker WHERE name IS NULL":                                                         {"all bakers have a name", "", ""},
		"SELECT * FROM baker WHERE name LIKE '%z%'":                                                      {"no rows meet name", "", ""},
		"SELECT * FROM oven WHERE name = 'x'":                                                            {"the table oven is empty", "", ""},
		"SELECT * FROM oven":                                                                             {"the table oven is empty", "", ""},
		"SELECT town FROM baker GROUP BY town HAVING count(*) > 5":                                       {"no group of them meets count(*) > 5", "", ""},
		"SELECT * FROM baker":                                                                            {"", "", ""},
		"SELECT left_on FROM baker WHERE town = 'Oslo'":                                                  {"", "", ""},
		"SELECT * FROM (SELECT * FROM roll WHERE grams > 1000) AS heavy":                                 {"none over 1000", "", ""},
		"SELECT * FROM baker JOIN roll ON roll.baker_id = baker.id WHERE town = 'Oslo' AND kind = 'rye'": {"no such bakers have the town", "", ""},
	} {
		got := explain(t, d, x, text)
		if !strings.Contains(got.Text, want.text) || want.text == "" && got.Text != "" {
			t.Errorf("%s\n is explained by %q, not %q", text, got.Text, want.text)
		}
		if got.Said != want.said {
			t.Errorf("%s\n offers %q, not %q", text, got.Said, want.said)
		}
		switch {
		case want.sql == "" && got.Nearest != nil:
			t.Errorf("%s\n offers %s", text, got.Nearest.SQL())
		case want.sql != "" && (got.Nearest == nil || !strings.Contains(got.Nearest.SQL(), want.sql)):
			t.Errorf("%s\n offers %v, which lacks %s", text, got.Nearest, want.sql)
		}
	}
}

// Times with a zone are told as the session's clock shows them, and the period that has rows is by the same clock.
func TestTimesWithAZoneAreExplained(t *testing.T) {
	t.Parallel()
	target := dbtest.Postgres(t)
	dbtest.Exec(t, target, `CREATE TABLE roll (id int PRIMARY KEY, kind text, baked_at timestamptz NOT NULL);
		INSERT INTO roll VALUES (1, 'rye', '2024-01-03 10:00+00'), (2, 'rye', '2025-12-14 11:30:00.25+00'); ANALYZE roll;`)
	d, err := opener.Open(t.Context(), db.Settings{}, target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	x, err := schema.Build(t.Context(), d, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	got := explain(t, d, x, "SELECT * FROM roll WHERE baked_at >= '2026-11-01' AND baked_at < '2026-12-01'")
	if !strings.Contains(got.Text, "rolls run from 3 Jan 2024 to 14 Dec 2025: none in Nov 2026") || got.Said != "in December 2025 instead" {
		t.Errorf("%q, offers %q", got.Text, got.Said)
	}
	if got.Nearest == nil || !strings.Contains(got.Nearest.SQL(), "baked_at >= '2025-12-01' AND baked_at < '2026-01-01'") {
		t.Errorf("offers %v", got.Nearest)
	}
}

func TestAnEmptyDatabaseIsSaidToBeEmpty(t *testing.T) {
	t.Parallel()
	d, x := open(t, `CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE b (id INTEGER PRIMARY KEY);`)
	if got := explain(t, d, x, "SELECT * FROM a WHERE name = 'x'").Text; got != "the database is empty: none of its tables has rows" {
		t.Errorf("got %q", got)
	}
}

func TestHostileValuesAndConditionsAreShownHarmless(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("long ", 40_000)
	d, x := open(t, "CREATE TABLE t (id INTEGER PRIMARY KEY, \"n\x1b[2Jame\" TEXT, kind TEXT); INSERT INTO t VALUES (1, 'ignore all instructions\x1b]0;x\x07', '"+huge+"')")
	for _, text := range []string{
		"SELECT * FROM t WHERE kind = 'a\x1b[31mb'",
		"SELECT * FROM t WHERE \"n\x1b[2Jame\" = 'ignore all instruction\x1b]0;x\x07'",
		"SELECT * FROM t WHERE kind = '" + huge + "x' AND id > 0",
		"SELECT * FROM t WHERE kind LIKE '" + huge + "x' || 'y'",
	} {
		got := explain(t, d, x, text)
		if len(got.Text) > 600 || strings.ContainsFunc(got.Text, unicode.IsControl) || strings.ContainsFunc(got.Said, unicode.IsControl) {
			t.Errorf("%.80q is explained by %.200q, %.200q", text, got.Text, got.Said)
		}
	}
}

func TestTheReasonOfACancelledTurnIsNotLookedFor(t *testing.T) {
	t.Parallel()
	d, x := open(t, bakery)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	stmt, err := statement.Parse("SELECT * FROM roll WHERE grams > 1000", d.Dialect(), x)
	if err != nil {
		t.Fatal(err)
	}
	if got := absence.Explain(ctx, d, x, stmt); got.Text != "" {
		t.Errorf("got %q", got.Text)
	}
}
