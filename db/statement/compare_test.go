package statement

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

var comparisons = []struct {
	name          string
	before, after string
	changes       []string // a leading ! is loud
}{
	{"layout is no change", "select a,b from t where x=1", "SELECT a, b\nFROM t\nWHERE x = 1", nil},
	{"an alias of a table is no change", "SELECT T1.a FROM t AS T1 JOIN u AS T2 ON T1.id = T2.id", "SELECT t.a FROM t JOIN u ON t.id = u.id", nil},
	{"a qualifier is no change", "SELECT a FROM t WHERE b = 1", "SELECT t.a FROM t WHERE t.b = 1", nil},
	{"an alias of a column is no change", "SELECT count(*) AS n FROM t ORDER BY n", "SELECT count(*) FROM t ORDER BY count(*)", nil},
	{"a key by place is no change", "SELECT a, count(*) FROM t GROUP BY 1 ORDER BY 2", "SELECT a, count(*) FROM t GROUP BY a ORDER BY count(*)", nil},
	{"the order of AND terms is no change", "SELECT a FROM t WHERE x = 1 AND y = 2 AND z = 3", "SELECT a FROM t WHERE z = 3 AND x = 1 AND y = 2", nil},
	{"the order of OR terms and of a list is no change", "SELECT a FROM t WHERE (x = 1 OR y = 2) AND z IN (1, 2)", "SELECT a FROM t WHERE (y = 2 OR x = 1) AND z IN (2, 1)", nil},
	{"the sides of a comparison are no change", "SELECT a FROM t WHERE 5 < x AND t.a = t.b", "SELECT a FROM t WHERE x > 5 AND t.b = t.a", nil},
	{"an inner join's condition may stand in WHERE", "SELECT t.a FROM t, u WHERE t.id = u.id", "SELECT t.a FROM t JOIN u ON t.id = u.id", nil},
	{"an alias inside a subquery is no change", "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u AS x WHERE x.id = t.id)", "SELECT a FROM t AS y WHERE EXISTS (SELECT 1 FROM u AS z WHERE z.id = y.id)", nil},
	{"a predicate is added", "SELECT * FROM users", "SELECT * FROM users WHERE created_at >= '2026-10-01'", []string{"Added predicate users.created_at ≥ 2026-10-01"}},
	{"a lost predicate is loud", "SELECT a FROM t WHERE x = 'k' AND y > 2", "SELECT a FROM t WHERE y > 2", []string{"!Removed predicate t.x = 'k'"}},
	{"a predicate on the same column takes the other's place", "SELECT a FROM t WHERE x = 'k'", "SELECT a FROM t WHERE x IN ('k', 'l')", []string{"Predicate t.x = 'k' → t.x IN ('k', 'l')"}},
	{"a range moves by its ends", "SELECT a FROM t WHERE d >= '2026-01-01' AND d < '2026-02-01'", "SELECT a FROM t WHERE d >= '2026-03-01' AND d < '2026-04-01'",
		[]string{"Predicate t.d ≥ 2026-01-01 → t.d ≥ 2026-03-01", "Predicate t.d < 2026-02-01 → t.d < 2026-04-01"}},
	{"a list replaces everything", "SELECT * FROM users", "SELECT id, name FROM users", []string{"Shows id, name instead of all columns"}},
	{"everything replaces a list", "SELECT id, count(*) FROM users GROUP BY id", "SELECT users.* FROM users", []string{"Shows all columns instead of id, count(*)", "No longer grouped by id"}},
	{"everything of a table is replaced", "SELECT u.*, o.id FROM users AS u, orders AS o", "SELECT u.id, o.id FROM users AS u, orders AS o", []string{"Shows id instead of all columns of users"}},
	{"a star of one table stays when a join qualifies it", "SELECT * FROM orders", "SELECT orders.*, u.name FROM orders JOIN users AS u ON u.id = orders.user_id",
		[]string{"Added column name", "Join users added"}},
	{"and when the join goes", "SELECT o.* FROM orders o JOIN users AS u ON u.id = o.user_id", "SELECT * FROM orders", []string{"!Join users removed"}},
	{"a column goes", "SELECT name, email FROM users", "SELECT name FROM users", []string{"Removed column email"}},
	{"columns change places", "SELECT a, b FROM t", "SELECT b, a FROM t", []string{"Columns reordered"}},
	{"an aggregate becomes another", "SELECT x, sum(y) FROM t GROUP BY x", "SELECT x, avg(y) FROM t GROUP BY x", []string{"Column sum(y) → avg(y)"}},
	{"the limit changes", "SELECT a FROM t LIMIT 100", "SELECT a FROM t LIMIT 10", []string{"Limit 100 → 10"}},
	{"a limit comes", "SELECT a FROM t", "SELECT a FROM t LIMIT 10", []string{"Limit 10 added"}},
	{"a table is joined", "SELECT a FROM orders", "SELECT a FROM orders JOIN products ON orders.pid = products.id", []string{"Join products added"}},
	{"a filter in a new join's condition is told", "SELECT a FROM orders", "SELECT a FROM orders JOIN products ON orders.pid = products.id AND products.kind = 'x'",
		[]string{"Join products added", "Added predicate products.kind = 'x'"}},
	{"a lost join is loud", "SELECT orders.a FROM orders JOIN products ON orders.pid = products.id", "SELECT a FROM orders", []string{"!Join products removed"}},
	{"an inner join becomes an outer one", "SELECT a FROM t JOIN u ON t.id = u.id", "SELECT a FROM t LEFT JOIN u ON t.id = u.id", []string{"Join of u: JOIN ON t.id = u.id → LEFT JOIN ON t.id = u.id"}},
	{"groups come", "SELECT count(*) FROM users", "SELECT country, count(*) FROM users GROUP BY country", []string{"Added column country", "Grouped by country"}},
	{"a lost HAVING is loud", "SELECT a FROM t GROUP BY a HAVING count(*) > 2", "SELECT a FROM t GROUP BY a", []string{"!Removed predicate count(*) > 2"}},
	{"an order comes", "SELECT a FROM t", "SELECT a FROM t ORDER BY b DESC", []string{"Sorted by b descending"}},
	{"an order is reversed", "SELECT a FROM t ORDER BY b", "SELECT a FROM t ORDER BY b DESC", []string{"Order reversed: b descending"}},
	{"duplicates go", "SELECT a FROM t", "SELECT DISTINCT a FROM t", []string{"Each row once (DISTINCT added)"}},
	{"a wrapped query loses nothing", "SELECT a, b FROM t WHERE x = 1 LIMIT 5", "SELECT count(*) FROM (SELECT a, b FROM t WHERE x = 1 LIMIT 5) AS q", []string{"The query became the source of count(*)"}},
	{"a query kept as a subquery loses nothing", "SELECT id FROM t WHERE x = 1", "SELECT name FROM u WHERE tid IN (SELECT id FROM t WHERE x = 1)",
		[]string{"Removed column id", "Added column name", "Join t removed", "Join u added", "Removed predicate t.x = 1", "Added predicate u.tid IN (SELECT t.id FROM t WHERE t.x = 1)"}},
	{"a term lost from an outer join is loud", "SELECT a FROM t LEFT JOIN u ON t.id = u.id AND u.x = 1", "SELECT a FROM t LEFT JOIN u ON t.id = u.id",
		[]string{"!Removed predicate u.x = 1"}},
	{"a term lost with the kind of the join is loud", "SELECT a FROM t JOIN u ON t.id = u.id AND u.x = 1", "SELECT a FROM t LEFT JOIN u ON t.id = u.id",
		[]string{"!Join of u: JOIN ON t.id = u.id AND u.x = 1 → LEFT JOIN ON t.id = u.id"}},
	{"a lost condition of a join is loud", "SELECT a FROM t JOIN u USING (id)", "SELECT a FROM t CROSS JOIN u", []string{"!Join of u: JOIN USING id → CROSS JOIN"}},
	{"a condition spelled out is not lost", "SELECT a FROM t JOIN u USING (id)", "SELECT a FROM t JOIN u ON t.id = u.id",
		[]string{"Join of u: JOIN USING id → JOIN ON t.id = u.id", "Added predicate t.id = u.id"}},
	{"a predicate lost inside IN is loud", "SELECT a FROM t WHERE id IN (SELECT tid FROM u WHERE x = 1 AND y = 2)", "SELECT a FROM t WHERE id IN (SELECT tid FROM u WHERE y = 2)",
		[]string{"!Removed predicate u.x = 1 (in subquery)"}},
	{"a predicate lost inside EXISTS is loud", "SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND x = 1)", "SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.tid = t.id)",
		[]string{"!Removed predicate u.x = 1 (in subquery)"}},
	{"a predicate lost with the query around is loud", "SELECT q.a FROM (SELECT a, b FROM t) AS q WHERE q.b = 1", "SELECT a, b FROM t",
		[]string{"The query around a, b removed", "!Removed predicate subquery.b = 1"}},
	{"a predicate loosened by OR is loud", "SELECT a FROM t WHERE x = 1", "SELECT a FROM t WHERE x = 1 OR y = 2",
		[]string{"!Removed predicate t.x = 1", "Added predicate t.x = 1 OR t.y = 2"}},
	{"a lost part of a union is loud", "SELECT a FROM t UNION SELECT a FROM u", "SELECT a FROM t", []string{"!No longer combined with UNION SELECT u.a FROM u"}},
	{"queries combine", "SELECT a FROM t", "SELECT a FROM t EXCEPT SELECT a FROM u", []string{"Combined with EXCEPT SELECT u.a FROM u"}},
	{"a change inside a part says so", "SELECT a FROM t UNION SELECT a FROM u", "SELECT a FROM t UNION SELECT a FROM u WHERE b = 1", []string{"Added predicate u.b = 1 (in the second part)"}},
	{"a change inside WITH says so", "WITH w AS (SELECT a FROM t) SELECT * FROM w", "WITH w AS (SELECT a FROM t WHERE b = 1) SELECT * FROM w", []string{"Added predicate t.b = 1 (in w)"}},
	{"a change inside WITH of a set operation says so", "WITH w AS (SELECT a FROM t WHERE b = 1) SELECT a FROM w UNION SELECT a FROM u", "WITH w AS (SELECT a FROM t) SELECT a FROM w UNION SELECT a FROM u", []string{"!Removed predicate t.b = 1 (in w)"}},
	{"a WITH query comes with a set operation", "SELECT a FROM t", "WITH w AS (SELECT a FROM u) SELECT a FROM t UNION SELECT a FROM w", []string{"WITH query w added", "Combined with UNION SELECT w.a FROM w"}},
	{"a combined query keeps its order and limit", "SELECT a FROM t ORDER BY a LIMIT 3", "SELECT a FROM t UNION SELECT a FROM u ORDER BY a LIMIT 3", []string{"Combined with UNION SELECT u.a FROM u"}},
	{"a part keeps the order of the whole", "SELECT a FROM t UNION SELECT a FROM u ORDER BY a LIMIT 3", "SELECT a FROM t ORDER BY a LIMIT 3", []string{"!No longer combined with UNION SELECT u.a FROM u"}},
	{"a third part is combined with the two", "SELECT a FROM t UNION SELECT a FROM u", "SELECT a FROM t UNION SELECT a FROM u UNION SELECT a FROM v", []string{"Combined with UNION SELECT v.a FROM v"}},
	{"a third part goes", "SELECT a FROM t UNION SELECT a FROM u UNION SELECT a FROM v LIMIT 3", "SELECT a FROM t UNION SELECT a FROM u LIMIT 3", []string{"!No longer combined with UNION SELECT v.a FROM v"}},
	{"a set operation is wrapped", "SELECT a FROM t UNION SELECT a FROM u", "SELECT count(*) FROM (SELECT a FROM t UNION SELECT a FROM u) AS q", []string{"The query became the source of count(*)"}},
	{"a set operation is unwrapped", "SELECT count(*) FROM (SELECT a FROM t UNION SELECT a FROM u) AS q", "SELECT a FROM t UNION SELECT a FROM u", []string{"The query around a removed"}},
	{"a predicate of a query in an expression lives on", "SELECT a FROM t WHERE b = 1", "SELECT c FROM u WHERE c IN (SELECT a FROM t WHERE b = 1)",
		[]string{"Removed column a", "Added column c", "Join t removed", "Join u added", "Removed predicate t.b = 1", "Added predicate u.c IN (SELECT t.a FROM t WHERE t.b = 1)"}},
	{"a change inside the second of three WITH says so", "WITH w AS (SELECT a FROM t), v AS (SELECT a FROM u), x AS (SELECT 1 AS n) SELECT * FROM w, v, x", "WITH w AS (SELECT a FROM t), v AS (SELECT a FROM u WHERE b = 1), x AS (SELECT 1 AS n) SELECT * FROM w, v, x LIMIT 3", []string{"Added predicate u.b = 1 (in v)", "Limit 3 added"}},
	{"WITH queries come and go between others that stay", "WITH w AS (SELECT a FROM t), v AS (SELECT a FROM u) SELECT * FROM w", "WITH y AS (SELECT 1 AS n), w AS (SELECT a FROM t) SELECT * FROM w", []string{"WITH query v removed", "WITH query y added"}},
	{"an alias inside one WITH of two is no change", "WITH w AS (SELECT a FROM t), v AS (SELECT a FROM u AS z WHERE z.b = 1) SELECT * FROM w", "WITH w AS (SELECT a FROM t), v AS (SELECT a FROM u WHERE u.b = 1) SELECT * FROM w", nil},
	{"WITH queries in another order may read others", "WITH w AS (SELECT a FROM v), v AS (SELECT a FROM u) SELECT * FROM w, v", "WITH v AS (SELECT a FROM u), w AS (SELECT a FROM v) SELECT * FROM w, v", []string{"Changed the query, in a form that has no name"}},
	{"a change beside WITH queries that stay", "WITH RECURSIVE w AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM w WHERE n < 5) SELECT n FROM w WHERE n > 2", "WITH RECURSIVE w AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM w WHERE n < 5) SELECT n FROM w", []string{"!Removed predicate w.n > 2"}},
	{"a change inside a derived table says so", "SELECT q.a FROM (SELECT a FROM t) AS q", "SELECT z.a FROM (SELECT a FROM t WHERE b = 1) AS z", []string{"Added predicate t.b = 1 (in subquery)"}},
}

