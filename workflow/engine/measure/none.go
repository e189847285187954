package measure

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file lets the things in that have no rows: "include the categories with none" after a number of products per category. The
// figures in force become a derived table beside the things themselves.

// groupThing is the thing that the groups in force are, by what they refer to where that is all that is known of it, and the
// place of the key by which they do; nil where they are none.
func groupThing(ed *edit.Editor) (t *schema.Table, key *schema.Column, at int) {
	q, s := ed.Block(), ed.Scope()
	var columns []*schema.Column
	for _, x := range q.GroupBy {
		c := s.Column(q.Meaning(x))
		if c == nil || len(columns) > 0 && columns[0].Table != c.Table {
			return nil, nil, 0
		}
		columns = append(columns, c)
	}
	for i, c := range columns {
		if c == c.Table.PrimaryKey() {
			return c.Table, c, i
		}
	}
	for i, c := range columns {
		if c.Unique || slices.Contains(c.Table.Label, c) && len(c.Table.Label) == 1 {
			return c.Table, c, i
		}
	}
	if len(columns) != 1 {
		return nil, nil, 0
	}
	for _, e := range ed.Index.Graph.Of(columns[0].Table) {
		if e.From == columns[0].Table && len(e.FromColumns) == 1 && e.FromColumns[0] == columns[0] {
			return e.To, e.ToColumns[0], 0
		}
	}
	return nil, nil, 0
}

// namesThing says that words name a table or nothing but its rows: "the products", "those".
func namesThing(ed *edit.Editor, text string, t *schema.Table) bool {
	for _, it := range ed.Tag(text) {
		named := slices.ContainsFunc(it.Matches, func(m schema.Match) bool {
			return m.Table == t || ed.Index.Graph.Distance(m.Table, t) == 1
		})
		if !named && !edit.Skippable(&it) && !english.GenericNouns[it.Lower] && !english.ThoseWords[it.Lower] && !english.TheyWords[it.Lower] {
			return false
		}
	}
	return true
}

// WithNone shows the figures in force for each of the things that the groups are, those without rows as well.
func WithNone(ed *edit.Editor, text string) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || len(q.Having) > 0 || !ed.Query.Limit.IsZero() || !ed.Query.Offset.IsZero() || Nested(ed) {
		return false
	}
	q.SpellOut()
	t, key, at := groupThing(ed)
	if t == nil || !namesThing(ed, text, t) {
		return false
	}
	outer := statement.NewQuery()
	outer.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	inner := q.Clone()
	inner.ClearOrder()
	inner.Items = []statement.Item{{Expr: q.GroupBy[at], Alias: "key_1"}}
	var figures []int
	for i, item := range q.Items {
		c := ed.Scope().Column(item.Expr)
		switch {
		case item.Expr.Aggregate():
			name := clause.KeptName(ed, i)
			inner.Items = append(inner.Items, statement.Item{Expr: item.Expr, Alias: name})
			outer.Items = append(outer.Items, statement.Item{Expr: zeroWhereNone(item.Expr, statement.Column("figures", name)), Alias: name})
			figures = append(figures, i)
		case c != nil && c.Table == t:
			outer.Items = append(outer.Items, statement.Item{Expr: statement.Column(t.Name, c.Name), Alias: item.Alias})
		case c != nil && item.Expr.Equal(q.GroupBy[at]):
			outer.Items = append(outer.Items, statement.Item{Expr: statement.Column(t.Name, key.Name), Alias: item.Alias})
		default:
			return false
		}
	}
	own := PredicatesOf(ed, t)
	list, ok := clause.CarryAll(own, ed.Scope(), edit.View{Index: ed.Index, Query: outer})
	if !ok || len(figures) == 0 {
		return false
	}
	for k := range list {
		list[k] = qualifiedBy(list[k], t.Name)
	}
	on := statement.Binary("=", statement.Column("figures", "key_1"), statement.Column(t.Name, key.Name))
	outer.From = append(outer.From, statement.Source{Join: statement.JoinLeft, Query: inner, Alias: "figures", On: on})
	outer.Where = list
	sorted := sortedFigure(ed)
	ed.Query = outer
	ed.Understand(fmt.Sprintf("every row of %s, those without any as well", strings.ReplaceAll(t.Name, "_", " ")))
	return sorted == nil || clause.SortByItem(ed, sorted.Item, sorted.Desc)
}

// zeroWhereNone is a figure of a derived table that has no row for those without any: none of them counts as zero.
func zeroWhereNone(was, figure statement.Expr) statement.Expr {
	if name, _, _, _, ok := was.AsCall(); ok && strings.EqualFold(name, "count") {
		return statement.Call("coalesce", figure, statement.Literal(0))
	}
	return figure
}

// PredicatesOf are the predicates in force that ask of one table alone.
func PredicatesOf(ed *edit.Editor, t *schema.Table) []statement.Expr {
	s := ed.Scope()
	var out []statement.Expr
	for _, p := range s.Query.Where {
		columns := p.Columns()
		if len(columns) > 0 && !slices.ContainsFunc(columns, func(x statement.Expr) bool { c := s.Column(x); return c == nil || c.Table != t }) {
			out = append(out, p)
		}
	}
	return out
}

// qualifiedBy names the source of every column that names none.
func qualifiedBy(x statement.Expr, source string) statement.Expr {
	return x.Map(func(e statement.Expr) statement.Expr {
		if qualifier, name, ok := e.AsColumn(); ok && qualifier == "" {
			return statement.Column(source, name)
		}
		return e
	})
}

// sortedFigure is the shown item by which the query is sorted first, and in which direction; nil where it is by none.
func sortedFigure(ed *edit.Editor) *edit.Target {
	if len(ed.Query.OrderBy) == 0 {
		return nil
	}
	i := ed.Block().ItemOf(ed.Query.OrderBy[0].Expr)
	if i < 0 {
		return nil
	}
	return &edit.Target{Item: i, Desc: ed.Query.OrderBy[0].Desc}
}
