package meaning

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// side is the figures of one table's rows, computed by themselves.
type side struct {
	fact    *schema.Table
	name    string
	leaves  []Term
	columns []string // names of the leaves in the derived table
}

// beside computes the figures of several tables side by side: each over its own rows, in a derived table, and joined on
// the keys by which they are taken.
func (q *Query) beside(x *schema.Index, d statement.Dialect, facts []*schema.Table) (*statement.Query, error) {
	b := &besides{query: q, index: x, dialect: d, out: statement.NewQuery()}
	for _, f := range facts {
		if err := b.add(f); err != nil {
			return nil, err
		}
	}
	for _, t := range q.Show {
		e, err := b.term(t)
		if err != nil {
			return nil, err
		}
		name := t.alias(q.Show)
		if name == "" {
			name = t.Column.Name
		}
		b.out.Items = append(b.out.Items, statement.Item{Expr: e, Alias: name})
	}
	for _, c := range q.Having {
		e, err := b.cond(c)
		if err != nil {
			return nil, err
		}
		b.out.Where = append(b.out.Where, e)
	}
	for _, k := range q.Sort {
		e, err := b.term(k.Term)
		if err != nil {
			return nil, err
		}
		b.out.OrderBy = append(b.out.OrderBy, statement.Key{Expr: e, Desc: k.Desc, NullsLast: k.Desc && d != statement.SQLite})
	}
	(&lowering{query: q}).limit(b.out)
	return b.out, nil
}

type besides struct {
	query   *Query
	index   *schema.Index
	dialect statement.Dialect
	out     *statement.Query
	sides   []side
}

// add computes the figures of one table and joins them.
func (b *besides) add(fact *schema.Table) error {
	sd := side{fact: fact, name: fact.Name + "_figures"}
	b.query.eachTerm(func(t Term) {
		for _, leaf := range t.leaves() {
			if leaf.Of == fact && sd.find(leaf) < 0 {
				sd.leaves = append(sd.leaves, leaf)
				sd.columns = append(sd.columns, FigureName(len(sd.columns)))
			}
		}
	})
	part := &Query{Of: fact, Where: sd.conds(b.query), Per: b.query.Per, Show: append(append([]Term(nil), b.query.Per...), sd.leaves...)}
	inner, err := part.Lower(b.index, b.dialect)
	if err != nil {
		return err
	}
	for i := range inner.Items {
		if i < len(b.query.Per) {
			inner.Items[i].Alias = KeyName(i)
		} else {
			inner.Items[i].Alias = sd.columns[i-len(b.query.Per)]
		}
	}
	b.out.From = append(b.out.From, b.source(inner, sd.name))
	b.sides = append(b.sides, sd)
	return nil
}

// conds are the conditions on the rows of a side. A time that nobody named is that of what happened, not of the things it
// happened to: "sales per square metre this year" is about this year's sales and all stores. What others refer to by a number, or
// by nothing that one says, happened too: invoices, charges.
func (s *side) conds(q *Query) []Cond {
	happened := slices.ContainsFunc(q.facts(), func(t *schema.Table) bool { return t.Class == schema.Fact })
	if s.fact.Class != schema.Thing || !s.fact.Named() || !happened {
		return q.Where
	}
	return slices.DeleteFunc(slices.Clone(q.Where), func(c Cond) bool { return c.Op == During && c.Left.Kind == Time })
}

// source joins a side to those before it, on all keys; rows that only one side has stay.
func (b *besides) source(inner *statement.Query, name string) statement.Source {
	return Beside(inner, name, b.names(), len(b.query.Per))
}

func (b *besides) names() []string {
	var out []string
	for _, s := range b.sides {
		out = append(out, s.name)
	}
	return out
}

// Beside joins the figures of a query to those before it, by all keys; rows that only one of them has stay.
func Beside(inner *statement.Query, name string, before []string, keys int) statement.Source {
	s := statement.Source{Query: inner, Alias: name}
	switch {
	case len(before) == 0:
	case keys == 0:
		s.Join = statement.JoinCross
	default:
		s.Join = statement.JoinFull
		var on []statement.Expr
		for i := range keys {
			on = append(on, statement.Binary("=", statement.Column(name, KeyName(i)), KeyOf(before, i)))
		}
		s.On = statement.And(on...)
	}
	return s
}

