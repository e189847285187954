package duckdb

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

	_ "github.com/duckdb/duckdb-go/v2"

	"parley/db"
	"parley/db/duckdb/engine"
	"parley/db/statement"
)

// file makes a DuckDB file from a script, as another program would.
func file(t testing.TB, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "te'st #1.duckdb")
	execute(t, path, script)
	return path
}

// execute runs a script on a DuckDB file, as another program would.
func execute(t testing.TB, path, script string) {
	t.Helper()
	d, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec(script); err != nil {
		t.Fatal(err)
	}
}

// run runs a text past the guard.
func run(ctx context.Context, d *Database, text string) (*rows, error) {
	return d.query(ctx, engine.Query{Text: text})
}

// A comment of megabytes says no more than its beginning.
func TestOfLongCommentsTheBeginningIsRead(t *testing.T) {
	t.Parallel()
	long := "Boats we hire. " + strings.Repeat("so ein Schiff, ö. ", 100_000)
	tables, err := open(t, file(t, "CREATE TABLE boats (id INT); COMMENT ON TABLE boats IS "+literal(long)+"; COMMENT ON COLUMN boats.id IS "+literal(long)), db.Settings{}).Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	boats := tables.Table("boats")
	for what, comment := range map[string]string{"table": boats.Comment, "column": boats.Column("id").Comment} {
		if n := len([]rune(comment)); n != db.CommentLetters || !strings.HasPrefix(long, comment) {
			t.Errorf("%d letters of the %s's comment are read, want the first %d", n, what, db.CommentLetters)
		}
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

func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func all(t testing.TB, d *Database, text string) []string {
	t.Helper()
	var lines []string
	err := d.each(t.Context(), text, func(row []db.Value) {
		var cells []string
		for _, v := range row {
			cells = append(cells, db.Format(v))
		}
		lines = append(lines, strings.Join(cells, "|"))
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return lines
}

func TestSchemaTellsKindsKeysAndComments(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, `
		CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, mail VARCHAR UNIQUE, tags VARCHAR[], doc JSON, price DECIMAL(10,2));
		CREATE SCHEMA side; CREATE TABLE pair (a INT, b INT, PRIMARY KEY (b, a));
		CREATE TABLE line (x INT, y INT, who INT REFERENCES customer (id), FOREIGN KEY (x, y) REFERENCES pair (b, a));
		CREATE TABLE side.other (v INT); CREATE VIEW names AS SELECT name FROM customer;
		COMMENT ON TABLE customer IS 'who buys'; INSERT INTO customer (id, name) SELECT i, 'n' || i FROM range(50) r(i);`), db.Settings{})
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, table := range schema.Tables {
		names = append(names, table.String()+":"+table.Kind)
	}
	if got, want := strings.Join(names, " "), "customer:table line:table names:view pair:table side.other:table"; got != want {
		t.Errorf("tables %q, want %q", got, want)
	}
	customer, line := schema.Table("customer"), schema.Table("line")
	if customer.Comment != "who buys" || customer.Rows != 50 || !customer.Column("mail").Unique || !customer.Column("id").Unique {
		t.Errorf("customer is %+v", customer)
	}
	for name, want := range map[string]db.Type{"id": db.Integer, "name": db.Text, "tags": db.Other, "doc": db.JSON, "price": db.Decimal} {
		if got := customer.Column(name).Type; got != want {
			t.Errorf("%s has type %d, want %d", name, got, want)
		}
	}
	keys := map[string]string{}
	for _, key := range line.Foreign {
		keys[key.Target.Name] = strings.Join(key.Columns, ",") + ">" + strings.Join(key.TargetColumns, ",")
	}
	if keys["customer"] != "who>id" || keys["pair"] != "x,y>b,a" {
		t.Errorf("foreign keys %v", keys)
	}
	if got := strings.Join(schema.Table("pair").Primary, ","); got != "b,a" {
		t.Errorf("primary key %q", got)
	}
}

func TestValuesLoseNothing(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TYPE mood AS ENUM ('sad', 'happy'); CREATE TABLE t (m mood)"), db.Settings{})
	for sql, want := range map[string]string{
		"1::TINYINT": "1", "-5::BIGINT": "-5", "4294967295::UINTEGER": "4294967295", "18446744073709551615::UBIGINT": "18446744073709551615",
		"170141183460469231731687303715884105727::HUGEINT": "170141183460469231731687303715884105727",
		"0.05::DECIMAL(4,2)": "0.05", "-12345678901234567890.123456::DECIMAL(38,6)": "-12345678901234567890.123456", "7::DECIMAL(18,0)": "7",
		"-0.5::DECIMAL(4,1)": "-0.5", "0.1::FLOAT": "0.10000000149011612", "1/3.0::DOUBLE": "0.3333333333333333", "true": "true", "NULL": "NULL",
		"'short'": "short", "'longer than twelve bytes ü'": "longer than twelve bytes ü", "'\\x00\\xFF'::BLOB": `\x00ff`,
		"DATE '2026-02-10'": "2026-02-10", "DATE '0044-03-15 (BC)'": "0044-03-15 (BC)", "'infinity'::DATE": "infinity",
		"TIMESTAMP '2026-02-10 08:09:10.5'": "2026-02-10 08:09:10.5", "'-infinity'::TIMESTAMP": "-infinity", "TIME '08:09:10'": "08:09:10",
		"INTERVAL 3 DAYS": "3 days", "'happy'::mood": "happy", "[1, 2]": "[1, 2]", "{'a': 1, 'b': [2]}": "{'a': 1, 'b': [2]}", "MAP {'k': 1}": "{k=1}",
		"uuid '00000000-0000-0000-0000-000000000001'": "00000000-0000-0000-0000-000000000001", "'{\"a\": 1.00}'::JSON": `{"a": 1.00}`,
	} {
		if got := all(t, d, "SELECT "+sql); got[0] != want {
			t.Errorf("%s came as %s, want %s", sql, got[0], want)
		}
	}
}

func TestOrderSurvivesTheCastOfNestedValues(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT i, [i] AS l FROM range(200000) r(i)"), db.Settings{})
	got := all(t, d, "SELECT i, l FROM t ORDER BY i DESC;")
	for n, line := range got {
		if i := len(got) - 1 - n; line != fmt.Sprintf("%d|[%d]", i, i) {
			t.Fatalf("row %d is %s", n, line)
		}
	}
}

func TestFilesBecomeTables(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	csv := write(t, filepath.Join(folder, "my sales.csv"), "id,day,amount\n1,2026-01-02,10.5\n2,2026-01-03,\n")
	write(t, filepath.Join(folder, "part-1.tsv"), "a\tb\n1\tx\n")
	write(t, filepath.Join(folder, "part-2.tsv"), "a\tc\n2\ty\n")
	json := write(t, filepath.Join(folder, "events.jsonl"), `{"kind": "click", "at": "2026-01-01T00:00:00"}`+"\n")
	secret := write(t, filepath.Join(folder, "secret.csv"), "password\nhunter2\n")
	parquet := filepath.Join(folder, "it's.parquet")
	execute(t, "", "COPY (SELECT range AS n FROM range(1000)) TO "+literal(parquet)+" (FORMAT parquet)")
	d, err := OpenFiles(t.Context(), []string{csv, filepath.Join(folder, "part-*.tsv"), json, parquet}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, table := range schema.Tables {
		tables = append(tables, fmt.Sprintf("%s:%s:%d:%d", table.Name, table.Kind, len(table.Columns), table.Rows))
	}
	if got, want := strings.Join(tables, " "), "events:file:2:-1 it_s:file:1:1000 my_sales:file:3:-1 part:2 files:3:-1"; got != want {
		t.Errorf("tables %q, want %q", got, want)
	}
	for sql, want := range map[string]string{
		"SELECT day, amount FROM my_sales ORDER BY id": "2026-01-02|10.5 2026-01-03|NULL",
		"SELECT a, b, c FROM part ORDER BY a":          "1|x|NULL 2|NULL|y",
		"SELECT sum(n)::BIGINT FROM it_s":              "499500",
		"SELECT kind FROM events":                      "click",
	} {
		if got := strings.Join(all(t, d, sql), " "); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
	if _, err := run(t.Context(), d, "SELECT * FROM read_csv("+literal(secret)+")"); err == nil {
		t.Error("a file that was not named could be read")
	}
	temporary := filepath.Dir(d.opening.Path)
	d.Close()
	if _, err := os.Stat(temporary); err == nil {
		t.Errorf("%s was left behind", temporary)
	}
}

func TestPatternWithoutAWordIsNamedAfterItsFolder(t *testing.T) {
	t.Parallel()
	for folder, want := range map[string]string{"web sales": "web_sales", "2026": "2026", ".kept": "2026"} {
		folder = filepath.Join(t.TempDir(), folder)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "2026-01.csv"), "v\n1\n")
		write(t, filepath.Join(folder, "2026-02.csv"), "v\n2\n")
		d, err := OpenFiles(t.Context(), []string{filepath.Join(folder, "2026-*.csv"), filepath.Join(folder, "2026-01.csv")}, db.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		schema, err := d.Schema(t.Context())
		if err != nil || len(schema.Tables) != 2 || schema.Table(want) == nil || schema.Table("2026_01") == nil {
			t.Errorf("%s: %v, %v", folder, schema, err)
		}
	}
}

func TestStreamingKeepsHugeResultsOutOfMemory(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t (v INT)"), db.Settings{})
	start := time.Now()
	r, err := run(t.Context(), d, "SELECT range FROM range(1000000000000)")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10_000 {
		if !r.Next(t.Context()) || r.Row()[0] != int64(i) {
			t.Fatalf("row %d is %v, %v", i, r.Row(), r.Err())
		}
	}
	r.Close()
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

const endless = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range + b.range + c.range = 1"

func TestDeadlineAndCancelStopTheirOwnStatement(t *testing.T) {
	t.Parallel()
	path := file(t, "CREATE TABLE t (v INT)")
	if _, err := run(t.Context(), open(t, path, db.Settings{Timeout: 200 * time.Millisecond}), endless); db.KindOf(err) != db.Timeout {
		t.Errorf("got %v, want a timeout", err)
	}
	d := open(t, path, db.Settings{})
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := run(ctx, d, endless)
		stopped <- err
	}()
	time.Sleep(50 * time.Millisecond)
	cancel()
	select { // how soon is BenchmarkCancel's
	case err := <-stopped:
		if db.KindOf(err) != db.Cancelled {
			t.Errorf("got %v", err)
		}
	case <-time.After(40 * time.Second):
		t.Fatal("the statement goes on")
	}
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("got %v", got)
	}
}

func TestFileIsLetGoWhenIdleAndOpenedAgain(t *testing.T) {
	t.Parallel()
	path := file(t, "CREATE TABLE t AS SELECT 1 AS v")
	d := open(t, path, db.Settings{})
	d.mu.Lock()
	d.timer.Stop()
	d.idle = 10 * time.Millisecond
	d.mu.Unlock()
	all(t, d, "SELECT v FROM t")
	held := func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.worker != nil
	}
	for deadline := time.Now().Add(40 * time.Second); held() && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	if held() {
		t.Error("the file is still held")
	}
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("got %v", got)
	}
}

func TestFailuresSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for path, want := range map[string]db.Kind{
		filepath.Join(folder, "gone.duckdb"):                     db.NoDatabase,
		write(t, filepath.Join(folder, "notes.duckdb"), "notes"): db.NotDatabase,
	} {
		if _, err := Open(t.Context(), path, db.Settings{}); db.KindOf(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	for name, want := range map[string]db.Kind{
		filepath.Join(folder, "none-*.csv"):                               db.NoDatabase,
		write(t, filepath.Join(folder, "bad.parquet"), "no parquet here"): db.NotDatabase,
	} {
		if _, err := OpenFiles(t.Context(), []string{name}, db.Settings{}); db.KindOf(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	d := open(t, file(t, "CREATE TABLE t (v INT)"), db.Settings{})
	for sql, want := range map[string]db.Kind{
		"SELECT * FROM gone": db.NoTable, "SELECT gone FROM t": db.NoColumn, "SELECT gone(1)": db.NoFunction, "SELECT FROM WHERE": db.Syntax,
		"DROP TABLE t": db.ReadOnly, "FROM t SELECT 1; CREATE TABLE evil(x int)": db.ReadOnly, "SET threads = 1": db.ReadOnly,
		"PRAGMA database_list; SELECT 1": db.ReadOnly, "COPY t TO '/tmp/parley-evil.csv'": db.ReadOnly, "SELECT * FROM read_text('/etc/passwd')": db.ReadOnly,
	} {
		r, err := run(t.Context(), d, sql)
		if err == nil {
			r.Close()
		}
		if db.KindOf(err) != want || err == nil {
			t.Errorf("%s: got %v (kind %d), want kind %d", sql, err, db.KindOf(err), want)
		}
	}
}

func TestEngineConfirmsThatItOnlyReads(t *testing.T) {
	t.Parallel()
	p, err := open(t, file(t, "CREATE TABLE t (v INT)"), db.Settings{}).Protection(t.Context())
	if err != nil || !p.ReadOnly {
		t.Errorf("got %+v, %v", p, err)
	}
}

// TestAMacroOfTheFileDoesNotAnswerForTheEngine: what the file calls duckdb_settings has no say in whether it only reads.
func TestAMacroOfTheFileDoesNotAnswerForTheEngine(t *testing.T) {
	t.Parallel()
	for _, lie := range []string{"SELECT 'access_mode' AS name, 'read_write' AS value", "SELECT 'x' AS name, 'y' AS value WHERE false"} {
		d := open(t, file(t, "CREATE TABLE t (v INT); CREATE MACRO duckdb_settings() AS TABLE "+lie), db.Settings{})
		if p, err := d.Protection(t.Context()); err != nil || !p.ReadOnly {
			t.Errorf("%s: got %+v, %v", lie, p, err)
		}
	}
	var refusal *statement.Refusal
	if s, err := statement.Parse("SELECT sleep_ms(100000)", statement.DuckDB, nil); err != nil || !errors.As(s.Guard(), &refusal) {
		t.Errorf("a function that only waits runs: %v", err)
	}
}

func TestCellOfTwoHundredMegabytesIsRefused(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t (v INT)"), db.Settings{})
	var err error
	r, err := run(t.Context(), d, "SELECT repeat('x', 100000000)")
	if err == nil {
		for r.Next(t.Context()) {
		}
		err = r.Err()
	}
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != db.TooLarge || e.Hint == "" {
		t.Errorf("got %v", err)
	}
	if got := all(t, d, "SELECT length(repeat('x', 20000000))"); got[0] != "20000000" {
		t.Errorf("after it: %v", got)
	}
}

// TestDuckDBsOwnFormsRunOrSayWhatTheyLack are those that read like others of PostgreSQL's grammar, or are several statements to DuckDB.
func TestDuckDBsOwnFormsRunOrSayWhatTheyLack(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE users (id INT, city VARCHAR); INSERT INTO users VALUES (1, 'Rome'), (2, 'Oslo'), (3, 'Rome')"), db.Settings{})
	for text, want := range map[string]string{
		"SELECT #2, #1 FROM users ORDER BY #2":                    "Rome|1 Oslo|2 Rome|3",
		"SELECT city FROM users ORDER BY #1, id":                  "Oslo Rome Rome",
		"UNPIVOT users ON city INTO NAME n VALUE v":               "1|city|Rome 2|city|Oslo 3|city|Rome",
		"PIVOT users ON city IN ('Oslo', 'Rome') USING count(*)":  "1|0|1 2|1|0 3|0|1",
		"FROM users SELECT city ORDER BY ALL":                     "Oslo Rome Rome",
		"PIVOT users ON city":                                     "Name them behind the column",
		"FROM (PIVOT users ON city USING count(*))":               "Name them behind the column",
		"FROM users SELECT 1; SELECT 2":                           "one statement",
		"UNPIVOT users ON city INTO NAME n VALUE v; DROP TABLE u": "one statement",
	} {
		got, err := shown(t, d, text)
		if err != nil {
			got = fmt.Sprintf("%+v", err)
		}
		if got != want && !(err != nil && strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// shown are the rows of a typed text, in one line.
func shown(t *testing.T, d *Database, text string) (string, error) {
	t.Helper()
	stmt, err := statement.Parse(text, statement.DuckDB, nil)
	if err != nil {
		return "", err
	}
	r, err := d.Query(t.Context(), stmt)
	if err != nil {
		var failed *db.Error
		if errors.As(err, &failed) {
			err = errors.New(failed.Message + " " + failed.Hint)
		}
		return "", err
	}
	defer r.Close()
	var rows []string
	for r.Next(t.Context()) {
		var cells []string
		for _, v := range r.Row() {
			cells = append(cells, db.Format(v))
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return strings.Join(rows, " "), r.Err()
}

// TestAMacroInThePlaceOfAFunctionIsTold has a file whose sum is not DuckDB's.
func TestAMacroInThePlaceOfAFunctionIsTold(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t (v INT); INSERT INTO t VALUES (1), (2); CREATE MACRO sum(x) AS (SELECT 42); CREATE MACRO twice(x) AS 2 * x"), db.Settings{})
	if _, err := d.Schema(t.Context()); err != nil {
		t.Fatal(err)
	}
	for text, told := range map[string]bool{"SELECT sum(v) FROM t": true, `SELECT "SUM" (v) FROM t`: true, "FROM t SELECT sum(v)": true,
		"SELECT count(*) FROM t": false, "SELECT v AS sum FROM t": false, "SELECT twice(v) FROM t": false, "SELECT list_sum([v]) FROM t": false} {
		stmt, err := statement.Parse(text, statement.DuckDB, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Query(t.Context(), stmt)
		if err != nil {
			t.Fatal(err)
		}
		if remark := db.Remark(r); strings.Contains(remark, "own macro sum stands in the place") != told {
			t.Errorf("%s: %q", text, remark)
		}
		r.Close()
	}
}
