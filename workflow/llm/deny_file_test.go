package llm_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/schema"
)

// asker asks a model that answers with the given SQL about a file, while columns are denied.
type asker struct {
	source llm.Source
	denied []string
}

func askerOn(t *testing.T, path string, denied ...string) asker {
	t.Helper()
	return asker{sourceOf(t, path), denied}
}

// sourceOf is the database at a path or address, its values read, below a model.
func sourceOf(t *testing.T, at string) llm.Source {
	t.Helper()
	database, err := opener.Open(t.Context(), db.Settings{}, at)
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

// ask gives the draft of a model's SQL, and what each request said last, in capitals: before it stand the rules and what the model
// said itself.
func (a asker) ask(t *testing.T, sql, words string) (*workflow.Draft, string, error) {
	t.Helper()
	server := llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: says(sql)}))
	s := settings(server)
	s.Policy, s.Privacy, s.Denied = llm.ModelFirst, llm.Rows, a.denied
	draft, err := over(t, s, a.source).Generate(t.Context(), question(words))
	var sent strings.Builder
	for _, r := range server.Requests() {
		sent.WriteString(r.Last())
	}
	return draft, strings.ToUpper(sent.String()), err
}

func duckFile(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "staff.duckdb")
	d, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec(script); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDeniedColumnsOfDuckDBAreReadByNoMacroAndNoForm(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine does it all")
	}
	t.Parallel()
	path := duckFile(t, `CREATE TABLE staff (id INT, name TEXT, email TEXT, card STRUCT(number TEXT, bank TEXT), handle TEXT GENERATED ALWAYS AS (lower(email)));
INSERT INTO staff (id, name, email, card) SELECT i, 'name ' || i, 'MARKED-' || i, {'number': 'MARKED-' || i, 'bank': 'b'} FROM range(50) r(i);
CREATE TABLE desks (id INT, room TEXT); INSERT INTO desks SELECT i, 'room ' || i FROM range(50) r(i);
CREATE VIEW starred AS SELECT * EXCLUDE (id) FROM staff; CREATE VIEW matched AS SELECT COLUMNS('e.*') FROM staff; CREATE VIEW first AS FROM staff;
CREATE VIEW lengthened AS UNPIVOT (SELECT id, email FROM staff) ON email INTO NAME n VALUE v; CREATE VIEW people AS SELECT id, name FROM staff;
CREATE VIEW shadowed AS SELECT upper(room) AS r FROM desks;
CREATE MACRO upper(x) AS (SELECT min(email) FROM staff); CREATE MACRO "year"(x) AS (SELECT min(email) FROM staff); CREATE MACRO "+"(a, b) AS (SELECT min(email) FROM staff);
CREATE MACRO "||"(a, b) AS (SELECT min(email) FROM staff); CREATE MACRO "~~"(a, b) AS (SELECT min(email) FROM staff) ; CREATE MACRO "range"(a) AS TABLE SELECT email FROM staff;
CREATE MACRO mail_of(i) AS (SELECT email FROM staff WHERE id = i); CREATE MACRO concat(a, b) AS (SELECT min(email) FROM staff);
CREATE MACRO generate_series(a, b) AS TABLE SELECT email FROM staff; CREATE MACRO "date_part"(a, b) AS (SELECT min(email) FROM staff); CREATE MACRO "array_extract"(a, b) AS (SELECT min(email) FROM staff);
CREATE MACRO "list_value"(a) AS (SELECT min(email) FROM staff); CREATE MACRO "row"(a, b) AS (SELECT min(email) FROM staff); CREATE MACRO "-"(a) AS (SELECT min(email) FROM staff);
CREATE VIEW by_macro AS SELECT mail_of(id) AS v FROM desks`)
	a := askerOn(t, path, "staff.email", "staff.card")
	for _, sql := range []string{
		"SELECT upper(room) FROM desks", `SELECT "year"(id) FROM desks`, "SELECT id + 1 FROM desks", "SELECT room || 'x' FROM desks", "SELECT room LIKE 'x' FROM desks", "SELECT * FROM range(5)",
		"SELECT mail_of(id) FROM desks", "SELECT concat(room, 'x') FROM desks", "SELECT * FROM generate_series(1, 3)", "SELECT extract(year FROM DATE '2020-01-01')", "SELECT date_part('year', DATE '2020-01-01')",
		"SELECT [1]", "SELECT ARRAY[1]", "SELECT row(1, 2)", "SELECT (1, 2)", "SELECT -id FROM desks", "SELECT room[1] FROM desks", "SELECT * FROM shadowed",
		"SELECT card.number FROM staff", "SELECT card['number'] FROM staff", "SELECT staff.card.number FROM staff", "SELECT s.card.number FROM staff s", "SELECT (s.card).number FROM staff s", "SELECT main.staff.card FROM staff",
		"SELECT main.staff.email FROM staff", "SELECT staff.email FROM staff", "SELECT staff.main.staff.email FROM staff", "SELECT s.email FROM staff s", "SELECT s FROM staff s", "SELECT COLUMNS('e.*') FROM staff", "SELECT COLUMNS(c -> c LIKE 'em%') FROM staff",
		"SELECT * EXCLUDE (email) FROM staff", "SELECT * REPLACE (1 AS id) FROM staff", "FROM staff", "SUMMARIZE staff", "DESCRIBE staff", "PIVOT staff ON email USING count(*)", "UNPIVOT staff ON email INTO NAME n VALUE v",
		"SELECT * FROM starred", "SELECT email FROM starred", "SELECT * FROM matched", "SELECT * FROM first", "SELECT v FROM lengthened", "SELECT handle FROM staff", "SELECT v FROM by_macro", "SELECT r FROM shadowed",
		"SELECT name FROM staff POSITIONAL JOIN desks", "SELECT #3 FROM staff", "SELECT name FROM staff ORDER BY ALL", "SELECT name FROM staff ORDER BY #3", "SELECT ALL email FROM staff", "SELECT * FROM (FROM staff)", "TABLE staff",
		"SELECT d.* FROM desks d JOIN staff USING (email)", "SELECT unnest(s) FROM staff s", "SELECT * FROM duckdb_views()", "SELECT * FROM duckdb_columns()", "SELECT stats(email) FROM staff", "SELECT * FROM pragma_storage_info('staff')",
		"SELECT max(e) FROM staff AS s(a, b, e)", "SELECT email: name FROM staff", "SELECT x: email FROM staff", "SELECT name FROM staff GROUP BY ALL HAVING max(email) > 'a'", "SELECT name FROM staff QUALIFY row_number() OVER (ORDER BY email) = 1",
		"SELECT a.email FROM staff a ASOF JOIN desks b ON a.id >= b.id", "SELECT id FROM desks WHERE room IN (FROM staff SELECT email)", "SELECT getvariable('x')", "SELECT current_setting('allowed_paths')", "VALUES ((SELECT email FROM staff LIMIT 1))",
	} {
		draft, sent, err := a.ask(t, sql, "the email and card of the staff, desks and people")
		if err == nil && shownBy(t, a.source.Database, draft) {
			t.Errorf("shown by %s as %s", sql, draft.Statement.SQL())
		}
		if strings.Contains(sent, mark) {
			t.Errorf("%s: the request holds a denied value: %s", sql, sent[strings.Index(sent, mark)-200:][:300])
		}
	}
}

