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
	{"a place in the order is spelled out before a column goes in front of it", "SELECT country, count(*) AS n FROM users GROUP BY country ORDER BY 2 DESC",
		func(q *Query) ([]Effect, error) { return q.AddItem(Item{Expr: col("email")}) },
		"SELECT country, email, count(*) AS n FROM users GROUP BY country, email ORDER BY count(*) DESC", "also added GROUP BY email", ""},
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
		"SELECT country, email, count(*) AS n FROM users GROUP BY country, email ORDER BY n DESC LIMIT 5", "also added GROUP BY email", ""},
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
	{"a column goes from both sides of a set operation, with its order", "SELECT name, id AS n FROM users UNION SELECT name, price FROM products ORDER BY n, name",
		func(q *Query) ([]Effect, error) { return q.RemoveItem(1) },
		"SELECT name FROM users UNION SELECT name FROM products ORDER BY name", "also removed ORDER BY n", ""},
	{"places behind a column that goes from a set operation move", "SELECT name, id FROM users UNION SELECT name, price FROM products ORDER BY 2, 1",
		func(q *Query) ([]Effect, error) { return q.RemoveItem(0) },
		"SELECT id FROM users UNION SELECT price FROM products ORDER BY 1", "also removed ORDER BY name", ""},
	{"no column goes from a set operation of everything", "SELECT * FROM users UNION SELECT * FROM users",
		func(q *Query) ([]Effect, error) { return q.RemoveItem(0) }, "", "", "not listed on both sides"},
	{"the keys of a replaced column keep what they meant", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.ReplaceItem(1, Item{Expr: Call("max", col("id"))}) },
		"SELECT country, max(id) FROM users GROUP BY country ORDER BY count(*) DESC LIMIT 5", "", ""},
	{"other columns of single rows keep the order", "SELECT name, email AS e FROM users ORDER BY e, 1",
		func(q *Query) ([]Effect, error) { return q.SetItems(Item{Expr: col("id")}) },
		"SELECT id FROM users ORDER BY email, name", "", ""},
	{"other columns of groups become keys", byCountry,
		func(q *Query) ([]Effect, error) {
			return q.SetItems(Item{Expr: col("email")}, Item{Expr: CountStar(), Alias: "n"})
		},
		"SELECT email, count(*) AS n FROM users GROUP BY country, email ORDER BY count(*) DESC LIMIT 5", "also added GROUP BY email", ""},
	{"an aggregate instead of rows has no order", "SELECT name FROM users ORDER BY id",
		func(q *Query) ([]Effect, error) { return q.SetItems(Item{Expr: CountStar()}) },
		"SELECT count(*) FROM users", "also removed ORDER BY id", ""},
	{"a query shows something", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return q.SetItems() }, "", "", "nothing would be left"},
	{"each row once keeps the order by what is shown", "SELECT name FROM users ORDER BY name, id",
		func(q *Query) ([]Effect, error) { return q.SetDistinct() },
		"SELECT DISTINCT name FROM users ORDER BY name", "also removed ORDER BY id", ""},
	{"rows are left out", "SELECT name FROM users LIMIT 5",
		func(q *Query) ([]Effect, error) { return nil, q.SetOffset(10) }, "SELECT name FROM users LIMIT 5 OFFSET 10", "", ""},
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
	{"a group key comes with its column, in front of the measure", byCountry,
		func(q *Query) ([]Effect, error) {
			return nil, q.AddGroup([]Expr{col("email")}, []Item{{Expr: col("email")}})
		},
		"SELECT country, email, count(*) AS n FROM users GROUP BY country, email ORDER BY count(*) DESC LIMIT 5", "", ""},
	{"a group key need not be shown", byCountry,
		func(q *Query) ([]Effect, error) {
			return nil, q.AddGroup([]Expr{col("id"), col("country")}, []Item{{Expr: col("name")}})
		},
		"SELECT country, name, count(*) AS n FROM users GROUP BY country, id ORDER BY count(*) DESC LIMIT 5", "", ""},
	{"a group key that is there is refused", byCountry,
		func(q *Query) ([]Effect, error) {
			return nil, q.AddGroup([]Expr{col("country")}, []Item{{Expr: col("country")}})
		}, "", "", "grouped by that already"},
	{"single rows have no groups", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.AddGroup([]Expr{col("country")}, nil) }, "", "", "single rows"},
	{"an aggregate is no group key", byCountry,
		func(q *Query) ([]Effect, error) { return q.Regroup([]Expr{CountStar()}, nil) }, "", "", "cannot be a group key"},
	{"other groups take the order of the old ones away", "SELECT country, email, count(*) FROM users WHERE id > 3 GROUP BY 1, 2 ORDER BY count(*) DESC, email",
		func(q *Query) ([]Effect, error) {
			return q.Regroup([]Expr{col("name")}, []Item{{Expr: col("name")}})
		}, "SELECT name, count(*) FROM users WHERE id > 3 GROUP BY name ORDER BY count(*) DESC", "also removed ORDER BY email", ""},
	{"without keys one row is left", byCountry,
		func(q *Query) ([]Effect, error) { return q.Regroup(nil, nil) },
		"SELECT count(*) AS n FROM users ORDER BY count(*) DESC LIMIT 5", "", ""},
	{"an order replaces the other and keeps the limit", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(nil, Key{Expr: col("country")}) },
		"SELECT country, count(*) AS n FROM users GROUP BY country ORDER BY country LIMIT 5", "", ""},
	{"an order that GROUP BY forbids is refused", byCountry,
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(nil, Key{Expr: col("email")}) }, "", "", "each row is a group"},
	{"what a key fixes may order groups", "SELECT country, count(*) FROM users GROUP BY id",
		func(q *Query) ([]Effect, error) {
			byID := func(key, e Expr) bool { return key.Equal(col("id")) }
			return nil, q.SetOrder(byID, Key{Expr: Call("lower", col("email"))})
		}, "SELECT country, count(*) FROM users GROUP BY id ORDER BY lower(email)", "", ""},
	{"an order that DISTINCT forbids is refused", "SELECT DISTINCT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(nil, Key{Expr: col("email")}) }, "", "", "DISTINCT keeps only what is shown"},
	{"an order by a place that is not there is refused", "SELECT name FROM users",
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(nil, Key{Expr: Literal(2)}) }, "", "", "no such column"},
	{"a set operation sorts by its columns only", "SELECT name FROM users UNION SELECT name FROM products",
		func(q *Query) ([]Effect, error) { return nil, q.SetOrder(nil, Key{Expr: col("email")}) }, "", "", "a column of its result"},
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
			*q = *q.Wrap("those", Item{Expr: CountStar()})
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
