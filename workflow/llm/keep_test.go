package llm_test

import (
	"strings"
	"testing"

	"parley/db/statement"
)

const paid = "SELECT u.name, count(*) AS orders FROM users AS u JOIN orders AS o ON o.user_id = u.id WHERE u.country = 'KE' AND o.status = 'paid' GROUP BY u.name"

func TestLostFiltersAndJoinsComeBackUnlessAskedFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, current, input, answer string
		want                         string // what the statement must hold
		not                          string // and must not hold
		note                         string
	}{
		{"dropped filter", paid, "sort by name",
			"SELECT u.name, count(*) AS orders FROM users AS u JOIN orders AS o ON o.user_id = u.id WHERE u.country = 'KE' GROUP BY u.name ORDER BY u.name",
			"o.status = 'paid'", "", "Kept the filter"},
		{"dropped filter under another alias", paid, "sort by name",
			"SELECT users.name, count(*) AS orders FROM users JOIN orders ON orders.user_id = users.id WHERE users.country = 'KE' GROUP BY users.name ORDER BY users.name",
			"orders.status = 'paid'", "", "Kept the filter"},
		{"dropped join", "SELECT u.name FROM users AS u JOIN orders AS o ON o.user_id = u.id", "sort by name",
			"SELECT u.name FROM users AS u ORDER BY u.name",
			"JOIN orders AS o ON o.user_id = u.id", "", "Kept the join"},
		{"dropped filter whose column the input sorts by", "SELECT name, status FROM users WHERE status = 'active'", "sort by status",
			"SELECT name, status FROM users ORDER BY status",
			"WHERE status = 'active'", "", "Kept the filter"},
		{"dropped filter of the group", "SELECT country, count(*) FROM users GROUP BY country HAVING count(*) > 3", "sort by country",
			"SELECT country, count(*) FROM users GROUP BY country ORDER BY country",
			"HAVING count(*) > 3", "", "Kept the filter"},
		{"filter moved into a CTE", "SELECT name FROM users WHERE status = 'active'", "only those with orders",
			"WITH active AS (SELECT u.id, u.name FROM users AS u WHERE u.status = 'active') SELECT a.name FROM active AS a WHERE EXISTS (SELECT 1 FROM orders AS o WHERE o.user_id = a.id)",
			"status = 'active'", "", ""},
		{"join removed with its column", "SELECT u.name, o.status FROM users AS u JOIN orders AS o ON o.user_id = u.id", "without the status",
			"SELECT name FROM users",
			"FROM users", "orders", ""},
		{"filter removed on request", paid, "whatever the status",
			"SELECT u.name, count(*) AS orders FROM users AS u JOIN orders AS o ON o.user_id = u.id WHERE u.country = 'KE' GROUP BY u.name",
			"country", "status", ""},
		{"all filters removed on request", paid, "show all",
			"SELECT u.name, count(*) AS orders FROM users AS u JOIN orders AS o ON o.user_id = u.id GROUP BY u.name",
			"GROUP BY", "WHERE", ""},
		{"filter replaced", "SELECT name FROM users WHERE country = 'KE'", "what about Uganda",
			"SELECT name FROM users WHERE country = 'UG'",
			"'UG'", "'KE'", ""},
		{"filter inside a derived table", "SELECT name, country FROM users WHERE status = 'active'", "how many per country",
			"SELECT t.country, count(*) FROM (SELECT name, country FROM users WHERE status = 'active') AS t GROUP BY t.country",
			"status = 'active'", "", ""},
		{"reformatted and reordered", "SELECT name FROM users WHERE country = 'KE' AND status = 'active'", "limit 5",
			"select\n\n  NAME\nfrom USERS\nwhere (status='active') and (country='KE')\nlimit 5",
			"LIMIT 5", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a, _ := assistant(t, steps(says(c.answer)))
			draft, err := a.Refine(t.Context(), feedback(t, c.current, c.input))
			if err != nil {
				t.Fatal(err)
			}
			sql := draft.Statement.SQL()
			if !strings.Contains(sql, c.want) || c.not != "" && strings.Contains(sql, c.not) {
				t.Errorf("got %s", sql)
			}
			if notes := strings.Join(draft.Notes, " "); !strings.HasPrefix(notes, c.note) || c.note == "" && notes != "" {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

func TestQuestionOfItsOwnOwesNothingToTheQueryBefore(t *testing.T) {
	t.Parallel()
	current := "SELECT name FROM users WHERE country = 'KE'"
	for sql, kept := range map[string]bool{"SELECT name FROM products": false, "SELECT name FROM users": true} {
		a, _ := assistant(t, steps(reply(map[string]any{"intent": "new_query", "sql": sql})))
		draft, err := a.Refine(t.Context(), feedback(t, current, "list the names"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(draft.Statement.SQL(), "'KE'") != kept || (len(draft.Notes) > 0) != kept {
			t.Errorf("%s: got %s, notes %q", sql, draft.Statement.SQL(), draft.Notes)
		}
	}
}

func TestWhatCannotComeBackIsLoud(t *testing.T) {
	t.Parallel()
	a, _ := assistant(t, steps(says("SELECT name FROM products UNION SELECT name FROM categories")))
	draft, err := a.Refine(t.Context(), feedback(t, "SELECT name FROM products WHERE price > 100", "with the categories"))
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(draft.Notes, " "); !strings.Contains(notes, "Careful: the filter products.price > 100 is gone") {
		t.Errorf("notes %q", notes)
	}
}

func TestLayoutChurnIsNoChange(t *testing.T) {
	t.Parallel()
	current := "SELECT name FROM users WHERE country = 'KE' AND status = 'active'"
	a, _ := assistant(t, steps(says("select  NAME\nfrom Users  where (status = 'active')\n and ((country = 'KE')) limit 10")))
	r := feedback(t, current, "limit 10")
	draft, err := a.Refine(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	changes := statement.Compare(r.Current, draft.Statement).Changes
	if len(changes) != 1 || changes[0].Kind != statement.AddedLimit {
		t.Errorf("changes %v", changes)
	}
}
