package llm_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/llm/provider"
)

const countUsers = "SELECT count(*) FROM users"

func TestAnswerIsFoundHoweverItIsWrapped(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"whole":               says(countUsers),
		"in a block":          "Here you are:\n```json\n" + says(countUsers) + "\n```\nAnything else?",
		"in prose":            "Sure! " + says(countUsers) + " Hope {that} helps.",
		"after thinking":      "<think>{\"sql\": \"DROP TABLE users\"}</think>" + says(countUsers),
		"SQL in a block":      "The query:\n```sql\nSELECT count(*) FROM users;\n```",
		"SQL in prose":        "You can run this:\n\nSELECT count(*)\nFROM users;\n\nIt counts them.",
		"block inside string": says("```sql\nSELECT count(*) FROM users\n```"),
		"semicolon":           says("SELECT count(*) FROM users;"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, server := assistant(t, steps(text))
			draft, err := a.Generate(t.Context(), question("how many users"))
			if err != nil || draft.Statement.SQL() != countUsers {
				t.Fatalf("got %v, %v", draft, err)
			}
			if len(server.Requests()) != 1 {
				t.Errorf("%d requests", len(server.Requests()))
			}
		})
	}
}

func TestWrongAnswersAreMendedWithNearNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ first, told string }{
		"table":          {says("SELECT count(*) FROM user_"), "Did you mean: users"},
		"column":         {says("SELECT u.nmae FROM users AS u"), "name"},
		"column of":      {says("SELECT rating FROM users"), "reviews.rating"},
		"function":       {says("SELECT frobnicate(name) FROM users"), "frobnicate"},
		"syntax":         {says("SELECT FROM WHERE users"), "syntax"},
		"write":          {says("UPDATE users SET name = 'x'"), "refused"},
		"write in CTE":   {says("WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d"), "cannot be used"},
		"two at once":    {says("SELECT 1; DROP TABLE users"), "refused"},
		"broken JSON":    {`{"sql": "SELECT count(`, "no JSON object"},
		"wrong schema":   {`{"answer": 42}`, "no JSON object"},
		"nothing at all": {"", "no JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, server := assistant(t, steps(c.first, says(countUsers)))
			draft, err := a.Generate(t.Context(), question("how many users"))
			if err != nil || draft.Statement.SQL() != countUsers {
				t.Fatalf("got %v, %v", draft, err)
			}
			requests := server.Requests()
			if len(requests) != 2 || !strings.Contains(requests[1].Last(), c.told) {
				t.Errorf("%d requests, told %q", len(requests), requests[len(requests)-1].Last())
			}
		})
	}
}

func TestAnswerIsMendedTwiceAtMost(t *testing.T) {
	t.Parallel()
	a, server := assistant(t, steps(says("SELECT * FROM nowhere")))
	_, err := a.Generate(t.Context(), question("how many users"))
	var lost *workflow.NotUnderstood
	if !errors.As(err, &lost) || len(server.Requests()) != 3 {
		t.Errorf("got %v after %d requests", err, len(server.Requests()))
	}
}

func TestExplanationStreamsAndSQLComesWhole(t *testing.T) {
	t.Parallel()
	text := reply(map[string]any{"sql": countUsers, "explanation": "Counts the “users”,\nall of them: ☕ 𝄞.", "assumptions": []string{"no filter"}, "standalone_question": "How many users are there?"})
	for name, start := range map[string]func(testing.TB, func(int, llmtest.Request) llmtest.Step) *llmtest.Server{"openai": llmtest.OpenAI, "anthropic": llmtest.Anthropic} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t, steps(text))
			s := settings(server)
			s.Provider.Provider = name
			var kinds []workflow.ProgressKind
			var said strings.Builder
			r := question("how many users")
			r.Report = func(p workflow.Progress) {
				kinds = append(kinds, p.Kind)
				said.WriteString(p.Text)
			}
			draft, err := over(t, s, shop(t, nil)).Generate(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if said.String() != draft.Explanation || !strings.Contains(said.String(), "☕ 𝄞") {
				t.Errorf("streamed %q, explained %q", said.String(), draft.Explanation)
			}
			if len(kinds) < 4 || kinds[0] != workflow.Asking || kinds[len(kinds)-1] != workflow.Answered {
				t.Errorf("progress %v", kinds)
			}
			if draft.Question != "How many users are there?" || len(draft.Understood) != 1 {
				t.Errorf("draft %+v", draft)
			}
		})
	}
}

