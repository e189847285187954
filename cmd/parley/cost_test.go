//go:build unix

package main

import (
	"strings"
	"testing"

	"parley/db/dbtest"
)

// costly is a statement of 10¹⁰ rows to compare, and dear from its first row on: everything must be counted.
const costly = "select count(*) as n from t a, t b where a.v <> b.v"

func tableOf(t *testing.T, rows string) string {
	t.Helper()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT generate_series(1, "+rows+") AS v; ANALYZE t")
	return url
}

func TestCostlyStatementDoesNotRunWhereNobodyCanBeAsked(t *testing.T) {
	t.Parallel()
	url := tableOf(t, "100000")
	s := newShell(t)
	_, said, code := s.run("--db", url, "--format", "sql", "ask", costly)
	if code != exitRefused || !strings.Contains(said, "million") && !strings.Contains(said, "billion") || !strings.Contains(said, "--ask-cost") {
		t.Errorf("exit %d: %s", code, said)
	}
	// A whole table has a high cost too, but no more than its first rows are read.
	for name, args := range map[string][]string{
		"the first rows are cheap": {"--ask-cost", "200", "ask", "select * from t a, t b limit 10"},
		"allowed":                  {"--ask-cost", "0", "ask", "select count(*) from t"},
	} {
		if _, said, code := s.run(append([]string{"--db", url}, args...)...); code != exitDone {
			t.Errorf("%s: exit %d: %s", name, code, said)
		}
	}
	if _, said, code := s.run("--db", url, "--ask-cost", "200", "ask", "select count(*) from t"); code != exitRefused {
		t.Errorf("above the limit: exit %d: %s", code, said)
	}
}

func TestSessionAsksBeforeACostlyStatement(t *testing.T) {
	t.Parallel()
	x := opened(t, 160, 40, "--db", tableOf(t, "5000"), "--ask-cost", "200000")
	x.says(costly + "\r")
	x.shows("not run yet: a cost of ", "waits for your yes")
	x.says("\x1b")
	x.shows("Cancelled")
	x.says("\x03")
	x.says(costly + "\r")
	x.shows("enter runs it")
	x.says("\r")
	x.shows("24995000")
	x.leaves("\x03\x03")
}
