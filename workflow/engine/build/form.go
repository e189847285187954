package build

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/reading"
	"parley/workflow/schema"
)

// This file builds what is made of aggregates: percentages, averages over groups, running totals, changes, and the first
// places of each group.

// formed is an aggregate in its form, over the groups of the query.
func (b *Builder) formed(s *scope, o reading.Operand) statement.Expr {
	form := o.Form
	o.Form = reading.Itself
	x := b.plain(s, o)
	var along []statement.Key
	if o.Along != nil {
		along = []statement.Key{{Expr: b.operand(s, *o.Along)}}
	}
	switch form {
	case reading.Portion:
		return b.hundred(x, statement.Call("sum", x).Over(statement.Window{}))
	case reading.Running:
		return statement.Call("sum", x).Over(statement.Window{OrderBy: along})
	}
	before := statement.Call("lag", x).Over(statement.Window{OrderBy: along})
	if form == reading.Previous {
		return before
	}
	return b.hundred(statement.Binary("-", x, before), before)
}

// hundred is part in a hundred of whole.
func (b *Builder) hundred(part, whole statement.Expr) statement.Expr {
	return b.Dialect.Divide(statement.Binary("*", statement.Literal(100.0), part), whole)
}

// percentage is what the rows of a part come to, in a hundred of all rows.
func (b *Builder) percentage(s *scope, o reading.Operand) statement.Expr {
	terms, err := b.conditions(s, o.When.Filters)
	if err != nil {
		return statement.Expr{}
	}
	each := statement.Literal(int64(1))
	whole := statement.CountStar()
	if o.Column != nil {
		whole = b.plain(s, reading.Operand{Column: o.Column, Aggregate: reading.Sum})
		if o.Column.Metric.Whole() {
			return b.hundred(meaning.OfRows(whole, terms), whole)
		}
		if _, args, _, _, ok := whole.AsCall(); ok && len(args) == 1 {
			each = args[0]
		}
	}
	inPart := statement.Case([]statement.When{{If: statement.And(terms...), Then: each}}, statement.Literal(int64(0)))
	return b.hundred(statement.Call("sum", inPart), whole)
}

// average is an aggregate divided by how many values a column has: orders per customer, money per order.
func (b *Builder) average(s *scope, o reading.Operand) statement.Expr {
	per := statement.Call("count", s.column(o.Per)).Distinct()
	o.Per = nil
	return b.Dialect.Divide(b.plain(s, o), per)
}

// figures joins what the rows of other tables come to for each row: each table is counted or summed first, and then
// joined, so that none multiplies another.
func (b *Builder) figures(out *statement.Query, s *scope, q *reading.Reading) (err error) {
	q.Operands(func(o reading.Operand) {
		if o.Each == nil || !s.figures[o.Each].IsZero() || err != nil {
			return
		}
		err = b.joinFigure(out, s, o)
	})
	return err
}

func (b *Builder) joinFigure(out *statement.Query, s *scope, o reading.Operand) error {
	sub := o.Each.Clone()
	edges, ok := b.Index.Graph.Tree(append([]*schema.Table{o.Table}, sub.All()...), b.cost)
	if !ok || len(edges) == 0 {
		return errApart
	}
	mine, other := edges[0].FromColumns, edges[0].ToColumns
	if edges[0].From != o.Table {
		mine, other = other, mine
	}
	sub.Need(other[0].Table)
	for _, c := range other {
		sub.Groups = append(sub.Groups, reading.Operand{Column: c})
	}
	item := sub.Items[0]
	sub.Items = append(slices.Clone(sub.Groups), item)
	inner, err := b.selection(sub, []*schema.Table{o.Table})
	if err != nil {
		return err
	}
	inner.Items[len(inner.Items)-1].Alias = "figure"
	name := figureName(o.Each)
	for slices.ContainsFunc(out.From, func(f statement.Source) bool { return f.Alias == name }) {
		name += "_2"
	}
	s.plain = false
	var on []statement.Expr
	for i, c := range other {
		on = append(on, statement.Binary("=", statement.Column(name, c.Name), s.column(mine[i])))
	}
	out.From = append(out.From, statement.Source{Join: statement.JoinLeft, Query: inner, Alias: name, On: statement.And(on...)})
	s.figures[o.Each] = statement.Column(name, "figure")
	if item.Aggregate == reading.Count || item.Aggregate == reading.Sum {
		s.figures[o.Each] = statement.Call("coalesce", s.figures[o.Each], statement.Literal(int64(0)))
	}
	return nil
}

