package statement_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"parley/db/dbtest"
	"parley/db/statement"
)

// renderings are queries that mean the same in all three dialects; the text in each that the others become.
var renderings = []struct {
	name                     string
	from                     statement.Dialect
	sql                      string
	postgres, sqlite, duckdb string
}{
	{"a month of a date", statement.PostgreSQL, "SELECT date_trunc('month', seen)::date AS m, count(*) FROM ev GROUP BY 1 ORDER BY 1", "",
		"SELECT strftime('%Y-%m', seen) AS m, count(*) FROM ev GROUP BY 1 ORDER BY 1",
		"SELECT date_trunc('month', seen)::date AS m, count(*) FROM ev GROUP BY 1 ORDER BY 1"},
	{"a week of a date", statement.PostgreSQL, "SELECT DISTINCT date_trunc('week', seen)::date FROM ev ORDER BY 1", "",
		"SELECT DISTINCT date(seen, 'weekday 0', '-6 days') FROM ev ORDER BY 1", "SELECT DISTINCT date_trunc('week', seen)::date FROM ev ORDER BY 1"},
	{"a part of a date", statement.PostgreSQL, "SELECT EXTRACT(year FROM seen)::integer, EXTRACT(quarter FROM seen)::integer FROM ev WHERE EXTRACT(dow FROM seen) = 1", "",
		"SELECT CAST(CAST(strftime('%Y', seen) AS INTEGER) AS INTEGER), CAST((CAST(strftime('%m', seen) AS INTEGER) + 2) / 3 AS INTEGER) FROM ev WHERE CAST(strftime('%w', seen) AS INTEGER) = 1",
		"SELECT EXTRACT(year FROM seen)::integer, EXTRACT(quarter FROM seen)::integer FROM ev WHERE EXTRACT(dow FROM seen) = 1"},
	{"text without case", statement.PostgreSQL, "SELECT id FROM ev WHERE name ILIKE 'AN%' AND name NOT ILIKE '%x' ORDER BY id", "",
		"SELECT id FROM ev WHERE name LIKE 'AN%' AND name NOT LIKE '%x' ORDER BY id", "SELECT id FROM ev WHERE name ILIKE 'AN%' AND name NOT ILIKE '%x' ORDER BY id"},
	{"casts and division", statement.PostgreSQL, "SELECT id::text || '!', amount::double precision / 4 FROM ev ORDER BY id", "",
		"SELECT CAST(id AS TEXT) || '!', CAST(amount AS REAL) / 4 FROM ev ORDER BY id", "SELECT id::text || '!', amount::double precision / 4 FROM ev ORDER BY id"},
	{"days before a date", statement.PostgreSQL, "SELECT id FROM ev WHERE seen >= '2026-02-10'::date - INTERVAL '7 days' ORDER BY id", "",
		"SELECT id FROM ev WHERE seen >= datetime('2026-02-10', '-7 days') ORDER BY id", "SELECT id FROM ev WHERE seen >= '2026-02-10'::date - '7 days'::interval ORDER BY id"},
	{"a pattern of a date", statement.PostgreSQL, "SELECT to_char(seen, 'YYYY-MM-DD') FROM ev ORDER BY id", "",
		"SELECT strftime('%Y-%m-%d', seen) FROM ev ORDER BY id", "SELECT strftime(seen::timestamp, '%Y-%m-%d') FROM ev ORDER BY id"},
	{"the greatest of several", statement.PostgreSQL, "SELECT GREATEST(id, 2), LEAST(id, 2), position('n' IN name), substring(name FROM 1 FOR 2) FROM ev ORDER BY id", "",
		"SELECT max(id, 2), min(id, 2), instr(name, 'n'), substr(name, 1, 2) FROM ev ORDER BY id",
		"SELECT GREATEST(id, 2), LEAST(id, 2), instr(name, 'n'), SUBSTRING(name FROM 1 FOR 2) FROM ev ORDER BY id"},
	{"SQLite's months", statement.SQLite, "SELECT strftime('%Y-%m', seen) AS m, CAST(strftime('%d', seen) AS INTEGER), date(seen) FROM ev ORDER BY id",
		"SELECT to_char(seen::timestamp, 'YYYY-MM') AS m, EXTRACT(day FROM seen::timestamp)::integer, seen::date FROM ev ORDER BY id", "",
		"SELECT strftime(seen::timestamp, '%Y-%m') AS m, EXTRACT(day FROM seen::timestamp)::integer, seen::date FROM ev ORDER BY id"},
	{"SQLite's functions", statement.SQLite, "SELECT ifnull(name, '-'), iif(id > 1, 'b', 'a'), max(id, 2), instr(name, 'n'), name LIKE 'AN%', substr(name, 1, 2) FROM ev ORDER BY id",
		"SELECT COALESCE(name, '-'), CASE WHEN id > 1 THEN 'b' ELSE 'a' END, GREATEST(id, 2), strpos(name, 'n'), name ILIKE 'AN%', substr(name, 1, 2) FROM ev ORDER BY id", "",
		"SELECT COALESCE(name, '-'), CASE WHEN id > 1 THEN 'b' ELSE 'a' END, GREATEST(id, 2), instr(name, 'n'), name ILIKE 'AN%', substr(name, 1, 2) FROM ev ORDER BY id"},
	{"SQLite's spans", statement.SQLite, "SELECT id FROM ev WHERE seen > date('2026-02-10', '-7 days') AND seen < datetime('2026-03-01', '+1 months') AND julianday(seen) - julianday('2026-01-01') > 1 ORDER BY id",
		"SELECT id FROM ev WHERE seen > '2026-02-10'::date - '7 days'::interval AND seen < '2026-03-01'::timestamp + '1 months'::interval AND EXTRACT(epoch FROM seen::timestamp - '2026-01-01'::timestamp) / 86400 > 1 ORDER BY id", "",
		"SELECT id FROM ev WHERE seen > '2026-02-10'::date - '7 days'::interval AND seen < '2026-03-01'::timestamp + '1 months'::interval AND EXTRACT(epoch FROM seen::timestamp - '2026-01-01'::timestamp) / 86400 > 1 ORDER BY id"},
	{"strings of a group", statement.SQLite, "SELECT group_concat(id, '-') FROM (SELECT id FROM ev ORDER BY id) AS q",
		"SELECT string_agg(id::text, '-') FROM (SELECT id FROM ev ORDER BY id) AS q", "", "SELECT string_agg(id, '-') FROM (SELECT id FROM ev ORDER BY id) AS q"},
}

