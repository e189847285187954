package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
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
CREATE VIEW called AS SELECT id, mail_of(id) AS v FROM desks;
CREATE TABLE interns (school text) INHERITS (staff); INSERT INTO interns (id, name, email, boss) VALUES (1000, 'intern', 'MARKED-6', 1);
CREATE FUNCTION year(int) RETURNS text LANGUAGE sql STABLE AS 'SELECT min(email) FROM staff';
CREATE FUNCTION mail_at(desks) RETURNS text LANGUAGE sql STABLE AS 'SELECT min(email) FROM staff'; CREATE FUNCTION json_scalar(int) RETURNS text LANGUAGE sql STABLE AS 'SELECT min(email) FROM staff';
CREATE FUNCTION mailed(text, int) RETURNS text LANGUAGE sql STABLE AS 'SELECT min(email) FROM staff'; CREATE OPERATOR + (LEFTARG = text, RIGHTARG = int, FUNCTION = mailed);
CREATE OPERATOR @@@ (LEFTARG = text, RIGHTARG = int, FUNCTION = mailed); CREATE VIEW by_operator AS SELECT id, room @@@ id AS v FROM desks;
CREATE TYPE address AS (v text); CREATE FUNCTION addressed(desks) RETURNS address LANGUAGE sql STABLE AS 'SELECT row(min(email))::address FROM staff'; CREATE CAST (desks AS address) WITH FUNCTION addressed(desks);
CREATE FUNCTION shouts(int) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RAISE EXCEPTION ''%'', (SELECT min(email) FROM staff); END'; CREATE DOMAIN loud AS int CHECK (shouts(VALUE)); ANALYZE`)
	return sourceOf(t, url)
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
		{"interns", "email"}, {"interns i", "i.email"}, {"interns", "handle"}, {"desks d", "year(d.id)"}, {"desks d", "(d).mail_at"}, {"desks d", "d.mail_at"}, {"desks d", "json_scalar(d.id)"}, {"desks d", "d.room + 1"},
		{"desks d", "d.room @@@ 1"}, {"by_operator", "v"}, {"desks d", "d::address"}, {"desks d", "((d::address)).v"}, {"desks d", "d.id::loud"}, {"desks d", "5::loud"}, {"staff JOIN (VALUES ('MARKED-1')) AS x(email) USING (email)", "1"},
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
			draft, sent, err := asker{source, []string{pattern}}.ask(t, sql, "the email of the staff, contacts, mails and desks")
			harmless := sql == "SELECT name FROM people" || sql == "SELECT count(*) FROM staff"
			switch {
			case harmless && err != nil:
				t.Errorf("%s: refused: %s: %#v", pattern, sql, err)
			case err == nil && shownBy(t, source.Database, draft):
				t.Errorf("%s: shown by: %s", pattern, sql)
			}
			if strings.Contains(sent, mark) {
				t.Fatalf("%s: sent:\n%s", pattern, sent)
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

// Full text search keeps a table's values under names of its own: in tables beside it, whether or not this build knows its module, in a
// table of its words, and in an index over the rows of another table.
func TestDeniedColumnsOfSQLiteAreNotReadThroughFullTextSearch(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "staff", `CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, email TEXT); INSERT INTO staff VALUES (1, 'Ann', 'MARKED-1'), (2, 'Bob', 'MARKED-2');
CREATE VIRTUAL TABLE notes USING fts5(name, email); INSERT INTO notes VALUES ('Ann', 'MARKED-3');
CREATE VIRTUAL TABLE "key words" USING fts5vocab(notes, 'row'); CREATE VIRTUAL TABLE each_word USING fts5vocab('notes', 'instance');
CREATE VIRTUAL TABLE search USING fts5(email, content = "staff", content_rowid = 'id'); INSERT INTO search (search) VALUES ('rebuild');
CREATE VIRTUAL TABLE named USING fts5(name, content='staff', content_rowid='id'); INSERT INTO named (named) VALUES ('rebuild');
CREATE TABLE old_content (docid INTEGER PRIMARY KEY, c0email TEXT); INSERT INTO old_content VALUES (1, 'MARKED-4');
CREATE TABLE place_rowid (rowid INTEGER PRIMARY KEY, nodeno, a0); INSERT INTO place_rowid VALUES (1, 1, 'MARKED-5');
CREATE VIEW people AS SELECT id, name FROM staff; CREATE VIEW mails AS SELECT email AS m FROM staff;
PRAGMA writable_schema = ON;
INSERT INTO sqlite_schema VALUES ('table', 'old', 'old', 0, 'CREATE VIRTUAL TABLE old USING fts4(email)'), ('table', 'place', 'place', 0, 'CREATE VIRTUAL TABLE place USING rtree(id, a, b, +email)')`)
	a := askerOn(t, path, "staff.email", "notes.email")
	const words = "tell me what staff wrote in notes, old and place by the key words"
	for _, sql := range []string{
		"SELECT term FROM \"key words\"", "SELECT * FROM each_word", "SELECT c0email FROM old_content", "SELECT * FROM place_rowid", "SELECT c1 FROM notes_content",
		"SELECT email FROM search", "SELECT * FROM search", "SELECT rowid FROM search WHERE search MATCH 'zzz'", "SELECT m FROM mails",
	} {
		draft, sent, err := a.ask(t, sql, words)
		if err == nil {
			t.Errorf("%s passed as %s", sql, draft.Statement.SQL())
		}
		if strings.Contains(sent, mark) {
			t.Errorf("%s: the request holds a denied value", sql)
		}
	}
	for _, sql := range []string{"SELECT name FROM people", "SELECT name FROM named", "SELECT name FROM staff"} {
		if _, _, err := a.ask(t, sql, words); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}
