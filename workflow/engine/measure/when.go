package measure

import (
	"fmt"
	"slices"

	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file shows when the rows in force were, or were done.

// When shows the date of the rows, where they have one and the words say no more than what happened then.
func When(ed *edit.Editor, text string) bool {
	if ed.Try(func() bool { return whenDone(ed, text) }) {
		return true
	}
	tables := ed.Scope().Tables()
	if len(tables) == 0 || tables[0].Moment == nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	for _, it := range ed.Tag(text) {
		if it.Mention() || it.Cue.Kind != tag.NoCue && !edit.Skippable(&it) && !schema.Participle(it.Lower) {
			return false
		}
	}
	ed.Understand(fmt.Sprintf("when %s = %s", text, tables[0].Moment))
	ed.Taken = append(ed.Taken, clause.Lowered(clause.ContentWords(text))...)
	return clause.Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{tables[0].Moment}, Said: text}})
}

// whenDone shows the date of the family of what was done: "when did they open" of rows with an opening date.
func whenDone(ed *edit.Editor, text string) bool {
	words := clause.ContentWords(text)
	if len(words) == 0 || ed.Query.Set != nil {
		return false
	}
	for _, w := range words[:len(words)-1] {
		if !english.TheyWords[w] && !english.ThoseWords[w] && !english.ForRows[w] && !english.GenericNouns[w] && !callsAny(ed, w) {
			return false
		}
	}
	tables := ed.Scope().Tables()
	if root := ed.Root(); root != nil && !ed.Block().Grouped() {
		tables = append([]*schema.Table{root}, tables...)
	}
	for _, t := range tables {
		if c := edit.MomentOf(t, schema.Lemma(words[len(words)-1])); c != nil && (!ed.Block().Grouped() || t == ShownAsRows(ed).Table) {
			ed.Understand("when = " + c.String())
			return clause.Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Said: text}})
		}
	}
	return false
}

// callsAny says that a word is a name of the rows of a table in force.
func callsAny(ed *edit.Editor, word string) bool {
	return slices.ContainsFunc(ed.Scope().Tables(), func(t *schema.Table) bool { return NamesRows(ed, word, t) })
}

// NamesRows says that a text is a name of the rows of a table, and no mere word for rows.
func NamesRows(ed *edit.Editor, text string, t *schema.Table) bool {
	return CallsThing(ed, text, t) && slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool {
		named, score := it.BestTable()
		return named == t && score >= tag.StrongName
	})
}
