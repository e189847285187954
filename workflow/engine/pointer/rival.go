package pointer

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
)

// This file holds what competes to be the next query, and what it is judged by.

// Rival is one next query: by the rules of refinement, or a mix of the present query with a fresh reading.
type Rival struct {
	Query     *statement.Query
	Statement *statement.Statement
	Mix       clause.Mix
	// Reading is the fresh reading's place; -1 for the rules.
	Reading int
	// Sure says that the rules need no rival; part that it asks for some of the rows in force.
	Sure bool
	Part bool
	// Firm says that what it points at is no row that the rules know: what a row belongs to, or a value that makes a group.
	Firm  bool
	Score float64
	Traits
	// Editor holds notes and readings of the rules, words are what was said to them; nil for a mix.
	Editor *edit.Editor
	Words  []string
	Fresh  *reader.Ranked
	Items  []tag.Item
	// Present is the query that it was made from.
	Present *statement.Query
}

// Traits describe a follow-up to the ranker. Heads, which are the mix and what it would change, count alone and with
// every clue; the mix counts with the shape of the reading too; the others count alone.
type Traits struct {
	Heads, Marks []string
	Clues, Shape clause.Clues
	Values       []edit.Trait
}

// Unchanged says that two queries show the same of the same rows.
func Unchanged(a, b *statement.Query) bool {
	if a.Set != nil || b.Set != nil || len(a.Items) != len(b.Items) || len(a.From) != len(b.From) {
		return false
	}
	for i := range a.Items {
		if !a.Items[i].Expr.Equal(b.Items[i].Expr) {
			return false
		}
	}
	return edit.SameExprs(a.Where, b.Where) && edit.SameExprs(a.GroupBy, b.GroupBy) && edit.SameExprs(a.Having, b.Having) && measure.SameKeys(a.OrderBy, b.OrderBy) && a.Limit.Equal(b.Limit)
}

// Unknown are the words that are nothing known, each once.
func Unknown(ed *edit.Editor, u tag.Utterance) []string {
	var out []string
	for _, it := range ed.Tag(u.Input) {
		if it.Plain() && strings.ContainsFunc(it.Lower, tag.IsWordRune) && !english.Courtesy[it.Lower] && !english.Openers[it.Lower] && !slices.Contains(out, it.Lower) {
			out = append(out, it.Lower)
		}
	}
	return out
}

// Widens says that the input lets further rows in, in so many words: "and the smaller ones as well".
func Widens(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return s.To-s.From > 2 && (u.Words[s.To-1] == "too" || u.Words[s.To-1] == "also" || u.Phrase(s.To-2, "as well") > 0)
}

// ReadsPlace says that the rules had a place for a row that is counted to.
func ReadsPlace(ed *edit.Editor, list []Rival) bool {
	return len(list) > 0 && (CountsRows(list[0].Editor) || slices.ContainsFunc(list[0].Editor.Operations, func(name string) bool { return pointingRules[name] }) ||
		slices.ContainsFunc(list[0].Editor.Understood, func(line string) bool { return strings.HasSuffix(line, "= that row of those in force") }))
}