func TestAHarmlessFileOfDuckDBIsAnsweredWhileColumnsAreDenied(t *testing.T) {
	t.Parallel()
	path := duckFile(t, `CREATE TABLE staff (id INT DEFAULT 1, name TEXT, email TEXT, handle TEXT GENERATED ALWAYS AS (lower(email)));
INSERT INTO staff (id, name, email) SELECT i, 'name ' || i, 'MARKED-' || i FROM range(50) r(i); CREATE TABLE desks (id INT DEFAULT 1, room TEXT); INSERT INTO desks VALUES (1, 'a');
CREATE MACRO mail_of(i) AS (SELECT email FROM staff WHERE id = i); CREATE VIEW people AS SELECT name FROM staff`)
	a := askerOn(t, path, "staff.email")
	for _, sql := range []string{"SELECT name FROM people", "SELECT count(*) FROM staff", "SELECT lower(name) FROM staff", "SELECT id + 1, room || 'x' FROM desks"} {
		if _, _, err := a.ask(t, sql, "the names of the staff, desks and people"); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"SELECT handle FROM staff", "SELECT mail_of(1)", "SELECT num_nulls(mail_of(1))"} {
		if draft, _, err := a.ask(t, sql, "the handles of the staff"); err == nil {
			t.Errorf("passed: %s", draft.Statement.SQL())
		}
	}
}

