package verified_test

import (
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"parley/db"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
	"parley/workflow/schema"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// shop is the demo with verified questions; what answers them is no query that the engine would make.
func shop(t *testing.T) *workflow.Source {
	t.Helper()
	database, err := opener.Open(t.Context(), db.Settings{Now: now}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	source, err := engine.Over(t.Context(), database, index, reader.WholeTrials, func(x *schema.Index) *project.Project {
		p := project.Compile(x, statement.SQLite, nil)
		p.Questions = []project.Question{
			{Text: "How many users are there in Kenya?", SQL: "SELECT count(*) AS people FROM users WHERE country = 'Kenya' AND status <> 'suspended'", File: "kenya.sql"},
			{Text: "number of orders per status", SQL: "SELECT status, count(*) AS n FROM orders WHERE user_id > 0 GROUP BY status", File: "orders.sql"},
			{Text: "flights from Nairobi to London", SQL: "SELECT * FROM flights WHERE origin = 'Nairobi' AND destination = 'London' AND price > 0", File: "flights.sql"},
		}
		return p
	})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func TestVerifiedQuestionsAreMetByMeaning(t *testing.T) {
	t.Parallel()
	source := shop(t)
	for _, c := range []struct {
		name, asked string
		holds       []string // of the SQL; empty for one that no verified query answers
		told        string   // what is told; empty for a question in the same words
		vouched     bool
	}{
		{"the same words", "how many users are there in Kenya", []string{"<> 'suspended'", "'Kenya'"}, "verified in kenya.sql", true},
		{"politely", "Please tell me how many users there are in Kenya?", nil, "", false},
		{"with a lead and an article", "Could you show me the flights from Nairobi to London please?", []string{"price > 0"}, "verified in flights.sql", true},
		{"the parts in another order", "flights to London from Nairobi", []string{"price > 0", "origin = 'Nairobi'"}, "which means the same", false},
		{"turned around", "flights from London to Nairobi", nil, "", false},
		{"other words for it", "how many orders for each status", []string{"user_id > 0"}, "which means the same", false},
		{"another value", "How many users are there in Brazil?", []string{"<> 'suspended'", "'Brazil'"}, "from the verified question", false},
		{"another thing", "number of products per status", nil, "", false},
		{"something left out", "how many users are there", nil, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: c.asked, Now: now})
			if err != nil {
				if len(c.holds) > 0 {
					t.Fatal(err)
				}
				return
			}
			sql, told := draft.Statement.SQL(), strings.Join(draft.Understood, "; ")
			for _, part := range c.holds {
				if !strings.Contains(sql, part) {
					t.Errorf("%s does not hold %s (%s)", sql, part, told)
				}
			}
			if len(c.holds) == 0 && (strings.Contains(told, "verified") || draft.Vouched) && c.name != "politely" {
				t.Errorf("a verified query answers: %s (%s)", sql, told)
			}
			if !strings.Contains(told, c.told) || draft.Vouched != c.vouched && c.name != "politely" {
				t.Errorf("told %q, vouched %v; want %q, %v", told, draft.Vouched, c.told, c.vouched)
			}
			if strings.Contains(sql, "<> 'suspended'") && !strings.Contains(told, "verified") {
				t.Errorf("%s is not told: %q", sql, told)
			}
		})
	}
}
