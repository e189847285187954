package engine

import (
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// shortAsk is how many words an input has at most that asks what the rows are called without pointing at them.
const shortAsk = 5

// called adds the present rows by what they are called: "what are their names?" after a count, or after other columns.
func (c *collector) called(u utterance) {
	if !u.any(english.CallWords) || !u.any(english.TheyWords, english.ThoseWords, english.ItWords) && len(u.words) > shortAsk {
		return
	}
	q := c.ed.query.Clone()
	if q.Set != nil || len(q.From) == 0 {
		return
	}
	if q.Grouped() && len(q.GroupBy) == 0 {
		c.uncount(q)
		return
	}
	s := view{c.ed.index, q}
	if items := s.labelItems(c.ed, s.tables()); len(items) > 0 && (len(q.GroupBy) == 0 || len(measures(q)) == 0) {
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
	s := view{c.ed.index, q}
	tables := s.tables()
	if len(args) == 1 {
		column := s.column(args[0])
		if column != nil && !column.Key() {
			values := q.Clone()
			values.Items, values.Distinct = []statement.Item{{Expr: args[0]}}, distinct
			c.addCalled(values)
		}
		if column != nil {
			tables = []*schema.Table{column.Table}
		}
	}
	if items := s.labelItems(c.ed, tables); len(items) > 0 {
		q.ClearOrder()
		if _, err := q.SetItems(items...); err == nil {
			c.addCalled(q)
		}
	}
}

// labelItems show what the rows of the first of the tables are called.
func (s view) labelItems(ed *editor, tables []*schema.Table) []statement.Item {
	if len(tables) == 0 {
		return nil
	}
	var out []statement.Item
	for _, column := range ed.label(tables[0]) {
		x, ok := s.ref(column)
		if !ok {
			return nil
		}
		out = append(out, statement.Item{Expr: x})
	}
	return out
}

func (c *collector) addCalled(q *statement.Query) {
	work := *c.ed
	work.understand("the rows by what they are called")
	c.list = append(c.list, rival{query: q, mix: called, reading: -1, editor: &work, present: c.ed.query})
}