// KeyName is what a key of the groups is called in the figures of each table, FigureName what a figure is.
func KeyName(i int) string    { return fmt.Sprintf("key_%d", i+1) }
func FigureName(i int) string { return fmt.Sprintf("figure_%d", i+1) }

// KeyOf is a key of the groups, from whichever of the tables of figures has it.
func KeyOf(names []string, i int) statement.Expr {
	var all []statement.Expr
	for _, name := range names {
		all = append(all, statement.Column(name, KeyName(i)))
	}
	if len(all) == 1 {
		return all[0]
	}
	return statement.Call("coalesce", all...)
}

func (b *besides) key(i int) statement.Expr { return KeyOf(b.names(), i) }

// term is a term over the sides.
func (b *besides) term(t Term) (statement.Expr, error) {
	for i, p := range b.query.Per {
		if p.Equal(t) {
			return b.key(i), nil
		}
	}
	for _, s := range b.sides {
		if i := s.find(t); i >= 0 {
			e := statement.Column(s.name, s.columns[i])
			if t.Kind == Count {
				e = statement.Call("coalesce", e, statement.Literal(0))
			}
			return e, nil
		}
	}
	if sides := t.sides(); sides != nil {
		return b.made(t, sides)
	}
	if t.Kind == Number {
		return statement.Literal(t.Value), nil
	}
	if t.Kind != Arithmetic && t.Kind != Ratio {
		return statement.Expr{}, fmt.Errorf("a term over several tables")
	}
	l, err := b.term(t.Args[0])
	if err != nil {
		return l, err
	}
	r, err := b.term(t.Args[1])
	if err != nil {
		return r, err
	}
	return (&Scope{dialect: b.dialect}).combine(t, l, r), nil
}

// made is a defined figure with its sides in their places. What one side has no rows for is none of it; nothing is divided by
// that.
func (b *besides) made(t Term, sides []Term) (statement.Expr, error) {
	if len(t.Where) > 0 {
		return statement.Expr{}, fmt.Errorf("%s of a part of the rows", t.Args[0].Explain())
	}
	values := make([]statement.Expr, len(sides))
	for i, side := range sides {
		v, err := b.term(side)
		if err != nil {
			return v, err
		}
		values[i] = v
	}
	return t.Args[0].Column.Metric.Expression.Map(func(part statement.Expr) statement.Expr {
		if i := slices.IndexFunc(sides, func(s Term) bool { return s.Args[0].Column.Metric.Expression.Equal(part) }); i >= 0 {
			return none(part, values[i])
		}
		if op, l, r, ok := part.AsBinary(); ok && op == "/" {
			return statement.Binary("/", l, statement.NonZero(r))
		}
		return part
	}), nil
}

// none makes the lack of a sum or a number zero.
func none(aggregate, value statement.Expr) statement.Expr {
	if name, _, _, _, ok := aggregate.AsCall(); ok && (name == "sum" || name == "count") {
		return statement.Call("coalesce", value, statement.Literal(0))
	}
	return value
}

func (s *side) find(t Term) int {
	for i, leaf := range s.leaves {
		if leaf.Equal(t) {
			return i
		}
	}
	return -1
}

func (b *besides) cond(c Cond) (statement.Expr, error) {
	left, err := b.term(c.Left)
	if err != nil {
		return left, err
	}
	if c.Op == NotNull {
		return statement.IsNotNull(left), nil
	}
	var values []statement.Expr
	if c.Right != nil {
		r, err := b.term(*c.Right)
		if err != nil {
			return r, err
		}
		values = append(values, r)
	}
	for _, v := range c.Values {
		values = append(values, statement.Literal(v))
	}
	if len(values) == 0 {
		return left, fmt.Errorf("a condition without a value")
	}
	return compare(c, left, values)
}

// eachTerm calls f with every term that is shown, compared or sorted by.
func (q *Query) eachTerm(f func(Term)) {
	for _, t := range q.Show {
		f(t)
	}
	for _, c := range q.Having {
		c.terms(f)
	}
	for _, k := range q.Sort {
		f(k.Term)
	}
}
