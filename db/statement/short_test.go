package statement

import "testing"

func TestTablesOfSeveralHaveShortNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, sql, keep, want string }{
		{"one table stays", "SELECT users.name FROM users", "", "SELECT users.name FROM users"},
		{"initials",
			"SELECT products.name, sum(order_items.quantity * order_items.unit_price) FROM order_items JOIN products ON products.id = order_items.product_id GROUP BY products.name", "",
			"SELECT p.name, sum(oi.quantity * oi.unit_price) FROM order_items AS oi JOIN products AS p ON p.id = oi.product_id GROUP BY p.name"},
		{"the same letters", "SELECT pupils.name, plans.name FROM pupils JOIN plans ON plans.pupil_id = pupils.id", "",
			"SELECT p.name, pl.name FROM pupils AS p JOIN plans AS pl ON pl.pupil_id = p.id"},
		{"the same beginning", "SELECT tbacct.a, tbcust.b, tbtxn.c FROM tbtxn, tbacct, tbcust", "",
			"SELECT ta.a, tc.b, t.c FROM tbtxn AS t, tbacct AS ta, tbcust AS tc"},
		{"no word of the grammar", "SELECT airline_stops.id, orders.id FROM airline_stops, orders", "",
			"SELECT ast.id, o.id FROM airline_stops AS ast, orders AS o"},
		{"a column has the letter", "SELECT users.o, orders.id FROM users JOIN orders ON orders.user_id = users.id", "",
			"SELECT u.o, ord.id FROM users AS u JOIN orders AS ord ON ord.user_id = u.id"},
		{"stars", "SELECT users.*, count(orders.id) FROM users LEFT JOIN orders ON orders.user_id = users.id GROUP BY users.id", "",
			"SELECT u.*, count(o.id) FROM users AS u LEFT JOIN orders AS o ON o.user_id = u.id GROUP BY u.id"},
		{"what was there stays", "SELECT users.name, orders.total FROM users JOIN orders ON orders.user_id = users.id", "SELECT * FROM users",
			"SELECT users.name, o.total FROM users JOIN orders AS o ON o.user_id = users.id"},
		{"what has a short name keeps it", "SELECT x.name, orders.total FROM users AS x JOIN orders ON orders.user_id = x.id", "",
			"SELECT x.name, o.total FROM users AS x JOIN orders AS o ON o.user_id = x.id"},
		{"a query inside has its own", "SELECT users.name, orders.id FROM users, orders WHERE users.id IN (SELECT users.id FROM users WHERE users.age > 3)", "",
			"SELECT u.name, o.id FROM users AS u, orders AS o WHERE u.id IN (SELECT users.id FROM users WHERE users.age > 3)"},
		{"a query inside refers out", "SELECT users.name, orders.id FROM users, orders WHERE EXISTS (SELECT 1 FROM visits WHERE visits.user_id = users.id)", "",
			"SELECT u.name, o.id FROM users AS u, orders AS o WHERE EXISTS (SELECT 1 FROM visits WHERE visits.user_id = u.id)"},
		{"queries of WITH", "WITH spent AS (SELECT orders.user_id FROM orders JOIN items ON items.order_id = orders.id) SELECT users.name FROM spent JOIN users ON users.id = spent.user_id", "",
			"WITH spent AS (SELECT o.user_id FROM orders AS o JOIN items AS i ON i.order_id = o.id) SELECT u.name FROM spent AS s JOIN users AS u ON u.id = s.user_id"},
		{"both sides of a union", "SELECT users.name FROM users JOIN orders ON orders.user_id = users.id UNION SELECT plans.name FROM plans", "",
			"SELECT u.name FROM users AS u JOIN orders AS o ON o.user_id = u.id UNION SELECT plans.name FROM plans"},
		{"schemas", "SELECT shop.users.name, orders.id FROM shop.users JOIN orders ON orders.user_id = shop.users.id", "",
			"SELECT u.name, o.id FROM shop.users AS u JOIN orders AS o ON o.user_id = u.id"},
		{"a whole row", "SELECT count(users), orders.id FROM users JOIN orders ON orders.user_id = users.id GROUP BY orders.id", "",
			"SELECT count(users), o.id FROM users JOIN orders AS o ON o.user_id = users.id GROUP BY o.id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := Parse(c.sql, PostgreSQL, nil)
			if err != nil {
				t.Fatal(err)
			}
			var keep *Statement
			if c.keep != "" {
				if keep, err = Parse(c.keep, PostgreSQL, nil); err != nil {
					t.Fatal(err)
				}
			}
			short := s.Shortened(keep)
			if got := short.SQL(); got != c.want {
				t.Errorf("%s", got)
			}
			if again := short.Shortened(nil); c.keep == "" && again.SQL() != short.SQL() {
				t.Errorf("again: %s", again.SQL())
			}
		})
	}
}
