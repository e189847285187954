package statement

import (
	"slices"
	"strings"
	"testing"

	"parley/db/dbtest/seed"
)

var takeBacks = []struct {
	name, before, after string
	differences         string
	take                int
	want                string
}{
	{"a filter", "SELECT * FROM users", "SELECT * FROM users WHERE country = 'KE' AND id > 3", "+ country = 'KE'|+ id > 3", 0, "SELECT * FROM users WHERE id > 3"},
	{"a filter that went", "SELECT a FROM t WHERE x = 1 AND y = 2 AND z = 3", "SELECT a FROM t WHERE z = 3 LIMIT 5", "- x = 1|- y = 2|limit 5", 1, "SELECT a FROM t WHERE y = 2 AND z = 3 LIMIT 5"},
	{"a value", "SELECT a FROM t WHERE x = 'k' LIMIT 10", "SELECT a FROM t WHERE x = 'l' LIMIT 3", "x = 'k' → x = 'l'|limit 10 → 3", 0, "SELECT a FROM t WHERE x = 'k' LIMIT 3"},
	{"a limit", "SELECT a FROM t WHERE x = 'k' LIMIT 10", "SELECT a FROM t WHERE x = 'l' LIMIT 3", "x = 'k' → x = 'l'|limit 10 → 3", 1, "SELECT a FROM t WHERE x = 'l' LIMIT 10"},
	{"a column that went", "SELECT a, b, c FROM t", "SELECT a, c, d FROM t", "- b|+ d", 0, "SELECT a, b, c, d FROM t"},
	{"a column that came", "SELECT a, b, c FROM t", "SELECT a, c, d FROM t", "- b|+ d", 1, "SELECT a, c FROM t"},
	{"a column with its group", "SELECT a, count(*) FROM t GROUP BY a", "SELECT a, b, count(*) FROM t GROUP BY a, b LIMIT 9", "+ b|limit 9", 0, "SELECT a, count(*) FROM t GROUP BY a LIMIT 9"},
	{"the shape", "SELECT * FROM t", "SELECT a, count(*) AS n FROM t WHERE x = 1 GROUP BY a ORDER BY n DESC", "show a, count(*) by a|+ x = 1|sort by count(*) descending", 0, "SELECT * FROM t WHERE x = 1"},
	{"a join takes its filter along", "SELECT name FROM users", "SELECT users.name FROM users JOIN orders ON orders.uid = users.id WHERE orders.total > 5 AND users.id > 3", "join orders|+ total > 5|+ id > 3", 0, "SELECT users.name FROM users WHERE users.id > 3"},
	{"a filter on a join leaves it", "SELECT name FROM users", "SELECT users.name FROM users JOIN orders ON orders.uid = users.id WHERE orders.total > 5", "join orders|+ total > 5", 1, "SELECT users.name FROM users JOIN orders ON orders.uid = users.id"},
	{"a column of a table that went brings it back", "SELECT u.name, o.total FROM users AS u JOIN orders AS o ON o.uid = u.id", "SELECT u.name FROM users AS u LIMIT 3", "- total|without orders|limit 3", 0, "SELECT u.name, o.total FROM users AS u JOIN orders AS o ON o.uid = u.id LIMIT 3"},
	{"names change with the join", "SELECT name FROM users WHERE country = 'KE'", "SELECT users.name FROM users JOIN orders ON orders.uid = users.id WHERE orders.total > 5", "join orders|- country = 'KE'|+ total > 5", 1,
		"SELECT users.name FROM users JOIN orders ON orders.uid = users.id WHERE users.country = 'KE' AND orders.total > 5"},
	{"a kind of join", "SELECT t.a FROM t JOIN u ON t.id = u.id", "SELECT t.a FROM t LEFT JOIN u ON t.id = u.id LIMIT 4", "u: join → left join|limit 4", 0, "SELECT t.a FROM t JOIN u ON t.id = u.id LIMIT 4"},
	{"a query of WITH", "WITH w AS (SELECT a FROM t) SELECT a FROM w", "WITH w AS (SELECT a FROM t WHERE b = 1) SELECT a FROM w LIMIT 2", "w: + b = 1|limit 2", 0, "WITH w AS (SELECT a FROM t) SELECT a FROM w LIMIT 2"},
	{"a term inside a query", "SELECT a FROM t WHERE id IN (SELECT tid FROM u WHERE x = 1)", "SELECT a FROM t WHERE id IN (SELECT tid FROM u) ORDER BY a", "id IN (SELECT u.tid FROM u WHERE u.x = 1) → id IN (SELECT u.tid FROM u)|sort by a", 0,
		"SELECT a FROM t WHERE id IN (SELECT tid FROM u WHERE x = 1) ORDER BY a"},
	{"an order by a column that goes", "SELECT a FROM t", "SELECT a, b AS c FROM t ORDER BY c", "+ b|sort by b", 0, "SELECT a FROM t"},
	{"the order of columns", "SELECT a, b FROM t", "SELECT b, a FROM t LIMIT 1", "columns reordered|limit 1", 0, "SELECT a, b FROM t LIMIT 1"},
	{"a union is one", "SELECT a FROM t", "SELECT a FROM t UNION SELECT a FROM u", "another query", 0, "SELECT a FROM t"},
	{"repeated rows", "SELECT a FROM t", "SELECT DISTINCT a FROM t LIMIT 7", "each row once|limit 7", 0, "SELECT a FROM t LIMIT 7"},
}

