package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/schema"
)

// mark is in every value of the denied column, and nowhere else.
const mark = "MARKED"

// staffed is a database whose column staff.email holds marks, with everything that could show them under another name.
func staffed(t *testing.T) llm.Source {
	t.Helper()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, `CREATE TABLE staff (id int PRIMARY KEY, name text, email text, boss int, handle text GENERATED ALWAYS AS (lower(email)) STORED);
INSERT INTO staff (id, name, email, boss) SELECT n, 'name ' || n, 'MARKED-' || n % 5, n / 2 FROM generate_series(1, 100) n;
CREATE TABLE desks (id int PRIMARY KEY, room text); INSERT INTO desks SELECT n, 'room ' || n FROM generate_series(1, 100) n;
CREATE VIEW contacts AS SELECT id, name, email AS contact FROM staff; CREATE VIEW deep AS SELECT contact AS c FROM contacts; CREATE VIEW people AS SELECT id, name FROM staff;
CREATE VIEW whole AS SELECT s AS everything FROM staff s; CREATE MATERIALIZED VIEW mails AS SELECT id, email AS m FROM staff;
CREATE FUNCTION mail_of(int) RETURNS text LANGUAGE sql STABLE AS 'SELECT email FROM staff WHERE id = $1';
CREATE FUNCTION lowest(text) RETURNS text LANGUAGE sql STABLE AS 'SELECT min(email) FROM staff';
CREATE VIEW called AS SELECT id, mail_of(id) AS v FROM desks; ANALYZE`)
	database, err := opener.Open(t.Context(), db.Settings{}, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	index, err := schema.Build(t.Context(), database, schema.Limits{PerColumn: 20, Values: 5000, Bytes: 1 << 20, Time: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return llm.Source{Generator: abstaining, Refiner: abstaining, Database: database, Index: index, Names: names{index.Schema}}
}

// waysToAsk are statements that show the denied column if nobody minds, and many that are no SQL at all.
func waysToAsk() (ways []string) {
	for _, from := range []struct{ text, column string }{
		{"staff s", "email"}, {"staff s", "s.email"}, {"public.staff s", "s.email"}, {"staff", "staff.email"}, {"staff s", "handle"}, {"staff s", "s"}, {"staff s", "s.*"}, {"staff s", "*"},
		{"staff s", "to_json(s)"}, {"staff s", "row_to_json(s)"}, {"staff s", "(s).email"}, {"staff s", "s::text"}, {"staff s", "mail_of(s.id)"}, {"desks d", "mail_of(d.id)"},
		{"desks d", "lowest(room)"}, {"desks d", "(SELECT max(email) FROM staff)"}, {"desks d", "(SELECT lower(x) FROM (SELECT email AS x FROM staff) q LIMIT 1)"}, {"staff AS s(a, b, c, d, e)", "c"}, {"staff AS s(a, b, c)", "s.c"},
		{"(staff x JOIN desks y ON true) AS s(a, b, c, d, e, f, g)", "c"}, {"(TABLE staff) s", "email"}, {"(SELECT * FROM staff) s", "s.email"}, {"contacts v", "contact"}, {"contacts v", "v"},
		{"public.contacts v", "v.contact"}, {"deep", "c"}, {"whole", "everything"}, {"mails", "m"}, {"mails v", "v.m"}, {"called", "v"}, {"staff s JOIN desks d USING (id)", "s.email"},
		{"desks d, LATERAL (SELECT email AS e FROM staff WHERE id = d.id) l", "l.e"}, {"staff NATURAL JOIN people", "email"}, {"pg_stats", "most_common_vals"}, {"pg_catalog.pg_stats", "most_common_vals::text"},
		{"pg_statistic", "stavalues1"}, {"json_each(row_to_json((SELECT s FROM staff s LIMIT 1))) j", "j.value"}, {"desks", "query_to_xml('SELECT email FROM staff', true, true, '')"},
	} {
		for _, shape := range []string{
			"SELECT %[2]s FROM %[1]s", "SELECT %[2]s AS name FROM %[1]s", "SELECT x.* FROM (SELECT %[2]s FROM %[1]s) x", "WITH w AS (SELECT %[2]s FROM %[1]s) SELECT * FROM w",
			"WITH w(v) AS (SELECT %[2]s FROM %[1]s) SELECT v FROM w", "SELECT room FROM desks UNION ALL SELECT (%[2]s)::text FROM %[1]s", "SELECT (SELECT (%[2]s)::text FROM %[1]s LIMIT 1)",
			"SELECT array_agg((%[2]s)::text) FROM %[1]s", "SELECT max((%[2]s)::text) FROM %[1]s", "SELECT CASE WHEN true THEN (%[2]s)::text END FROM %[1]s",
		} {
			ways = append(ways, fmt.Sprintf(shape, from.text, from.column))
		}
	}
	return ways
}

// shownBy runs a draft and says whether a mark is in its rows.
func shownBy(t *testing.T, database db.Database, draft *workflow.Draft) bool {
	t.Helper()
	rows, err := database.Query(context.Background(), draft.Statement)
	if err != nil {
		return false
	}
	defer rows.Close()
	for rows.Next(context.Background()) {
		for _, v := range rows.Row() {
			if strings.Contains(strings.ToUpper(db.Format(v)), mark) {
				return true
			}
		}
	}
	return false
}

// TestDeniedValuesGoNowhere is a law of information flow: whatever a model asks for, no value of a denied column is in what
// it is sent, nor in the rows of its statements.
func TestDeniedValuesGoNowhere(t *testing.T) {
	t.Parallel()
	ways := waysToAsk()
	if len(ways) < 300 {
		t.Fatalf("only %d ways", len(ways))
	}
	if testing.Short() { // as the race detector's run is
		ways = ways[:40]
	}
	for _, pattern := range []string{"staff.email", "public.staff.email", `"Staff"."EMAIL"`, "email", "public.*.email", "*.email"} {
		source := staffed(t)
		if pattern != "staff.email" {
			ways = ways[:20]
		}
		for _, sql := range append(ways, "SELECT name FROM people", "SELECT count(*) FROM staff") {
			server := llmtest.OpenAI(t, steps(says(sql)))
			s := settings(server)
			s.Policy, s.Privacy, s.Denied = llm.ModelFirst, llm.Rows, []string{pattern}
			draft, err := over(t, s, source).Generate(t.Context(), question("the email of the staff, contacts, mails and desks"))
			harmless := sql == "SELECT name FROM people" || sql == "SELECT count(*) FROM staff"
			switch {
			case harmless && err != nil:
				t.Errorf("%s: refused: %s: %#v", pattern, sql, err)
			case err == nil && shownBy(t, source.Database, draft):
				t.Errorf("%s: shown by: %s", pattern, sql)
			}
			for _, r := range server.Requests() {
				if strings.Contains(strings.ToUpper(r.Last()), mark) {
					t.Fatalf("%s: sent:\n%s", pattern, r.Last())
				}
			}
		}
	}
}

func TestDeniedColumnsThatAreNowhereAreAnError(t *testing.T) {
	t.Parallel()
	for pattern, meant := range map[string]string{"users.emial": "users.email", "emali": "email", "user.email": "users.email", "public.staff.email": "", "users.e*x": "ok", "users.email": "ok", "main.users.email": "ok"} {
		server := llmtest.OpenAI(t, steps(says("SELECT 1 AS one")))
		s := settings(server)
		s.Denied = []string{pattern}
		m, err := llm.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Over(t.Context(), shop(t, nil))
		switch {
		case meant == "ok" && err != nil, meant != "ok" && err == nil, meant != "ok" && meant != "" && !strings.Contains(err.Error(), "did you mean "+meant):
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

func TestViewsOfEveryEngineAreLookedThrough(t *testing.T) {
	t.Parallel()
	for create, want := range map[string]string{
		"CREATE VIEW v AS SELECT a FROM t": "SELECT a FROM t", `create temp view if not exists main."odd as (name" (x, y) as select 1;`: "select 1",
		"CREATE VIEW [x] AS\nSELECT 1": "SELECT 1", `CREATE VIEW "a as select 1 --" AS SELECT email FROM t`: "SELECT email FROM t", "CREATE TABLE t(a)": "",
	} {
		if got := db.ViewQuery(create); got != want {
			t.Errorf("%s: %q", create, got)
		}
	}
}
