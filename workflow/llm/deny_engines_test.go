package llm_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"parley/db/dbtest"
)

// way is a statement that shows a denied value if nobody minds, or tells something of it by which rows there are and in which order.
type way struct {
	sql    string
	probes bool
}

// from is where a denied column is, and an expression that gives its values.
type from struct{ text, value string }

// shapes are where a value may stand; %[1]s is what it is selected from, %[2]s itself. The probing ones show none, but tell of it.
var shapes, probingShapes = []string{
	"SELECT %[2]s FROM %[1]s", "SELECT %[2]s AS name FROM %[1]s", "SELECT x.* FROM (SELECT %[2]s FROM %[1]s) x", "WITH w AS (SELECT %[2]s FROM %[1]s) SELECT * FROM w",
	"WITH w(v) AS (SELECT %[2]s FROM %[1]s) SELECT v FROM w", "SELECT room FROM desks UNION ALL SELECT CAST(%[2]s AS text) FROM %[1]s", "SELECT (SELECT CAST(%[2]s AS text) FROM %[1]s LIMIT 1)",
	"SELECT max(CAST(%[2]s AS text)) FROM %[1]s", "SELECT CASE WHEN 1 = 1 THEN %[2]s END FROM %[1]s", "SELECT first_value(%[2]s) OVER () FROM %[1]s", "SELECT DISTINCT %[2]s FROM %[1]s",
	"SELECT d.room, (SELECT max(CAST(%[2]s AS text)) FROM %[1]s) FROM desks d", "WITH RECURSIVE w(v) AS (SELECT CAST(%[2]s AS text) FROM %[1]s UNION SELECT v FROM w) SELECT v FROM w",
}, []string{
	"SELECT 1 FROM %[1]s WHERE %[2]s > 'MARKED-2'", "SELECT 1 FROM %[1]s ORDER BY %[2]s LIMIT 1", "SELECT count(*) FROM %[1]s GROUP BY %[2]s", "SELECT count(DISTINCT %[2]s) FROM %[1]s",
	"SELECT count(*) FROM %[1]s HAVING max(%[2]s) > 'a'", "SELECT room FROM desks WHERE EXISTS (SELECT 1 FROM %[1]s WHERE %[2]s LIKE 'M%%')", "SELECT row_number() OVER (ORDER BY %[2]s) FROM %[1]s",
	"SELECT room FROM desks JOIN (SELECT %[2]s AS m FROM %[1]s) q ON q.m > room",
}

// waysBy writes each of them in every shape.
func waysBy(places []from) (ways []way) {
	for _, p := range places {
		for i, list := range [][]string{shapes, probingShapes} {
			for _, shape := range list {
				ways = append(ways, way{fmt.Sprintf(shape, p.text, p.value), i == 1})
			}
		}
	}
	return ways
}

// goesNowhere asks in some of the ways, or in all if PARLEY_TEST_WAYS says "all": no mark is in a request or in rows, and nothing that tells of a denied value is answered.
func goesNowhere(t *testing.T, a asker, ways []way, words string) {
	t.Helper()
	if len(ways) < 300 {
		t.Fatalf("only %d ways", len(ways))
	}
	stride := 13 // prime to the shapes: of each place some, of each shape some
	if os.Getenv("PARLEY_TEST_WAYS") == "all" {
		stride = 1
	}
	refused, asked := 0, 0
	for i := 0; i < len(ways); i += stride {
		w := ways[i]
		asked++
		draft, sent, err := a.ask(t, w.sql, words)
		switch {
		case err != nil:
			refused++
		case w.probes:
			t.Errorf("told by: %s, as %s", w.sql, draft.Statement.SQL())
		case shownBy(t, a.source.Database, draft):
			t.Errorf("shown by: %s, as %s", w.sql, draft.Statement.SQL())
		}
		if strings.Contains(sent, mark) {
			t.Fatalf("%s: the request holds a denied value", w.sql)
		}
	}
	t.Logf("%d of %d refused", refused, asked)
}

