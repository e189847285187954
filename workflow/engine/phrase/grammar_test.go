package phrase

import (
	"strings"
	"testing"
)

// terminal says that a part of a rule is found by the lattice itself, of no sense and made by no rule: names, numbers and their like are in
// capitals.
func terminal(part string) bool {
	return part == strings.ToUpper(part) || part == "verb" || part == "withany"
}

// TestRulesNameWhatThereIs finds parts of rules that no rule makes and no sense calls: they would never match.
func TestRulesNameWhatThereIs(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	var all []*rule
	seen := map[*rule]bool{}
	for _, list := range english1() {
		for _, v := range list {
			if !seen[v.rule] {
				seen[v.rule] = true
				all = append(all, v.rule)
				made[v.rule.makes] = true
			}
		}
	}
	senses := map[string]bool{}
	for _, list := range senseBook().of {
		for _, s := range list {
			senses[s.category] = true
		}
	}
	for _, r := range all {
		for _, part := range strings.Fields(r.pattern) {
			part = strings.TrimSuffix(part, "?")
			if strings.HasPrefix(part, "'") || made[part] || senses[part] || terminal(part) {
				continue
			}
			t.Errorf("%s: no rule makes %s, and no word says it", r.name, part)
		}
	}
}
