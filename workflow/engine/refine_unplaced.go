package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/schema"
)

// This file answers feedback that asks for rows by words that mean nothing on the query: "only paid" where nothing is
// paid, "only from 1980" where nothing has a date. The query stays as it is, and the answer says which words found no
// place and what would.

// narrowing are ways to say which rows are meant and nothing else.
var narrowing = parsePatterns(
	"only|just [show|keep|the|those] [me] [the|those|ones] [ones|rows] [that|which|who|with|where|from|in|of|since|before|after] [are|is|have|has|were|was] {}",
	"keep|filter [only|just|on|by|for] [the|those|ones] [ones|rows] [that|which|who|with|where|from|in] [are|is|have|has|were|was] {}",
	"exclude|excluding|without [the|those|ones] [from|in|with] {}", "{} only", "[only|just|show|and] [me] [only|just] [the] {} ones",
	"[and|so] what|how about [the|those] [ones] [from|in|for|with|of] {}", "[and|now|ok] for|from|in {} [instead]")

// unplaced are the words of a narrowing that mean nothing here; none when some of them do, or it is no narrowing.
func (ed *editor) unplaced(u utterance) []string {
	s := u.trim(stretch{0, len(u.tokens)})
	for _, p := range narrowing {
		f, ok := p.match(u.words, s)
		if !ok {
			continue
		}
		if words, ok := ed.meaningless(u.text(f.slots[0])); ok {
			return words
		}
	}
	return nil
}

// meaningless says that no word of the text has a meaning on the query, and which these are.
func (ed *editor) meaningless(text string) (words []string, ok bool) {
	for _, it := range ed.tag(text) {
		year := it.HasNumber && len(it.Lower) == 4 && it.Number >= 1800 && it.Number <= 2200
		measure, _ := ed.measured(it.Cue.Dimension)
		switch {
		case it.Is(Quality) && !it.Mention() && measure == nil, it.Plain() || (it.Period != nil || year) && ed.moment() == nil && !it.Mention():
			words = append(words, it.Text)
		case !skippable(&it):
			return nil, false
		}
	}
	return words, len(words) > 0
}

// absent says that the words are no value of the column by which the query picks its rows, where all of its values are known;
// empty where that cannot be told.
func (ed *editor) absent(words []string) string {
	s := ed.scope()
	for _, p := range s.query.Where {
		now, ok := constraintOf(p)
		c := s.subject(p)
		if !ok || now.negated || c == nil || !c.Complete || c.Hidden || c.Key() || len(ed.index.Held(c)) == 0 {
			continue
		}
		return fmt.Sprintf("No %s here is %s; the query stays as it is.", strings.Join(c.Words, " "), strings.Join(words, " "))
	}
	return ""
}

// nearby are narrowings that would work: by values of the query's columns of few values, those spelled most alike first.
func (ed *editor) nearby(said string) []string {
	var values []string
	for _, t := range ed.scope().home() {
		for _, c := range t.Columns {
			if (c.Complete || c.Role == schema.Category || slices.Contains(t.Status, c)) && !c.Hidden && !c.Key() && c.Distinct > 0 && c.Distinct <= fewValues {
				values = append(values, ed.index.Held(c)...)
			}
		}
	}
	near := db.Nearest(said, values, shown)
	if len(near) == 0 {
		near = values[:min(shown-1, len(values))]
	}
	var out []string
	for _, v := range near {
		out = append(out, "only "+v)
	}
	return out
}

// fewValues is how many values a column to offer has at most.
const fewValues = 30