// changeTexts are the changes in words, behind a ! where they are loud.
func changeTexts(c *Comparison) []string {
	var out []string
	for _, change := range c.Changes {
		loud := ""
		if change.Loud {
			loud = "!"
		}
		out = append(out, loud+change.String())
	}
	return out
}

// A date cut to a grain is spelt in as many ways as there are engines; an analyst reads one.
func TestAGrainReadsTheSameOnEveryEngine(t *testing.T) {
	t.Parallel()
	by := func(d Dialect, grain string) string {
		x := printExpr(d.Trunc(grain, Column("", "d")).node, d)
		return "SELECT " + x + ", count(*) FROM t GROUP BY " + x
	}
	grains := []string{"year", "quarter", "month", "week", "day", "hour"}
	for _, d := range []Dialect{PostgreSQL, SQLite, DuckDB} {
		for i, grain := range grains {
			next := grains[(i+1)%len(grains)]
			before, after := mustParse(t, by(d, grain), d), mustParse(t, by(d, next), d)
			got := changeTexts(Compare(before, after))
			want := []string{"Column " + grain + " of d → " + next + " of d", "Grouped by " + grain + " of d → " + next + " of d"}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s → %s: %q", d, grain, next, got)
			}
		}
	}
}

func TestChangesAreTheEditsAnAnalystWouldName(t *testing.T) {
	t.Parallel()
	for _, d := range []Dialect{PostgreSQL, SQLite, DuckDB} {
		for _, tt := range comparisons {
			t.Run(d.String()+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				got := changeTexts(Compare(mustParse(t, tt.before, d), mustParse(t, tt.after, d)))
				if !slices.Equal(got, tt.changes) {
					t.Errorf("\n got %q\nwant %q", got, tt.changes)
				}
			})
		}
	}
}