func TestClarificationOffersReadingsThatWork(t *testing.T) {
	t.Parallel()
	a, _ := assistant(t, steps(reply(map[string]any{"clarification": map[string]any{"question": "Best by what?", "options": []any{
		map[string]string{"reading": "by price", "sql": "SELECT name FROM products ORDER BY price DESC LIMIT 1"},
		map[string]string{"reading": "by stock", "sql": "SELECT name FROM products ORDER BY stock DESC LIMIT 1"},
		map[string]string{"reading": "by weight", "sql": "SELECT name FROM products ORDER BY weight DESC LIMIT 1"},
		map[string]string{"reading": "by force", "sql": "DELETE FROM products"},
	}}})))
	_, err := a.Generate(t.Context(), question("the best product"))
	var ambiguous *workflow.Ambiguous
	if !errors.As(err, &ambiguous) || ambiguous.Question != "Best by what?" || len(ambiguous.Readings) != 2 {
		t.Fatalf("got %+v", err)
	}
	a.Picked("the best product", ambiguous.Readings[1])
	draft, err := a.Generate(t.Context(), question("The best product?"))
	if err != nil || !strings.Contains(draft.Statement.SQL(), "stock") {
		t.Errorf("the pick is forgotten: %v, %v", draft, err)
	}
}

func TestConfirmedQueriesAreKeptInAPlainFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "golden", "queries.sql")
	server := llmtest.OpenAI(t, steps(says(countUsers)))
	s := settings(server)
	s.Golden = file
	source := shop(t, nil)
	a := over(t, s, source)
	confirmed := parsed(t, "SELECT count(*) FROM orders WHERE status = 'shipped'")
	if err := a.Confirm("How many orders were shipped?", confirmed); err != nil {
		t.Fatal(err)
	}
	if err := a.Confirm("", confirmed); err == nil {
		t.Error("a follow-up was kept")
	}
	if err := a.Confirm("How many users are there?", parsed(t, countUsers)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "-- question: How many orders were shipped?\n") {
		t.Fatalf("the file holds %q, %v", text, err)
	}
	again := over(t, s, source)
	draft, err := again.Generate(t.Context(), question("how many orders were shipped"))
	if err != nil || draft.Source != "confirmed" || draft.Statement.SQL() != confirmed.SQL() || len(server.Requests()) != 0 {
		t.Errorf("got %+v, %v", draft, err)
	}
	if _, err := again.Generate(t.Context(), question("how many orders were shipped last week")); err != nil {
		t.Fatal(err)
	}
	if prompt := server.Requests()[0].Last(); !strings.Contains(prompt, confirmed.SQL()) {
		t.Errorf("the example is not in the prompt: %s", prompt)
	}
}

func TestConfirmedQueryThatNoLongerFitsIsLeftAside(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "queries.sql")
	entry := "-- question: How many users?\n-- database: ecommerce (demo)\n-- confirmed: 2026-01-01\nSELECT count(*)\nFROM customers;\n"
	if err := os.WriteFile(file, []byte(entry), 0o600); err != nil {
		t.Fatal(err)
	}
	s := settings(llmtest.OpenAI(t, steps(says(countUsers))))
	s.Golden = file
	draft, err := over(t, s, shop(t, nil)).Generate(t.Context(), question("how many users"))
	if err != nil || draft.Source != "test-model" {
		t.Errorf("got %+v, %v", draft, err)
	}
}

func TestProgramAnswersATurn(t *testing.T) {
	t.Parallel()
	command, request := llmtest.Program(t, "cat <<'END'\n"+says(countUsers)+"\nEND")
	a := over(t, llm.Settings{Provider: provider.Settings{Provider: "command", Model: command}, Policy: llm.ModelFirst}, shop(t, nil))
	var sent workflow.Sent
	r := question("how many users")
	r.Report = func(p workflow.Progress) { sent = p.Sent }
	draft, err := a.Generate(t.Context(), r)
	if err != nil || draft.Statement.SQL() != countUsers || draft.Source != "model" {
		t.Fatalf("got %+v, %v", draft, err)
	}
	if sent.Local || !sent.Estimated || sent.InputTokens == 0 {
		t.Errorf("sent %+v", sent)
	}
	if text, err := os.ReadFile(request); err != nil || !strings.Contains(string(text), "how many users") {
		t.Errorf("the program read %q, %v", text, err)
	}
}

func TestModelChangesInTheMiddle(t *testing.T) {
	t.Parallel()
	a, server := assistant(t, steps(says(countUsers)))
	if text, err := a.Model(t.Context(), "bigger"); err != nil || !strings.Contains(text, "bigger") {
		t.Fatal(text, err)
	}
	draft, err := a.Generate(t.Context(), question("how many users"))
	if err != nil || draft.Source != "bigger" || server.Requests()[0].Model != "bigger" {
		t.Errorf("got %+v, %v", draft, err)
	}
	if text, err := over(t, llm.Settings{}, shop(t, nil)).Model(t.Context(), ""); err == nil {
		t.Errorf("without a model there is %q", text)
	}
}

func TestDialectIsSaid(t *testing.T) {
	t.Parallel()
	a, server := assistant(t, steps(says(countUsers)))
	if _, err := a.Generate(t.Context(), question("how many users")); err != nil {
		t.Fatal(err)
	}
	if r := server.Requests()[0]; !strings.Contains(r.System, statement.SQLite.String()) || !strings.Contains(r.Last(), "Friday, 20 November 2026") {
		t.Errorf("system %q, last %q", r.System, r.Last())
	}
}
