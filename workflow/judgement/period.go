package judgement

import (
	"slices"
	"strconv"
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
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
	b.placeAges(words, has)
}

// placeAges marks "30 days" where a date of the statement lies so long ago, or so far ahead: "older than 30 days"; and the years of people:
// "older than 60".
func (b *bench) placeAges(words []string, has []bool) {
	for i, w := range words {
		has[i] = has[i] || slices.ContainsFunc(b.after.conditions, func(c condition) bool { return b.ofAge(c, w) })
	}
	for i := 0; i+1 < len(words); i++ {
		n, err := strconv.Atoi(words[i])
		unit := spans[schema.Lemma(words[i+1])]
		if err != nil || unit == "" || n > longest {
			continue
		}
		ago, ahead := calendar.AddUnits(unit, b.claim.Now, -n), calendar.AddUnits(unit, b.claim.Now, n)
		if b.hasDay(ago) || b.hasDay(ahead) {
			has[i], has[i+1] = true, true
		}
	}
}

// ofAge says whether a condition holds of who was born so many years ago as a word says, or after or before that.
func (b *bench) ofAge(c condition, word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n > 0 && n <= longest && !b.claim.Now.IsZero() && c.column.Role == schema.Moment && c.column.Has("birth", "birthday", "born", "dob") && b.hasDay(calendar.AddUnits("year", b.claim.Now, -n))
}

// longest bounds how many units ago anything is.
const longest = 1000

// nearly is how far from a period's end a date may lie that stands for it: today counts or does not.
const nearly = 25 * time.Hour

// bounds says whether a date of the statement is where a period begins, or ends when it has no beginning.
func (b *bench) bounds(p calendar.Period) bool {
	end := p.From
	if end.IsZero() {
		end = p.To
	}
	return b.hasDay(end)
}

// hasDay says whether a date of the statement is that day, or the one beside it; a number may be a date as well: 20261125.
func (b *bench) hasDay(day time.Time) bool {
	near := func(layout, text string) bool {
		if len(text) < len(layout) {
			return false
		}
		d, err := time.ParseInLocation(layout, text[:len(layout)], day.Location())
		return err == nil && d.Sub(day).Abs() <= nearly+24*time.Hour
	}
	return slices.ContainsFunc(b.after.texts, func(text string) bool { return near(time.DateOnly, text) }) ||
		slices.ContainsFunc(b.after.numbers, func(n float64) bool { return near("20060102", strconv.FormatFloat(n, 'f', -1, 64)) })
}
