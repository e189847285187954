package statement

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// query is one query of testdata/queries: honest analytics, hand-written, one file a dialect.
type query struct {
	name, sql string
	dialect   Dialect
}

var everyDialect = []Dialect{PostgreSQL, SQLite, DuckDB}

func handWritten(t testing.TB) []query {
	t.Helper()
	var out []query
	for _, d := range everyDialect {
		text, err := os.ReadFile(filepath.Join("testdata", "queries", strings.ToLower(d.String())+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split("\n"+string(text), ";\n") {
			name, sql, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(block), "-- "), "\n")
			if ok {
				out = append(out, query{d.String() + ": " + name, sql, d})
			}
		}
	}
	return out
}

var peopleNames = tableNames{"users": "id name country created_at", "u": "id", "t": "id user_id amount"}

func TestHonestAnalyticsPassTheGuardAndKeepTheirTree(t *testing.T) {
	t.Parallel()
	opaque := 0
	for _, q := range handWritten(t) {
		s, err := Parse(q.sql, q.dialect, peopleNames)
		if err != nil {
			t.Errorf("%s: %v\n%s", q.name, err, q.sql)
			continue
		}
		if err := s.Guard(); err != nil {
			t.Errorf("%s: %v\n%s", q.name, err, q.sql)
		}
		if s.Opaque() {
			opaque++
			if q.dialect != DuckDB {
				t.Errorf("%s is opaque: %s", q.name, q.sql)
			}
			continue
		}
		checkTree(t, q, s)
		checkLayouts(t, q, s)
		checkRebuilt(t, q, s)
	}
	t.Logf("%d queries, %d of them opaque", len(handWritten(t)), opaque)
	if opaque > 12 {
		t.Errorf("%d queries are opaque", opaque)
	}
}

// checkTree says that the written text has the tree of the one that was read; on PostgreSQL also by the library's own
// fingerprint.
func checkTree(t *testing.T, q query, s *Statement) {
	t.Helper()
	again, err := Parse(s.SQL(), q.dialect, peopleNames)
	if err != nil {
		t.Errorf("%s: written text does not parse: %v\n%s", q.name, err, s.SQL())
		return
	}
	if key(s.tree, false) != key(again.tree, false) || s.SQL() != again.SQL() {
		t.Errorf("%s: another tree\n%s\n%s\n%s", q.name, q.sql, s.SQL(), again.SQL())
	}
	if q.dialect != PostgreSQL {
		return
	}
	before, err1 := pg.Fingerprint(q.sql)
	after, err2 := pg.Fingerprint(s.SQL())
	if before != after || errors.Join(err1, err2) != nil {
		t.Errorf("%s: fingerprint %s, then %s\n%s\n%s", q.name, before, after, q.sql, s.SQL())
	}
}

var widths = []int{60, 80, 120}

// checkLayouts says that formatting changes white space alone, that doing it twice changes nothing, and that the query
// compares to itself as equal.
func checkLayouts(t *testing.T, q query, s *Statement) {
	t.Helper()
	for _, w := range widths {
		text := s.Format(w)
		if squeezed(text) != squeezed(s.SQL()) {
			t.Errorf("%s: more than white space differs at %d\n%s", q.name, w, text)
		}
		again, err := Parse(text, q.dialect, peopleNames)
		if err != nil || again.Format(w) != text {
			t.Errorf("%s: not idempotent at %d: %v\n%s", q.name, w, err, text)
			continue
		}
		if c := CompareWidth(s, again, w); len(c.Changes) > 0 {
			t.Errorf("%s differs from itself: %v", q.name, c.Changes)
		}
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

func checkRebuilt(t *testing.T, q query, s *Statement) {
	t.Helper()
	if len(s.tree.ValuesLists) > 0 {
		return
	}
	e, err := s.Query()
	if err != nil {
		t.Errorf("%s: %v", q.name, err)
		return
	}
	built, err := e.Build(q.dialect)
	if err != nil || built.SQL() != s.SQL() {
		t.Errorf("%s: rebuilt differently: %v\n%s\n%s", q.name, err, s.SQL(), built.SQL())
	}
}
