package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file turns a reading into a query: joins over the keys, then clause by clause. Nothing is built as text.

// errApart says that the tables of a reading are not joined by any keys.
var errApart = errors.New("the tables are not connected")

// builder makes queries of one database.
type builder struct {
	index   *schema.Index
	dialect statement.Dialect
	// said are the stems of the question's words: between two keys of the same tables, the one whose name was said.
	said map[string]bool
}

// scope is one SELECT under construction: the qualifier of each of its tables.
type scope struct {
	tables []*schema.Table
	// roles are the names under which rows are joined that go by a key's name.
	roles map[*schema.Edge]string
	// figures are what the rows of other tables come to, as they were joined.
	figures map[*reading]statement.Expr
	plain   bool // one table: columns need no qualifier
}

func (b *builder) build(q *reading) (*statement.Query, error) {
	out, err := b.selection(q, nil)
	if err != nil || q.right == nil {
		return out, err
	}
	right, err := b.selection(q.right, nil)
	if err != nil {
		return nil, err
	}
	kind := map[string]statement.SetKind{"intersect": statement.Intersect, "except": statement.Except, "union": statement.Union}[q.set]
	whole := statement.NewQuery()
	whole.Set = &statement.SetOperation{Kind: kind, Left: out, Right: right}
	return whole, nil
}

// selection builds one SELECT. skip are tables that belong to an outer query.
func (b *builder) selection(q *reading, skip []*schema.Table) (*statement.Query, error) {
	tables := slices.DeleteFunc(q.all(), func(t *schema.Table) bool { return slices.Contains(skip, t) })
	if len(tables) == 0 || q.severalGrains() {
		return nil, errApart
	}
	out := statement.NewQuery()
	edges, ok := b.index.Graph.Tree(tables, b.cost)
	if !ok {
		return nil, errApart
	}
	s := &scope{roles: map[*schema.Edge]string{}, figures: map[*reading]statement.Expr{}}
	s.from(out, tables[0], edges)
	s.join(out, q)
	if err := b.figures(out, s, q); err != nil {
		return nil, err
	}
	switch {
	case q.places > 0:
		return b.placed(out, s, q)
	case slices.ContainsFunc(q.items, func(o operand) bool { return o.aggregate == median }):
		return b.middle(out, s, q)
	}
	out.Distinct = q.distinct
	for _, o := range b.visible(q.items, tables) {
		out.Items = append(out.Items, statement.Item{Expr: b.operand(s, o), Alias: alias(o)})
	}
	if err := b.rows(out, s, q); err != nil {
		return nil, err
	}
	for _, o := range q.orders {
		last := o.descending && b.dialect == statement.PostgreSQL && o.column != nil && o.column.Nullable && o.aggregate == none
		out.OrderBy = append(out.OrderBy, statement.Key{Expr: b.operand(s, o.operand), Desc: o.descending, NullsLast: last})
	}
	if q.limit > 0 {
		out.Limit = statement.Literal(q.limit)
	}
	if q.offset > 0 {
		out.Offset = statement.Literal(q.offset)
	}
	return out, nil
}

// rows fills WHERE, GROUP BY and HAVING.
func (b *builder) rows(out *statement.Query, s *scope, q *reading) (err error) {
	if out.Where, err = b.conditions(s, q.filters); err != nil {
		return err
	}
	if out.Having, err = b.conditions(s, q.having); err != nil {
		return err
	}
	for _, o := range q.groups {
		out.GroupBy = append(out.GroupBy, b.operand(s, o))
	}
	return nil
}

// visible lists the columns of a table of which some are hidden, instead of its star; of a table of which all are, the star stays.
func (b *builder) visible(items []operand, tables []*schema.Table) []operand {
	var out []operand
	for _, o := range items {
		t := o.table
		if t == nil && len(tables) == 1 {
			t = tables[0]
		}
		if !o.star || t == nil || t.Hidden() || !slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Hidden }) {
			out = append(out, o)
			continue
		}
		for _, c := range t.Columns {
			if !c.Hidden {
				out = append(out, operand{column: c})
			}
		}
	}
	return out
}

// cost prefers declared keys, and among keys of the same two tables those whose own words were said.
func (b *builder) cost(e *schema.Edge) float64 {
	c := schema.DefaultCost(e)
	for _, w := range e.FromColumns[0].Words {
		switch {
		case w == "identifier" || slices.Contains(e.To.Words, w):
		case b.said[schema.Stem(w)]:
			c -= 0.02
		default:
			c += 0.05
		}
	}
	return c
}

