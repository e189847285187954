package parameter_test

import (
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/dialog/memory"
	"parley/workflow/parameter"
)

// shop is a schema of orders and the users who made them.
func shop() *db.Schema {
	column := func(name string, typ db.Type) db.Column { return db.Column{Name: name, Type: typ} }
	return &db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "orders"}, Columns: []db.Column{column("status", db.Text), column("total", db.Decimal), column("user_id", db.Integer), column("paid", db.Boolean)}},
		{TableName: db.TableName{Name: "users"}, Columns: []db.Column{column("id", db.Integer), column("country", db.Text)}},
	}}
}

func filter(subject, column, operator string, values ...string) memory.Found {
	return memory.Found{Subject: subject, Parameter: memory.Parameter{Kind: memory.Filter, Column: column, Operator: operator, Values: values}}
}

var (
	kenya  = filter("users", "country", "=", "Kenya")
	sorted = memory.Found{Subject: "orders", Parameter: memory.Parameter{Kind: memory.Sort, Column: "total", Operator: "desc"}}
	ten    = memory.Found{Subject: "orders", Parameter: memory.Parameter{Kind: memory.Limit, Values: []string{"10"}}}
)

// TestParametersMeetStatements puts, replaces and drops parameters; want is empty where the statement stays as it is.
func TestParametersMeetStatements(t *testing.T) {
	t.Parallel()
	put := func(s *statement.Statement, f memory.Found) (*statement.Statement, []memory.Found) {
		return parameter.Put(s, shop(), []memory.Found{f})
	}
	replace := func(s *statement.Statement, f memory.Found) (*statement.Statement, []memory.Found) {
		return parameter.Replace(s, shop(), []memory.Found{f})
	}
	drop := func(s *statement.Statement, f memory.Found) (*statement.Statement, []memory.Found) {
		return parameter.Drop(s, []memory.Found{f})
	}
	const joined = "SELECT o.total FROM orders AS o JOIN users AS u ON u.id = o.user_id"
	for _, c := range []struct {
		name, sql string
		act       func(*statement.Statement, memory.Found) (*statement.Statement, []memory.Found)
		f         memory.Found
		want      string
	}{
		{"its table is read", "SELECT * FROM users", put, kenya, "SELECT * FROM users WHERE country = 'Kenya'"},
		{"under its name in the query", joined, put, kenya, joined + " WHERE u.country = 'Kenya'"},
		{"remembered under another subject", joined, put, filter("orders", "users.country", "=", "Kenya"), joined + " WHERE u.country = 'Kenya'"},
		{"its table is not read", "SELECT * FROM orders", put, kenya, ""},
		{"contradicted", "SELECT * FROM users WHERE country = 'Latvia'", put, kenya, ""},
		{"contradicted by what cannot be read", "SELECT * FROM users WHERE country = 'Latvia' OR country = 'Peru'", put, kenya, ""},
		{"another bound may stand beside it", "SELECT * FROM orders WHERE total < 9", put, filter("orders", "total", ">", "3"), "SELECT * FROM orders WHERE total < 9 AND total > 3"},
		{"an outer join stays one", "SELECT * FROM orders AS o LEFT JOIN users AS u ON u.id = o.user_id", put, kenya, ""},
		{"a number is one", "SELECT * FROM orders", put, filter("orders", "total", "in", "3", "4.5"), "SELECT * FROM orders WHERE total IN (3, 4.5)"},
		{"a text is no number", "SELECT * FROM orders", put, filter("orders", "total", "=", "much"), ""},
		{"an operator that no predicate has", "SELECT * FROM users", put, filter("users", "country", "~", "K"), ""},
		{"an order where there is none", "SELECT * FROM orders", put, sorted, "SELECT * FROM orders ORDER BY total DESC"},
		{"an order that is there", "SELECT * FROM orders ORDER BY status", put, sorted, ""},
		{"groups have their own order", "SELECT status, count(*) FROM orders GROUP BY status", put, sorted, ""},
		{"a limit", "SELECT * FROM orders", put, ten, "SELECT * FROM orders LIMIT 10"},
		{"a limit that is there", "SELECT * FROM orders LIMIT 3", put, ten, ""},
		{"two queries in one", "SELECT country FROM users UNION SELECT status FROM orders", put, kenya, ""},
		{"in the place of another value", "SELECT * FROM users WHERE country = 'Latvia' AND id > 3", replace, kenya, "SELECT * FROM users WHERE country = 'Kenya' AND id > 3"},
		{"in the place of both bounds", "SELECT * FROM orders WHERE total > 3 AND total < 9", replace, filter("orders", "total", "=", "5"), "SELECT * FROM orders WHERE total = 5"},
		{"where there was none", "SELECT * FROM users", replace, kenya, "SELECT * FROM users WHERE country = 'Kenya'"},
		{"another limit", "SELECT * FROM orders LIMIT 3", replace, ten, "SELECT * FROM orders LIMIT 10"},
		{"another order", "SELECT * FROM orders ORDER BY status", replace, sorted, "SELECT * FROM orders ORDER BY total DESC"},
		{"a filter goes", "SELECT * FROM users WHERE country = 'Latvia' AND id > 3", drop, kenya, "SELECT * FROM users WHERE id > 3"},
		{"whatever it says", "SELECT * FROM users WHERE (country = 'Latvia' OR country = 'Peru') AND id > 3", drop, kenya, "SELECT * FROM users WHERE id > 3"},
		{"but not with another column", "SELECT * FROM users WHERE country = 'Latvia' OR id > 3", drop, kenya, ""},
		{"a limit goes", "SELECT * FROM orders LIMIT 3", drop, ten, "SELECT * FROM orders"},
		{"an order goes", "SELECT * FROM orders ORDER BY total", drop, sorted, "SELECT * FROM orders"},
	} {
		s, err := statement.Parse(c.sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		next, done := c.act(s, c.f)
		got, want := strings.TrimSpace(next.SQL()), c.want
		if want == "" {
			want = s.SQL()
		}
		if got != want || (len(done) == 1) != (c.want != "") {
			t.Errorf("%s: %s, %d done\nwant %s", c.name, got, len(done), want)
		}
	}
}
