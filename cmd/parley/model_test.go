package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/workflow/llm/llmtest"
)

// models answers every question with the same statement.
func models(t *testing.T) *llmtest.Server {
	t.Helper()
	return llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: `{"intent":"new_query","standalone_question":"How many flights are there?",
		"sql":"SELECT count(*) AS n FROM flights","explanation":"Counts the flights.","assumptions":[],"clarification":{"question":"","options":[]}}`}))
}

// parley runs the program and returns what it wrote.
func parley(t *testing.T, stdin string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs strings.Builder
	err = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return out.String(), errs.String(), err
}

func withModel(server *llmtest.Server, args ...string) []string {
	return append(args, "--provider", "openai", "--model", "test-model", "--base-url", server.URL, "--key-command", "echo k", "--policy", "model")
}

func TestAskWithAProviderIsAnsweredByTheModel(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	server := models(t)
	out, errs, err := parley(t, "", withModel(server, "ask", "how many flights are there", "/payload")...)
	if err != nil {
		t.Fatal(err, errs)
	}
	for _, want := range []string{"test-model", "FROM flights", "This went to", "on this machine", "privacy: names"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
	if len(server.Requests()) != 1 {
		t.Errorf("%d requests", len(server.Requests()))
	}
}

func TestBatchWithAProviderScoresTheModel(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	line := `{"id":"1","session":"s","db":"demo","input":"how many flights are there"}` + "\n"
	out, errs, err := parley(t, line, withModel(models(t), "batch")...)
	if err != nil {
		t.Fatal(err, errs)
	}
	var answer answerJSON
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatal(err, out)
	}
	if answer.SQL == nil || *answer.SQL != "SELECT count(*) AS n FROM flights" || answer.Source != "test-model" || answer.Question != "How many flights are there?" {
		t.Errorf("got %s", out)
	}
}

func TestConfirmedQueriesLieInTheUsersDataFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	server := models(t)
	if out, errs, err := parley(t, "", withModel(server, "ask", "how many flights are there", "/confirm")...); err != nil {
		t.Fatal(out, errs, err)
	}
	if text, err := os.ReadFile(filepath.Join(home, "parley", "golden.sql")); err != nil || !strings.Contains(string(text), "FROM flights") {
		t.Fatalf("the file holds %q, %v", text, err)
	}
	out, errs, err := parley(t, "", "ask", "How many flights are there?")
	if err != nil || !strings.Contains(out, "confirmed") || len(server.Requests()) != 1 {
		t.Errorf("without a model it is not answered from the file: %s %s %v", out, errs, err)
	}
}

func TestWrongModelSettingsAreTold(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("OPENAI_API_KEY", "k")
	for name, args := range map[string][]string{
		"no model":             {"ask", "users", "--provider", "openai"},
		"no price for a limit": {"ask", "users", "--provider", "openai", "--model", "m", "--session-cost", "1"},
		"no such price":        {"ask", "users", "--price", "much"},
		"no such program":      {"ask", "users", "--provider", "command", "--model", "no-such-program-anywhere"},
		"no such pattern":      {"ask", "users", "--deny", "users.[x"},
	} {
		if out, _, err := parley(t, "", args...); err == nil || exitCode(err, &strings.Builder{}) != exitUsage {
			t.Errorf("%s: got %v, %s", name, err, out)
		}
	}
}