// from fills FROM and JOIN.
func (s *scope) from(q *statement.Query, first *schema.Table, edges []*schema.Edge) {
	s.plain = len(edges) == 0
	s.add(q, first, statement.JoinNone, statement.Expr{})
	for _, e := range edges {
		next := e.To
		if slices.Contains(s.tables, next) {
			next = e.From
		}
		if slices.Contains(s.tables, next) {
			continue
		}
		var terms []statement.Expr
		for i := range e.FromColumns {
			terms = append(terms, statement.Binary("=", s.column(e.FromColumns[i]), s.column(e.ToColumns[i])))
		}
		s.add(q, next, statement.JoinInner, statement.And(terms...))
	}
}

func (s *scope) add(q *statement.Query, t *schema.Table, j statement.Join, on statement.Expr) {
	s.tables = append(s.tables, t)
	q.From = append(q.From, statement.Source{Join: j, Schema: t.Schema, Table: t.Name, On: on})
}

// join joins the rows that go by a key's name; the rows that have none stay.
func (s *scope) join(out *statement.Query, q *reading) {
	q.operands(func(o operand) {
		if o.via == nil || s.roles[o.via] != "" {
			return
		}
		name := roleName(o.via)
		for slices.ContainsFunc(s.tables, func(t *schema.Table) bool { return strings.EqualFold(t.Name, name) }) {
			name += "_2"
		}
		s.roles[o.via], s.plain = name, false
		on := statement.Binary("=", statement.Column(name, o.via.ToColumns[0].Name), s.column(o.via.FromColumns[0]))
		out.From = append(out.From, statement.Source{Join: statement.JoinLeft, Schema: o.via.To.Schema, Table: o.via.To.Name, Alias: name, On: on})
	})
}

func (s *scope) column(c *schema.Column) statement.Expr {
	if s.plain {
		return statement.Column("", c.Name)
	}
	return statement.Column(c.Table.Name, c.Name)
}

// operand is a column, an aggregate or arithmetic as an expression, in its form.
func (b *builder) operand(s *scope, o operand) statement.Expr {
	switch {
	case o.each != nil:
		return s.figures[o.each]
	case o.when != nil:
		return b.percentage(s, o)
	case o.per != nil:
		return b.average(s, o)
	case o.form != itself:
		return b.formed(s, o)
	}
	return b.plain(s, o)
}

func (b *builder) plain(s *scope, o operand) statement.Expr {
	var e statement.Expr
	switch {
	case o.star:
		return s.star(o.table)
	case !o.moment.IsZero():
		return statement.Literal(o.moment.Format(time.DateOnly))
	case o.column == nil:
		return statement.CountStar()
	case o.column.Metric != nil:
		return b.metric(s, o)
	case o.column.Condition != nil:
		e = b.computed(s, o.column.Condition)
	case o.via != nil:
		e = statement.Column(s.roles[o.via], o.column.Name)
	default:
		e = s.column(o.column)
	}
	if o.right != nil {
		e = b.combined(o.operator, e, b.operand(s, *o.right))
	}
	if o.grain != "" {
		e = b.cut(o.grain, e)
	}
	if o.aggregate == none {
		return e
	}
	call := statement.Call(o.aggregate.String(), e)
	if o.distinct {
		call = call.Distinct()
	}
	return call
}

// otherwise is a defined figure whose values are taken in the way that was said; nil for others.
func (o operand) otherwise() *schema.Column {
	if o.column == nil || o.column.Metric == nil || o.aggregate == none {
		return nil
	}
	return o.column.Metric.Otherwise[sqlAggregates[o.aggregate]]
}

// sqlAggregates are the names that a figure's other ways go by.
var sqlAggregates = map[aggregate]string{average: "avg", median: "median"}

// metric is a computed measure with its aggregate: its own, the one that was said, or the sum.
func (b *builder) metric(s *scope, o operand) statement.Expr {
	if other := o.otherwise(); other != nil {
		return b.computed(s, other.Metric)
	}
	e := b.computed(s, o.column.Metric)
	switch {
	case o.column.Metric.Aggregate:
		return e
	case o.aggregate == none && o.column.Aggregate == schema.Average:
		return statement.Call(average.String(), e)
	case o.aggregate == none || o.aggregate == count:
		return statement.Call(sum.String(), e)
	}
	return statement.Call(o.aggregate.String(), e)
}

