package measure

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file goes from figures back to rows: the rows behind a figure, how many different things they are of.

// RowsBehind lists the rows that the figures were made of, every column of them. Of the first group alone when which says
// so. The words may name the rows, and say which of them are meant.
func RowsBehind(ed *edit.Editor, text, which string) bool {
	q := ed.Block()
	fact := ed.RowTable()
	if ed.Query.Set != nil || !q.Grouped() || fact == nil {
		return false
	}
	picked, ok := firstGroup(ed, which)
	if !ok {
		return false
	}
	src := slices.IndexFunc(q.From, func(s statement.Source) bool { return ed.Scope().Table(s) == fact })
	if src < 0 || picked.IsZero() && !keepGroups(ed) {
		return false
	}
	q.ClearOrder()
	q.ClearLimit()
	q.GroupBy, q.Having = nil, nil
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	if len(q.From) > 1 {
		q.Items[0].Expr = statement.Star(edit.SourceName(q.From[src]))
	}
	if !picked.IsZero() {
		q.Where = append(slices.Clip(q.Where), picked)
	}
	return pickedRows(ed, text)
}

// RowsBehindSorted lists the rows that the figures were made of, in the order that a superlative asks for: the biggest by what the figure adds
// up. Groups that the superlative puts in another order are meant themselves.
func RowsBehindSorted(ed *edit.Editor, text string) bool {
	q := ed.Block()
	if ed.Query.Set != nil || !q.Grouped() {
		return false
	}
	sorted := *ed
	sorted.Query = ed.Query.Clone()
	if len(q.GroupBy) > 0 && Superlative(&sorted, text) && tellsGroups(&sorted) && !sameFirstKey(ed, &sorted) {
		return false
	}
	of := figureColumn(ed)
	if !RowsBehind(ed, "", "") {
		return false
	}
	if items := ed.Tag(text); of != nil && len(items) == 1 && ofWhole(items[0].Cue.Dimension) {
		x, ok := ed.Scope().Ref(of)
		return ok && clause.Sort(ed, statement.Key{Expr: x, Desc: items[0].Cue.Desc})
	}
	return Superlative(ed, text)
}

// tellsGroups says that each group has one value of what they are in order of first of all.
func tellsGroups(ed *edit.Editor) bool {
	q := ed.Block()
	if len(ed.Query.OrderBy) == 0 {
		return false
	}
	key := q.Meaning(ed.Query.OrderBy[0].Expr)
	return key.Aggregate() || slices.ContainsFunc(q.GroupBy, func(g statement.Expr) bool { return q.Meaning(g).Equal(key) })
}

// sameFirstKey says that two states of a query are in the same order first of all.
func sameFirstKey(a, b *edit.Editor) bool {
	was, is := a.Query.OrderBy, b.Query.OrderBy
	if len(was) == 0 || len(is) == 0 {
		return len(was) == len(is)
	}
	return was[0].Desc == is[0].Desc && a.Block().Meaning(was[0].Expr).Equal(b.Block().Meaning(is[0].Expr))
}

// figureColumn is the one column of numbers that the shown figures are taken of; nil where there is none, or several.
func figureColumn(ed *edit.Editor) *schema.Column {
	var found *schema.Column
	for _, i := range edit.Measures(ed.Block()) {
		for _, x := range ed.Block().Items[i].Expr.Columns() {
			c := ed.Scope().Column(x)
			if c == nil || c.Role != schema.Measure || found != nil && c != found {
				return nil
			}
			found = c
		}
	}
	return found
}

// firstGroup asks that the rows are of the first group, by its key; zero when that was not said.
func firstGroup(ed *edit.Editor, which string) (statement.Expr, bool) {
	if which == "" {
		return statement.Expr{}, true
	}
	q := ed.Block()
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
func pickedRows(ed *edit.Editor, text string) bool {
	if text == "" {
		return true
	}
	list, lost := ed.Conditions(text)
	if lost > 0 && len(list) == 0 && lost >= len(clause.ContentWords(text)) {
		return lost <= 1 // one noun for the rows that the schema does not use
	}
	for _, c := range list {
		if !Put(ed, c, OnlyMode) {
			return false
		}
	}
	ed.Lost += lost
	return true
}

// CountDifferent counts how many different things the rows in force are of: one figure, whatever the groups were.
func CountDifferent(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || ed.Query.Set != nil || len(ed.Block().Having) > 0 || !ed.Query.Limit.IsZero() {
		return false
	}
	c := identityOf(t[0])
	if c == nil {
		return false
	}
	before := clause.Used(ed)
	x, err := ed.Scope().Reach(c)
	if err != nil {
		return false
	}
	q := ed.Block()
	q.GroupBy, q.Distinct = nil, false
	if !clause.Instead(ed, statement.Item{Expr: statement.Call("count", x).Distinct(), Alias: "number_of_" + strings.ToLower(c.Table.Name)}) {
		return false
	}
	clause.Prune(ed, before)
	return true
}

// identityOf is the column that tells what a target names apart: the key of an entity, or the column itself.
func identityOf(t edit.Target) *schema.Column {
	switch {
	case t.Entity != nil && t.Entity.PrimaryKey() != nil:
		return t.Entity.PrimaryKey()
	case len(t.Columns) == 1:
		return t.Columns[0]
	}
	return nil
}

// RowsEach shows of how many rows each figure is made.
func RowsEach(ed *edit.Editor, text string) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || !clause.SpeaksOfRows(ed, text) && len(clause.ContentWords(text)) > 1 {
		return false
	}
	return ed.Append(statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(strings.Join(clause.ContentWords(text), "_"))})
}

// groupKey is the one expression that tells the groups apart: the only key, or the key of the row that all keys are columns of.
func groupKey(ed *edit.Editor) (statement.Expr, bool) {
	s := ed.Scope()
	q := s.Query
	q.SpellOut()
	if len(q.GroupBy) == 1 {
		return q.GroupBy[0], true
	}
	for _, x := range q.GroupBy {
		c := s.Column(x)
		if c == nil || c != c.Table.PrimaryKey() {
			continue
		}
		if !slices.ContainsFunc(q.GroupBy, func(other statement.Expr) bool { o := s.Column(other); return o == nil || o.Table != c.Table }) {
			return x, true
		}
	}
	return statement.Expr{}, false
}

// keepGroups makes the rows of groups on screen stay those rows: groups that were picked by their figures, or cut to the first so
// many, are picked by their key. It is asked before the groups go.
func keepGroups(ed *edit.Editor) bool {
	q := ed.Block()
	if len(q.Having) == 0 && ed.Query.Limit.IsZero() {
		return true
	}
	key, ok := groupKey(ed)
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
