package reader

import (
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

// This file reads what a kind is called for the things that are of it: "the 5 cheapest toys" are products in Toys, not categories.

// ofKind is an input in which the plural name of a kind says which things are meant, in an input that names no table. Where it goes on from
// a query, it must say besides which come first: "only toys" is a filter.
func (e *Engine) ofKind(input string, refining bool) string {
	items := e.Tagger.Tag(input, time.Time{})
	var found *tag.Item
	var of *schema.Table
	ranked := false
	for i := range items {
		it := &items[i]
		ranked = ranked || it.Is(tag.Superlative, tag.Top, tag.Bottom)
		t := e.thingsOfKind(it)
		named, _ := it.BestTable()
		switch {
		case t == nil && (named != nil || english.Persons[it.Lower]):
			return input
		case t == nil:
		case found != nil:
			return input
		default:
			found, of = it, t
		}
	}
	if found == nil || refining && !ranked {
		return input
	}
	said := token.Tokenize(input)[found.From]
	return input[:said.Start] + schema.Plural(strings.Join(of.Words, " ")) + " in " + input[said.Start:]
}

// thingsOfKind is the one table of things that are of a kind, which an item calls in the plural; nil where it may mean anything else.
func (e *Engine) thingsOfKind(it *tag.Item) *schema.Table {
	if it.Quoted || it.HasNumber || it.Period != nil || it.Cue.Kind != tag.NoCue || schema.Lemma(it.Lower) == it.Lower || len(it.Matches) > 0 && it.Matches[0].Exact() {
		return nil
	}
	var of *schema.Table
	for _, v := range it.Values {
		kind := v.Column.Table
		if !v.Whole || !slices.Contains(kind.Label, v.Column) || !kind.Called(english.KindWords) {
			return nil
		}
		for _, key := range e.Index.Graph.Of(kind) {
			if key.To != kind || key.From == kind {
				continue
			}
			if t := key.From; len(t.Label) == 0 || Person(t) || of != nil && of != t {
				return nil
			}
			of = key.From
		}
	}
	return of
}

// isText says that words are all that a column of texts is called, and that nothing else goes by them: the country of a customer, where
// there is no table of countries.
func (e *Engine) isText(words string) bool {
	items := e.Tagger.Tag(words, time.Time{})
	if len(items) != 1 || items[0].Cue.Kind != tag.NoCue {
		return false
	}
	found := false
	for _, m := range items[0].Matches {
		if m.Column == nil && m.Score() > tag.StrongName {
			return false
		}
		if m.Column != nil && m.Exact() {
			if m.Column.Type != db.Text && m.Column.Type != db.Unknown || m.Column.Numeric || m.Column.Key() || m.Column.Role == schema.Moment {
				return false
			}
			found = true
		}
	}
	return found
}