func TestADeniedKeyOfSQLiteIsNotReadAsARowID(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "staff", `CREATE TABLE staff (ssn INTEGER PRIMARY KEY, name TEXT); INSERT INTO staff VALUES (777001, 'Ann'), (777002, 'Bob');
CREATE TABLE t (ssn INTEGER PRIMARY KEY, oid TEXT); INSERT INTO t VALUES (777003, 'x'); CREATE VIEW rows AS SELECT rowid AS r, name FROM staff`)
	a := askerOn(t, path, "*.ssn")
	for _, sql := range []string{
		"SELECT rowid FROM staff", "SELECT oid FROM staff", "SELECT s._rowid_ FROM staff s", "SELECT name FROM staff ORDER BY rowid", "SELECT max(ROWID) FROM staff", "SELECT \"rowid\" FROM staff", "SELECT r FROM rows",
		"SELECT rowid FROM t", "SELECT main.staff.rowid FROM staff", "SELECT main.staff.ssn FROM staff", "SELECT name FROM staff WHERE rowid > 777001", "SELECT name FROM staff WHERE ssn > 777001", "SELECT count(*) FROM staff GROUP BY rowid",
	} {
		if draft, _, err := a.ask(t, sql, "the rowid and ssn of the staff, rows and t"); err == nil {
			t.Errorf("%s passed as %s", sql, draft.Statement.SQL())
		}
	}
	for _, sql := range []string{"SELECT name FROM staff", "SELECT oid FROM t"} {
		if _, _, err := a.ask(t, sql, "the names of the staff and t"); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestColumnsThatReferToADeniedOneAreDenied(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "staff", `CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE); INSERT INTO staff VALUES (1, 'Ann', 'MARKED-1'), (2, 'Bob', 'MARKED-2');
CREATE TABLE logins (id INTEGER PRIMARY KEY, who TEXT REFERENCES staff (email), at TEXT); INSERT INTO logins VALUES (1, 'MARKED-1', '2026-01-01');
CREATE TABLE tokens (id INTEGER PRIMARY KEY, owner TEXT REFERENCES logins (who), desk INT REFERENCES staff (id)); INSERT INTO tokens VALUES (1, 'MARKED-1', 1); CREATE VIEW seen AS SELECT who AS w, at FROM logins`)
	a := askerOn(t, path, "staff.email")
	for _, sql := range []string{"SELECT who FROM logins", "SELECT l.who FROM logins l", "SELECT * FROM logins", "SELECT owner FROM tokens", "SELECT w FROM seen", "SELECT count(*) FROM logins WHERE who > 'MARKED-0'"} {
		draft, sent, err := a.ask(t, sql, "who is in the logins and owners of tokens of the staff")
		if err == nil {
			t.Errorf("%s passed as %s", sql, draft.Statement.SQL())
		}
		if strings.Contains(sent, mark) {
			t.Errorf("%s: the request holds a denied value", sql)
		}
	}
	for _, sql := range []string{"SELECT at FROM logins", "SELECT desk FROM tokens", "SELECT name FROM staff"} {
		if _, _, err := a.ask(t, sql, "the times of logins, desks of tokens and names of the staff"); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}
