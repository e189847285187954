package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file builds what is made of aggregates: percentages, averages over groups, running totals, changes, and the first
// places of each group.

// formed is an aggregate in its form, over the groups of the query.
func (b *builder) formed(s *scope, o operand) statement.Expr {
	form := o.form
	o.form = itself
	x := b.plain(s, o)
	var along []statement.Key
	if o.along != nil {
		along = []statement.Key{{Expr: b.operand(s, *o.along)}}
	}
	switch form {
	case portion:
		return b.hundred(x, statement.Call("sum", x).Over(statement.Window{}))
	case running:
		return statement.Call("sum", x).Over(statement.Window{OrderBy: along})
	}
	before := statement.Call("lag", x).Over(statement.Window{OrderBy: along})
	if form == previous {
		return before
	}
	return b.hundred(statement.Binary("-", x, before), before)
}

// hundred is part in a hundred of whole.
func (b *builder) hundred(part, whole statement.Expr) statement.Expr {
	return b.dialect.Divide(statement.Binary("*", statement.Literal(100.0), part), whole)
}

// percentage is what the rows of a part come to, in a hundred of all rows.
func (b *builder) percentage(s *scope, o operand) statement.Expr {
	terms, err := b.conditions(s, o.when.filters)
	if err != nil {
		return statement.Expr{}
	}
	each := statement.Literal(int64(1))
	whole := statement.CountStar()
	if o.column != nil {
		whole = b.plain(s, operand{column: o.column, aggregate: sum})
		if _, args, _, _, ok := whole.AsCall(); ok && len(args) == 1 {
			each = args[0]
		}
	}
	inPart := statement.Case([]statement.When{{If: statement.And(terms...), Then: each}}, statement.Literal(int64(0)))
	return b.hundred(statement.Call("sum", inPart), whole)
}

// average is an aggregate divided by how many values a column has: orders per customer, money per order.
func (b *builder) average(s *scope, o operand) statement.Expr {
	per := statement.Call("count", s.column(o.per)).Distinct()
	o.per = nil
	return b.dialect.Divide(b.plain(s, o), per)
}

// figures joins what the rows of other tables come to for each row: each table is counted or summed first, and then
// joined, so that none multiplies another.
func (b *builder) figures(out *statement.Query, s *scope, q *reading) (err error) {
	q.operands(func(o operand) {
		if o.each == nil || !s.figures[o.each].IsZero() || err != nil {
			return
		}
		err = b.joinFigure(out, s, o)
	})
	return err
}

func (b *builder) joinFigure(out *statement.Query, s *scope, o operand) error {
	sub := o.each.clone()
	edges, ok := b.index.Graph.Tree(append([]*schema.Table{o.table}, sub.all()...), b.cost)
	if !ok || len(edges) == 0 {
		return errApart
	}
	mine, other := edges[0].FromColumns, edges[0].ToColumns
	if edges[0].From != o.table {
		mine, other = other, mine
	}
	sub.need(other[0].Table)
	for _, c := range other {
		sub.groups = append(sub.groups, operand{column: c})
	}
	item := sub.items[0]
	sub.items = append(slices.Clone(sub.groups), item)
	inner, err := b.selection(sub, []*schema.Table{o.table})
	if err != nil {
		return err
	}
	inner.Items[len(inner.Items)-1].Alias = "figure"
	name := figureName(o.each)
	for slices.ContainsFunc(out.From, func(f statement.Source) bool { return f.Alias == name }) {
		name += "_2"
	}
	s.plain = false
	var on []statement.Expr
	for i, c := range other {
		on = append(on, statement.Binary("=", statement.Column(name, c.Name), s.column(mine[i])))
	}
	out.From = append(out.From, statement.Source{Join: statement.JoinLeft, Query: inner, Alias: name, On: statement.And(on...)})
	s.figures[o.each] = statement.Column(name, "figure")
	if item.aggregate == count || item.aggregate == sum {
		s.figures[o.each] = statement.Call("coalesce", s.figures[o.each], statement.Literal(int64(0)))
	}
	return nil
}

// middle wraps a query so that a median is taken: the rows are numbered inside, by a window, and the mean of the middle
// one or two is shown.
func (b *builder) middle(inner *statement.Query, s *scope, q *reading) (*statement.Query, error) {
	if len(q.having) > 0 {
		return nil, fmt.Errorf("a median beside conditions on groups")
	}
	if err := b.rows(inner, s, q); err != nil {
		return nil, err
	}
	inner.GroupBy = nil
	var w statement.Window
	out, names := statement.NewQuery(), map[string]bool{"place": true, "group_size": true, "median": true}
	shown := map[operand]statement.Expr{}
	for _, o := range append(slices.Clone(q.groups), q.items...) {
		if _, again := shown[o]; again || o.aggregate == median {
			continue
		}
		if o.aggregate != none || o.star {
			return nil, fmt.Errorf("a median beside %s", o)
		}
		name := outputName(o, names)
		inner.Items = append(inner.Items, statement.Item{Expr: b.operand(s, o), Alias: aliasOf(o, name)})
		w.PartitionBy = append(w.PartitionBy, b.operand(s, o))
		shown[o] = statement.Column("", name)
		out.GroupBy = append(out.GroupBy, shown[o])
	}
	for _, o := range q.items {
		if e, plain := shown[o]; plain {
			out.Items = append(out.Items, statement.Item{Expr: e})
			continue
		}
		value := o
		value.aggregate = none
		name := outputName(value, names)
		x := b.operand(s, value)
		inner.Items = append(inner.Items, statement.Item{Expr: x, Alias: aliasOf(value, name)})
		inner.Where = append(inner.Where, statement.IsNotNull(x))
		numbered := w
		numbered.OrderBy = []statement.Key{{Expr: x}}
		inner.Items = append(inner.Items, statement.Item{Expr: statement.Call("row_number").Over(numbered), Alias: "place"},
			statement.Item{Expr: statement.CountStar().Over(w), Alias: "group_size"})
		shown[o] = statement.Call("avg", statement.Column("", name))
		out.Items = append(out.Items, statement.Item{Expr: shown[o], Alias: "median"})
	}
	for _, o := range q.orders {
		if shown[o.operand].IsZero() {
			return nil, fmt.Errorf("a median sorted by %s", o.operand)
		}
		out.OrderBy = append(out.OrderBy, statement.Key{Expr: shown[o.operand], Desc: o.descending})
	}
	if q.limit > 0 {
		out.Limit = statement.Literal(q.limit)
	}
	half := statement.Binary("/", statement.Column("", "group_size"), statement.Literal(2.0))
	out.From = []statement.Source{{Query: inner, Alias: "numbered"}}
	out.Where = []statement.Expr{statement.Between(statement.Column("", "place"), half, statement.Binary("+", half, statement.Literal(int64(1))))}
	return out, nil
}

