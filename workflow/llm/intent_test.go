package llm_test

import (
	"testing"

	"parley/dialog"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
)

func TestIntentIsWhatTheModelSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want dialog.Intent
		ok   bool
	}{
		"refinement": {`{"intent": "refinement"}`, dialog.Refinement, true},
		"new query":  {`{"intent": "new_query"}`, dialog.NewQuery, true},
		"prose":      {`I think this is a refinement.`, dialog.Refinement, true},
		"thinking":   {`<think>maybe new_query</think>{"intent": "refinement"}`, dialog.Refinement, true},
		"both":       {`new_query or refinement`, dialog.NewQuery, false},
		"neither":    {`{"intent": "unsure"}`, dialog.NewQuery, false},
		"nothing":    {``, dialog.NewQuery, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, _ := assistant(t, steps(c.text))
			got, err := a.Intent(t.Context(), feedback(t, "SELECT name FROM users", "what about Kenya"))
			if (err == nil) != c.ok || got != c.want {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestIntentOfADeadModelIsAnError(t *testing.T) {
	t.Parallel()
	a, _ := assistant(t, llmtest.Steps(llmtest.Step{Status: 401}))
	if _, err := a.Intent(t.Context(), feedback(t, "SELECT name FROM users", "and the rest")); err == nil {
		t.Error("a dead model knows the intent")
	}
	without := over(t, llm.Settings{}, shop(t, nil))
	if _, err := without.Intent(t.Context(), feedback(t, "SELECT name FROM users", "and the rest")); err == nil {
		t.Error("no model knows the intent")
	}
}
