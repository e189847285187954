package engine_test

import (
	"errors"
	"strings"
	"testing"

	"parley/workflow"
)

// TestWhatNothingJoinsIsAskedBack asks for rows by a column that neither they nor what they refer to have: those of others, alone or by
// a quotient of both, are no answer.
func TestWhatNothingJoinsIsAskedBack(t *testing.T) {
	t.Parallel()
	source := demoSource(t)
	for asked, why := range map[string]string{
		"how many payments by status":  "Nothing joins payments to users.",
		"payments per status":          "Nothing joins payments to users.",
		"payments by country":          "Nothing joins payments to users.",
		"number of flights per rating": "Nothing joins flights to reviews.",
	} {
		draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: asked, Now: noon})
		var several *workflow.Ambiguous
		if !errors.As(err, &several) {
			t.Errorf("%s: not asked back: %v, %v", asked, draft, err)
			continue
		}
		if !strings.Contains(several.Question, why) {
			t.Errorf("%s: asks %q, want %q", asked, several.Question, why)
		}
	}
	if draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: "reviews by status", Now: noon}); err != nil || !strings.Contains(draft.Statement.SQL(), "users.status") {
		t.Errorf("what keys lead to is there: %v, %v", draft, err)
	}
}
