package meaning

import (
	"fmt"

	"parley/db/statement"
	"parley/workflow/schema"
)

// overall is a figure over all rows, whatever the groups around it: what a group or a row is compared with.
func (s *Scope) overall(t Term) (statement.Expr, error) {
	figure, keys := t.Args[0], t.Args[1:]
	q := &Query{Of: figure.leaves()[0].Of, Where: t.Where, Per: keys, Show: append(append([]Term(nil), keys...), figure)}
	if len(keys) == 0 {
		q.Show = []Term{figure}
	}
	inner, err := q.Lower(s.index, s.dialect)
	if err != nil || len(keys) == 0 {
		return statement.Scalar(inner), err
	}
	for i := range inner.Items {
		inner.Items[i].Alias = KeyName(i)
	}
	const groups = "each_group"
	mean := statement.NewQuery()
	mean.Items = []statement.Item{{Expr: statement.Call("avg", statement.Column(groups, KeyName(len(keys))))}}
	mean.From = []statement.Source{{Query: inner, Alias: groups}}
	return statement.Scalar(mean), nil
}

// alike is a figure over the rows that have something in common with the row: what the price of a product is compared with in its category.
func (s *Scope) alike(t Term) (statement.Expr, error) {
	s.plain = false
	own, err := s.term(t.Args[1])
	if err != nil {
		return own, err
	}
	inner := newScope(s.index, s.dialect, t.Of, false, s.taken)
	theirs, err := inner.term(t.Args[1])
	if err != nil {
		return theirs, err
	}
	figure, err := inner.term(t.Args[0])
	if err != nil {
		return figure, err
	}
	where, err := inner.conds(t.Where)
	if err != nil {
		return figure, fmt.Errorf("rows of %s: %w", t.Of.Name, err)
	}
	inner.query.Where = append([]statement.Expr{statement.Binary("=", theirs, own)}, where...)
	inner.query.Items = []statement.Item{{Expr: figure}}
	return statement.Scalar(inner.query), nil
}

// among is an aggregate of the rows that refer to the row: their first moment, their last.
func (s *Scope) among(t Term) (statement.Expr, error) {
	path, ok := Way(s.index, t.Of, s.root, nil)
	if !ok || len(path) == 0 {
		return statement.Expr{}, &Apart{t.Of, s.root}
	}
	inner := newScope(s.index, s.dialect, t.Of, false, s.taken)
	way := inner.join(path[:len(path)-1])
	x, err := inner.term(t.Args[0])
	if err != nil {
		return x, err
	}
	where, err := inner.conds(t.Where)
	if err != nil {
		return x, fmt.Errorf("rows of %s: %w", t.Of.Name, err)
	}
	inner.query.Where = append([]statement.Expr{keys(path[len(path)-1], way, s.names[""])}, where...)
	inner.query.Items = []statement.Item{{Expr: statement.Call(t.Fn, x)}}
	s.plain = false
	if t.Fn == "sum" {
		return statement.Call("coalesce", statement.Scalar(inner.query), statement.Literal(0)), nil // none come to nothing
	}
	return statement.Scalar(inner.query), nil
}

// many is that the rows that refer to the row satisfy a condition on a figure: more than three orders, none or one.
func (s *Scope) many(c Cond, inner *Scope, way string, last *schema.Edge) (statement.Expr, error) {
	if len(last.FromColumns) != 1 {
		return statement.Expr{}, &Apart{c.Rows, s.root}
	}
	where, err := inner.conds(c.Where)
	if err != nil {
		return statement.Expr{}, err
	}
	having, err := inner.Cond(*c.Many)
	if err != nil {
		return having, err
	}
	key := statement.Column(way, last.FromColumns[0].Name)
	if last.FromColumns[0].Nullable {
		where = append(where, statement.IsNotNull(key))
	}
	inner.query.Where, inner.query.Having = where, []statement.Expr{having}
	inner.query.Items, inner.query.GroupBy = []statement.Item{{Expr: key}}, []statement.Expr{key}
	is := statement.InQuery(s.named(last.ToColumns[0], s.names[""]), inner.query)
	if c.Op == NotExists {
		return statement.Not(is), nil
	}
	return is, nil
}

// shared is that what a row has is also had by a row that satisfies conditions, by so many of them, or by none: countries without a suspended user.
func (s *Scope) shared(c Cond) (statement.Expr, error) {
	left, err := s.term(c.Left)
	if err != nil {
		return left, err
	}
	inner := &Query{Of: c.Rows, Show: []Term{c.Left}, Where: c.Where}
	if c.Many != nil {
		inner.Per, inner.Having = []Term{c.Left}, []Cond{*c.Many}
	}
	if c.Op == Unshared && c.Left.Column != nil && (c.Left.Column.Nullable || c.Left.Column.Table != c.Rows) {
		inner.Where = append(append([]Cond(nil), c.Where...), Cond{Op: NotNull, Left: c.Left}) // NOT IN a list with NULL is never true
	}
	list, err := inner.Lower(s.index, s.dialect)
	if err != nil {
		return left, err
	}
	is := statement.InQuery(left, list)
	if c.Op == Unshared {
		return statement.Not(is), nil
	}
	return is, nil
}
