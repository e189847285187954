package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/reading"
	"parley/workflow/schema"
)

// This file turns a reading into a query: joins over the keys, then clause by clause. Nothing is built as text.

// errApart says that the tables of a reading are not joined by any keys.
var errApart = errors.New("the tables are not connected")

// Builder makes queries of one database.
type Builder struct {
	Index   *schema.Index
	Dialect statement.Dialect
	// Said are the stems of the question's words: between two keys of the same tables, the one whose name was said.
	Said map[string]bool
}

// scope is one SELECT under construction: the qualifier of each of its tables.
type scope struct {
	tables []*schema.Table
	// roles are the names under which rows are joined that go by a key's name.
	roles map[*schema.Edge]string
	// figures are what the rows of other tables come to, as they were joined.
	figures map[*reading.Reading]statement.Expr
	plain   bool // one table: columns need no qualifier
}

// Build makes the query of a finished reading, with both sides of a set operation.
func (b *Builder) Build(q *reading.Reading) (*statement.Query, error) {
	out, err := b.selection(q, nil)
	if err != nil || q.Right == nil {
		return out, err
	}
	right, err := b.selection(q.Right, nil)
	if err != nil {
		return nil, err
	}
	kind := map[string]statement.SetKind{"intersect": statement.Intersect, "except": statement.Except, "union": statement.Union}[q.Set]
	whole := statement.NewQuery()
	whole.Set = &statement.SetOperation{Kind: kind, Left: out, Right: right}
	return whole, nil
}

// selection builds one SELECT. skip are tables that belong to an outer query.
func (b *Builder) selection(q *reading.Reading, skip []*schema.Table) (*statement.Query, error) {
	tables := slices.DeleteFunc(q.All(), func(t *schema.Table) bool { return slices.Contains(skip, t) })
	if len(tables) == 0 || q.SeveralGrains() {
		return nil, errApart
	}
	out := statement.NewQuery()
	edges, ok := b.Index.Graph.Tree(tables, b.cost)
	if !ok {
		return nil, errApart
	}
	s := &scope{roles: map[*schema.Edge]string{}, figures: map[*reading.Reading]statement.Expr{}}
	s.from(out, tables[0], edges)
	s.join(out, q)
	if err := b.figures(out, s, q); err != nil {
		return nil, err
	}
	switch {
	case q.Places > 0:
		return b.placed(out, s, q)
	case slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Aggregate == reading.Median }):
		return b.middle(out, s, q)
	}
	out.Distinct = q.Distinct
	for _, o := range b.visible(q.Items, tables) {
		out.Items = append(out.Items, statement.Item{Expr: b.operand(s, o), Alias: alias(o)})
	}
	if err := b.rows(out, s, q); err != nil {
		return nil, err
	}
	for _, o := range q.Orders {
		e := b.operand(s, o.Operand)
		lacks := o.Column != nil && o.Column.Nullable && o.Aggregate == reading.None || e.MayLack()
		last := o.Descending && b.Dialect == statement.PostgreSQL && lacks
		out.OrderBy = append(out.OrderBy, statement.Key{Expr: e, Desc: o.Descending, NullsLast: last})
	}
	if q.Limit > 0 {
		out.Limit = statement.Literal(q.Limit)
	}
	if q.Offset > 0 {
		out.Offset = statement.Literal(q.Offset)
	}
	return out, nil
}

// rows fills WHERE, GROUP BY and HAVING.
func (b *Builder) rows(out *statement.Query, s *scope, q *reading.Reading) (err error) {
	if out.Where, err = b.conditions(s, q.Filters); err != nil {
		return err
	}
	if out.Having, err = b.conditions(s, q.Having); err != nil {
		return err
	}
	for _, o := range q.Groups {
		out.GroupBy = append(out.GroupBy, b.operand(s, o))
	}
	return nil
}

// visible lists the columns of a table of which some are hidden, instead of its star; of a table of which all are, the star stays.
func (b *Builder) visible(items []reading.Operand, tables []*schema.Table) []reading.Operand {
	var out []reading.Operand
	for _, o := range items {
		t := o.Table
		if t == nil && len(tables) == 1 {
			t = tables[0]
		}
		if !o.Star || t == nil || t.Hidden() || !slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Hidden }) {
			out = append(out, o)
			continue
		}
		for _, c := range t.Columns {
			if !c.Hidden {
				out = append(out, reading.Operand{Column: c})
			}
		}
	}
	return out
}

