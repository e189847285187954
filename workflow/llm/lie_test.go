package llm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"parley/workflow"
	"parley/workflow/judgement"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/schema"
)

// A model that lies is asked about what it did, once; what it stands by is restored or doubted, or does not run at all. It
// deceives nobody: after each of these answers, given twice and more, the query is whole, refused, or has a doubt in words.
func TestModelThatLiesDeceivesNobody(t *testing.T) {
	t.Parallel()
	const kenya = "SELECT name, city FROM users WHERE country = 'Kenya'"
	for _, c := range []struct {
		name, current, input, sql string
		tells                     string // what a note, a doubt, or the failure says; or what the statement holds
	}{
		{"leaves the filter out", "", "users from Kenya", "SELECT name FROM users", "kenya"},
		{"drops the filter in force", kenya, "sort by name please now", "SELECT name, city FROM users ORDER BY name", "Kept the filter"},
		{"drops the filter and calls it new", kenya, "sort those by name", "SELECT name, city FROM users ORDER BY name", "Kept the filter"},
		{"adds a filter", "", "names of all users", "SELECT name FROM users WHERE status = 'active'", "nobody asked for"},
		{"adds a filter to a refinement", kenya, "and sort them by name", kenya + " AND status = 'active' ORDER BY name", "nobody asked for"},
		{"another value", "", "users from Kenya", "SELECT name FROM users WHERE country = 'Brazil'", "kenya"},
		{"a value that is not there", "", "cancelled orders", "SELECT id FROM orders WHERE status = 'canceled'", "\"cancelled\" is a value"},
		{"another number", "", "products over 50", "SELECT name FROM products WHERE price > 500", "50"},
		{"turns the negation around", "", "users not from Kenya", "SELECT name FROM users WHERE country = 'Kenya'", "not"},
		{"forgets the negation", "", "products without a review", "SELECT p.name FROM products AS p JOIN reviews AS r ON r.product_id = p.id", "without"},
		{"repeats rows in a sum", "", "total stock by category, with reviews", "SELECT c.name, sum(p.stock) FROM categories AS c JOIN products AS p ON p.category_id = c.id JOIN reviews AS r ON r.product_id = p.id GROUP BY c.name", "counts a row once for each row of reviews"},
		{"invents a column", "", "revenue of users", "SELECT lifetime_value FROM users", "lifetime_value"},
		{"invents a table", "", "our clients", "SELECT * FROM clients", "clients"},
		{"writes", "", "users from Kenya", "DELETE FROM users WHERE country = 'Kenya'", "refused"},
		{"writes inside", "", "users from Kenya", "WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d", "refused"},
		{"two statements", "", "users from Kenya", "SELECT 1; DROP TABLE users", "refused"},
		{"talks", "", "users from Kenya", "", "no query"},
		{"answers another question", kenya, "and their emails", "SELECT name FROM products", "is left"},
		{"forgets the average", "", "average price of products", "SELECT price FROM products", "average"},
		{"forgets the period", "", "orders of 2025", "SELECT * FROM orders", "2025"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := indexed(t)
			said := reply(map[string]any{"intent": "refinement", "sql": c.sql, "explanation": "As asked."})
			if strings.Contains(c.name, "calls it new") {
				said = reply(map[string]any{"intent": "new_query", "sql": c.sql, "explanation": "As asked."})
			}
			a := over(t, settings(llmtest.OpenAI(t, steps(said))), source)
			r := workflow.Refine{Request: question(c.input)}
			var draft *workflow.Draft
			var err error
			if c.current == "" {
				draft, err = a.Generate(t.Context(), r.Request)
			} else {
				r = feedback(t, c.current, c.input)
				draft, err = a.Refine(t.Context(), r)
			}
			if told, _ := telling(source.Index, r, draft, err); !strings.Contains(strings.ToLower(strings.Join(told, " ")), strings.ToLower(c.tells)) {
				t.Errorf("nobody is told of %q: %s", c.tells, told)
			}
		})
	}
}

// indexed is the shop with its values read.
func indexed(t testing.TB) llm.Source {
	t.Helper()
	s := shop(t, nil)
	index, err := schema.Build(context.Background(), s.Database, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	s.Index, s.Names = index, index.Schema.Names()
	return s
}

// telling is everything that a person is told of an answer, with what the judgement says to it; strong is what it says strongly.
func telling(x *schema.Index, r workflow.Refine, draft *workflow.Draft, err error) (told, strong []string) {
	var lost *workflow.NotUnderstood
	switch {
	case errors.As(err, &lost):
		return lost.Notes, lost.Notes
	case err != nil:
		return []string{err.Error()}, []string{err.Error()}
	}
	told = append(told, draft.Notes...)
	claim := judgement.Claim{Input: r.Question, Earlier: r.Earlier, Before: r.Current, After: draft.Statement, Prior: 1, Model: true, Told: draft.Understood, Now: r.Now}
	for _, d := range judgement.Of(x, claim).Doubts {
		told = append(told, d.Text)
		if d.Strong {
			strong = append(strong, d.Text)
		}
	}
	return told, strong
}