// cut is a moment at a grain: a calendar unit, or what recurs (weekday, hour of the day).
func (b *builder) cut(grain string, x statement.Expr) statement.Expr {
	if part, ok := recurring[grain]; ok {
		return b.dialect.Part(part, x)
	}
	return b.dialect.Trunc(grain, x)
}

// recurring are the grains that come back, with the part of a date that they are.
var recurring = map[string]string{"weekday": "dow", "hour of day": "hour", "month of year": "month", "day of month": "day"}

// daysInYear is the mean length of a year of the calendar.
const daysInYear = 365.2425

// combined is arithmetic on two operands; "days" is how many lie between two moments, and "age" how many whole years lie
// between the first and the second.
func (b *builder) combined(operator string, l, r statement.Expr) statement.Expr {
	switch {
	case operator == "age":
		years := statement.Binary("/", b.combined("days", r, l), statement.Literal(daysInYear))
		if b.dialect == statement.SQLite {
			return statement.Cast(years, "integer")
		}
		return statement.Call("floor", years)
	case operator != "days":
		return statement.Binary(operator, l, r)
	case b.dialect == statement.SQLite:
		return statement.Binary("-", statement.Call("julianday", l), statement.Call("julianday", r))
	}
	return statement.Binary("-", statement.Cast(l, "date"), statement.Cast(r, "date"))
}

// placed wraps a query so that the first places of each group stay: the places are given inside, by a window.
func (b *builder) placed(inner *statement.Query, s *scope, q *reading) (*statement.Query, error) {
	if err := b.rows(inner, s, q); err != nil {
		return nil, err
	}
	out := statement.NewQuery()
	names := map[string]bool{}
	for _, o := range b.visible(q.items, q.all()) {
		if o.star {
			return nil, fmt.Errorf("the first places of each group need named columns")
		}
		name := outputName(o, names)
		inner.Items = append(inner.Items, statement.Item{Expr: b.operand(s, o), Alias: aliasOf(o, name)})
		out.Items = append(out.Items, statement.Item{Expr: statement.Column("", name)})
	}
	var w statement.Window
	for _, o := range q.within {
		w.PartitionBy = append(w.PartitionBy, b.operand(s, o))
	}
	for _, o := range q.orders {
		w.OrderBy = append(w.OrderBy, statement.Key{Expr: b.operand(s, o.operand), Desc: o.descending})
	}
	inner.Items = append(inner.Items, statement.Item{Expr: statement.Call("rank").Over(w), Alias: "place"})
	out.From = []statement.Source{{Query: inner, Alias: "ranked"}}
	out.Where = []statement.Expr{statement.Binary("<=", statement.Column("", "place"), statement.Literal(int64(q.places)))}
	return out, nil
}

// outputName is a name for a column of a derived table that no other has.
func outputName(o operand, taken map[string]bool) string {
	name := "rows"
	if o.column != nil {
		name = o.column.Name
	}
	if o.operator == "age" {
		name = "age"
	}
	if o.aggregate != none {
		name = o.aggregate.String() + "_" + name
	}
	if taken[name] && o.column != nil {
		name = o.column.Table.Name + "_" + name
	}
	for taken[name] {
		name += "_2"
	}
	taken[name] = true
	return name
}

// aliasOf leaves the alias out where a column keeps its own name.
func aliasOf(o operand, name string) string {
	if o.aggregate == none && o.grain == "" && o.column != nil && o.column.Metric == nil && o.column.Name == name {
		return ""
	}
	return name
}

// figureName names a figure after what it is of: the number of orders, the total amount.
func figureName(q *reading) string {
	o := q.items[0]
	if o.aggregate == count {
		return "number_of_" + strings.ToLower(q.all()[0].Name)
	}
	return o.aggregate.String() + "_" + strings.ToLower(o.column.Name)
}

// alias names an item that is no column.
func alias(o operand) string {
	switch {
	case o.each != nil:
		return figureName(o.each)
	case o.when != nil:
		return "percentage"
	case o.form != itself:
		return [...]string{"", "percentage", "running_total", "change", "previous"}[o.form]
	case o.per != nil:
		return "average"
	case o.operator == "age":
		return strings.TrimPrefix(o.aggregate.String()+"_age", "_")
	case o.otherwise() != nil:
		return o.otherwise().Name
	case o.column != nil && o.column.Metric != nil:
		return o.column.Name
	case o.grain != "" && o.aggregate == none:
		return grainName(o.grain)
	}
	return ""
}

// grainName is one word for a grain: "month", and "hour" for "hour of day".
func grainName(grain string) string {
	unit, _, _ := strings.Cut(grain, " ")
	return unit
}
