package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file answers feedback that asks for rows by words that mean nothing on the query: "only paid" where nothing is
// paid, "only from 1980" where nothing has a date. The query stays as it is, and the answer says which words found no
// place and what would.

// Narrowing are ways to say which rows are meant and nothing else.
var Narrowing = tag.ParsePatterns(
	"only|just [show|keep|the|those] [me] [the|those|ones] [ones|rows] [that|which|who|with|where|from|in|of|since|before|after] [are|is|have|has|were|was] {}",
	"keep|filter [only|just|on|by|for] [the|those|ones] [ones|rows] [that|which|who|with|where|from|in] [are|is|have|has|were|was] {}",
	"exclude|excluding|without [the|those|ones] [from|in|with] {}", "{} only", "[only|just|show|and] [me] [only|just] [the] {} ones",
	"[and|so] what|how about [the|those] [ones] [from|in|for|with|of] {}", "[and|now|ok] for|from|in {} [instead]")

// Unplaced are the words of a narrowing that mean nothing here; none when some of them do, or it is no narrowing.
func Unplaced(ed *edit.Editor, u tag.Utterance) []string {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for _, p := range Narrowing {
		f, ok := p.Match(u.Words, s)
		if !ok {
			continue
		}
		if words, ok := Meaningless(ed, u.Text(f.Slots[0])); ok {
			return words
		}
	}
	return nil
}

// Meaningless says that no word of the text has a meaning on the query, and which these are.
func Meaningless(ed *edit.Editor, text string) (words []string, ok bool) {
	for _, it := range ed.Tag(text) {
		year := it.HasNumber && len(it.Lower) == 4 && it.Number >= 1800 && it.Number <= 2200
		measure, _ := ed.Measured(it.Cue.Dimension)
		switch {
		case it.Is(tag.Quality) && !it.Mention() && measure == nil, it.Plain() || (it.Period != nil || year) && ed.Moment() == nil && !it.Mention():
			words = append(words, it.Text)
		case !edit.Skippable(&it):
			return nil, false
		}
	}
	return words, len(words) > 0
}

// NamedElsewhere are the words of a text all of which name something, and nothing of the tables in force; none otherwise.
func NamedElsewhere(ed *edit.Editor, text string) []string {
	var words []string
	here := ed.Scope().Home()
	for _, it := range ed.Tag(text) {
		switch {
		case edit.Skippable(&it):
		case !it.Mention() || it.HasNumber || it.Period != nil || slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return slices.Contains(here, m.Table) }):
			return nil
		default:
			words = append(words, strings.Fields(it.Text)...)
		}
	}
	return words
}

// Absent says that the words are no value of the column by which the query picks its rows, where all of its values are known;
// empty where that cannot be told.
func Absent(ed *edit.Editor, words []string) string {
	s := ed.Scope()
	for _, p := range s.Query.Where {
		now, ok := edit.ConstraintOf(p)
		c := s.Subject(p)
		if !ok || now.Negated || c == nil || !c.Complete || c.Hidden || c.Key() || len(ed.Index.Held(c)) == 0 {
			continue
		}
		return fmt.Sprintf("No %s here is %s; the query stays as it is.", strings.Join(c.Words, " "), strings.Join(words, " "))
	}
	return ""
}

// Nearby are narrowings that would work: by values of the query's columns of few values, those spelled most alike first.
func Nearby(ed *edit.Editor, said string) []string {
	var values []string
	for _, t := range ed.Scope().Home() {
		for _, c := range t.Columns {
			if (c.Complete || c.Role == schema.Category || slices.Contains(t.Status, c)) && !c.Hidden && !c.Key() && c.Distinct > 0 && c.Distinct <= FewValues {
				values = append(values, ed.Index.Held(c)...)
			}
		}
	}
	near := db.Nearest(said, values, reader.Shown)
	if len(near) == 0 {
		near = values[:min(reader.Shown-1, len(values))]
	}
	var out []string
	for _, v := range near {
		out = append(out, "only "+v)
	}
	return out
}

// FewValues is how many values a column to offer has at most.
const FewValues = 30