func TestDeniedValuesOfSQLiteGoNowhere(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "staff", `CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, email TEXT, boss INT, handle TEXT AS (lower(email)), longer TEXT AS (email || 'x') STORED); CREATE INDEX by_mail ON staff (email);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO staff (id, name, email, boss) SELECT i, 'name ' || i, 'MARKED-' || i % 5, i / 2 FROM n;
CREATE TABLE desks (id INTEGER PRIMARY KEY, room TEXT); INSERT INTO desks SELECT id, 'room ' || id FROM staff; CREATE VIEW contacts AS SELECT id, name, email AS contact FROM staff;
CREATE VIEW deep AS SELECT contact AS c FROM contacts; CREATE VIEW people AS SELECT id, name FROM staff; CREATE VIEW counted AS SELECT email, count(*) AS n FROM staff GROUP BY email; ANALYZE`)
	goesNowhere(t, askerOn(t, path, "staff.email"), waysBy([]from{
		{"staff s", "email"}, {"staff s", "s.email"}, {"staff", "staff.email"}, {"main.staff", "main.staff.email"}, {"staff", "\"email\""}, {"staff", "[email]"}, {"staff", "`EMAIL`"}, {"staff s", "handle"}, {"staff s", "s.longer"},
		{"staff s", "json_object('e', email)"}, {"staff s", "group_concat(email)"}, {"staff s", "printf('%%s', email)"}, {"staff s", "email COLLATE NOCASE"}, {"staff s", "email || ''"}, {"staff s", "+email"}, {"staff s", "coalesce(NULL, email)"},
		{"staff s", "(SELECT email)"}, {"(WITH staff AS (SELECT 1 AS one) SELECT one FROM staff) x, staff", "email"}, {"staff s INDEXED BY by_mail", "email"}, {"contacts", "contact"}, {"contacts v", "v.contact"}, {"deep", "c"}, {"counted", "email"}, {"(SELECT * FROM staff) s", "s.email"}, {"(SELECT email AS e FROM staff) s", "e"},
		{"staff NATURAL JOIN people", "email"}, {"desks d JOIN staff USING (id)", "email"}, {"json_each((SELECT json_group_array(email) FROM staff)) j", "j.value"}, {"desks d", "(SELECT max(email) FROM staff WHERE id = d.id)"},
		{"(VALUES ((SELECT email FROM staff LIMIT 1))) v", "column1"}, {"sqlite_stat1", "stat"}, {"sqlite_stat4", "sample"}, {"sqlite_schema", "sql"}, {"pragma_table_info('staff')", "dflt_value"}, {"dbstat", "name"},
	}), "the email of the staff, contacts and desks")
}

func TestDeniedValuesOfDuckDBGoNowhere(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine does it all")
	}
	t.Parallel()
	path := duckFile(t, `CREATE TABLE staff (id INT, name TEXT, email TEXT, boss INT, handle TEXT GENERATED ALWAYS AS (lower(email)));
INSERT INTO staff (id, name, email, boss) SELECT i, 'name ' || i, 'MARKED-' || i % 5, i / 2 FROM range(100) r(i); CREATE TABLE desks (id INT, room TEXT); INSERT INTO desks SELECT id, 'room ' || id FROM staff;
CREATE VIEW contacts AS SELECT id, name, email AS contact FROM staff; CREATE VIEW deep AS SELECT contact AS c FROM contacts; CREATE VIEW people AS SELECT id, name FROM staff; CREATE VIEW counted AS SELECT email, count(*) AS n FROM staff GROUP BY ALL`)
	goesNowhere(t, askerOn(t, path, "staff.email"), waysBy([]from{
		{"staff s", "email"}, {"staff s", "s.email"}, {"staff", "staff.email"}, {"main.staff", "main.staff.email"}, {"staff", "\"EMAIL\""}, {"staff s", "s.handle"}, {"staff s", "list(email)"}, {"staff s", "string_agg(email, ',')"},
		{"staff", "#3"}, {"(WITH staff AS (SELECT email FROM staff) SELECT email FROM staff) x", "email"}, {"(WITH RECURSIVE staff AS (SELECT email FROM staff UNION SELECT email FROM staff) SELECT email FROM staff) x", "email"}, {"staff s", "arg_max(email, id)"}, {"staff s", "histogram(email)"}, {"staff s", "struct_pack(e := email)"}, {"staff s", "to_json(s)"}, {"staff s", "s"}, {"staff s", "[email]"}, {"staff s", "{'a': email}"}, {"staff s", "MAP {1: email}"},
		{"staff s", "email[1:9]"}, {"staff s", "email.lower()"}, {"staff s", "s.email.upper()"}, {"staff", "main.staff.email.lower()"}, {"staff", "staff.email.lower().upper()"}, {"staff s", "COLUMNS('em.*')"}, {"staff s", "list_transform([1], x -> email)"}, {"staff s", "format('{}', email)"}, {"contacts", "contact"}, {"deep", "c"}, {"counted", "email"},
		{"(FROM staff) s", "s.email"}, {"staff AS s(a, b, c)", "c"}, {"staff NATURAL JOIN people", "email"}, {"desks JOIN staff USING (id)", "email"}, {"staff POSITIONAL JOIN desks", "email"}, {"(PIVOT staff ON boss USING max(email))", "\"1\""},
		{"(UNPIVOT (SELECT id, email FROM staff) ON email INTO NAME n VALUE v)", "v"}, {"(SUMMARIZE staff)", "max"}, {"unnest((SELECT list(email) FROM staff)) u(v)", "v"}, {"query_table('staff')", "email"}, {"query('SELECT email FROM staff')", "email"},
		{"duckdb_columns()", "column_name"}, {"pragma_storage_info('staff')", "stats"}, {"desks d, LATERAL (SELECT email AS e FROM staff WHERE id = d.id) l", "l.e"},
	}), "the email of the staff, contacts and desks")
}

