package workflow_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/uuid"

	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/rendering"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/llm/provider"
)

// eventTargets are a database of each engine with the table ev.
func eventTargets(t *testing.T) map[statement.Dialect]string {
	t.Helper()
	url, folder := dbtest.Postgres(t), t.TempDir()
	dbtest.Exec(t, url, rendering.Schema(statement.PostgreSQL))
	targets := map[statement.Dialect]string{statement.PostgreSQL: url}
	for d, driver := range map[statement.Dialect]string{statement.SQLite: "sqlite", statement.DuckDB: "duckdb"} {
		path := filepath.Join(folder, "events."+driver)
		made, err := sql.Open(driver, path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := made.Exec(rendering.Schema(d)); err != nil {
			t.Fatal(err)
		}
		if err := made.Close(); err != nil {
			t.Fatal(err)
		}
		targets[d] = path
	}
	return targets
}

// modelled is a conversation over a target whose every turn is the model's, which answers as the server does.
func modelled(t *testing.T, target string, server *llmtest.Server) *workflow.Orchestrator {
	t.Helper()
	source := openSource(t, target, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	model, err := llm.Open(t.Context(), llm.Settings{Policy: llm.ModelFirst, Deadline: 20 * time.Second, Provider: provider.Settings{
		Provider: "openai", Model: "test-model", BaseURL: server.URL, KeyCommand: "echo k", Backoff: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := model.Over(t.Context(), llm.Source{Generator: source.Generator, Refiner: source.Refiner, Database: source.Database, Index: source.Index, Names: source.Names})
	if err != nil {
		t.Fatal(err)
	}
	source.Generator, source.Refiner, source.Assistant = a, a, a
	return workflow.New(dialog.New(uuid.New(), "events", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true})
}

// answers are a model's, in the order of the requests.
func answers(intent string, statements ...string) []llmtest.Step {
	var steps []llmtest.Step
	for _, s := range statements {
		steps = append(steps, llmtest.Step{Text: fmt.Sprintf(`{"intent": %q, "standalone_question": "", "sql": %q, "explanation": "As asked.",
			"assumptions": [], "clarification": {"question": "", "options": []}}`, intent, s)})
	}
	return steps
}

// A model's answers pass the same way on every engine: its own dialect runs, a lost filter comes back, what the catalogue or
// the engine's EXPLAIN refuses is mended with what they said, and a write never runs.
func TestModelPathOnEveryEngine(t *testing.T) {
	t.Parallel()
	months := map[statement.Dialect]string{
		statement.PostgreSQL: "SELECT to_char(seen, 'YYYY-MM') AS month, count(*) AS n FROM ev WHERE amount > 5 GROUP BY 1 ORDER BY 1",
		statement.SQLite:     "SELECT strftime('%Y-%m', seen) AS month, count(*) AS n FROM ev WHERE amount > 5 GROUP BY 1 ORDER BY 1",
		statement.DuckDB:     "SELECT strftime(seen, '%Y-%m') AS month, count(*) AS n FROM ev WHERE amount > 5 GROUP BY 1 ORDER BY 1",
	}
	for d, target := range eventTargets(t) {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			lost := strings.Replace(strings.Replace(months[d], "WHERE amount > 5 ", "", 1), "ORDER BY 1", "ORDER BY 2 DESC, 1", 1)
			steps := answers("new_query", months[d])
			steps = append(steps, answers("refinement", lost, lost)...) // it is asked about the filter that it lost, and stands by it
			steps = append(steps, answers("new_query", "SELECT nme FROM ev", "SELECT sum(name, id) FROM ev", "SELECT name FROM ev ORDER BY id")...)
			steps = append(steps, answers("new_query", "DELETE FROM ev", "WITH d AS (DELETE FROM ev RETURNING *) SELECT * FROM d", "SELECT count(*) FROM ev; DROP TABLE ev")...)
			server := llmtest.OpenAI(t, llmtest.Steps(steps...))
			talk := modelled(t, target, server)

			first := say(t, talk, "/new how many events over 5 in each month").Turn
			if first.Failure != nil || first.Result.Rows != 2 {
				t.Fatalf("the months: %+v", first)
			}
			second := say(t, talk, "the most first").Turn
			if second.Failure != nil || !strings.Contains(second.Result.SQL, "amount > 5") || !strings.Contains(second.Result.SQL, "DESC") {
				t.Errorf("the lost filter: %+v", second)
			}
			third := say(t, talk, "/new the names of all events").Turn
			if third.Failure != nil || !strings.HasPrefix(third.Result.SQL, "SELECT name FROM ev") || len(server.Requests()) != 6 {
				t.Errorf("the repair: %+v after %d requests", third, len(server.Requests()))
			}
			for i, want := range []string{"Did you mean: name", "(database)"} {
				if said := server.Requests()[4+i].Last(); !strings.Contains(said, want) {
					t.Errorf("%q is not in what the model was told: %s", want, said)
				}
			}
			if fourth := say(t, talk, "/new frobnicate the quuxes").Turn; fourth.Failure == nil || len(server.Requests()) != 9 {
				t.Errorf("a write ran: %+v after %d requests", fourth, len(server.Requests()))
			}
			if last := say(t, talk, "SELECT count(*) FROM ev HAVING count(*) = 3").Turn; last.Failure != nil || last.Result.Rows != 1 {
				t.Errorf("the rows are others: %+v", last)
			}
		})
	}
}
