package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
	"parley/workflow/llm/llmtest"
)

// said is an answer of a model in the form that it is asked for.
func said(t *testing.T, fields map[string]any) string {
	t.Helper()
	b, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// hostileAnswers are what a model, or whoever answers in its place, may say to take the terminal, the database or the time of a person.
func hostileAnswers(t *testing.T, folder string) map[string]llmtest.Step {
	text := func(s string) llmtest.Step { return llmtest.Step{Text: s} }
	sql := func(s string) llmtest.Step {
		return text(said(t, map[string]any{"intent": "new_query", "sql": s, "explanation": "As " + hostile + " asked."}))
	}
	long := strings.Repeat("x", 10<<20)
	return map[string]llmtest.Step{
		"controls in the explanation":  sql("SELECT name FROM people"),
		"controls in a text of SQL":    sql("SELECT '" + hostile + "' AS v FROM people"),
		"controls in a name of SQL":    sql("SELECT name AS \"" + hostile + "\" FROM people"),
		"controls in a comment of SQL": sql("SELECT name FROM people -- " + strings.ReplaceAll(hostile, "\n", "")),
		"controls in a table":          sql("SELECT name FROM \"" + hostile + "\""),
		"controls in plain text":       text(hostile),
		"controls in a clarification":  text(said(t, map[string]any{"intent": "clarification", "sql": "", "question": hostile, "clarification": hostile, "options": []string{hostile, hostile}})),
		"controls in the intent":       text(said(t, map[string]any{"intent": hostile, "sql": "SELECT 1 AS v", "explanation": hostile})),
		"controls as escapes of JSON":  text(`{"intent":"new_query","sql":"SELECT name FROM people","explanation":"\u001b[2J\u001b]0;x\u0007\u009b31m\u202e"}`),
		"controls in an error":         {Status: 400, Message: hostile},
		"an error of 10 MB":            {Status: 500, Message: long},
		"a redirect":                   {Status: 302, Header: map[string]string{"Location": "file:///etc/passwd"}},
		"a write":                      sql("DELETE FROM people"),
		"a write inside":               sql("WITH d AS (DELETE FROM people RETURNING *) SELECT * FROM d"),
		"two statements":               sql("SELECT 1; DROP TABLE people"),
		"another database":             sql("ATTACH '" + filepath.Join(folder, "made.db") + "' AS x"),
		"a file":                       sql("SELECT readfile('/etc/passwd')"),
		"code":                         sql("SELECT load_extension('/tmp/x.so')"),
		"a pragma":                     sql("PRAGMA writable_schema = ON"),
		"rows without end":             sql("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"),
		"memory without end":           sql("SELECT length(replace(hex(zeroblob(100000000)), '00', hex(zeroblob(1000))))"),
		"10 MB of text":                text(long),
		"10 MB of SQL":                 sql("SELECT '" + long + "'"),
		"10 MB of explanation":         text(said(t, map[string]any{"intent": "new_query", "sql": "SELECT name FROM people", "explanation": long})),
		"braces without end":           text(strings.Repeat("{", 1<<20)),
		"nesting without end":          sql("SELECT " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000)),
		"a stream that is cut":         {Text: said(t, map[string]any{"intent": "new_query", "sql": "SELECT name FROM people"}), Cut: true},
		"no protocol":                  {Raw: "data: {\"choices\": [{\"delta\": {\"content\": 7}}]}\n\ndata: " + hostile + "\n\n"},
		"events without end":           {Raw: strings.Repeat("data: {\"choices\":[]}\n\n", 1<<20)},
		"one event without end":        {Raw: "data: " + long},
		"usage that cannot be":         {Raw: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}],\"usage\":{\"prompt_tokens\":-9223372036854775808,\"completion_tokens\":9223372036854775807}}\n\ndata: [DONE]\n\n"},
		"thinking without end":         {Thinking: long, Text: "x"},
		"orders to the terminal":       text("\x1b]52;c;cm0gLXJmIC8=\a\x1b[5n\x1b[c\x1b]11;?\a"),
		"orders in the command's form": text(said(t, map[string]any{"intent": "/quit", "sql": "/export " + filepath.Join(folder, "made.csv"), "explanation": "/redo"})),
	}
}

// TestAHostileModelTakesNothing asks each of them in a terminal: nothing of theirs reaches it but texts, the database and the files stay
// as they are, and the turn ends, with a handful of requests.
func TestAHostileModelTakesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	path := dbtest.SQLite(t, "people", "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob')")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Run("answers", func(t *testing.T) {
		for name, step := range hostileAnswers(t, folder) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				takesNothing(t, path, step)
			})
		}
	})
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the database changed: %v", err)
	}
	if made, err := os.ReadDir(folder); err != nil || len(made) > 0 {
		t.Errorf("files were made: %v, %v", made, err)
	}
}

// takesNothing asks a question that a model answers with a step, in a terminal: it gets texts of a bounded size, after few requests.
func takesNothing(t *testing.T, path string, step llmtest.Step) {
	t.Helper()
	server := llmtest.OpenAI(t, llmtest.Steps(step))
	begun := time.Now()
	x := openTerminal(t, 200, 50, nil, withModel(server, "ask", "--db", path, "--timeout", "2s", "names of all the people")...)
	select {
	case <-x.done:
		x.done <- nil
	case <-time.After(2 * time.Minute):
		t.Error("the turn does not end")
	}
	drawn := x.all()
	for _, bad := range []string{"\x1b", "\a", "\u202e", "\u009b", "\ufff9", "\u3164"} {
		if at := strings.Index(drawn, bad); at >= 0 {
			t.Errorf("%q reached the terminal: %q", bad, drawn[max(at-100, 0):min(at+100, len(drawn))])
		}
	}
	if len(drawn) > 64<<10 {
		t.Errorf("%d bytes were printed", len(drawn))
	}
	if n := len(server.Requests()); n < 1 || n > 6 {
		t.Errorf("%d requests were made", n)
	}
	if testing.Verbose() {
		t.Logf("%v, %d requests: %q", time.Since(begun).Round(time.Millisecond), len(server.Requests()), drawn[max(len(drawn)-300, 0):])
	}
}
