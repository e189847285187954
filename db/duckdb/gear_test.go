package duckdb

import (
	"errors"
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
)

// wide are a million rows that no memory of the tests below holds.
const wide = "(SELECT hash(range) AS h, repeat('x', 100) || range AS t FROM range(1000000))"

func TestStatementsThatRunShortOfMemoryGetMoreAndSaySo(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), db.Settings{Memory: 16})
	for _, c := range []struct {
		sql  string
		told bool
	}{
		{"SELECT * FROM range(100000)", false},
		{"SELECT DISTINCT * FROM " + wide, true},
	} {
		r, err := d.query(t.Context(), c.sql)
		if err != nil {
			t.Fatalf("%s: %v", c.sql, err)
		}
		n := 0
		for r.Next(t.Context()) {
			n++
		}
		if want := map[bool]int{false: 100_000, true: 1_000_000}[c.told]; n != want || r.Err() != nil {
			t.Errorf("%s: %d rows, %v", c.sql, n, r.Err())
		}
		if said := db.Remark(r); strings.Contains(said, "96 MB") != c.told {
			t.Errorf("%s: %q", c.sql, said)
		}
		r.Close()
	}
}

func TestStatementsThatNoMemoryIsEnoughForSayHowMuchItWas(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), db.Settings{Memory: 16})
	_, err := d.query(t.Context(), "SELECT length(string_agg(t, '')) FROM "+wide)
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != db.Resources || !strings.Contains(e.Message, "96 MB") || !strings.Contains(e.Hint, "--engine-memory") {
		t.Errorf("got %v", err)
	}
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("after it: %v", got)
	}
}

func TestMemoryIsAsBeforeOnceTheFileIsLetGo(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), db.Settings{Memory: 16})
	for d.shift() {
		all(t, d, "SELECT v FROM t")
	}
	if d.raised() == "" {
		t.Error("the last gear is not in")
	}
	d.mu.Lock()
	d.letGo()
	d.mu.Unlock()
	if said := d.raised(); said != "" {
		t.Errorf("got %q", said)
	}
}

func TestGearStaysWhileAnotherStatementRuns(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT range AS v FROM range(100000)"), db.Settings{})
	r, err := d.query(t.Context(), "SELECT v FROM t")
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
	d := open(t, file(t, "CREATE TABLE t AS SELECT CASE WHEN range = 900000 THEN 'x' ELSE range::VARCHAR END AS v FROM range(1000000)"), db.Settings{})
	var e *db.Error
	for run := range 2 {
		r, err := d.query(t.Context(), "SELECT v::INT FROM t")
		for err == nil && r.Next(t.Context()) {
		}
		if err == nil {
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
		d := open(t, file(t, "CREATE TABLE t AS SELECT 1 AS v"), db.Settings{})
		if d.gears()[0].threads == 1 { // of one core, the first gear has one thread
			want = 0
		}
		stmt, err := statement.Parse(sql, statement.DuckDB, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Query(t.Context(), stmt)
		if err != nil {
			t.Fatal(err)
		}
		if d.gear != want {
			t.Errorf("%s runs in gear %d, want %d", sql, d.gear, want)
		}
		n := 0
		for r.Next(t.Context()) {
			n++
		}
		if r.Err() != nil || strings.HasSuffix(sql, "ORDER BY h") && n != 1_000_000 {
			t.Errorf("%s: %d rows, %v", sql, n, r.Err())
		}
		r.Close()
	}
}
