package judgement

import (
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/token"
)

// placePeriods marks the words of a period that begins where a date of the statement lies: "the last 90 days" has its part in the
// date of that day, though no 90 stands anywhere.
func (b *bench) placePeriods(words []string, has []bool) {
	if b.claim.Now.IsZero() {
		return
	}
	tokens := token.Tokenize(b.claim.Input)
	said := map[string]bool{}
	for i := 0; i < len(tokens); i++ {
		p, n := calendar.Range(tokens, i, b.claim.Now)
		if n == 0 || !b.bounds(p) {
			continue
		}
		for _, t := range tokens[i : i+n] {
			said[t.Lower] = true
		}
		i += n - 1
	}
	for i, w := range words {
		has[i] = has[i] || said[w]
	}
}

// nearly is how far from a period's end a date may lie that stands for it: today counts or does not.
const nearly = 25 * time.Hour

// bounds says whether a date of the statement is where a period begins, or ends when it has no beginning.
func (b *bench) bounds(p calendar.Period) bool {
	end := p.From
	if end.IsZero() {
		end = p.To
	}
	for _, text := range b.after.texts {
		if len(text) < len(time.DateOnly) {
			continue
		}
		day, err := time.ParseInLocation(time.DateOnly, text[:len(time.DateOnly)], end.Location())
		if err == nil && day.Sub(end).Abs() <= nearly {
			return true
		}
	}
	return false
}
