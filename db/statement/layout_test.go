package statement_test

import (
	"strings"
	"testing"

	"parley/db/statement"
)

// What a narrow pane shows of what the demo makes: no line is wider than the pane where a break could help.
func TestNarrowLayoutsStayWithinTheirWidth(t *testing.T) {
	t.Parallel()
	for sql, least := range map[string]int{
		"SELECT strftime('%Y-%m', orders.created_at) AS month, count(*) FROM orders GROUP BY strftime('%Y-%m', orders.created_at) ORDER BY strftime('%Y-%m', orders.created_at)": 35,
		"SELECT country, CAST(sum(quantity * unit_price) * 100.0 AS REAL) / sum(sum(quantity * unit_price)) OVER () AS percentage FROM items GROUP BY country":                   45,
		"SELECT sum(a + b + c - d) AS total_of_everything, max(long_name_of_a_column, another_long_name) AS most FROM t WHERE a + b > 100":                                       35,
	} {
		s, err := statement.Parse(sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		for width := least; width < 100; width += 5 {
			for l := range strings.SplitSeq(s.Format(width), "\n") {
				if len(l) > width {
					t.Errorf("%d columns in %d: %q of\n%s", len(l), width, l, s.Format(width))
				}
			}
		}
	}
}