// cost prefers declared keys, and among keys of the same two tables those whose own words were said.
func (b *Builder) cost(e *schema.Edge) float64 {
	c := schema.DefaultCost(e)
	for _, w := range e.FromColumns[0].Words {
		switch {
		case w == "identifier" || slices.Contains(e.To.Words, w):
		case b.Said[schema.Stem(w)]:
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
func (s *scope) join(out *statement.Query, q *reading.Reading) {
	q.Operands(func(o reading.Operand) {
		if o.Via == nil || s.roles[o.Via] != "" {
			return
		}
		name := reading.RoleName(o.Via)
		for slices.ContainsFunc(s.tables, func(t *schema.Table) bool { return strings.EqualFold(t.Name, name) }) {
			name += "_2"
		}
		s.roles[o.Via], s.plain = name, false
		on := statement.Binary("=", statement.Column(name, o.Via.ToColumns[0].Name), s.column(o.Via.FromColumns[0]))
		out.From = append(out.From, statement.Source{Join: statement.JoinLeft, Schema: o.Via.To.Schema, Table: o.Via.To.Name, Alias: name, On: on})
	})
}

func (s *scope) column(c *schema.Column) statement.Expr {
	if s.plain {
		return statement.Column("", c.Name)
	}
	return statement.Column(c.Table.Name, c.Name)
}

// operand is a column, an aggregate or arithmetic as an expression, in its form.
func (b *Builder) operand(s *scope, o reading.Operand) statement.Expr {
	switch {
	case o.Each != nil:
		return s.figures[o.Each]
	case o.When != nil:
		return b.percentage(s, o)
	case o.Per != nil:
		return b.average(s, o)
	case o.Form != reading.Itself:
		return b.formed(s, o)
	}
	return b.plain(s, o)
}

func (b *Builder) plain(s *scope, o reading.Operand) statement.Expr {
	var e statement.Expr
	switch {
	case o.Star:
		return s.star(o.Table)
	case !o.Moment.IsZero():
		return statement.Literal(o.Moment.Format(time.DateOnly))
	case o.Column == nil:
		return statement.CountStar()
	case o.Column.Metric != nil:
		return b.metric(s, o)
	case o.Column.Condition != nil:
		e = b.computed(s, o.Column.Condition)
	case o.Via != nil:
		e = statement.Column(s.roles[o.Via], o.Column.Name)
	default:
		e = s.column(o.Column)
	}
	if o.Right != nil {
		e = b.combined(o.Operator, e, b.operand(s, *o.Right))
	}
	if o.Grain != "" {
		e = b.cut(o.Grain, e)
	}
	if o.Aggregate == reading.None {
		return e
	}
	call := statement.Call(o.Aggregate.String(), e)
	if o.Distinct {
		call = call.Distinct()
	}
	return call
}

// otherwise is a defined figure whose values are taken in the way that was said; nil for others.
func otherwise(o reading.Operand) *schema.Column {
	if o.Column == nil || o.Column.Metric == nil || o.Aggregate == reading.None {
		return nil
	}
	return o.Column.Metric.Otherwise[sqlAggregates[o.Aggregate]]
}

// sqlAggregates are the names that a figure's other ways go by.
var sqlAggregates = map[reading.Aggregate]string{reading.Average: "avg", reading.Median: "median"}

// metric is a computed measure with its aggregate: its own, the one that was said, or the sum.
func (b *Builder) metric(s *scope, o reading.Operand) statement.Expr {
	if other := otherwise(o); other != nil {
		return b.computed(s, other.Metric)
	}
	e := b.computed(s, o.Column.Metric)
	switch {
	case o.Column.Metric.Aggregate:
		return e
	case o.Aggregate == reading.None && o.Column.Aggregate == schema.Average:
		return statement.Call(reading.Average.String(), e)
	case o.Aggregate == reading.None || o.Aggregate == reading.Count:
		return statement.Call(reading.Sum.String(), e)
	}
	return statement.Call(o.Aggregate.String(), e)
}

// computed is an expression with its columns as the query calls them.
func (b *Builder) computed(s *scope, m *schema.Metric) statement.Expr {
	return m.Expression.Map(func(x statement.Expr) statement.Expr {
		if table, name, ok := x.AsColumn(); ok {
			return s.column(b.Index.Table(table).Column(name))
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
func (b *Builder) conditions(s *scope, list []*reading.Filter) ([]statement.Expr, error) {
	var terms []statement.Expr
	for i := 0; i < len(list); {
		var either []statement.Expr
		for first := true; i < len(list) && (first || list[i].Or); i, first = i+1, false {
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

func (b *Builder) condition(s *scope, f *reading.Filter) (statement.Expr, error) {
	if f.Left.Table != nil && f.Sub != nil {
		return b.absence(s, f)
	}
	left := b.operand(s, f.Left)
	if c := f.Left.Column; c != nil && c.Condition != nil {
		if f.During != nil {
			left = b.computed(s, inTime(f, c.Condition))
		}
		return met(left, f, c.Condition), nil
	}
	switch f.Operator {
	case "null":
		return statement.IsNull(left), nil
	case "not null":
		return statement.IsNotNull(left), nil
	case "like":
		return statement.Like(left, statement.Literal(f.Values[0])), nil
	case "not like":
		return statement.NotLike(left, statement.Literal(f.Values[0])), nil
	case "within":
		return statement.And(statement.Binary(">=", left, statement.Literal(f.Values[0])), statement.Binary("<", left, statement.Literal(f.Values[1]))), nil
	case "between":
		return statement.Between(left, statement.Literal(f.Values[0]), statement.Literal(f.Values[1])), nil
	}
	switch {
	case f.Right != nil:
		return statement.Binary(f.Operator, left, b.operand(s, *f.Right)), nil
	case f.Sub != nil:
		q, err := b.selection(f.Sub, nil)
		if err != nil {
			return statement.Expr{}, err
		}
		if f.Operator == "in" {
			return statement.InQuery(left, q), nil
		}
		if f.Within != nil && len(q.From) == 1 {
			q.From[0].Alias = "others"
			own := statement.Column(f.Within.Table.Name, f.Within.Name)
			q.Where = append(q.Where, statement.Binary("=", statement.Column("others", f.Within.Name), own))
		}
		return statement.Binary(f.Operator, left, statement.Scalar(q)), nil
	case len(f.Values) == 0:
		return statement.Expr{}, fmt.Errorf("condition on %s without a value", f.Left)
	}
	return statement.Binary(f.Operator, left, statement.Literal(f.Values[0])), nil
}

// inTime is the condition of a filter on rows that it looks for in a time.
func inTime(f *reading.Filter, m *schema.Metric) *schema.Metric {
	return &schema.Metric{Tables: m.Tables, Expression: m.Within(func(moment statement.Expr) statement.Expr { return meaning.Inside(m.Moment, moment, *f.During) })}
}

// met is a condition that has a name: it holds of a row, or it does not.
func met(e statement.Expr, f *reading.Filter, c *schema.Metric) statement.Expr {
	holds := len(f.Values) == 0 || f.Values[0] == true
	if (f.Operator == "=" || f.Operator == "in") == holds {
		return e
	}
	return statement.Negated(e, c.Nullable())
}

// absence is key NOT IN (rows of the other table): over the first key on the way there.
func (b *Builder) absence(s *scope, f *reading.Filter) (statement.Expr, error) {
	subject := f.Left.Table
	required := append([]*schema.Table{subject}, f.Sub.All()...)
	edges, ok := b.Index.Graph.Tree(required, b.cost)
	if !ok || len(edges) == 0 {
		return statement.Expr{}, errApart
	}
	mine, other := edges[0].FromColumns[0], edges[0].ToColumns[0]
	if mine.Table != subject {
		mine, other = other, mine
	}
	sub := f.Sub.Clone()
	sub.Items = []reading.Operand{{Column: other}}
	if len(sub.Having) > 0 {
		sub.Groups = sub.Items
	}
	if f.Operator != "in" && other.Nullable {
		sub.Filters = append(sub.Filters, &reading.Filter{Left: reading.Operand{Column: other}, Operator: "not null"}) // NOT IN a list with NULL in it holds of no row
	}
	q, err := b.selection(sub, []*schema.Table{subject})
	if err != nil {
		return statement.Expr{}, err
	}
	if f.Operator == "in" {
		return statement.InQuery(s.column(mine), q), nil
	}
	return statement.NotInQuery(s.column(mine), q), nil
}
