package engine

import (
	"parley/db/statement"
	"parley/workflow/schema"
	"slices"
)

// This file keeps the first rows of each of something: the latest order of each customer, the top three products of each
// category. The query stays as it is; the rows are picked by their place in a window.

// placeName is the name of the place of a row in its window, placedRows that of the rows that have one.
const placeName, placedRows = "place", "placed_rows"

// firstPer keeps for each target the newest or oldest of the rows that are listed.
func (ed *editor) firstPer(text string, newest bool) bool {
	q := ed.block()
	if ed.query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	m := ed.sortedMoment()
	key, ok := ed.partition(text)
	if m == nil || !ok {
		return false
	}
	x, ok := ed.scope().ref(m)
	return ok && ed.keepPlaces(key, []statement.Key{{Expr: x, Desc: newest}}, 1)
}

// sortedMoment is the date that the rows are sorted by, else the one by which they lie on the calendar.
func (ed *editor) sortedMoment() *schema.Column {
	for _, k := range ed.query.OrderBy {
		if c := ed.scope().column(ed.block().Meaning(k.Expr)); c != nil && c.Role == schema.Moment {
			return c
		}
	}
	return ed.moment()
}

// partition is the expression that tells the targets apart: the key of the rows that points to them, or their column.
func (ed *editor) partition(text string) (statement.Expr, bool) {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].aggregate != "" {
		return statement.Expr{}, false
	}
	s := ed.scope()
	if t[0].item >= 0 {
		return s.query.Items[t[0].item].Expr, true
	}
	if t[0].entity != nil {
		for _, c := range ed.keysTo(t[0].entity) {
			if x, ok := s.ref(c); ok {
				return x, true
			}
		}
	}
	x, err := s.reach(t[0].columns[0])
	return x, err == nil
}

// keepPlaces keeps the first n rows of each part, by the key of the table that the rows are of.
func (ed *editor) keepPlaces(part statement.Expr, order []statement.Key, n int64) bool {
	s := ed.scope()
	t := ed.rowTable()
	if t == nil || t.PrimaryKey() == nil {
		return false
	}
	key, ok := s.ref(t.PrimaryKey())
	if !ok {
		return false
	}
	inner := s.query.Clone()
	inner.ClearOrder()
	inner.ClearLimit()
	place := statement.Call("row_number").Over(statement.Window{PartitionBy: []statement.Expr{part}, OrderBy: order})
	inner.Items = []statement.Item{{Expr: key, Alias: "row_key"}, {Expr: place, Alias: placeName}}
	picked := inner.Wrap(placedRows, statement.Item{Expr: statement.Column("", "row_key")})
	picked.Where = []statement.Expr{statement.Binary("<=", statement.Column("", placeName), statement.Literal(n))}
	if len(ed.query.OrderBy) == 0 {
		ed.query.OrderBy = append([]statement.Key{{Expr: part}}, order...)
	}
	return s.query.AddPredicate(statement.InQuery(key, picked)) == nil
}

// topPer keeps the first n rows of each part in the order of the figure: of groups by wrapping them, of a list by its key.
func (ed *editor) topPer(text string, n int) bool {
	i, ok := ed.measure()
	part, known := ed.partition(text)
	if !ok || !known || n == 0 || ed.query.Set != nil {
		return false
	}
	q := ed.block()
	order := []statement.Key{{Expr: q.Items[i].Expr, Desc: true}}
	if len(q.OrderBy) > 0 && q.ItemOf(q.OrderBy[0].Expr) == i {
		order[0].Desc = q.OrderBy[0].Desc
	}
	if !q.Grouped() {
		return ed.keepPlaces(part, order, int64(n))
	}
	if len(q.GroupBy) < 2 || q.ItemOf(part) < 0 {
		return false
	}
	return ed.keepGroupPlaces(part, order, int64(n))
}

// keepGroupPlaces wraps the groups with their place, and shows what was shown of the first n.
func (ed *editor) keepGroupPlaces(part statement.Expr, order []statement.Key, n int64) bool {
	q := ed.block()
	shown := ed.nameAll()
	by := statement.Column("", q.Items[q.ItemOf(part)].Alias)
	q.ClearOrder()
	q.ClearLimit()
	place := statement.Call("row_number").Over(statement.Window{PartitionBy: []statement.Expr{part}, OrderBy: order})
	q.Items = append(q.Items, statement.Item{Expr: place, Alias: placeName})
	ed.query = ed.query.Wrap(placedRows, shown...)
	ed.query.Where = []statement.Expr{statement.Binary("<=", statement.Column("", placeName), statement.Literal(n))}
	ed.query.OrderBy = []statement.Key{{Expr: by}, {Expr: statement.Column("", placeName)}}
	return true
}

// nameAll gives every item of the query a name, and what shows all of them from outside.
func (ed *editor) nameAll() []statement.Item {
	q := ed.block()
	q.SpellOut()
	var shown []statement.Item
	for i := range q.Items {
		if q.Items[i].Alias == "" {
			q.Items[i].Alias = ed.keptName(i)
		}
		shown = append(shown, statement.Item{Expr: statement.Column("", q.Items[i].Alias)})
	}
	return shown
}

// keysTo are the columns of the query's tables that refer to rows of the table.
func (ed *editor) keysTo(t *schema.Table) []*schema.Column {
	var out []*schema.Column
	for _, e := range ed.index.Graph.Of(t) {
		if e.To == t && slices.Contains(ed.scope().home(), e.From) {
			out = append(out, e.FromColumns...)
		}
	}
	return out
}
