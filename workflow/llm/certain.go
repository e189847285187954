package llm

import (
	"parley/workflow"
	"parley/workflow/judgement"
)

// certain is what the rules make of an input that leaves nothing to be judged; nil for any other. With the model first, they
// answer those alone.
func certain(r workflow.Refine, rules rules) *workflow.Draft {
	if r.Current == nil || !judgement.Command(r.Question) {
		return nil
	}
	draft, err := rules()
	if err != nil || draft.Coverage < 1 || !judgement.Certain(r.Question, r.Current, draft.Statement) {
		return nil
	}
	return draft
}
