package rule

import (
	"testing"

	"parley/workflow/engine/clause"
)

func TestEveryRuleSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, r := range clause.Rules {
		named[r.Name] = true
		if clause.DeedOf[r.Name] == "" {
			t.Errorf("rule %q has no words for what it does", r.Name)
		}
	}
	for name := range clause.DeedOf {
		if !named[name] {
			t.Errorf("words for %q, which is no rule", name)
		}
	}
}
