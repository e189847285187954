package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
)

// What was read of a database is kept: opening it again reads nothing, until its catalogue is another one. What it does not
// explain is read anew.
func TestProfileIsKeptFromRunToRun(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE parcels (id int PRIMARY KEY, town text); INSERT INTO parcels SELECT i, (ARRAY['Riga', 'Lagos'])[i % 2 + 1] FROM generate_series(1, 40) i; ANALYZE parcels")
	kept := func(set ...func(*options)) bool {
		t.Helper()
		o := options{Profile: "keep", User: "ana", Timeout: 30 * time.Second, MaxTurns: 10, StateTTL: 21600, StateBytes: 10000}
		for _, f := range set {
			f(&o)
		}
		r, err := newRuntime(t.Context(), o, strings.NewReader(""), io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		opening := r.open(url)
		defer opening.Close()
		source, err := opening.Wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if source.Index.Table("parcels").Column("town").Distinct != 2 {
			t.Error("the values are not known")
		}
		return source.Kept
	}
	files := func() []string {
		found, err := filepath.Glob(filepath.Join(data, "parley", "profiles", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	off, private := func(o *options) { o.Profile = "off" }, func(o *options) { o.Private = true }
	if kept(off) || kept(private) || len(files()) != 0 {
		t.Errorf("something is kept that should not be: %v", files())
	}
	if kept() {
		t.Error("the first run has nothing to go by")
	}
	if info, err := os.Stat(files()[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if !kept() || kept(off) {
		t.Error("the second run reads again, or one that keeps nothing does not")
	}
	dbtest.Exec(t, url, "ALTER TABLE parcels ADD COLUMN weight int")
	if kept() || !kept() {
		t.Error("the catalogue is another one")
	}

	shell := newShell(t)
	dbtest.Exec(t, url, "INSERT INTO parcels SELECT i, 'Accra' FROM generate_series(41, 47) i")
	if out := shell.must("--db", url, "ask", "how many parcels from Accra"); !strings.Contains(out, "7") {
		t.Errorf("a value that came since is not known:\n%s", out)
	}
}

// The demo is made anew each time, and has the same rows all day.
func TestProfileOfTheDemoIsKeptForItsDay(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	kept := func(now string) bool {
		t.Helper()
		o := options{Profile: "keep", User: "ana", Now: now, Timeout: 30 * time.Second, MaxTurns: 10, StateTTL: 21600, StateBytes: 10000}
		r, err := newRuntime(t.Context(), o, strings.NewReader(""), io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		opening := r.open("demo")
		defer opening.Close()
		source, err := opening.Wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if source.Index.Table("users").Column("status").Distinct < 2 {
			t.Error("the values are not known")
		}
		return source.Kept
	}
	if kept("2031-05-06T09:00:00Z") || !kept("2031-05-06T10:00:00Z") {
		t.Error("the second run of a day reads again")
	}
	if kept("2031-05-07T09:00:00Z") {
		t.Error("the rows of another day are others")
	}
}
