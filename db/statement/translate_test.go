package statement_test

import (
	"cmp"
	"errors"
	"strings"
	"testing"

	"parley/db/statement"
	"parley/db/statement/rendering"
)

func TestAStatementRendersForAnotherEngine(t *testing.T) {
	t.Parallel()
	cases, err := rendering.Load()
	if err != nil || len(cases) < 20 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		s := parsed(t, c.SQL, c.From)
		for _, d := range rendering.Dialects {
			got, err := s.Render(d)
			if err != nil || got.Dialect() != d {
				t.Errorf("%s for %s: %v", c.Name, d, err)
				continue
			}
			if want, other := c.To[d]; got.SQL() != want && (other || got.SQL() != s.SQL()) {
				t.Errorf("%s for %s:\n got %s\nwant %s", c.Name, d, got.SQL(), cmp.Or(want, s.SQL()))
			}
		}
	}
}

func parsed(t *testing.T, text string, d statement.Dialect) *statement.Statement {
	t.Helper()
	s, err := statement.Parse(text, d, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func TestWhatAnEngineCannotSayIsAnError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sql      string
		from, to statement.Dialect
		what     string
	}{
		{"SELECT DISTINCT ON (a) a FROM t", statement.PostgreSQL, statement.SQLite, "DISTINCT ON"},
		{"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t", statement.PostgreSQL, statement.SQLite, "WITHIN GROUP"},
		{"SELECT a FROM t GROUP BY ROLLUP (a)", statement.PostgreSQL, statement.SQLite, "GROUPING SETS"},
		{"SELECT * FROM t, LATERAL (SELECT 1) q", statement.PostgreSQL, statement.SQLite, "LATERAL"},
		{"SELECT tags[1] FROM t", statement.PostgreSQL, statement.SQLite, "arrays"},
		{"SELECT a ~ 'x' FROM t", statement.PostgreSQL, statement.SQLite, "operator ~"},
		{"SELECT a = ANY (SELECT 1) FROM t", statement.PostgreSQL, statement.SQLite, "ANY"},
		{"SELECT EXTRACT(epoch FROM a) FROM t", statement.PostgreSQL, statement.SQLite, "extract"},
		{"SELECT a FROM t WHERE a GLOB 'x*'", statement.SQLite, statement.PostgreSQL, "GLOB"},
		{"SELECT datetime(a, 'unixepoch') FROM t", statement.SQLite, statement.DuckDB, "datetime"},
		{"SELECT median(a) FROM t", statement.DuckDB, statement.PostgreSQL, "median"},
	} {
		_, err := parsed(t, tt.sql, tt.from).Render(tt.to)
		var no *statement.Untranslatable
		if !errors.As(err, &no) || !strings.Contains(no.What, tt.what) || no.To != tt.to {
			t.Errorf("%s for %s: %v", tt.sql, tt.to, err)
		}
	}
}
