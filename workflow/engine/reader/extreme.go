package reader

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// ofExtreme makes a figure over all rows that is put in the order of a column the figure of the rows that belong to the first in that
// order: "average age of the students in the dorm with the largest capacity"; and all rows of several things that of the one they belong
// to: "reviews of the most expensive product". It gives the table of that row; nil for other queries, which stay as they are.
func (e *Engine) ofExtreme(q *statement.Query, items []tag.Item) *schema.Table {
	if q.Set != nil || len(q.GroupBy) > 0 || len(q.OrderBy) != 1 || q.Limit.IsZero() || !q.Offset.IsZero() || q.Distinct || len(q.Having) > 0 {
		return nil
	}
	key := q.OrderBy[0]
	source, of := e.ownerOf(q, key.Expr)
	if of == nil || of.PrimaryKey() == nil || !e.referred(q, of) || !SortsOneRow(q) && !e.listsSeveral(q, of, items) {
		return nil
	}
	inner := statement.NewQuery()
	inner.From = []statement.Source{{Schema: source.Schema, Table: source.Table, Alias: source.Alias}}
	for _, p := range q.Where { // of those that are so the first is meant
		if e.onlyOf(q, p, of) {
			inner.Where = append(inner.Where, p)
		}
	}
	id := statement.Column(source.Name(), of.PrimaryKey().Name)
	inner.Items = []statement.Item{{Expr: id}}
	inner.OrderBy, inner.Limit = []statement.Key{key}, q.Limit
	q.ClearOrder()
	q.ClearLimit()
	q.Where = append(q.Where, statement.InQuery(id, inner))
	return of
}

// beyondFirst makes the first rows of an order what was asked of them: what belongs to them, or all others. It gives the reading in words
// where it is another then; false where it cannot be made.
func (e *Engine) beyondFirst(q *statement.Query, r *reading.Reading, items []tag.Item) (explained string, ok bool) {
	rows := *r
	if of := e.ofExtreme(q, items); of != nil {
		rows.Orders, rows.Limit = nil, 0
		return fmt.Sprintf("%s, of the first of %s by %s", Explain(&rows), schema.Plural(meaning.Called(of)), list(r.Orders, orderWords)), true
	}
	if !LeavesExtreme(items) {
		return "", true
	}
	rows.Limit = 0
	return fmt.Sprintf("%s, all but the first %d", Explain(&rows), r.Limit), e.butExtreme(q)
}

// listsSeveral says that rows of other tables alone are shown, and that several of these were asked for.
func (e *Engine) listsSeveral(q *statement.Query, of *schema.Table, items []tag.Item) bool {
	if most, ok := q.Limit.AsLiteral(); !ok || most != int64(1) {
		return false
	}
	shown := map[*schema.Table]bool{}
	for _, item := range q.Items {
		t := e.starOf(q, item.Expr)
		if t == nil {
			_, t = e.ownerOf(q, item.Expr)
		}
		if t == nil || t == of {
			return false
		}
		shown[t] = true
	}
	return slices.ContainsFunc(items, func(it tag.Item) bool {
		t, sure := it.BestTable()
		return shown[t] && sure >= partlyNamed && reading.Plural(&it)
	})
}

// partlyNamed is from which score on a word calls the rows that a query shows anyway: lines of invoice lines.
const partlyNamed = 0.4

// starOf is the table of which an item shows all columns; nil where it does not.
func (e *Engine) starOf(q *statement.Query, x statement.Expr) *schema.Table {
	qualifier, ok := x.AsStar()
	if !ok || qualifier == "" {
		return nil
	}
	if i := q.Source(qualifier); i >= 0 {
		return e.Index.Table(q.From[i].Table)
	}
	return nil
}

// referred says that rows of another table of the query refer to those of a table: the figure is over several rows of each.
func (e *Engine) referred(q *statement.Query, of *schema.Table) bool {
	for _, edge := range e.Index.Graph.Of(of) {
		if edge.To == of && edge.From != of && slices.ContainsFunc(q.From, func(s statement.Source) bool { return e.Index.Table(s.Table) == edge.From }) {
			return true
		}
	}
	return false
}

// ownerOf is the source and the table of a column; nil where the expression is none.
func (e *Engine) ownerOf(q *statement.Query, x statement.Expr) (statement.Source, *schema.Table) {
	qualifier, name, ok := x.AsColumn()
	if !ok {
		return statement.Source{}, nil
	}
	for _, s := range q.From {
		if qualifier != "" && !strings.EqualFold(qualifier, s.Name()) || qualifier == "" && len(q.From) > 1 {
			continue
		}
		if t := e.Index.Table(s.Table); t != nil && t.Column(name) != nil {
			return s, t
		}
	}
	return statement.Source{}, nil
}

// onlyOf says that a predicate is on columns of one table alone.
func (e *Engine) onlyOf(q *statement.Query, p statement.Expr, of *schema.Table) bool {
	columns := p.Columns()
	for _, c := range columns {
		if _, t := e.ownerOf(q, c); t != of {
			return false
		}
	}
	return len(columns) > 0
}

// butExtreme makes the first rows of an order all others: "all but the five cheapest products". False where the query has no rows of its own
// to leave out.
func (e *Engine) butExtreme(q *statement.Query) bool {
	if q.Set != nil || len(q.GroupBy) > 0 || len(q.From) != 1 || len(q.OrderBy) == 0 || q.Limit.IsZero() || !q.Offset.IsZero() || q.Distinct {
		return false
	}
	t := e.Index.Table(q.From[0].Table)
	if t == nil || t.PrimaryKey() == nil {
		return false
	}
	left := q.Clone()
	id := statement.Column("", t.PrimaryKey().Name)
	left.Items = []statement.Item{{Expr: id}}
	q.ClearLimit()
	q.Where = append(q.Where, statement.Not(statement.InQuery(id, left)))
	return true
}

// LeavesExtreme says that the first of an order are left out: "all but the cheapest", "everything except the top 3".
func LeavesExtreme(items []tag.Item) bool {
	for i := range items {
		if items[i].Is(tag.But) && (i > 0 && items[i-1].Is(tag.All, tag.Information) || items[i].Cue.Operator == leaving) && beforeExtreme(items, i) {
			return true
		}
	}
	return false
}

// leaving marks a word of leaving out that stands before the first of an order: it denies no condition.
const leaving = "leaving"

// beforeExtreme says that an extreme stands right behind an item, with no more than a number between.
func beforeExtreme(items []tag.Item, i int) bool {
	for i++; i < len(items) && (items[i].Is(tag.Filler) || items[i].HasNumber && !items[i].Mention()); {
		i++
	}
	return i < len(items) && items[i].Is(tag.Superlative, tag.Top, tag.Bottom)
}