func differenceTexts(list []Difference) string {
	texts := make([]string, len(list))
	for i, d := range list {
		texts[i] = d.String()
	}
	return strings.Join(texts, "|")
}

func TestADifferenceIsTakenBackAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range takeBacks {
		before, after := mustParse(t, tt.before, PostgreSQL), mustParse(t, tt.after, PostgreSQL)
		if got := differenceTexts(Differences(before, after)); got != tt.differences {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.differences)
			continue
		}
		s, err := TakeBack(before, after, tt.take)
		if err != nil || s.SQL() != tt.want {
			t.Errorf("%s: %q (%v), want %q", tt.name, s.SQL(), err, tt.want)
		}
	}
}

// The laws: all taken back, at once or one after the other in any order, is the statement before; one taken back leaves no
// other difference than were there.
func TestTakingAllBackIsUndo(t *testing.T) {
	t.Parallel()
	random := seed.Random(t)
	pairs := 0
	check := func(sqlBefore, sqlAfter string) {
		before, after := mustParse(t, sqlBefore, PostgreSQL), mustParse(t, sqlAfter, PostgreSQL)
		all := Differences(before, after)
		if (len(all) == 0) != (len(Compare(before, after).Changes) == 0) {
			t.Errorf("differences %q, changes %q\n%s\n%s", all, Compare(before, after).Changes, sqlBefore, sqlAfter)
		}
		which := make([]int, len(all))
		for i := range which {
			which[i] = i
		}
		if s, err := TakeBack(before, after, which...); len(all) > 0 && (err != nil || s != before) {
			t.Errorf("all at once: %v\n%s\n%s", err, sqlBefore, sqlAfter)
		}
		known := strings.Split(differenceTexts(all), "|")
		for now, left := after, len(all); left > 0; pairs++ {
			list := Differences(before, now)
			s, err := TakeBack(before, now, random.IntN(len(list)))
			if err != nil {
				t.Errorf("%v\n%s\n%s", err, sqlBefore, now.SQL())
				return
			}
			rest := Differences(before, s)
			for _, d := range rest {
				if !slices.Contains(known, d.String()) && d.Text != "columns reordered" {
					t.Errorf("%q is new\nbefore %s\nafter  %s\nthen   %s", d, sqlBefore, now.SQL(), s.SQL())
				}
			}
			if len(rest) >= len(list) {
				t.Errorf("%q, then %q\nbefore %s\nafter  %s\nthen   %s", differenceTexts(list), differenceTexts(rest), sqlBefore, now.SQL(), s.SQL())
				return
			}
			now, left = s, len(rest)
		}
	}
	for _, tt := range takeBacks {
		check(tt.before, tt.after)
		check(tt.after, tt.before)
	}
	for _, tt := range comparisons {
		check(tt.before, tt.after)
		check(tt.after, tt.before)
	}
	t.Logf("%d taken back", pairs)
}
