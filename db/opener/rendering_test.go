package opener

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/rendering"
)

// engines opens a database of each engine with the table of renderings.
func engines(t *testing.T) map[statement.Dialect]db.Database {
	t.Helper()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, rendering.Schema(statement.PostgreSQL))
	folder := t.TempDir()
	lite, duck := filepath.Join(folder, "lite.db"), filepath.Join(folder, "duck.db")
	run(t, "sqlite", lite, rendering.Schema(statement.SQLite))
	run(t, "duckdb", duck, rendering.Schema(statement.DuckDB))
	out := map[statement.Dialect]db.Database{}
	for _, target := range []string{url, lite, duck} {
		d, err := Open(t.Context(), db.Settings{}, target)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		out[d.Dialect()] = d
	}
	return out
}

func run(t *testing.T, driver, path, script string) {
	t.Helper()
	d, err := sql.Open(driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec(script); err != nil {
		t.Fatal(err)
	}
}

// The engines themselves say whether a rendering means the same: all must give the rows that the original gives.
func TestRenderingsGiveTheSameRowsOnEveryEngine(t *testing.T) {
	t.Parallel()
	cases, err := rendering.Load()
	if err != nil {
		t.Fatal(err)
	}
	open := engines(t)
	for _, c := range cases {
		original, err := statement.Parse(c.SQL, c.From, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := rowsOf(t, open[c.From], original)
		for _, d := range rendering.Dialects {
			s, err := original.Render(d)
			if err != nil {
				t.Errorf("%s for %s: %v", c.Name, d, err)
				continue
			}
			if got := rowsOf(t, open[d], s); len(got) == 0 || !slices.EqualFunc(got, want, sameCells) {
				t.Errorf("%s on %s: %s\n got %q\nwant %q", c.Name, d, s.SQL(), got, want)
			}
		}
	}
}

// Grains and parts of a date are written by each dialect's own means; the groups that they make are the same.
func TestGrainsAndPartsGiveTheSameGroupsOnEveryEngine(t *testing.T) {
	t.Parallel()
	open := engines(t)
	seen := statement.Column("", "seen")
	for _, grain := range []string{"year", "quarter", "month", "week", "day", "hour"} {
		sameGroups(t, open, grain, func(d statement.Dialect) statement.Expr { return d.Trunc(grain, seen) })
	}
	for _, part := range []string{"year", "quarter", "month", "week", "day", "doy", "dow", "hour", "minute", "second"} {
		sameGroups(t, open, part, func(d statement.Dialect) statement.Expr { return d.Part(part, seen) })
	}
	third := statement.Binary("-", statement.Column("", "id"), statement.Literal(1))
	sameValues(t, open, "a fraction", func(d statement.Dialect) statement.Expr {
		return d.Divide(statement.Column("", "amount"), statement.Literal(4))
	})
	sameValues(t, open, "a division by zero", func(d statement.Dialect) statement.Expr { return d.Divide(statement.Literal(6), third) })
}

// sameGroups compares how many rows each group has, the groups in their order.
func sameGroups(t *testing.T, open map[statement.Dialect]db.Database, name string, key func(statement.Dialect) statement.Expr) {
	t.Helper()
	sameOn(t, open, name, func(q *statement.Query, d statement.Dialect) {
		q.Items = []statement.Item{{Expr: statement.CountStar()}, {Expr: statement.Call("min", statement.Column("", "id"))}}
		q.GroupBy, q.OrderBy = []statement.Expr{key(d)}, []statement.Key{{Expr: key(d)}}
	})
}

func sameValues(t *testing.T, open map[statement.Dialect]db.Database, name string, value func(statement.Dialect) statement.Expr) {
	t.Helper()
	sameOn(t, open, name, func(q *statement.Query, d statement.Dialect) {
		q.Items, q.OrderBy = []statement.Item{{Expr: value(d)}}, []statement.Key{{Expr: statement.Column("", "id")}}
	})
}

func sameOn(t *testing.T, open map[statement.Dialect]db.Database, name string, fill func(*statement.Query, statement.Dialect)) {
	t.Helper()
	var want [][]string
	for _, d := range rendering.Dialects {
		q := statement.NewQuery()
		q.From = []statement.Source{{Table: "ev"}}
		fill(q, d)
		s, err := q.Build(d)
		if err != nil {
			t.Fatal(err)
		}
		got := rowsOf(t, open[d], s)
		if want == nil {
			want = got
		}
		if len(got) == 0 || !slices.EqualFunc(got, want, sameCells) {
			t.Errorf("%s on %s: %s\n got %q\nwant %q", name, d, s.SQL(), got, want)
		}
	}
}

func rowsOf(t *testing.T, d db.Database, s *statement.Statement) [][]string {
	t.Helper()
	rows, err := d.Query(t.Context(), s)
	if err != nil {
		t.Errorf("%s: %s: %v", d.Dialect(), s.SQL(), err)
		return nil
	}
	defer rows.Close()
	var out [][]string
	for rows.Next(t.Context()) {
		var cells []string
		for _, v := range rows.Row() {
			cells = append(cells, db.Format(v))
		}
		out = append(out, cells)
	}
	if err := rows.Err(); err != nil {
		t.Errorf("%s: %s: %v", d.Dialect(), s.SQL(), err)
	}
	return out
}

// sameCells compares rows as text: a truth value may be 1 or 0, a number may say its zeros, a moment at midnight may be a
// date, and a date cut to a month may lack its day.
func sameCells(a, b []string) bool { return slices.EqualFunc(a, b, sameCell) }

func sameCell(a, b string) bool {
	x, y := plainCell(a), plainCell(b)
	return x == y || isDate(x) && strings.HasPrefix(x, y) || isDate(y) && strings.HasPrefix(y, x)
}

func plainCell(s string) string {
	switch s {
	case "true":
		return "1"
	case "false":
		return "0"
	}
	s = strings.TrimSuffix(s, " 00:00:00")
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func isDate(s string) bool { return len(s) == len("2026-01-01") && s[4] == '-' && s[7] == '-' }