// middle wraps a query so that a median is taken: the rows are numbered inside, by a window, and the mean of the middle
// one or two is shown.
func (b *Builder) middle(inner *statement.Query, s *scope, q *reading.Reading) (*statement.Query, error) {
	if len(q.Having) > 0 {
		return nil, fmt.Errorf("a median beside conditions on groups")
	}
	if err := b.rows(inner, s, q); err != nil {
		return nil, err
	}
	inner.GroupBy = nil
	var w statement.Window
	out, names := statement.NewQuery(), map[string]bool{"place": true, "group_size": true, "median": true}
	shown := map[reading.Operand]statement.Expr{}
	for _, o := range append(slices.Clone(q.Groups), q.Items...) {
		if _, again := shown[o]; again || o.Aggregate == reading.Median {
			continue
		}
		if o.Aggregate != reading.None || o.Star {
			return nil, fmt.Errorf("a median beside %s", o)
		}
		name := outputName(o, names)
		inner.Items = append(inner.Items, statement.Item{Expr: b.operand(s, o), Alias: aliasOf(o, name)})
		w.PartitionBy = append(w.PartitionBy, b.operand(s, o))
		shown[o] = statement.Column("", name)
		out.GroupBy = append(out.GroupBy, shown[o])
	}
	for _, o := range q.Items {
		if e, plain := shown[o]; plain {
			out.Items = append(out.Items, statement.Item{Expr: e})
			continue
		}
		value := o
		value.Aggregate = reading.None
		name := outputName(value, names)
		x := b.operand(s, value)
		if x.Aggregate() {
			return nil, fmt.Errorf("a median of %s, which no row has", o)
		}
		inner.Items = append(inner.Items, statement.Item{Expr: x, Alias: aliasOf(value, name)})
		inner.Where = append(inner.Where, statement.IsNotNull(x))
		numbered := w
		numbered.OrderBy = []statement.Key{{Expr: x}}
		inner.Items = append(inner.Items, statement.Item{Expr: statement.Call("row_number").Over(numbered), Alias: "place"},
			statement.Item{Expr: statement.CountStar().Over(w), Alias: "group_size"})
		shown[o] = statement.Call("avg", statement.Column("", name))
		out.Items = append(out.Items, statement.Item{Expr: shown[o], Alias: "median"})
	}
	for _, o := range q.Orders {
		if shown[o.Operand].IsZero() {
			return nil, fmt.Errorf("a median sorted by %s", o.Operand)
		}
		out.OrderBy = append(out.OrderBy, statement.Key{Expr: shown[o.Operand], Desc: o.Descending})
	}
	if q.Limit > 0 {
		out.Limit = statement.Literal(q.Limit)
	}
	half := statement.Binary("/", statement.Column("", "group_size"), statement.Literal(2.0))
	out.From = []statement.Source{{Query: inner, Alias: "numbered"}}
	out.Where = []statement.Expr{statement.Between(statement.Column("", "place"), half, statement.Binary("+", half, statement.Literal(int64(1))))}
	return out, nil
}

// cut is a moment at a grain: a calendar unit, or what recurs (weekday, hour of the day).
func (b *Builder) cut(grain string, x statement.Expr) statement.Expr {
	if part, ok := recurring[grain]; ok {
		return b.Dialect.Part(part, x)
	}
	return b.Dialect.Trunc(grain, x)
}

// recurring are the grains that come back, with the part of a date that they are.
var recurring = map[string]string{"weekday": "dow", "hour of day": "hour", "month of year": "month", "day of month": "day"}

// daysInYear is the mean length of a year of the calendar.
const daysInYear = 365.2425