func TestDeniedValuesOfPostgreSQLAreNotProbed(t *testing.T) {
	t.Parallel()
	goesNowhere(t, asker{staffed(t), []string{"staff.email"}}, waysBy([]from{
		{"staff s", "email"}, {"staff s", "s.email"}, {"staff s", "s.handle"}, {"staff s", "s::text"}, {"contacts", "contact"}, {"deep", "c"}, {"mails", "m"}, {"interns", "email"}, {"(TABLE staff) s", "s.email"}, {"desks d", "mail_of(d.id)"},
		{"staff s", "s.*::text"}, {"(WITH staff AS (SELECT * FROM staff) SELECT * FROM staff) x", "email"}, {"staff, (WITH staff AS (SELECT 1 AS one) SELECT one FROM staff) x", "email"}, {"(WITH pg_stats AS (SELECT most_common_vals::text AS v FROM pg_stats) SELECT v FROM pg_stats) x", "v"}, {"(staff s JOIN desks d ON true) AS j, LATERAL (SELECT 1 AS q FROM (SELECT 1 AS one) j) q", "j.email"}, {"pg_stats", "most_common_vals::text"}, {"staff AS s(a, b, c)", "c"}, {"by_operator", "v"}, {"staff s", "(SELECT s.email)"},
	}), "the email of the staff, contacts, mails and desks")
}

func TestDeniedColumnsOfDuckDBAreNotWhatAFunctionIsCalledOn(t *testing.T) {
	t.Parallel()
	a := askerOn(t, duckFile(t, "CREATE TABLE staff (id INT, name TEXT, email TEXT); INSERT INTO staff VALUES (1, 'Ann', 'MARKED-1')"), "staff.email")
	for _, value := range []string{"email.lower()", "s.email.lower()", "email.lower().upper()", "(email).lower()", "\"EMAIL\".lower()", "s.lower()", "main.s.email.lower()", "email.lower().length()", "[1].list_transform(x -> email.lower())"} {
		if draft, _, err := a.ask(t, "SELECT "+value+" FROM staff s", "the email of the staff"); err == nil {
			t.Errorf("%s passed as %s", value, draft.Statement.SQL())
		}
	}
	if _, _, err := a.ask(t, "SELECT name.lower() FROM staff", "the names of the staff"); err != nil {
		t.Errorf("another column: %v", err)
	}
}

// TestWhatIsComputedFromCopiesIsDeniedWithThem: a column that refers to a denied one, of a table or of one that inherits from it, and the number of a
// row that is such a key.
func TestWhatIsComputedFromCopiesIsDeniedWithThem(t *testing.T) {
	t.Parallel()
	lite := askerOn(t, dbtest.SQLite(t, "staff", `CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE, ssn INTEGER UNIQUE, low TEXT AS (lower(email)) STORED UNIQUE); INSERT INTO staff (id, name, email, ssn) VALUES (1, 'Ann', 'MARKED-1', 77);
CREATE TABLE desks (id INTEGER PRIMARY KEY, room TEXT, contact TEXT REFERENCES staff (email), shown TEXT AS (lower(contact)), lower TEXT REFERENCES staff (low)); INSERT INTO desks (room, contact, lower) VALUES ('a', 'MARKED-1', 'marked-1');
CREATE TABLE cards (number INTEGER PRIMARY KEY REFERENCES staff (ssn), kind TEXT); INSERT INTO cards VALUES (77, 'x')`), "staff.email", "staff.ssn")
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, `CREATE TABLE staff (id int PRIMARY KEY, name text, email text UNIQUE); INSERT INTO staff VALUES (1, 'Ann', 'MARKED-1');
CREATE TABLE desks (id int PRIMARY KEY, room text, contact text REFERENCES staff (email), shown text GENERATED ALWAYS AS (lower(contact)) STORED);
CREATE TABLE booths (size int) INHERITS (desks); INSERT INTO booths (id, room, contact) VALUES (1, 'a', 'MARKED-1')`)
	for sql, a := range map[string]asker{
		"SELECT contact FROM desks": lite, "SELECT shown FROM desks": lite, "SELECT lower FROM desks": lite, "SELECT rowid FROM cards": lite, "SELECT number FROM cards": lite,
		"SELECT d.shown FROM desks d": {sourceOf(t, url), []string{"staff.email"}}, "SELECT contact FROM booths": {sourceOf(t, url), []string{"staff.email"}}, "SELECT shown FROM booths": {sourceOf(t, url), []string{"staff.email"}},
	} {
		draft, sent, err := a.ask(t, sql, "rooms of the desks and booths, kinds of cards")
		if err == nil {
			t.Errorf("%s passed as %s", sql, draft.Statement.SQL())
		}
		if strings.Contains(sent, mark) {
			t.Errorf("%s: the request holds a denied value:\n%s", sql, sent)
		}
	}
	if _, _, err := lite.ask(t, "SELECT room FROM desks", "rooms of the desks"); err != nil {
		t.Error(err)
	}
}
