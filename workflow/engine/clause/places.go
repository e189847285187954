package clause

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file keeps the first rows of each of something: the latest order of each customer, the top three products of each
// category. The query stays as it is; the rows are picked by their place in a window.

// placeName is the name of the place of a row in its window, placedRows that of the rows that have one.
const placeName, placedRows = "place", "placed_rows"

// FirstPer keeps for each target the newest or oldest of the rows that are listed.
func FirstPer(ed *edit.Editor, text string, newest bool) bool {
	q := ed.Block()
	if ed.Query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	m := sortedMoment(ed)
	key, ok := partition(ed, text)
	if m == nil || !ok {
		return false
	}
	x, ok := ed.Scope().Ref(m)
	return ok && keepPlaces(ed, key, []statement.Key{{Expr: x, Desc: newest}}, 1)
}

// sortedMoment is the date that the rows are sorted by, else the one by which they lie on the calendar.
func sortedMoment(ed *edit.Editor) *schema.Column {
	for _, k := range ed.Query.OrderBy {
		if c := ed.Scope().Column(ed.Block().Meaning(k.Expr)); c != nil && c.Role == schema.Moment {
			return c
		}
	}
	return ed.Moment()
}

// partition is the expression that tells the targets apart: the key of the rows that points to them, or their column.
func partition(ed *edit.Editor, text string) (statement.Expr, bool) {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Aggregate != "" {
		return statement.Expr{}, false
	}
	s := ed.Scope()
	if t[0].Item >= 0 {
		return s.Query.Items[t[0].Item].Expr, true
	}
	if t[0].Entity != nil {
		for _, c := range KeysTo(ed, t[0].Entity) {
			if x, ok := s.Ref(c); ok {
				return x, true
			}
		}
	}
	x, err := s.Reach(t[0].Columns[0])
	return x, err == nil
}

// keepPlaces keeps the first n rows of each part, by the key of the table that the rows are of.
func keepPlaces(ed *edit.Editor, part statement.Expr, order []statement.Key, n int64) bool {
	s := ed.Scope()
	t := ed.RowTable()
	if t == nil || t.PrimaryKey() == nil {
		return false
	}
	key, ok := s.Ref(t.PrimaryKey())
	if !ok {
		return false
	}
	inner := s.Query.Clone()
	inner.ClearOrder()
	inner.ClearLimit()
	place := statement.Call("row_number").Over(statement.Window{PartitionBy: []statement.Expr{part}, OrderBy: order})
	inner.Items = []statement.Item{{Expr: key, Alias: "row_key"}, {Expr: place, Alias: placeName}}
	picked := inner.Wrap(placedRows, statement.Item{Expr: statement.Column("", "row_key")})
	picked.Where = []statement.Expr{statement.Binary("<=", statement.Column("", placeName), statement.Literal(n))}
	if len(ed.Query.OrderBy) == 0 {
		ed.Query.OrderBy = append([]statement.Key{{Expr: part}}, order...)
	}
	return s.Query.AddPredicate(statement.InQuery(key, picked)) == nil
}

// TopPer keeps the first n rows of each part in the order of the figure: of groups by wrapping them, of a list by its key.
func TopPer(ed *edit.Editor, text string, n int) bool {
	i, ok := ed.Measure()
	part, known := partition(ed, text)
	if !ok || !known || n == 0 || ed.Query.Set != nil {
		return false
	}
	q := ed.Block()
	order := []statement.Key{{Expr: q.Items[i].Expr, Desc: true}}
	if len(q.OrderBy) > 0 && q.ItemOf(q.OrderBy[0].Expr) == i {
		order[0].Desc = q.OrderBy[0].Desc
	}
	if !q.Grouped() {
		return keepPlaces(ed, part, order, int64(n))
	}
	if len(q.GroupBy) < 2 || q.ItemOf(part) < 0 {
		return false
	}
	return keepGroupPlaces(ed, part, order, int64(n))
}

// TopOfEach keeps as many of the first groups in each part of another kind as are shown of all: "for each country" after the three best
// products.
func TopOfEach(ed *edit.Editor, text string) bool {
	n, cut := CutAt(ed)
	q := ed.Block()
	if !cut || ed.Query.Set != nil || !ed.Query.Offset.IsZero() || len(q.GroupBy) == 0 || len(ed.Query.OrderBy) != 1 || len(q.Having) > 0 {
		return false
	}
	by := ed.Query.OrderBy[0]
	if at := q.ItemOf(by.Expr); at < 0 || !q.Items[at].Expr.Aggregate() {
		return false
	}
	targets, ok := ed.Targets(text)
	if !ok || len(targets) != 1 || targets[0].Item >= 0 || targets[0].Aggregate != "" {
		return false
	}
	return ed.Try(func() bool {
		order := statement.Key{Expr: q.Meaning(by.Expr), Desc: by.Desc}
		keys := len(q.GroupBy)
		if !Group(ed, targets, true) || len(ed.Block().GroupBy) <= keys {
			return false
		}
		part := ed.Block().GroupBy[len(ed.Block().GroupBy)-1]
		ed.Understand(fmt.Sprintf("the first %d for each %s", n, text))
		return ed.Block().ItemOf(part) >= 0 && keepGroupPlaces(ed, part, []statement.Key{order}, int64(n))
	})
}

// keepGroupPlaces wraps the groups with their place, and shows what was shown of the first n.
func keepGroupPlaces(ed *edit.Editor, part statement.Expr, order []statement.Key, n int64) bool {
	q := ed.Block()
	shown := NameAll(ed)
	by := statement.Column("", q.Items[q.ItemOf(part)].Alias)
	q.ClearOrder()
	q.ClearLimit()
	place := statement.Call("row_number").Over(statement.Window{PartitionBy: []statement.Expr{part}, OrderBy: order})
	q.Items = append(q.Items, statement.Item{Expr: place, Alias: placeName})
	ed.Query = ed.Query.Wrap(placedRows, shown...)
	ed.Query.Where = []statement.Expr{statement.Binary("<=", statement.Column("", placeName), statement.Literal(n))}
	ed.Query.OrderBy = []statement.Key{{Expr: by}, {Expr: statement.Column("", placeName)}}
	return true
}

// NameAll gives every item of the query a name, and what shows all of them from outside.
func NameAll(ed *edit.Editor) []statement.Item {
	q := ed.Block()
	q.SpellOut()
	var shown []statement.Item
	for i := range q.Items {
		if q.Items[i].Alias == "" {
			q.Items[i].Alias = KeptName(ed, i)
		}
		shown = append(shown, statement.Item{Expr: statement.Column("", q.Items[i].Alias)})
	}
	return shown
}

// KeysTo are the columns of the query's tables that refer to rows of the table.
func KeysTo(ed *edit.Editor, t *schema.Table) []*schema.Column {
	var out []*schema.Column
	for _, e := range ed.Index.Graph.Of(t) {
		if e.To == t && slices.Contains(ed.Scope().Home(), e.From) {
			out = append(out, e.FromColumns...)
		}
	}
	return out
}
