package statement

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// tableNames is a catalogue for tests: the columns of each table.
type tableNames map[string]string

func (n tableNames) HasTable(table string) bool { _, ok := n[strings.ToLower(table)]; return ok }

func (n tableNames) HasColumn(table, column string) bool {
	for name, columns := range n {
		if table != "" && !strings.EqualFold(name, table) {
			continue
		}
		for _, c := range strings.Fields(columns) {
			if strings.EqualFold(c, column) {
				return true
			}
		}
	}
	return false
}

var shop = tableNames{
	"users":    "id name email country created_at",
	"orders":   "id user_id product_id amount status created_at",
	"products": "id name price category_id",
}

func col(dotted string) Expr {
	if q, name, ok := strings.Cut(dotted, "."); ok {
		return Column(q, name)
	}
	return Column("", dotted)
}

func equals(column string, v any) Expr { return Binary("=", col(column), Literal(v)) }

func joined(table, left, right string) Source {
	return Source{Table: table, Join: JoinInner, On: Binary("=", col(left), col(right))}
}

const byCountry = "SELECT country, count(*) AS n FROM users GROUP BY country ORDER BY n DESC LIMIT 5"

var edits = []struct {
	name   string
	before string
	edit   func(q *Query) ([]Effect, error)
	after  string
	effect string // effects, joined by "; "
	reason string // a Senseless that says this
}{
	{"a predicate joins the others", "SELECT name FROM users WHERE id > 3",
		func(q *Query) ([]Effect, error) { return nil, q.AddPredicate(equals("country", "KE")) },
		"SELECT name FROM users WHERE id > 3 AND country = 'KE'", "", ""},
	{"a predicate that is there is not added again", "SELECT name FROM users WHERE country = 'KE'",
		func(q *Query) ([]Effect, error) { return nil, q.AddPredicate(equals("country", "KE")) },
		"SELECT name FROM users WHERE country = 'KE'", "", ""},
	{"a predicate on an aggregate goes to HAVING", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.AddPredicate(Binary(">", CountStar(), Literal(2))) },
		"SELECT country, count(*) AS n FROM users GROUP BY country HAVING count(*) > 2 ORDER BY n DESC LIMIT 5", "", ""},
	{"a disjunction keeps its parentheses among AND terms", "SELECT name FROM users WHERE id > 3",
		func(q *Query) ([]Effect, error) {
			return nil, q.AddPredicate(Or(equals("country", "KE"), equals("country", "LV")))
		}, "SELECT name FROM users WHERE id > 3 AND (country = 'KE' OR country = 'LV')", "", ""},
	{"a filter on a window function is refused", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) {
			return nil, q.AddPredicate(Binary("=", Call("rank").Over(Window{}), Literal(1)))
		}, "", "", "wrap the query first"},
	{"a predicate goes", "SELECT name FROM users WHERE id > 3 AND country = 'KE'",
		func(q *Query) ([]Effect, error) { return nil, q.RemovePredicate(equals("COUNTRY", "KE")) },
		"SELECT name FROM users WHERE id > 3", "", ""},
	{"a predicate that is not there cannot go", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.RemovePredicate(equals("country", "KE")) }, "", "", "no such filter"},
	{"a predicate is replaced in its place", "SELECT name FROM users WHERE country = 'KE' AND id > 3",
		func(q *Query) ([]Effect, error) {
			return nil, q.ReplacePredicate(equals("country", "KE"), In(col("country"), Literal("KE"), Literal("LV")))
		}, "SELECT name FROM users WHERE country IN ('KE', 'LV') AND id > 3", "", ""},
	{"a column is added at the end", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.AddItem(Item{Expr: col("email")}) }, "SELECT name, email FROM users", "", ""},
	{"a column that is shown is refused", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.AddItem(Item{Expr: col("users.name")}) }, "", "", "shown already"},
	{"a column under * is shown already", "SELECT * FROM users",
		func(q *Query) ([]Effect, error) { return q.AddItem(Item{Expr: col("name")}) }, "", "", "shown already"},
	{"a column added to groups becomes a key", byCountry,
		func(q *Query) ([]Effect, error) { return q.AddItem(Item{Expr: col("email")}) },
		"SELECT country, count(*) AS n, email FROM users GROUP BY country, email ORDER BY n DESC LIMIT 5", "also added GROUP BY email", ""},
	{"a measure is added to groups", byCountry,
		func(q *Query) ([]Effect, error) { return q.AddItem(Item{Expr: Call("max", col("id"))}) },
		"SELECT country, count(*) AS n, max(id) FROM users GROUP BY country ORDER BY n DESC LIMIT 5", "", ""},
	{"a column goes, and the order says what its alias meant", byCountry,
		func(q *Query) ([]Effect, error) { return q.RemoveItem(1) },
		"SELECT country FROM users GROUP BY country ORDER BY count(*) DESC LIMIT 5", "", ""},
	{"keys by place are spelled out when a column goes", "SELECT name, country, count(*) FROM users GROUP BY 1, 2 ORDER BY 3",
		func(q *Query) ([]Effect, error) { return q.RemoveItem(0) },
		"SELECT country, count(*) FROM users GROUP BY name, country ORDER BY count(*)", "", ""},
	{"the last column stays", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.RemoveItem(0) }, "", "", "the last one"},
	{"under DISTINCT the order goes with its column", "SELECT DISTINCT name, country FROM users ORDER BY country",
		func(q *Query) ([]Effect, error) { return q.RemoveItem(1) },
		"SELECT DISTINCT name FROM users", "also removed ORDER BY country", ""},
	{"a replaced column takes its keys along", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.ReplaceItem(0, Item{Expr: col("email")}) },
		"SELECT email, count(*) AS n FROM users GROUP BY email ORDER BY n DESC LIMIT 5", "", ""},
	{"a joined table qualifies what it makes ambiguous", "SELECT name, id FROM users WHERE created_at > '2026-01-01' AND email IS NOT NULL ORDER BY id",
		func(q *Query) ([]Effect, error) {
			_, err := q.AddSource(joined("orders", "users.id", "orders.user_id"), shop)
			return nil, err
		},
		"SELECT name, users.id FROM users JOIN orders ON users.id = orders.user_id WHERE users.created_at > '2026-01-01' AND email IS NOT NULL ORDER BY users.id", "", ""},
	{"* stays what it was when a table is joined", "SELECT * FROM users AS u WHERE id > 3",
		func(q *Query) ([]Effect, error) {
			_, err := q.AddSource(joined("orders", "u.id", "orders.user_id"), shop)
			return nil, err
		}, "SELECT u.* FROM users AS u JOIN orders ON u.id = orders.user_id WHERE u.id > 3", "", ""},
	{"a table joined to itself gets an alias", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) {
			_, err := q.AddSource(joined("users", "users.country", "users.country"), shop)
			return nil, err
		}, "SELECT users.name FROM users JOIN users AS users_2 ON users.country = users_2.country", "", ""},
	{"columns of a correlated subquery are qualified, too", "SELECT name FROM users WHERE EXISTS (SELECT 1 FROM products WHERE price > id AND price > created_at)",
		func(q *Query) ([]Effect, error) {
			_, err := q.AddSource(joined("orders", "users.id", "orders.user_id"), shop)
			return nil, err
		}, "SELECT name FROM users JOIN orders ON users.id = orders.user_id WHERE EXISTS (SELECT 1 FROM products WHERE price > id AND price > users.created_at)", "", ""},
	{"a join without a condition is refused", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) {
			_, err := q.AddSource(Source{Table: "orders"}, shop)
			return nil, err
		}, "", "", "no condition"},
	{"a removed table takes along what hung on it",
		"SELECT users.name, p.price FROM users JOIN orders ON users.id = orders.user_id JOIN products AS p ON orders.product_id = p.id WHERE status = 'paid' AND email IS NOT NULL ORDER BY amount, p.price",
		func(q *Query) ([]Effect, error) { return q.RemoveSource("orders", shop) },
		"SELECT users.name FROM users WHERE email IS NOT NULL",
		"also removed JOIN products AS p; also removed column p.price; also removed WHERE status = 'paid'; also removed ORDER BY amount; also removed ORDER BY p.price", ""},
	{"when the first table goes the next takes its place", "SELECT orders.amount FROM users JOIN orders ON users.id = orders.user_id WHERE country = 'KE'",
		func(q *Query) ([]Effect, error) { return q.RemoveSource("users", shop) },
		"SELECT orders.amount FROM orders", "also removed WHERE country = 'KE'", ""},
	{"the only table stays", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.RemoveSource("users", shop) }, "", "", "only table"},
	{"a table that shows everything stays", "SELECT orders.amount FROM users JOIN orders ON users.id = orders.user_id",
		func(q *Query) ([]Effect, error) { return q.RemoveSource("orders", shop) }, "", "", "nothing would be left"},
	{"a group key comes with its column", byCountry,
		func(q *Query) ([]Effect, error) { return q.AddGroup(Item{Expr: col("email")}) },
		"SELECT country, email, count(*) AS n FROM users GROUP BY country, email ORDER BY n DESC LIMIT 5", "", ""},
	{"single rows have no groups", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.AddGroup(Item{Expr: col("country")}) }, "", "", "single rows"},
	{"a group key goes with its column", "SELECT country, email, count(*) FROM users GROUP BY country, email ORDER BY email, country",
		func(q *Query) ([]Effect, error) { return q.RemoveGroup(col("email")) },
		"SELECT country, count(*) FROM users GROUP BY country ORDER BY country", "also removed ORDER BY email", ""},
	{"a finer grain moves key, column and order", "SELECT strftime('%Y-%m', created_at) AS month, count(*) FROM users GROUP BY month ORDER BY month",
		func(q *Query) ([]Effect, error) {
			return nil, q.ReplaceGroup(col("month"), Item{Expr: SQLite.Trunc("week", col("created_at")), Alias: "week"})
		}, "SELECT date(created_at, 'weekday 0', '-6 days') AS week, count(*) FROM users GROUP BY date(created_at, 'weekday 0', '-6 days') ORDER BY date(created_at, 'weekday 0', '-6 days')", "", ""},
	{"single rows are counted by a key", "SELECT name, email FROM users WHERE id > 3 ORDER BY name",
		func(q *Query) ([]Effect, error) {
			return q.Regroup([]Item{{Expr: col("country")}}, []Item{{Expr: CountStar()}})
		}, "SELECT country, count(*) FROM users WHERE id > 3 GROUP BY country", "also removed ORDER BY name", ""},
	{"an order replaces the other and keeps the limit", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(Key{Expr: col("country")}) },
		"SELECT country, count(*) AS n FROM users GROUP BY country ORDER BY country LIMIT 5", "", ""},
	{"an order that GROUP BY forbids is refused", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(Key{Expr: col("email")}) }, "", "", "each row is a group"},
	{"an order that DISTINCT forbids is refused", "SELECT DISTINCT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(Key{Expr: col("email")}) }, "", "", "DISTINCT keeps only what is shown"},
	{"an order by a place that is not there is refused", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(Key{Expr: Literal(2)}) }, "", "", "no such column"},
	{"a set operation sorts by its columns only", "SELECT name FROM users UNION SELECT name FROM products",
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(Key{Expr: col("email")}) }, "", "", "a column of its result"},
	{"the order turns around", "SELECT name FROM users ORDER BY name DESC NULLS LAST, id",
		func(q *Query) ([]Effect, error) { return nil, q.ReverseOrder() },
		"SELECT name FROM users ORDER BY name NULLS FIRST, id DESC", "", ""},
	{"a limit replaces the other", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.SetLimit(1) },
		"SELECT country, count(*) AS n FROM users GROUP BY country ORDER BY n DESC LIMIT 1", "", ""},
	{"a limit of nothing is refused", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.SetLimit(0) }, "", "", "at least 1"},
	{"a set operation is not filtered itself", "SELECT name FROM users UNION SELECT name FROM products",
		func(q *Query) ([]Effect, error) { return nil, q.AddPredicate(equals("name", "x")) }, "", "", "wrap it"},
	{"two queries combine", "SELECT name FROM users ORDER BY id LIMIT 3",
		func(q *Query) ([]Effect, error) {
			other, _ := mustParseQuery("SELECT name FROM products")
			whole, err := q.Combine(Union, true, other)
			if err == nil {
				*q = *whole
			}
			return nil, err
		}, "SELECT * FROM (SELECT name FROM users ORDER BY id LIMIT 3) UNION ALL SELECT name FROM products", "", ""},
	{"queries of other width do not combine", "SELECT name, id FROM users",
		func(q *Query) ([]Effect, error) {
			other, _ := mustParseQuery("SELECT name FROM products")
			_, err := q.Combine(Union, true, other)
			return nil, err
		}, "", "", "2 columns"},
	{"a union becomes what both have", "SELECT name FROM users UNION SELECT name FROM products ORDER BY name",
		func(q *Query) ([]Effect, error) { return nil, q.ChangeSet(Intersect, false) },
		"SELECT name FROM users INTERSECT SELECT name FROM products ORDER BY name", "", ""},
	{"a query that combines no two has no set operation to change", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.ChangeSet(Intersect, false) }, "", "", "combines no two"},
	{"the left side stays with the order and the limit of the whole", "SELECT name FROM users WHERE id > 3 UNION SELECT name FROM products ORDER BY name LIMIT 5",
		func(q *Query) ([]Effect, error) { return q.KeepSide(false) },
		"SELECT name FROM users WHERE id > 3 ORDER BY name LIMIT 5", "", ""},
	{"the right side is sorted by place", "SELECT id, name AS title FROM users UNION SELECT id, name FROM products ORDER BY title DESC",
		func(q *Query) ([]Effect, error) { return q.KeepSide(true) },
		"SELECT id, name FROM products ORDER BY 2 DESC", "", ""},
	{"a side that is cut itself is wrapped", "SELECT name FROM users UNION SELECT * FROM (SELECT name FROM products ORDER BY price LIMIT 3) AS p LIMIT 2",
		func(q *Query) ([]Effect, error) { return q.KeepSide(true) },
		"SELECT * FROM (SELECT name FROM products ORDER BY price LIMIT 3) AS p LIMIT 2", "", ""},
	{"a single query has no side to keep", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.KeepSide(true) }, "", "", "combines no two"},
	{"a wrapped query keeps filter and limit", "SELECT name, country FROM users WHERE id > 3 LIMIT 9",
		func(q *Query) ([]Effect, error) {
			w := q.Wrap("those")
			w.Items = []Item{{Expr: CountStar()}}
			*q = *w
			return nil, nil
		}, "SELECT count(*) FROM (SELECT name, country FROM users WHERE id > 3 LIMIT 9) AS those", "", ""},
}