func TestAStatementRendersForAnotherEngine(t *testing.T) {
	t.Parallel()
	for _, tt := range renderings {
		s := parsed(t, tt.sql, tt.from)
		for d, want := range map[statement.Dialect]string{statement.PostgreSQL: tt.postgres, statement.SQLite: tt.sqlite, statement.DuckDB: tt.duckdb} {
			got, err := s.Render(d)
			if want == "" {
				want = s.SQL()
			}
			if err != nil || got.SQL() != want || got.Dialect() != d {
				t.Errorf("%s for %s: %v\n got %s\nwant %s", tt.name, d, err, sqlOf(got), want)
			}
		}
	}
}

func sqlOf(s *statement.Statement) string {
	if s == nil {
		return ""
	}
	return s.SQL()
}

func parsed(t *testing.T, text string, d statement.Dialect) *statement.Statement {
	t.Helper()
	s, err := statement.Parse(text, d, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

const events = `CREATE TABLE ev (id integer, name text, amount integer, seen %s);
INSERT INTO ev VALUES (1, 'Ana', 10, '2026-01-31 10:00:00'), (2, 'anders', 20, '2026-02-02 23:30:00'), (3, 'Bo', 33, '2026-02-09 00:00:00')`

// The engines themselves say whether a rendering means the same: both must give the rows of the original.
func TestRenderingsGiveTheSameRows(t *testing.T) {
	lite, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer lite.Close()
	lite.SetMaxOpenConns(1)
	if _, err := lite.Exec(fmt.Sprintf(events, "text")); err != nil {
		t.Fatal(err)
	}
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, fmt.Sprintf(events, "timestamp"))
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, tt := range renderings {
		s := parsed(t, tt.sql, tt.from)
		inSQLite, inPostgres := rendered(t, s, statement.SQLite), rendered(t, s, statement.PostgreSQL)
		a, err1 := (&catalogue{DB: lite, cache: map[string][]string{}}).rows(inSQLite)
		b, err2 := postgresRows(t, conn, inPostgres)
		if err := errors.Join(err1, err2); err != nil || len(a)-1 != len(b) || !sameCells(a[1:], b) {
			t.Errorf("%s: %v\n%s\n%q\n%s\n%q", tt.name, err, inSQLite, a, inPostgres, b)
		}
	}
}

func rendered(t *testing.T, s *statement.Statement, d statement.Dialect) string {
	t.Helper()
	r, err := s.Render(d)
	if err != nil {
		t.Fatal(err)
	}
	return r.SQL()
}

func postgresRows(t *testing.T, conn *pgx.Conn, query string) ([]string, error) {
	rows, err := conn.Query(t.Context(), query, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var b strings.Builder
		for _, raw := range rows.RawValues() {
			b.WriteString(string(raw) + "|")
		}
		out = append(out, b.String())
	}
	return out, rows.Err()
}

// sameCells compares rows as text, without quotes; a truth value is 1 or t, and a date cut to a month may lack its day.
func sameCells(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool {
		xs, ys := strings.Split(x, "|"), strings.Split(y, "|")
		return slices.EqualFunc(xs, ys, func(c, d string) bool {
			c = strings.Trim(c, `"`)
			truth := c == "1" && d == "t" || c == "0" && d == "f"
			return truth || c == d || c != "" && strings.HasPrefix(d, c) && len(d) == len("2026-01-01")
		})
	})
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
