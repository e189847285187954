package pointer

import (
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/question"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file says what rows in force come to where no number of theirs is named: "what is it worth", "how much was each", "which one was
// the largest".

// ShowWorth shows beside each of the rows in force what it comes to: its own price, else what the rows that belong to it come to.
func ShowWorth(ed *edit.Editor) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	c := question.SoldFor(root)
	if c == nil {
		return showTakings(ed)
	}
	if _, here := ed.Scope().Shown(c); here {
		ed.Note("what they cost is shown already")
		return true
	}
	return clause.Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Said: "cost"}})
}

// showTakings shows beside each of the rows in force what the rows that belong to it come to.
func showTakings(ed *edit.Editor) bool {
	before := len(ed.Block().Items)
	for _, word := range english.Takings {
		if ed.Try(func() bool { return measure.AddMeant(ed, word) }) {
			return len(ed.Block().Items) > before
		}
	}
	return false
}

// worthiest keeps the row that comes to the most or the least, of rows without a number of their own that says so: "the largest order".
func worthiest(ed *edit.Editor, text string) bool {
	root := ed.Root()
	if root == nil || ed.Block().Grouped() || question.SoldFor(root) != nil || !measure.OnlySuperlative(ed, text) {
		return false
	}
	cue := ed.Tag(measure.WithoutOne(text))
	last := &cue[len(cue)-1]
	if !last.Is(tag.Superlative) || !english.SizeExtremes[last.Lower] || !asSet(ed) || !showTakings(ed) {
		return false
	}
	q := ed.Block()
	ed.Query.ClearOrder()
	return clause.SortByItem(ed, len(q.Items)-1, last.Cue.Desc) && clause.Limit(ed, 1)
}
