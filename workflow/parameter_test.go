package workflow_test

import (
	"fmt"
	"testing"

	"parley/db/statement"
	"parley/workflow"
)

func TestConstraintsAreWhatAStatementLeavesBehind(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT * FROM users": "[]",
		"SELECT * FROM flights WHERE origin = 'Nairobi' AND 300 > price":                                           "[flights origin = Nairobi; flights price < 300]",
		"SELECT * FROM flights WHERE departure_date BETWEEN '2027-02-10' AND '2027-02-11'":                         "[flights departure_date >= 2027-02-10; flights departure_date <= 2027-02-11]",
		"SELECT * FROM orders o JOIN users u ON u.id = o.user_id WHERE u.country IN ('Kenya', 'Latvia')":           "[orders users.country = Kenya; orders users.country = Latvia]",
		"SELECT name FROM users WHERE status <> 'closed' ORDER BY name DESC LIMIT 10":                              "[users status <> closed; users name sort desc; users  limit 10]",
		"SELECT * FROM users WHERE id IN (SELECT user_id FROM orders) OR country = 'Kenya'":                        "[]",
		"SELECT name FROM users UNION SELECT name FROM products":                                                   "[]",
		"SELECT status, count(*) FROM orders WHERE created_at >= '2026-10-01' GROUP BY status HAVING count(*) > 3": "[orders created_at >= 2026-10-01]",
	} {
		s, err := statement.Parse(sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(workflow.Constraints(s)); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
	}
}

func describe(parameters []workflow.Parameter) string {
	text := ""
	for i, p := range parameters {
		if i > 0 {
			text += "; "
		}
		text += fmt.Sprintf("%s %s %s %s", p.Subject, p.Column, p.Operator, p.Value)
	}
	return "[" + text + "]"
}
