package reader

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file lets verbs name the table of what was done: "rented" the rentals, "sold" the lines of sales.

// deedQuality is how well a verb names the table of its deeds.
const deedQuality = 0.78

// deeds gives verbs that mean nothing else the tables whose names begin as they do; "sold" and "bought" the rows that the
// computed measure of revenue is made of.
func (e *Engine) deeds(items []tag.Item) []tag.Item {
	for i := range items {
		it := &items[i]
		if english.TradeDeeds[it.Lower] && len(it.Values) == 0 && !slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == nil || m.Column.Metric == nil }) {
			it.Matches, it.Cue = nil, tag.Cue{}
		}
		if !it.Plain() || it.To-it.From != 1 || len(it.Lower) < 4 || it.Capital {
			continue
		}
		for _, t := range e.Index.Tables {
			if e.DeedOf(it.Lower, t) {
				it.Matches = append(it.Matches, schema.Match{From: it.From, To: it.To, Table: t, Quality: deedQuality, Coverage: 1})
			}
		}
	}
	return items
}

// DeedOf says that a verb may name the table of what was done: rented the rentals.
func (e *Engine) DeedOf(word string, t *schema.Table) bool {
	if english.TradeDeeds[word] {
		return slices.ContainsFunc(e.Index.Metrics(), func(m *schema.Column) bool { return m.Table == t })
	}
	return schema.Deed(word, t)
}