func TestRowsOfEqualMeaningAreTheSame(t *testing.T) {
	t.Parallel()
	for _, tt := range comparisons {
		if tt.changes != nil || strings.Contains(tt.name, "inner join") || !strings.Contains(tt.name, "AND terms") && !strings.Contains(tt.name, "alias of a table") && !strings.Contains(tt.name, "layout") {
			continue
		}
		c := Compare(mustParse(t, tt.before, PostgreSQL), mustParse(t, tt.after, PostgreSQL))
		for _, r := range c.Rows {
			if r.Kind != Same {
				t.Errorf("%s: %s", tt.name, rowsText(c.Rows))
				break
			}
		}
	}
}

// rowsText writes rows as text: kind, left and right, marked words in brackets.
func rowsText(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString([]string{"  ", "+ ", "- ", "~ "}[r.Kind] + r.Clause + ": " + spanText(r.Left) + " │ " + spanText(r.Right) + "\n")
	}
	return b.String()
}

func spanText(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Mark {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestRows(t *testing.T) {
	t.Parallel()
	before := mustParse(t, "SELECT u.name, u.email, u.country FROM users u WHERE u.country = 'KE' AND u.id > 3 ORDER BY name LIMIT 100", PostgreSQL)
	after := mustParse(t, "SELECT users.name, users.country FROM users JOIN orders ON orders.user_id = users.id WHERE users.id > 3 AND users.country = 'LV' ORDER BY name DESC LIMIT 10", PostgreSQL)
	want := `  SELECT: SELECT u.name, │ SELECT users.name,
- SELECT:        [u][.][email][,] │ 
  SELECT:        u.country │        users.country
  FROM: FROM users AS u │ FROM users
+ JOIN:  │ [JOIN] [orders] [ON] [orders][.][user_id] [=] [users][.][id]
~ WHERE: WHERE u.country = ['KE'] │ WHERE users.country = ['LV']
  WHERE:   AND u.id > 3 │   AND users.id > 3
~ ORDER BY: ORDER BY name │ ORDER BY name [DESC]
~ LIMIT: LIMIT [100] │ LIMIT [10]
`
	if got := rowsText(CompareWidth(before, after, 60).Rows); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// Each change has lines of its own: what stands beside it stays as it was.
func TestLinesChangeAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, before, after, want string }{
		{"a column at the end", "SELECT a, b FROM t", "SELECT a, b, c FROM t", "+ c"},
		{"a column at the start", "SELECT a, b FROM t", "SELECT c, a, b FROM t", "+ SELECT c,"},
		{"a column goes", "SELECT a, b, c FROM t", "SELECT b, c FROM t", "- SELECT a,"},
		{"the first condition", "SELECT a FROM t", "SELECT a FROM t WHERE x = 1", "+ WHERE x = 1"},
		{"a second condition", "SELECT a FROM t WHERE x = 1", "SELECT a FROM t WHERE x = 1 AND y = 2", "+ AND y = 2"},
		{"the first condition goes", "SELECT a FROM t WHERE x = 1 AND y = 2", "SELECT a FROM t WHERE y = 2", "- WHERE x = 1"},
		{"a join with its condition", "SELECT a FROM t WHERE x = 1", "SELECT t.a FROM t JOIN u ON u.id = t.uid WHERE t.x = 1", "+ JOIN u ON u.id = t.uid"},
		{"a second key of the order", "SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a, b DESC", "+ b DESC"},
		{"a condition of a query inside", "SELECT a FROM t WHERE b IN (SELECT c FROM u)", "SELECT a FROM t WHERE b IN (SELECT c FROM u WHERE d = 1)", "+ WHERE d = 1"},
		{"a query of WITH", "WITH w AS (SELECT 1 AS n) SELECT n FROM w", "WITH w AS (SELECT 1 AS n), v AS (SELECT 2 AS m) SELECT n FROM w", "+ v AS (SELECT 2 AS m)"},
		{"a column that moves", "SELECT a, b, c FROM t", "SELECT c, a, b FROM t", "> SELECT c,|< c"},
		{"other columns", "SELECT * FROM t", "SELECT a, b FROM t", "- SELECT *|+ SELECT a, b"},
		{"an alias", "SELECT u.a, u.b FROM users AS u", "SELECT users.a, users.b, users.c FROM users", "+ users.c"},
		{"AND becomes OR", "SELECT a FROM t WHERE x = 1 AND y = 2", "SELECT a FROM t WHERE x = 1 OR y = 2", "~   AND y = 2|  [OR] y = 2"},
		{"a number stays where most of the line does", "SELECT a FROM t LIMIT 10", "SELECT a FROM t LIMIT 20", "~ LIMIT [10]|LIMIT [20]"},
	} {
		var got []string
		for _, r := range Compare(mustParse(t, tt.before, PostgreSQL), mustParse(t, tt.after, PostgreSQL)).Rows {
			switch {
			case r.Kind == Changed:
				got = append(got, "~ "+spanText(r.Left)+"|"+spanText(r.Right))
			case r.Kind == Added:
				got = append(got, map[bool]string{true: "> ", false: "+ "}[r.Moved]+plainText(r.Right))
			case r.Kind == Removed:
				got = append(got, map[bool]string{true: "< ", false: "- "}[r.Moved]+plainText(r.Left))
			}
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
	}
}

func plainText(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return strings.TrimSpace(b.String())
}

func TestAnOpaqueStatementIsComparedAsText(t *testing.T) {
	t.Parallel()
	before := mustParse(t, "SELECT a FROM t", DuckDB)
	after := mustParse(t, "FROM t SELECT a EXCLUDE (b)", DuckDB)
	if !after.Opaque() {
		t.Fatal("not opaque")
	}
	c := Compare(before, after)
	if !c.TextOnly || len(c.Changes) > 0 || len(c.Rows) == 0 {
		t.Errorf("%+v", c)
	}
}

func TestLinesOfBothSidesArePairedHoweverManyOthersThereAre(t *testing.T) {
	t.Parallel()
	list := func(other string) string {
		items := make([]string, 3000)
		for i := range items {
			if items[i] = "shared" + strconv.Itoa(i); i%100 > 0 {
				items[i] = other + strconv.Itoa(i)
			}
		}
		return "SELECT first, " + strings.Join(items, ", ") + ", last FROM t"
	}
	same := 0
	for _, r := range Compare(mustParse(t, list("a"), PostgreSQL), mustParse(t, list("b"), PostgreSQL)).Rows {
		if r.Kind == Same && strings.Contains(r.Left[len(r.Left)-2].Text, "shared") {
			same++
		}
	}
	if same != 30 {
		t.Errorf("%d of 30 columns that both have are side by side", same)
	}
}
