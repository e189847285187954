package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file goes from figures back to rows: the rows behind a figure, how many different things they are of.

// rowsBehind lists the rows that the figures were made of, every column of them. Of the first group alone when which says
// so. The words may name the rows, and say which of them are meant.
func (ed *editor) rowsBehind(text, which string) bool {
	q := ed.block()
	fact := ed.rowTable()
	if ed.query.Set != nil || !q.Grouped() || fact == nil {
		return false
	}
	picked, ok := ed.firstGroup(which)
	if !ok {
		return false
	}
	src := slices.IndexFunc(q.From, func(s statement.Source) bool { return ed.scope().table(s) == fact })
	if src < 0 || picked.IsZero() && !ed.keepGroups() {
		return false
	}
	q.ClearOrder()
	q.ClearLimit()
	q.GroupBy, q.Having = nil, nil
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	if len(q.From) > 1 {
		q.Items[0].Expr = statement.Star(sourceName(q.From[src]))
	}
	if !picked.IsZero() {
		q.Where = append(slices.Clip(q.Where), picked)
	}
	return ed.pickedRows(text)
}

// firstGroup asks that the rows are of the first group, by its key; zero when that was not said.
func (ed *editor) firstGroup(which string) (statement.Expr, bool) {
	if which == "" {
		return statement.Expr{}, true
	}
	q := ed.block()
	q.SpellOut()
	if len(q.GroupBy) == 0 {
		return statement.Expr{}, false
	}
	key := q.GroupBy[0]
	inner := q.Clone()
	inner.Items = []statement.Item{{Expr: key}}
	if inner.SetLimit(1) != nil {
		return statement.Expr{}, false
	}
	return statement.Binary("=", key, statement.Scalar(inner)), true
}

// pickedRows narrows the listed rows by what the words ask of them; words that name the rows themselves ask for nothing.
func (ed *editor) pickedRows(text string) bool {
	if text == "" {
		return true
	}
	list, lost := ed.conditions(text)
	if lost > 0 && len(list) == 0 && lost >= len(contentWords(text)) {
		return lost <= 1 // one noun for the rows that the schema does not use
	}
	for _, c := range list {
		if !ed.put(c, onlyMode) {
			return false
		}
	}
	ed.lost += lost
	return true
}

// countDifferent counts how many different things the rows in force are of: one figure, whatever the groups were.
func (ed *editor) countDifferent(text string) bool {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || ed.query.Set != nil || len(ed.block().Having) > 0 || !ed.query.Limit.IsZero() {
		return false
	}
	c := ed.identityOf(t[0])
	if c == nil {
		return false
	}
	before := ed.used()
	x, err := ed.scope().reach(c)
	if err != nil {
		return false
	}
	q := ed.block()
	q.GroupBy, q.Distinct = nil, false
	if !ed.instead(statement.Item{Expr: statement.Call("count", x).Distinct(), Alias: "number_of_" + strings.ToLower(c.Table.Name)}) {
		return false
	}
	ed.prune(before)
	return true
}

// identityOf is the column that tells what a target names apart: the key of an entity, or the column itself.
func (ed *editor) identityOf(t target) *schema.Column {
	switch {
	case t.entity != nil && t.entity.PrimaryKey() != nil:
		return t.entity.PrimaryKey()
	case len(t.columns) == 1:
		return t.columns[0]
	}
	return nil
}

// rowsEach shows of how many rows each figure is made.
func (ed *editor) rowsEach(text string) bool {
	q := ed.block()
	if ed.query.Set != nil || len(q.GroupBy) == 0 || !ed.speaksOfRows(text) && len(contentWords(text)) > 1 {
		return false
	}
	return ed.append(statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(strings.Join(contentWords(text), "_"))})
}

// groupKey is the one expression that tells the groups apart: the only key, or the key of the row that all keys are columns of.
func (ed *editor) groupKey() (statement.Expr, bool) {
	s := ed.scope()
	q := s.query
	q.SpellOut()
	if len(q.GroupBy) == 1 {
		return q.GroupBy[0], true
	}
	for _, x := range q.GroupBy {
		c := s.column(x)
		if c == nil || c != c.Table.PrimaryKey() {
			continue
		}
		if !slices.ContainsFunc(q.GroupBy, func(other statement.Expr) bool { o := s.column(other); return o == nil || o.Table != c.Table }) {
			return x, true
		}
	}
	return statement.Expr{}, false
}

// keepGroups makes the rows of groups on screen stay those rows: groups that were picked by their figures, or cut to the first so
// many, are picked by their key. It is asked before the groups go.
func (ed *editor) keepGroups() bool {
	q := ed.block()
	if len(q.Having) == 0 && ed.query.Limit.IsZero() {
		return true
	}
	key, ok := ed.groupKey()
	if !ok {
		return false
	}
	inner := q.Clone()
	inner.Items = []statement.Item{{Expr: key}}
	if inner.Limit.IsZero() {
		inner.ClearOrder()
	}
	q.Where = append(slices.Clip(q.Where), statement.InQuery(key, inner))
	return true
}
