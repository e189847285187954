package llm_test

import (
	"strings"
	"testing"

	"parley/db/statement"
	"parley/workflow/llm/llmtest"
	"parley/workflow/project"
)

const proposed = `{"words": [{"word": "member", "target": "users"}, {"word": "secret", "target": "users.email"}],
  "metrics": [{"name": "average rating", "expression": "avg(reviews.rating)", "filter": "", "words": ["stars"], "description": "Of all reviews."},
    {"name": "nonsense", "expression": "sum(reviews.sparkle)", "filter": "", "words": [], "description": ""},
    {"name": "leak", "expression": "count(users.email)", "filter": "", "words": [], "description": ""},
    {"name": "evil", "expression": "1); DROP TABLE users; --", "filter": "", "words": [], "description": ""}],
  "filters": [{"name": "excellent", "condition": "reviews.rating = 5", "words": [], "description": ""}],
  "times": [{"table": "nowhere", "column": "x"}]}`

func TestAModelsProposalIsReadOver(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps("Here it is:\n```json\n"+proposed+"\n```"))
	s := settings(server)
	s.Denied = []string{"users.email"}
	source := shop(t, nil)
	a := over(t, s, source)
	preview, err := a.PreviewProposal(t.Context())
	if err != nil || strings.Contains(preview.String(), "email") || !strings.Contains(preview.String(), "reviews") {
		t.Fatalf("the preview is wrong: %v\n%s", err, preview.String())
	}
	if len(server.Requests()) != 0 {
		t.Fatal("a preview was sent")
	}
	d, err := a.Propose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := project.Review(d, "test-model", source.Index, statement.SQLite)
	for _, want := range []string{"# Proposed by test-model.", "member = \"users\"", "[metrics.\"average rating\"]\nexpression = \"avg(reviews.rating)\"\nwords = [\"stars\"]",
		"# Left out: there is no column reviews.sparkle", "# [metrics.evil]", "[filters.excellent]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "email") {
		t.Errorf("a denied column is in\n%s", text)
	}
	if _, problems := project.Parse(project.FileName, text); len(problems) > 0 {
		t.Errorf("it is no project: %v", problems)
	}
}

func TestAnAnswerWithoutAProposalIsNone(t *testing.T) {
	t.Parallel()
	a, _ := assistant(t, steps("I would rather not."))
	if _, err := a.Propose(t.Context()); err == nil {
		t.Error("there is a proposal")
	}
}
