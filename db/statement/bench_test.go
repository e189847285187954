package statement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// reportQuery is a report of some 8 lines for each part, of the given number of parts.
func reportQuery(parts int) string {
	var b strings.Builder
	b.WriteString("WITH\n")
	for i := range parts {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `part_%d AS (
  SELECT u.country, date_trunc('month', o.created_at) AS month, count(*) AS orders, sum(o.amount * o.rate) AS total
  FROM orders AS o
  JOIN users AS u ON u.id = o.user_id AND u.status = 'active'
  LEFT JOIN products AS p ON p.id = o.product_id
  WHERE o.created_at >= '2026-01-01' AND o.amount BETWEEN %d AND 1000 AND (p.category IN ('a', 'b') OR p.name ILIKE '%%x%%')
  GROUP BY u.country, date_trunc('month', o.created_at)
)`, i, i)
	}
	b.WriteString("\nSELECT country, month, orders, total\nFROM part_0\nWHERE total > 10")
	for i := 1; i < parts && i < 400; i++ {
		fmt.Fprintf(&b, "\nUNION ALL SELECT country, month, orders, total FROM part_%d", i)
	}
	b.WriteString("\nORDER BY total DESC LIMIT 100")
	return b.String()
}

// benchmarkTurn is a turn's share of work on text: parse, guard, format and compare with the query before. Beside the mean
// it reports the median and the 95th percentile in microseconds, and how often the bare parse, which PostgreSQL's library
// takes for itself and which is timed in turn with the whole, fits into the median: that figure means the same on a busy
// machine.
func benchmarkTurn(b *testing.B, d Dialect, before, after string) {
	old := mustParse(b, before, d)
	if old.Format(60) == "" {
		b.Fatal("wrong")
	}
	var whole, bare []time.Duration
	for b.Loop() {
		start := time.Now()
		s := mustParse(b, after, d)
		if s.Guard() != nil || s.Format(60) == "" || len(Compare(old, s).Rows) == 0 {
			b.Fatal("wrong")
		}
		whole = append(whole, time.Since(start))
		b.StopTimer()
		start = time.Now()
		if _, err := pg.Parse(after); err != nil {
			b.Fatal(err)
		}
		bare = append(bare, time.Since(start))
		b.StartTimer()
	}
	slices.Sort(whole)
	slices.Sort(bare)
	half := len(whole) / 2
	b.ReportMetric(float64(strings.Count(after, "\n")+1), "lines")
	b.ReportMetric(float64(whole[half].Microseconds()), "p50-µs")
	b.ReportMetric(float64(whole[len(whole)*95/100].Microseconds()), "p95-µs")
	b.ReportMetric(float64(whole[half])/float64(bare[half]), "parses")
}

func BenchmarkTurnOf40Lines(b *testing.B) {
	for _, d := range everyDialect {
		b.Run(d.String(), func(b *testing.B) {
			benchmarkTurn(b, d, reportQuery(4), strings.Replace(reportQuery(4), "> 10", "> 20", 1))
		})
	}
}

func BenchmarkTurnOf2000Lines(b *testing.B) {
	for _, d := range everyDialect {
		b.Run(d.String(), func(b *testing.B) {
			benchmarkTurn(b, d, reportQuery(222), strings.Replace(reportQuery(222), "> 10", "> 20", 1))
		})
	}
}

