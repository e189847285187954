package engine

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"parley/db"
)

// file makes a DuckDB file from a script.
func file(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.duckdb")
	e, err := openEngine(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	c, err := e.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if err := c.exec(script); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened is a file with so many megabytes to sort in; 0 is the default.
func opened(t *testing.T, path string, memory int) *Database {
	t.Helper()
	d, _, err := Open(Opening{Name: filepath.Base(path), Path: path, Spill: filepath.Join(t.TempDir(), "spill"), Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if d.users > 0 {
			t.Errorf("%d connections are left", d.users)
		}
		if d.engine != nil {
			d.engine.close()
		}
	})
	return d
}

// drain reads all rows and says how many there were.
func drain(r *Rows) int {
	rows, n := db.NewChunk(len(r.Columns())), 0
	for r.Fill(rows) {
		n += rows.Len()
	}
	return n
}

func ran(t *testing.T, d *Database, sql string) error {
	r, err := d.Run(t.Context(), sql)
	if err != nil {
		return err
	}
	drain(r)
	return r.Err()
}

// wide are a million rows that no memory of the tests below holds.
const wide = "(SELECT hash(range) AS h, repeat('x', 100) || range AS t FROM range(1000000))"

func TestStatementsThatRunShortOfMemoryGetMoreAndSaySo(t *testing.T) {
	t.Parallel()
	d := opened(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), 16)
	for _, c := range []struct {
		sql  string
		told bool
	}{
		{"SELECT * FROM range(100000)", false},
		{"SELECT DISTINCT * FROM " + wide, true},
	} {
		r, err := d.Run(t.Context(), c.sql)
		if err != nil {
			t.Fatalf("%s: %v", c.sql, err)
		}
		n := drain(r)
		if want := map[bool]int{false: 100_000, true: 1_000_000}[c.told]; n != want || r.Err() != nil {
			t.Errorf("%s: %d rows, %v", c.sql, n, r.Err())
		}
		if said := d.raised(); strings.Contains(said, "80 MB") != c.told {
			t.Errorf("%s: %q", c.sql, said)
		}
		r.Close()
	}
}

func TestStatementsThatNoMemoryIsEnoughForSayHowMuchItWas(t *testing.T) {
	t.Parallel()
	d := opened(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), 16)
	_, err := d.Run(t.Context(), "SELECT length(string_agg(t, '')) FROM "+wide)
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != db.Resources || !strings.Contains(e.Message, "80 MB") || !strings.Contains(e.Hint, "--engine-memory") {
		t.Errorf("got %v", err)
	}
	if err := ran(t, d, "SELECT v FROM t"); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestGearStaysWhileAnotherStatementRuns(t *testing.T) {
	t.Parallel()
	d := opened(t, file(t, "CREATE TABLE t AS SELECT range AS v FROM range(100000)"), 0)
	r, err := d.Run(t.Context(), "SELECT v FROM t")
	if err != nil {
		t.Fatal(err)
	}
	if d.shift() {
		t.Error("the engine was closed below a statement")
	}
	r.Close()
	if !d.shift() {
		t.Error("no gear is left")
	}
}

// With several threads DuckDB forgets why it broke off a result that had begun.
func TestWhyAResultBreaksOffIsSaidAtTheSecondRunAtLatest(t *testing.T) {
	t.Parallel()
	d := opened(t, file(t, "CREATE TABLE t AS SELECT CASE WHEN range = 900000 THEN 'x' ELSE range::VARCHAR END AS v FROM range(1000000)"), 0)
	var e *db.Error
	for run := range 2 {
		r, err := d.Run(t.Context(), "SELECT v::INT FROM t")
		if err == nil {
			drain(r)
			err = r.Err()
		}
		switch {
		case !errors.As(err, &e):
			t.Fatalf("run %d ended with %v", run, err)
		case strings.Contains(e.Message, "Could not convert"):
			return
		case run > 0 || !strings.Contains(e.Hint, "Run it again"):
			t.Fatalf("run %d: %s %s", run, e.Message, e.Hint)
		}
	}
}

func TestManyRowsAreSortedOnOneThreadFromTheStart(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]int{
		"SELECT * FROM " + wide + " ORDER BY h":                      1,
		"SELECT * FROM t ORDER BY v":                                 0,
		"SELECT * FROM " + wide + " ORDER BY h LIMIT 10":             0,
		"SELECT count(*) FROM " + wide:                               0,
		"SELECT 'order by' AS words, * FROM " + wide + " LIMIT 1000": 0,
	} {
		d := opened(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), 0)
		if d.gears()[0].threads == 1 { // of one core, the first gear has one thread
			want = 0
		}
		d.prepareToSort(t.Context(), sql)
		r, err := d.Run(t.Context(), sql)
		if err != nil {
			t.Fatal(err)
		}
		if d.gear != want {
			t.Errorf("%s runs in gear %d, want %d", sql, d.gear, want)
		}
		n := drain(r)
		if r.Err() != nil || strings.HasSuffix(sql, "ORDER BY h") && n != 1_000_000 {
			t.Errorf("%s: %d rows, %v", sql, n, r.Err())
		}
		r.Close()
	}
}
