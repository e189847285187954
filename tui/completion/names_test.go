package completion

import (
	"slices"
	"testing"
)

func TestNamesOfAStatementKnowTheirTable(t *testing.T) {
	t.Parallel()
	c := New(testSchema())
	for sql, want := range map[string][]string{
		"SELECT name, count(*) AS n FROM users":                                                             {"users.name", "users"},
		"SELECT u.name, o.status FROM users AS u JOIN orders o ON o.user_id = u.id":                         {"u.name=users", "o.status=orders", "u=users", "o=orders", "o.user_id=orders", "u.id=users"},
		"SELECT name FROM users WHERE id IN (SELECT user_id FROM orders WHERE status = 'name')":             {"users.name", "users", "users.id", "orders.user_id", "orders", "orders.status"},
		"WITH x AS (SELECT user_id, count(*) AS n FROM orders GROUP BY user_id) SELECT n FROM x ORDER BY n": {"orders.user_id", "orders", "x.n=", "x="},
		"SELECT nothing FROM nowhere":                                                                       nil,
		"SELECT name, -- status\n status FROM":                                                              nil,
	} {
		var got []string
		for _, n := range c.Names(sql) {
			words := n.Source
			if n.Column != "" {
				words += "." + n.Column
			}
			switch {
			case n.Table == nil:
				words += "="
			case n.Table.Name != n.Source:
				words += "=" + n.Table.Name
			}
			got = append(got, words)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", sql, got, want)
		}
	}
}
