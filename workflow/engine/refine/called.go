package refine

import (
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file shows the rows in force, or those behind a count, by what they are called: "what are their names?".

// shortAsk is how many words an input has at most that asks what the rows are called without pointing at them.
const shortAsk = 5

// labelItems show what the rows of the first of the tables are called.
func labelItems(s edit.View, ed *edit.Editor, tables []*schema.Table) []statement.Item {
	if len(tables) == 0 {
		return nil
	}
	var out []statement.Item
	for _, column := range ed.Label(tables[0]) {
		x, ok := s.Ref(column)
		if !ok {
			return nil
		}
		out = append(out, statement.Item{Expr: x})
	}
	return out
}

// called adds the present rows by what they are called: "what are their names?" after a count, or after other columns.
func (c *collector) called(u tag.Utterance) {
	if !u.Any(english.CallWords) || !u.Any(english.TheyWords, english.ThoseWords, english.ItWords) && len(u.Words) > shortAsk {
		return
	}
	q := c.ed.Query.Clone()
	if q.Set != nil || len(q.From) == 0 {
		return
	}
	if q.Grouped() && len(q.GroupBy) == 0 {
		c.uncount(q)
		return
	}
	s := edit.View{Index: c.ed.Index, Query: q}
	if items := labelItems(s, c.ed, s.Tables()); len(items) > 0 && (len(q.GroupBy) == 0 || len(edit.Measures(q)) == 0) {
		if _, err := q.SetItems(items...); err == nil {
			c.addCalled(q)
		}
	}
}

// uncount shows what a single count counts: the rows by their name, and the different values of a column.
func (c *collector) uncount(q *statement.Query) {
	name, args, _, distinct, ok := q.Items[0].Expr.AsCall()
	if len(q.Items) != 1 || !ok || !strings.EqualFold(name, "count") || len(q.Having) > 0 {
		return
	}
	s := edit.View{Index: c.ed.Index, Query: q}
	tables := s.Tables()
	if len(args) == 1 {
		column := s.Column(args[0])
		if column != nil && !column.Key() {
			values := q.Clone()
			values.Items, values.Distinct = []statement.Item{{Expr: args[0]}}, distinct
			c.addCalled(values)
		}
		if column != nil {
			tables = []*schema.Table{column.Table}
		}
	}
	if items := labelItems(s, c.ed, tables); len(items) > 0 {
		q.ClearOrder()
		if _, err := q.SetItems(items...); err == nil {
			c.addCalled(q)
		}
	}
}

func (c *collector) addCalled(q *statement.Query) {
	work := *c.ed
	work.Understand("the rows by what they are called")
	c.list = append(c.list, pointer.Rival{Query: q, Mix: clause.Called, Reading: -1, Editor: &work, Present: c.ed.Query})
}
