package llm_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/llm/provider"
	"parley/workflow/schema"
)

// now is the clock of the tests, and of the demo's rows.
var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// rules is an engine that says what a test wants.
type rules struct {
	generate func(workflow.Request) (*workflow.Draft, error)
	refine   func(workflow.Refine) (*workflow.Draft, error)
}

var (
	_ workflow.Generator = rules{}
	_ workflow.Refiner   = rules{}
)

func (r rules) Generate(_ context.Context, q workflow.Request) (*workflow.Draft, error) {
	return r.generate(q)
}

func (r rules) Refine(_ context.Context, q workflow.Refine) (*workflow.Draft, error) {
	return r.refine(q)
}

// abstaining rules understand nothing.
var abstaining = rules{
	generate: func(workflow.Request) (*workflow.Draft, error) {
		return nil, &workflow.NotUnderstood{Words: []string{"all"}}
	},
	refine: func(workflow.Refine) (*workflow.Draft, error) { return nil, &workflow.NotUnderstood{} },
}

// names is a catalogue for the parser.
type names struct{ *db.Schema }

func (n names) HasTable(table string) bool { return n.Table(table) != nil }

func (n names) HasColumn(table, column string) bool {
	for i := range n.Tables {
		if t := &n.Tables[i]; (table == "" || t.Name == table) && t.Column(column) != nil {
			return true
		}
	}
	return false
}

// shop is the demo database with its index; comments are put into the schema by tests that need them.
func shop(t testing.TB, comment func(*db.Schema)) llm.Source {
	t.Helper()
	database, err := openShop()
	if err != nil {
		t.Fatal(err)
	}
	read, err := database.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := &db.Schema{Tables: slices.Clone(read.Tables)}
	for i := range s.Tables {
		s.Tables[i].Columns = slices.Clone(s.Tables[i].Columns)
	}
	if comment != nil {
		comment(s)
	}
	return llm.Source{Generator: abstaining, Refiner: abstaining, Database: database, Index: schema.New(s), Names: names{s}}
}

// openShop makes the demo once: every test only reads it.
var openShop = sync.OnceValues(func() (db.Database, error) {
	return demo.Open(context.Background(), db.Settings{Now: now})
})

// hasty is the first byte's time for servers that do not answer at all.
const hasty = 200 * time.Millisecond

// settings are those of a model on a test server; their times are for a machine that does much else beside it.
func settings(s *llmtest.Server) llm.Settings {
	return llm.Settings{
		Provider: provider.Settings{Provider: "openai", Model: "test-model", BaseURL: s.URL, KeyCommand: "echo k",
			FirstByte: 40 * time.Second, Backoff: 5 * time.Millisecond},
		Deadline: time.Minute,
	}
}

func over(t testing.TB, s llm.Settings, source llm.Source) *llm.Assistant {
	t.Helper()
	m, err := llm.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Over(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// assistant is the shop with a model that answers as the test says.
func assistant(t testing.TB, answer func(int, llmtest.Request) llmtest.Step) (*llm.Assistant, *llmtest.Server) {
	t.Helper()
	server := llmtest.OpenAI(t, answer)
	return over(t, settings(server), shop(t, nil)), server
}

// says is an answer in the form that was asked for.
func says(sql string) string {
	return reply(map[string]any{"sql": sql, "explanation": "It does what you asked."})
}

func reply(keys map[string]any) string {
	whole := map[string]any{"intent": "new_query", "standalone_question": "", "sql": "", "explanation": "", "assumptions": []string{},
		"clarification": map[string]any{"question": "", "options": []any{}}}
	for k, v := range keys {
		whole[k] = v
	}
	text, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// steps answer the requests with these texts, the last one for ever.
func steps(texts ...string) func(int, llmtest.Request) llmtest.Step {
	return func(n int, _ llmtest.Request) llmtest.Step { return llmtest.Step{Text: texts[min(n, len(texts)-1)]} }
}

func question(text string) workflow.Request { return workflow.Request{Question: text, Now: now} }

// feedback is an input on a current query.
func feedback(t testing.TB, current, text string) workflow.Refine {
	t.Helper()
	return workflow.Refine{Request: question(text), Original: "the first question", Earlier: []string{"the first question"}, Current: parsed(t, current)}
}

func parsed(t testing.TB, sql string) *statement.Statement {
	t.Helper()
	s, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