// longPairs are queries of some 2,000 lines in other shapes, before and after an edit or a whole rewrite.
func longPairs() map[string][2]string {
	const n = 2000
	columns := lines(n, "CASE WHEN a# > # THEN b# ELSE lower(c#) END AS d#")
	terms := lines(n, "a# > # + b#")
	list := func(items []string) string { return "SELECT\n" + strings.Join(items, ",\n") + "\nFROM t" }
	where := func(terms []string) string { return "SELECT *\nFROM t\nWHERE " + strings.Join(terms, "\nAND ") }
	nested := func(core string) string {
		return strings.Repeat("SELECT * FROM (", 100) + core + strings.Repeat(") AS x\nWHERE a > 1\nAND b IN (1, 2)", 100)
	}
	joins := lines(400, "LEFT JOIN u# ON t.a = u#.a\nAND u#.b > #\nAND u#.c IS NOT NULL\nAND u#.d <> 'x'\nAND u#.e < 5")
	joined := func(joins []string) string { return "SELECT *\nFROM t\n" + strings.Join(joins, "\n") }
	branches := lines(400, "SELECT a#\nFROM t#\nWHERE b# > #\nAND c# = 'x'")
	union := func(branches []string) string { return strings.Join(branches, "\nUNION ALL\n") }
	with := func(items []string) string { return "WITH " + strings.Join(items, ",\n") + "\nSELECT *\nFROM w0" }
	ctes := lines(500, "w# AS (SELECT a#\nFROM t#\nWHERE b# > #\nAND c# = 'x')")
	values := lines(n, "'value #'")
	in := func(values []string) string { return where([]string{"a IN (" + strings.Join(values, ",\n") + ")"}) }
	return map[string][2]string{
		"one of the columns":   {list(columns), list(append(columns[1:n:n], "x"))},
		"columns reordered":    {list(columns), list(reversed(columns))},
		"other columns":        {list(columns), list(lines(n, "coalesce(z#, #) AS d#"))},
		"one of the terms":     {where(terms), where(append(terms[1:n:n], "x > 1"))},
		"terms reordered":      {where(terms), where(reversed(terms))},
		"other terms":          {where(terms), where(lines(n, "z# < #"))},
		"every value":          {where(terms), where(lines(n, "a# > 1 + # + b#"))},
		"WITH queries changed": {reportQuery(200), strings.ReplaceAll(reportQuery(200), "1000", "2000")},
		"the innermost query":  {nested("SELECT a FROM t"), nested("SELECT b FROM t")},
		"one of the joins":     {joined(joins), joined(append(joins[1:400:400], "JOIN x ON x.a = t.a"))},
		"joins reordered":      {joined(joins), joined(reversed(joins))},
		"other joins":          {joined(joins), joined(lines(400, "JOIN v# ON t.f = v#.f\nAND v#.g LIKE '#'"))},
		"one of the branches":  {union(branches), union(append(branches[1:400:400], "SELECT x FROM x"))},
		"other branches":       {union(branches), union(lines(400, "SELECT x#\nFROM y#\nWHERE z# < #"))},
		"one of the CTEs":      {with(ctes), with(append(ctes[:499:499], "w499 AS (SELECT x FROM x)"))},
		"other CTEs":           {with(ctes), with(lines(500, "w# AS (SELECT x#\nFROM y#\nWHERE z# < #)"))},
		"one of the values":    {in(values), in(append(values[1:n:n], "'x'"))},
		"other values":         {in(values), in(lines(n, "'other #'"))},
	}
}

// lines are the numbers from 0 in a pattern's #.
func lines(n int, pattern string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strings.ReplaceAll(pattern, "#", strconv.Itoa(i))
	}
	return out
}

func reversed(list []string) []string {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

func BenchmarkTurnOfOtherShapes(b *testing.B) {
	for name, p := range longPairs() {
		b.Run(name, func(b *testing.B) { benchmarkTurn(b, SQLite, p[0], p[1]) })
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		mustParse(b, byCountry, SQLite)
	}
}

func BenchmarkExprSQL(b *testing.B) {
	e := And(equals("users.country", "KE"), Binary(">", Call("sum", col("amount")), Literal(3)))
	for b.Loop() {
		_ = e.SQL()
	}
}

func BenchmarkExprEqual(b *testing.B) {
	x, y := equals("users.country", "KE"), equals("users.country", "LV")
	for b.Loop() {
		_ = x.Equal(y)
	}
}

func BenchmarkBuild(b *testing.B) {
	q, err := mustParse(b, byCountry, SQLite).Query()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := q.Build(SQLite); err != nil {
			b.Fatal(err)
		}
	}
}
