package reader

import (
	"testing"

	"parley/db/statement"
	"parley/workflow/engine/decide"
)

func TestWhatAStatementIsMadeOf(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]decide.Made{
		"SELECT * FROM orders": {Tables: 1, Star: true},
		"SELECT DISTINCT u.name FROM users u LEFT JOIN orders o ON o.user_id = u.id":                                  {Tables: 2, Outer: 1, Distinct: true},
		"SELECT name FROM users WHERE EXISTS (SELECT 1 FROM orders) AND NOT EXISTS (SELECT 1 FROM reviews)":           {Tables: 3, Existing: 1, Missing: 1, Nested: 2},
		"SELECT name FROM users WHERE id NOT IN (SELECT user_id FROM orders)":                                         {Tables: 2, Missing: 1, Nested: 1},
		"SELECT country, count(*) FROM users WHERE age > 3 AND age > 3 GROUP BY country":                              {Tables: 1, Repeated: 1, Groups: true},
		"SELECT name FROM users WHERE age > (SELECT avg(age) FROM users)":                                             {Tables: 1, Nested: 1},
		"SELECT f.n FROM (SELECT count(*) AS n FROM orders) AS f CROSS JOIN (SELECT count(*) AS m FROM reviews) AS g": {Tables: 2, Nested: 2},
	} {
		stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if got := madeFrom(stmt); got != want {
			t.Errorf("%s\n got %+v\nwant %+v", sql, got, want)
		}
	}
}
