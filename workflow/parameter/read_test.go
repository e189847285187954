package parameter_test

import (
	"strings"
	"testing"

	"parley/db/statement"
	"parley/workflow/parameter"
)

func TestConstraintsAreWhatAStatementLeavesBehind(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT * FROM users": "users: ",
		"SELECT * FROM flights WHERE origin = 'Nairobi' AND 300 > price":                                           "flights: origin = Nairobi; price < 300",
		"SELECT * FROM flights WHERE departure_date BETWEEN '2027-02-10' AND '2027-02-11'":                         "flights: departure_date >= 2027-02-10; departure_date <= 2027-02-11",
		"SELECT * FROM orders o JOIN users u ON u.id = o.user_id WHERE u.country IN ('Kenya', 'Latvia')":           "orders: users.country in Kenya, Latvia",
		"SELECT name FROM users WHERE status NOT IN ('closed', 'new')":                                             "users: status not in closed, new",
		"SELECT name FROM users WHERE status <> 'closed' ORDER BY name DESC LIMIT 10":                              "users: status <> closed; sorted by name desc; limit 10",
		"SELECT * FROM users WHERE id IN (SELECT user_id FROM orders) OR country = 'Kenya'":                        "users: ",
		"SELECT name FROM users UNION SELECT name FROM products":                                                   ": ",
		"SELECT status, count(*) FROM orders WHERE created_at >= '2026-10-01' GROUP BY status HAVING count(*) > 3": "orders: created_at >= 2026-10-01",
	} {
		s, err := statement.Parse(sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		subject, parameters := parameter.Of(s)
		var texts []string
		for _, p := range parameters {
			texts = append(texts, p.String())
		}
		if got := subject + ": " + strings.Join(texts, "; "); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
	}
}