func mustParseQuery(text string) (*Query, error) {
	s, err := Parse(text, SQLite, shop)
	if err != nil {
		return nil, err
	}
	return s.Query()
}

func TestEdits(t *testing.T) {
	t.Parallel()
	for _, tt := range edits {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			q, err := mustParseQuery(tt.before)
			if err != nil {
				t.Fatal(err)
			}
			untouched := q.Clone()
			effects, err := tt.edit(q)
			if tt.reason != "" {
				checkRefused(t, q, err, tt.reason, tt.before)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := built(t, q); got != tt.after {
				t.Errorf("\n got %s\nwant %s", got, tt.after)
			}
			if got := effectText(effects); got != tt.effect {
				t.Errorf("effects\n got %s\nwant %s", got, tt.effect)
			}
			if got := built(t, untouched); got != tt.before {
				t.Errorf("the edit reached a copy: %s", got)
			}
		})
	}
}

func checkRefused(t *testing.T, q *Query, err error, reason, before string) {
	t.Helper()
	var s *Senseless
	if !errors.As(err, &s) || !strings.Contains(s.Reason, reason) {
		t.Errorf("got error %v, want one with %q", err, reason)
	}
	if got := built(t, q); got != before {
		t.Errorf("a refused edit changed the query: %s", got)
	}
}

func built(t *testing.T, q *Query) string {
	t.Helper()
	s, err := q.Build(SQLite)
	if err != nil {
		t.Fatal(err)
	}
	return s.SQL()
}

func effectText(effects []Effect) string {
	out := make([]string, len(effects))
	for i, e := range effects {
		out[i] = fmt.Sprint(e)
	}
	return strings.Join(out, "; ")
}
