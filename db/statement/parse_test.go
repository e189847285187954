package statement

import "testing"

var plainQueries = []string{
	"SELECT a, count(*) AS n FROM t AS t1 JOIN u ON t1.id = u.tid WHERE x = 'a' AND (y > 3 OR z IS NULL) GROUP BY 1 HAVING count(*) > 2 ORDER BY n DESC LIMIT 10 OFFSET 5",
	"SELECT * FROM a WHERE x IN (SELECT y FROM b WHERE b.q = a.q) AND NOT EXISTS (SELECT 1 FROM c) AND d BETWEEN 1 AND 2 AND e NOT LIKE '%x'",
	"WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 10) SELECT sum(n) OVER (PARTITION BY n ORDER BY n DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM x",
	"SELECT -5, -x, (a + b) * c, a || b || c, COALESCE(a, b), CASE WHEN a THEN b ELSE c END FROM t, u CROSS JOIN v",
	"SELECT DISTINCT a.* FROM a LEFT JOIN b USING (id) WHERE NOT a.x = 1 AND a.y IS NOT NULL",
	"SELECT 1 UNION SELECT 2 EXCEPT SELECT 3 ORDER BY 1",
}

func TestCanonicalTextComesBackAsItIs(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, SQLite, DuckDB} {
		for _, q := range plainQueries {
			s := mustParse(t, q, d)
			if s.SQL() != q {
				t.Errorf("%s:\n got %s\nwant %s", d, s.SQL(), q)
			}
			if err := s.Guard(); err != nil {
				t.Errorf("%s: %s: %v", d, q, err)
			}
		}
	}
}

func TestQueryBuildsTheSameStatement(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, SQLite, DuckDB} {
		for _, text := range plainQueries {
			q, err := mustParse(t, text, d).Query()
			if err != nil {
				t.Fatal(err)
			}
			built, err := q.Build(d)
			if err != nil {
				t.Fatal(err)
			}
			if built.SQL() != text {
				t.Errorf("%s:\n got %s\nwant %s", d, built.SQL(), text)
			}
		}
	}
}

func TestWordsThatOnlyPostgreSQLReservesAreNamesOnSQLite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"SELECT * FROM user": `SELECT * FROM "user"`,
		"SELECT user.id FROM a JOIN user ON user.id = a.id":      `SELECT "user".id FROM a JOIN "user" ON "user".id = a.id`,
		"SELECT CASE WHEN a THEN b END FROM grant":               `SELECT CASE WHEN a THEN b END FROM "grant"`,
		"SELECT a FROM t WHERE a IS NOT DISTINCT FROM array":     `SELECT a FROM t WHERE a IS NOT DISTINCT FROM "array"`,
		"SELECT a FROM (SELECT b AS a FROM end) AS q ORDER BY a": `SELECT a FROM (SELECT b AS a FROM "end") AS q ORDER BY a`,
	} {
		if s := mustParse(t, text, SQLite); s.SQL() != want {
			t.Errorf("%s\n got %s\nwant %s", text, s.SQL(), want)
		}
	}
}

func TestQuotesThatDoNotEndAreASyntaxError(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"SELECT `a", "SELECT `a``", "SELECT [a", "SELECT `", "SELECT [", `SELECT "a`, "SELECT 'a"} {
		if s, err := Parse(text, SQLite, nil); err == nil {
			t.Errorf("%s was read as %s", text, s.SQL())
		}
	}
}

func mustParse(t testing.TB, text string, d Dialect) *Statement {
	t.Helper()
	s, err := Parse(text, d, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}
