package workflow_test

import (
	"context"
	"testing"

	"parley/workflow"
)

// TestWhatAQueryDoesIsSaidWhoeverMadeIt asks about statements that came without words: typed ones and refinements.
func TestWhatAQueryDoesIsSaidWhoeverMadeIt(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT * FROM users WHERE status = 'active' ORDER BY created_at DESC LIMIT 10":                   "every column of users where status is active, sorted by created at downwards, the first 10",
		"SELECT country, count(*), avg(id) FROM users WHERE id > 5 GROUP BY country HAVING count(*) >= 2": "country, number of rows and average id of users where id over 5 for each country having number of rows at least 2",
		"SELECT DISTINCT o.status FROM orders o JOIN order_items i ON i.order_id = o.id":                  "different status of orders and order items",
		"SELECT name FROM users UNION SELECT name FROM products LIMIT 3":                                  "name of users; together with name of products, the first 3",
		"SELECT count(DISTINCT country) FROM users WHERE name LIKE 'A%' OR status IS NULL":                "number of different country of users where name LIKE 'A%' OR status IS NULL",
		"SELECT strftime('%Y-%m', created_at) AS month, sum(quantity * unit_price) AS revenue FROM orders JOIN order_items ON order_items.order_id = orders.id WHERE created_at >= '2026-01-01' AND status IN ('shipped', 'delivered') GROUP BY strftime('%Y-%m', created_at) ORDER BY sum(quantity * unit_price) DESC": "month of created at and revenue of orders and order items where created at from 2026-01-01 and status is shipped or delivered for each month of created at, sorted by revenue downwards",
		"SELECT name FROM users WHERE city IS NULL AND status NOT IN ('new', 'old')": "name of users where city is missing and status is neither new nor old",
		"SELECT name FROM (SELECT name FROM users) AS u LIMIT 2 OFFSET 4":            "name of (name of users), the first 2 after 4",
	} {
		talk := conversation(t, &fakeMaker{generate: says(t, sql)})
		if reply := say(t, talk, "Show me something"); reply.Turn.Result == nil || reply.Turn.Result.Explanation != want {
			t.Errorf("%s\n got %+v\nwant %s", sql, reply.Turn, want)
		}
	}
	talk := conversation(t, &fakeMaker{})
	talk.Commit(talk.BeginEdit("SELECT name FROM users LIMIT 2").Run(context.Background()))
	if got := say(t, talk, "what does this query do?").Answer; got != "name of users, the first 2" {
		t.Errorf("a typed query does %q", got)
	}
	own := func(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
		d, err := says(t, usersByName)(ctx, r)
		d.Explanation = "the first three"
		return d, err
	}
	if got := say(t, conversation(t, &fakeMaker{generate: own}), "Show me some").Turn.Result.Explanation; got != "the first three" {
		t.Errorf("what the maker said became %q", got)
	}
}
