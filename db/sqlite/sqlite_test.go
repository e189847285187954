package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
)

// file makes a SQLite file from a script, and returns its path.
func file(t testing.TB, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test 100%?#ü.sqlite")
	run(t, path, script)
	return path
}

// run executes a script on a file, as another program would.
func run(t testing.TB, path, script string) {
	t.Helper()
	writer, err := sql.Open("sqlite", "file:"+escapePath(path))
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.Exec(script); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, path string, s db.Settings) *Database {
	t.Helper()
	d, err := Open(t.Context(), path, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// all reads a whole result as text, cells joined by "|".
func all(t testing.TB, d *Database, text string) []string {
	t.Helper()
	r, err := d.query(t.Context(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer r.Close()
	var lines []string
	for r.Next(t.Context()) {
		var cells []string
		for _, v := range r.Row() {
			cells = append(cells, db.Format(v))
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return lines
}

const shop = `
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, email TEXT UNIQUE, born DATE, anything, note BLOB);
CREATE TABLE sale (customer_id INT REFERENCES CUSTOMER, day DATETIME, amount DECIMAL(10,2), paid BOOL,
  FOREIGN KEY (amount) REFERENCES nowhere (x));
CREATE TABLE pair (a INT, b INT, c TEXT, PRIMARY KEY (b, a), UNIQUE (c, a));
CREATE VIEW big AS SELECT name, sum(amount) AS total FROM customer JOIN sale ON id = customer_id GROUP BY 1;
CREATE VIEW broken AS SELECT gone FROM nowhere;
CREATE VIRTUAL TABLE doc USING fts5(body);
INSERT INTO customer VALUES (1, 'Zoë', NULL, '2001-02-03', 4.5, x'00ff'), (2, CAST(x'ff41' AS TEXT), 'b', 'not a date', NULL, NULL);
INSERT INTO sale VALUES (1, '2026-01-02 03:04:05', '12.50', 1), (1, '2026-01-03', 'many', 0);
`

func TestSchemaSurvivesSloppyDeclarations(t *testing.T) {
	t.Parallel()
	schema, err := open(t, file(t, shop), db.Settings{}).Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, table := range schema.Tables {
		names = append(names, table.Name+":"+table.Kind)
	}
	if got, want := strings.Join(names, " "), "customer:table sale:table pair:table big:view broken:view doc:table"; got != want {
		t.Errorf("tables %q, want %q", got, want)
	}
	customer, sale, pair := schema.Table("Customer"), schema.Table("sale"), schema.Table("pair")
	for column, want := range map[string]db.Type{"id": db.Integer, "name": db.Text, "born": db.Date, "anything": db.Decimal, "note": db.Bytes} {
		if got := customer.Column(column).Type; got != want {
			t.Errorf("%s has type %d, want %d", column, got, want)
		}
	}
	if !customer.Column("email").Unique || !customer.Column("id").Unique || customer.Column("name").Unique {
		t.Errorf("unique columns are wrong: %+v", customer.Columns)
	}
	if len(sale.Foreign) != 1 || sale.Foreign[0].Target.Name != "customer" || sale.Foreign[0].TargetColumns[0] != "id" {
		t.Errorf("foreign keys %+v, want the one to customer.id", sale.Foreign)
	}
	if strings.Join(pair.Primary, ",") != "b,a" || pair.Column("c").Unique {
		t.Errorf("keys of pair: %+v", pair)
	}
	if customer.Rows != 2 || pair.Rows != 0 {
		t.Errorf("rows %d and %d, want 2 and 0", customer.Rows, pair.Rows)
	}
	if !strings.Contains(schema.Table("broken").Comment, "nowhere") {
		t.Errorf("a broken view says %q", schema.Table("broken").Comment)
	}
}

// TestViewsWithoutEndDoNotKeepAFileFromOpening has views each of which reads the one before it twice.
func TestViewsWithoutEndDoNotKeepAFileFromOpening(t *testing.T) {
	t.Parallel()
	script := "CREATE TABLE kept (v INTEGER); CREATE VIEW plain AS SELECT v FROM kept; CREATE VIEW w0 AS SELECT v FROM kept;"
	for i := range 60 {
		script += fmt.Sprintf("CREATE VIEW w%d AS SELECT a.v FROM w%d a JOIN w%d b USING (v);", i+1, i, i)
	}
	d := open(t, file(t, script), db.Settings{})
	begun := time.Now()
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > 30*viewsTimeout {
		t.Errorf("it took %v", took)
	}
	if len(schema.Table("kept").Columns) != 1 || len(schema.Table("plain").Columns) != 1 || !strings.Contains(schema.Table("w60").Comment, "too long") {
		t.Errorf("kept %v, plain %v, w60 %q", schema.Table("kept").Columns, schema.Table("plain").Columns, schema.Table("w60").Comment)
	}
	if got := all(t, d, "SELECT count(*) FROM kept"); got[0] != "0" {
		t.Errorf("after it: %v", got)
	}
}

func TestCellsComeAsStored(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, shop), db.Settings{})
	got := all(t, d, "SELECT name, email, born, note FROM customer ORDER BY id")
	want := []string{`Zoë|NULL|2001-02-03|\x00ff`, "\xffA|b|not a date|NULL"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	r, err := d.query(t.Context(), "SELECT id, id, born, 1.5 AS x, NULL, paid FROM customer JOIN sale ON id = customer_id")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, want := range []db.Type{db.Integer, db.Integer, db.Date, db.Decimal, db.Unknown, db.Boolean} {
		if got := r.Columns()[i]; got.Type != want {
			t.Errorf("column %d %+v, want type %d", i, got, want)
		}
	}
}

func TestValuesAreCommonestFirst(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('b'), ('a'), ('b'), (NULL), ('c')"), db.Settings{})
	for limit, want := range map[int]string{2: "b,a false", 3: "b,a,c true", 10: "b,a,c true"} {
		values, complete, err := d.Values(t.Context(), db.TableName{Name: "t"}, "v", limit)
		var texts []string
		for _, v := range values {
			texts = append(texts, db.Format(v))
		}
		got := strings.Join(texts, ",") + map[bool]string{true: " true", false: " false"}[complete]
		if err != nil || got != want {
			t.Errorf("limit %d: %q %v, want %q", limit, got, err, want)
		}
	}
}

// endless never gives a row; slow gives one and then none for ever.
const (
	endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
	slow    = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n = 1 OR n < 0"
)

func TestDeadlineStopsAnEndlessStatement(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, shop), db.Settings{Timeout: 100 * time.Millisecond})
	start := time.Now()
	_, err := d.query(t.Context(), endless)
	if db.KindOf(err) != db.Timeout {
		t.Errorf("got %v, want a timeout", err)
	}
	r, err := open(t, file(t, shop), db.Settings{Timeout: time.Second}).query(t.Context(), slow) // long enough for the first row
	if err != nil {
		t.Fatal(err)
	}
	for r.Next(t.Context()) {
	}
	if db.KindOf(r.Err()) != db.Timeout {
		t.Errorf("after the first row: got %v, want a timeout", r.Err())
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestCancelStopsItsOwnStatementOnly(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, shop), db.Settings{})
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := d.query(ctx, endless)
		stopped <- err
	}()
	other, err := d.query(t.Context(), slow)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	time.Sleep(20 * time.Millisecond)
	start := time.Now()
	cancel()
	if err := <-stopped; db.KindOf(err) != db.Cancelled || time.Since(start) > 30*time.Second {
		t.Errorf("got %v after %v, want it cancelled at once", err, time.Since(start))
	}
	if !other.Next(t.Context()) || other.Err() != nil {
		t.Errorf("the other statement was hit: %v", other.Err())
	}
	if got := all(t, d, "SELECT count(*) FROM customer"); got[0] != "2" {
		t.Errorf("after the cancel: %q", got)
	}
}

func TestFailuresSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := filepath.Join(folder, "notes.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]db.Kind{text: db.NotDatabase, folder: db.NotDatabase, filepath.Join(folder, "gone"): db.NoDatabase} {
		var e *db.Error
		_, err := Open(t.Context(), path, db.Settings{})
		if !errors.As(err, &e) || e.Kind != want || e.Hint == "" {
			t.Errorf("%s: got %v, want kind %d with a hint", path, err, want)
		}
	}
	d := open(t, file(t, shop), db.Settings{})
	for text, want := range map[string]db.Kind{
		"SELECT * FROM gone": db.NoTable, "SELECT gone FROM sale": db.NoColumn, "SELECT gone(1)": db.NoFunction,
		"SELECT FROM": db.Syntax, "-- nothing": db.Syntax, "SELECT 1; SELECT 2": db.ReadOnly, "DROP TABLE sale": db.ReadOnly,
	} {
		if _, err := d.query(t.Context(), text); db.KindOf(err) != want {
			t.Errorf("%s: got %v (kind %d), want kind %d", text, err, db.KindOf(err), want)
		}
	}
	if got := all(t, d, "SELECT 1; -- one statement and a remark"); got[0] != "1" {
		t.Errorf("got %q", got)
	}
}

func TestEngineConfirmsThatItOnlyReads(t *testing.T) {
	t.Parallel()
	p, err := open(t, file(t, shop), db.Settings{}).Protection(t.Context())
	if err != nil || !p.ReadOnly || p.Role != "" {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestSampleDatabasesAreReadWhole(t *testing.T) {
	t.Parallel()
	for _, path := range dbtest.Glob(t, "*", "*.sqlite") {
		d := open(t, path, db.Settings{})
		schema, err := d.Schema(t.Context())
		if err != nil || len(schema.Tables) == 0 {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for _, table := range schema.Tables {
			for _, column := range table.Columns {
				if _, _, err := d.Values(t.Context(), table.TableName, column.Name, 100); err != nil {
					t.Errorf("%s %s.%s: %v", path, table.Name, column.Name, err)
				}
			}
		}
	}
}

func TestFullTextSearchWorksInsideTheSandbox(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE VIRTUAL TABLE doc USING fts5(body); INSERT INTO doc VALUES ('one two'), ('three')"), db.Settings{})
	if got := all(t, d, "SELECT body FROM doc WHERE doc MATCH 'two'"); len(got) != 1 || got[0] != "one two" {
		t.Errorf("got %v", got)
	}
	if schema, err := d.Schema(t.Context()); err != nil || len(schema.Tables) != 1 {
		t.Errorf("shadow tables show: %+v, %v", schema, err)
	}
}

func TestCellOfTwoHundredMegabytesIsRefused(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t (v TEXT)"), db.Settings{})
	_, err := d.query(t.Context(), "SELECT printf('%.*c', 200000000, 'x')")
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != db.TooLarge || e.Hint == "" {
		t.Errorf("got %v", err)
	}
	if got := all(t, d, "SELECT length(printf('%.*c', 20000000, 'x'))"); got[0] != "20000000" {
		t.Errorf("after it: %v", got)
	}
}

// TestWhatAnAggregateGathersIsBounded: the limit of a cell holds at its end alone. It runs by itself, for the limit is that of the
// process.
func TestWhatAnAggregateGathersIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.db")
	run(t, path, "CREATE TABLE t (a INT)")
	d := open(t, path, db.Settings{})
	ended := func(text string) error {
		r, err := d.query(t.Context(), text)
		if err != nil {
			return err
		}
		defer r.Close()
		for r.Next(t.Context()) {
		}
		return r.Err()
	}
	const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT %s FROM n"
	for _, gathered := range []string{"json_group_array(printf('%.*c', 1000000, 'x'))", "json_group_object(i, printf('%.*c', 1000000, 'x'))"} {
		err := ended(strings.Replace(many, "%s", gathered, 1))
		if db.KindOf(err) != db.Resources {
			t.Errorf("%s: %v", gathered, err)
		}
	}
	if err := ended("SELECT count(*) FROM t"); err != nil {
		t.Errorf("after it: %v", err)
	}
}