// combined is arithmetic on two operands; "days" is how many lie between two moments, and "age" how many whole years lie
// between the first and the second.
func (b *Builder) combined(operator string, l, r statement.Expr) statement.Expr {
	switch {
	case operator == "age":
		years := statement.Binary("/", b.combined("days", r, l), statement.Literal(daysInYear))
		if b.Dialect == statement.SQLite {
			return statement.Cast(years, "integer")
		}
		return statement.Call("floor", years)
	case operator != "days":
		return statement.Binary(operator, l, r)
	case b.Dialect == statement.SQLite:
		return statement.Binary("-", statement.Call("julianday", l), statement.Call("julianday", r))
	}
	return statement.Binary("-", statement.Cast(l, "date"), statement.Cast(r, "date"))
}

// placed wraps a query so that the first places of each group stay: the places are given inside, by a window.
func (b *Builder) placed(inner *statement.Query, s *scope, q *reading.Reading) (*statement.Query, error) {
	if err := b.rows(inner, s, q); err != nil {
		return nil, err
	}
	out := statement.NewQuery()
	names := map[string]bool{}
	for _, o := range b.visible(q.Items, q.All()) {
		if o.Star {
			return nil, fmt.Errorf("the first places of each group need named columns")
		}
		name := outputName(o, names)
		inner.Items = append(inner.Items, statement.Item{Expr: b.operand(s, o), Alias: aliasOf(o, name)})
		out.Items = append(out.Items, statement.Item{Expr: statement.Column("", name)})
	}
	var w statement.Window
	for _, o := range q.Within {
		w.PartitionBy = append(w.PartitionBy, b.operand(s, o))
	}
	for _, o := range q.Orders {
		w.OrderBy = append(w.OrderBy, statement.Key{Expr: b.operand(s, o.Operand), Desc: o.Descending})
	}
	inner.Items = append(inner.Items, statement.Item{Expr: statement.Call("rank").Over(w), Alias: "place"})
	out.From = []statement.Source{{Query: inner, Alias: "ranked"}}
	out.Where = []statement.Expr{statement.Binary("<=", statement.Column("", "place"), statement.Literal(int64(q.Places)))}
	return out, nil
}

// outputName is a name for a column of a derived table that no other has.
func outputName(o reading.Operand, taken map[string]bool) string {
	name := "rows"
	if o.Column != nil {
		name = o.Column.Name
	}
	if o.Operator == "age" {
		name = "age"
	}
	if o.Aggregate != reading.None {
		name = o.Aggregate.String() + "_" + name
	}
	if taken[name] && o.Column != nil {
		name = o.Column.Table.Name + "_" + name
	}
	for taken[name] {
		name += "_2"
	}
	taken[name] = true
	return name
}

// aliasOf leaves the alias out where a column keeps its own name.
func aliasOf(o reading.Operand, name string) string {
	if o.Aggregate == reading.None && o.Grain == "" && o.Column != nil && o.Column.Metric == nil && o.Column.Name == name {
		return ""
	}
	return name
}

// figureName names a figure after what it is of: the number of orders, the total amount.
func figureName(q *reading.Reading) string {
	o := q.Items[0]
	if o.Aggregate == reading.Count {
		return "number_of_" + strings.ToLower(q.All()[0].Name)
	}
	return o.Aggregate.String() + "_" + strings.ToLower(o.Column.Name)
}

// alias names an item that is no column.
func alias(o reading.Operand) string {
	switch {
	case o.Each != nil:
		return figureName(o.Each)
	case o.When != nil:
		return "percentage"
	case o.Form != reading.Itself:
		return [...]string{"", "percentage", "running_total", "change", "previous"}[o.Form]
	case o.Per != nil:
		return "average"
	case o.Operator == "age":
		return strings.TrimPrefix(o.Aggregate.String()+"_age", "_")
	case otherwise(o) != nil:
		return otherwise(o).Name
	case o.Column != nil && o.Column.Metric != nil:
		return o.Column.Name
	case o.Grain != "" && o.Aggregate == reading.None:
		return grainName(o.Grain)
	}
	return ""
}

// grainName is one word for a grain: "month", and "hour" for "hour of day".
func grainName(grain string) string {
	unit, _, _ := strings.Cut(grain, " ")
	return unit
}
