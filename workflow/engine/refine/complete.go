package refine

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file completes what a candidate shows: a figure stands beside what it is of, and people are told by their whole names.

// complete does both to a query that a candidate makes of the one in force, without what it denies of that.
func complete(ed *edit.Editor, u tag.Utterance, q *statement.Query) {
	if q.Set != nil {
		return
	}
	dropDenied(ed, q)
	showKeys(ed, q)
	nameWhole(ed, u, q)
}

// showKeys shows what new groups are told apart by, in front of their figures, where nothing of it is shown.
func showKeys(ed *edit.Editor, q *statement.Query) {
	if len(q.GroupBy) == 0 || len(q.Items) == 0 || edit.SameExprs(q.GroupBy, ed.Block().GroupBy) || len(edit.Measures(q)) < len(q.Items) {
		return
	}
	items := make([]statement.Item, 0, len(q.GroupBy)+len(q.Items))
	for _, key := range q.GroupBy {
		items = append(items, statement.Item{Expr: key})
	}
	work := q.Clone()
	if _, err := work.SetItems(append(items, q.Items...)...); err == nil {
		*q = *work
	}
}

// nameWhole shows first and last name where names were asked for and one of the two is shown.
func nameWhole(ed *edit.Editor, u tag.Utterance, q *statement.Query) {
	if q.Grouped() || !u.Any(english.WholeName) {
		return
	}
	s := edit.View{Index: ed.Index, Query: q}
	for i, item := range q.Items {
		c := s.Column(item.Expr)
		if c == nil || len(c.Table.Label) != 2 || !slices.Contains(c.Table.Label, c) || saysPart(u, c) {
			continue
		}
		if _, before := ed.Scope().Shown(c); before {
			continue
		}
		label := c.Table.Label
		if slices.ContainsFunc(label, func(other *schema.Column) bool { _, shown := s.Shown(other); return other != c && shown }) {
			return
		}
		work := q.Clone()
		var items []statement.Item
		items = append(items, q.Items[:i]...)
		for _, part := range label {
			x, ok := s.Ref(part)
			if !ok {
				return
			}
			items = append(items, statement.Item{Expr: x})
		}
		if _, err := work.SetItems(append(items, q.Items[i+1:]...)...); err == nil {
			*q = *work
		}
		return
	}
}

// saysPart says that the input names one of two names, as "last name" does.
func saysPart(u tag.Utterance, c *schema.Column) bool {
	return slices.ContainsFunc(u.Words, func(w string) bool { return !english.WholeName[w] && c.Has(schema.Lemma(w)) })
}
