package engine

import "testing"

func TestEveryRuleSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, r := range rules {
		named[r.name] = true
		if deedOf[r.name] == "" {
			t.Errorf("rule %q has no words for what it does", r.name)
		}
	}
	for name := range deedOf {
		if !named[name] {
			t.Errorf("words for %q, which is no rule", name)
		}
	}
}