// computed is an expression with its columns as the query calls them.
func (b *builder) computed(s *scope, m *schema.Metric) statement.Expr {
	return m.Expression.Map(func(x statement.Expr) statement.Expr {
		if table, name, ok := x.AsColumn(); ok {
			return s.column(b.index.Table(table).Column(name))
		}
		return x
	})
}

// star is every column: of one table when others are only joined for conditions.
func (s *scope) star(t *schema.Table) statement.Expr {
	if s.plain || t == nil {
		return statement.Star("")
	}
	return statement.Star(t.Name)
}

// conditions are AND terms; neighbours joined by OR make one term.
func (b *builder) conditions(s *scope, list []*filter) ([]statement.Expr, error) {
	var terms []statement.Expr
	for i := 0; i < len(list); {
		var either []statement.Expr
		for first := true; i < len(list) && (first || list[i].or); i, first = i+1, false {
			e, err := b.condition(s, list[i])
			if err != nil {
				return nil, err
			}
			either = append(either, e)
		}
		if len(either) == 1 {
			terms = append(terms, either[0])
			continue
		}
		terms = append(terms, statement.Or(either...))
	}
	return terms, nil
}

func (b *builder) condition(s *scope, f *filter) (statement.Expr, error) {
	if f.left.table != nil && f.sub != nil {
		return b.absence(s, f)
	}
	left := b.operand(s, f.left)
	if c := f.left.column; c != nil && c.Condition != nil {
		return met(left, f, c.Condition), nil
	}
	switch f.operator {
	case "null":
		return statement.IsNull(left), nil
	case "not null":
		return statement.IsNotNull(left), nil
	case "like":
		return statement.Like(left, statement.Literal(f.values[0])), nil
	case "not like":
		return statement.NotLike(left, statement.Literal(f.values[0])), nil
	case "within":
		return statement.And(statement.Binary(">=", left, statement.Literal(f.values[0])), statement.Binary("<", left, statement.Literal(f.values[1]))), nil
	case "between":
		return statement.Between(left, statement.Literal(f.values[0]), statement.Literal(f.values[1])), nil
	}
	switch {
	case f.right != nil:
		return statement.Binary(f.operator, left, b.operand(s, *f.right)), nil
	case f.sub != nil:
		q, err := b.selection(f.sub, nil)
		if err != nil {
			return statement.Expr{}, err
		}
		if f.operator == "in" {
			return statement.InQuery(left, q), nil
		}
		if f.within != nil && len(q.From) == 1 {
			q.From[0].Alias = "others"
			own := statement.Column(f.within.Table.Name, f.within.Name)
			q.Where = append(q.Where, statement.Binary("=", statement.Column("others", f.within.Name), own))
		}
		return statement.Binary(f.operator, left, statement.Scalar(q)), nil
	case len(f.values) == 0:
		return statement.Expr{}, fmt.Errorf("condition on %s without a value", f.left)
	}
	return statement.Binary(f.operator, left, statement.Literal(f.values[0])), nil
}

// met is a condition that has a name: it holds of a row, or it does not.
func met(e statement.Expr, f *filter, c *schema.Metric) statement.Expr {
	holds := len(f.values) == 0 || f.values[0] == true
	if (f.operator == "=" || f.operator == "in") == holds {
		return e
	}
	return statement.Negated(e, c.Nullable())
}

// absence is key NOT IN (rows of the other table): over the first key on the way there.
func (b *builder) absence(s *scope, f *filter) (statement.Expr, error) {
	subject := f.left.table
	required := append([]*schema.Table{subject}, f.sub.all()...)
	edges, ok := b.index.Graph.Tree(required, b.cost)
	if !ok || len(edges) == 0 {
		return statement.Expr{}, errApart
	}
	mine, other := edges[0].FromColumns[0], edges[0].ToColumns[0]
	if mine.Table != subject {
		mine, other = other, mine
	}
	sub := f.sub.clone()
	sub.items = []operand{{column: other}}
	if len(sub.having) > 0 {
		sub.groups = sub.items
	}
	if f.operator != "in" && other.Nullable {
		sub.filters = append(sub.filters, &filter{left: operand{column: other}, operator: "not null"}) // NOT IN a list with NULL in it holds of no row
	}
	q, err := b.selection(sub, []*schema.Table{subject})
	if err != nil {
		return statement.Expr{}, err
	}
	if f.operator == "in" {
		return statement.InQuery(s.column(mine), q), nil
	}
	return statement.NotInQuery(s.column(mine), q), nil
}
