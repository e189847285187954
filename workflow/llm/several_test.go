package llm_test

import (
	"testing"

	"parley/workflow/llm/llmtest"
)

// TestSeveralStatementsAreNotCutToTheFirst has a model write more than one: it is told that one is allowed, however it writes them.
func TestSeveralStatementsAreNotCutToTheFirst(t *testing.T) {
	t.Parallel()
	const good = "SELECT count(*) FROM users"
	for text, asked := range map[string]int{
		says("SELECT name FROM users; DELETE FROM users"):                                                      2,
		"SELECT name FROM users; DELETE FROM users":                                                            2,
		"SELECT name FROM users;\n-- and then\nDELETE FROM users;":                                             2,
		"SELECT name FROM users; /* ; */ UPDATE users SET name = 'x'":                                          2,
		"SELECT name FROM users;\n\nDROP TABLE users;":                                                         2,
		"SELECT name FROM users; SELECT email FROM users":                                                      2,
		"SELECT name FROM users; WITH w AS (SELECT 1) SELECT * FROM w":                                         2,
		"SELECT name FROM users;; SET ROLE admin":                                                              2,
		"Sure:\n```sql\nSELECT name FROM users;\nDELETE FROM users;\n```":                                      2,
		"First\n```sql\nSELECT name FROM users\n```\nthen\n```sql\nDELETE FROM users\n```":                     2,
		"First\n```sql\nSELECT name FROM users\n```\nthen\n```\nSELECT email FROM users\n```":                  2,
		says("SELECT name FROM users") + "\n" + says("DELETE FROM users"):                                      2,
		"SELECT name FROM users; This lists all of them.":                                                      1,
		"SELECT name FROM users;\n\nWith this you get their names. Set a limit if there are many, or call me.": 1,
		"```sql\nSELECT name FROM users\n```\nIt prints\n```\nAna\nBen\n```":                                   1,
		"```sql\nSELECT name FROM users;\n```\nAgain:\n```sql\nSELECT name FROM users;\n```":                   1,
		says("SELECT name FROM users") + "\n" + says("SELECT name FROM users"):                                 1,
	} {
		server := llmtest.OpenAI(t, steps(text, says(good)))
		s := settings(server)
		draft, err := over(t, s, shop(t, nil)).Generate(t.Context(), question("the users"))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := len(server.Requests()); got != asked {
			t.Errorf("%q: asked %d times, want %d: %s", text, got, asked, draft.Statement.SQL())
		}
		if ran := draft.Statement.SQL(); asked == 2 && ran != good {
			t.Errorf("%q: ran %s", text, ran)
		}
	}
}
