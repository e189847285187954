package meaning

import (
	"fmt"

	"parley/db/statement"
	"parley/workflow/schema"
)

// conds are conditions as expressions.
func (s *Scope) conds(list []Cond) ([]statement.Expr, error) {
	var out []statement.Expr
	for _, c := range list {
		x, err := s.Cond(c)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// Cond is a condition as an expression over the scope's rows. Rows that it refers to are joined; rows that refer to it are
// looked for by EXISTS.
func (s *Scope) Cond(c Cond) (statement.Expr, error) {
	switch c.Op {
	case And, Or, Not:
		return s.junction(c)
	case Exists, NotExists:
		return s.exists(c)
	case Shared, Unshared:
		return s.shared(c)
	}
	if c.Left.Kind == Column && c.Left.Column.Condition != nil {
		return s.met(c)
	}
	left, err := s.term(c.Left)
	if err != nil {
		return left, err
	}
	switch c.Op {
	case Null:
		return unset(c.Left.Column, left), nil
	case NotNull:
		return statement.Negated(unset(c.Left.Column, left), false), nil
	case Last:
		return s.last(c)
	case During:
		return Inside(s.momentOf(c.Left), left, c.Period), nil
	}
	values, err := s.values(c)
	if err != nil {
		return left, err
	}
	return compare(c, left, values)
}

// unset is that a column has no value, or the one that stands for a day that has not come.
func unset(c *schema.Column, x statement.Expr) statement.Expr {
	var either []statement.Expr
	if c != nil {
		for _, v := range c.Unset() {
			either = append(either, statement.Binary("=", x, statement.Literal(v)))
		}
	}
	if len(either) == 0 || c.Nullable {
		either = append([]statement.Expr{statement.IsNull(x)}, either...)
	}
	return statement.Or(either...)
}

// met is a condition that has a word of its own, or its contrary: "declined", "not declined".
func (s *Scope) met(c Cond) (statement.Expr, error) {
	of := c.Left.Column.Condition
	if p := c.Period; of.Moment != nil && !(p.From.IsZero() && p.To.IsZero()) {
		of = &schema.Metric{Tables: of.Tables, Expression: of.Within(func(moment statement.Expr) statement.Expr { return Inside(of.Moment, moment, p) })}
	}
	x, err := s.computed(of, c.Left.Via)
	if err != nil {
		return x, err
	}
	yes := len(c.Values) == 1 && c.Values[0] == true
	if yes != (c.Op == Equal) {
		return statement.Negated(x, of.Nullable()), nil
	}
	return x, nil
}

func (s *Scope) values(c Cond) ([]statement.Expr, error) {
	if c.Right != nil {
		x, err := s.term(*c.Right)
		return []statement.Expr{x}, err
	}
	var out []statement.Expr
	for _, v := range c.Values {
		out = append(out, statement.Literal(v))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("a condition without a value")
	}
	return out, nil
}

func compare(c Cond, left statement.Expr, values []statement.Expr) (statement.Expr, error) {
	switch c.Op {
	case In:
		return statement.In(left, values...), nil
	case NotIn:
		return statement.NotIn(left, values...), nil
	case Within:
		return statement.Between(left, values[0], values[len(values)-1]), nil
	case Like:
		return statement.Like(left, values[0]), nil
	case NotLike:
		return statement.NotLike(left, values[0]), nil
	case NotEqual:
		if c.Left.Column != nil && c.Left.Column.Nullable && c.Right == nil {
			// A row that holds nothing there is not of that kind either; what differs from another is known.
			return statement.Or(statement.Binary("<>", left, values[0]), statement.IsNull(left)), nil
		}
	}
	return statement.Binary(string(c.Op), left, values[0]), nil
}

// last is that a row lies at the latest time that its table knows: the last count, the present balance.
func (s *Scope) last(c Cond) (statement.Expr, error) {
	key := c.Left.Column
	if c.Left.Via != nil {
		key = c.Left.Via.FromColumns[0]
	}
	own := Term{Kind: Column, Column: key, At: c.Left.At}
	left, err := s.term(own)
	if err != nil {
		return left, err
	}
	inner := newScope(s.index, s.dialect, key.Table, true, nil)
	x, err := inner.term(own)
	if err != nil {
		return left, err
	}
	inner.query.Items = []statement.Item{{Expr: statement.Call("max", x)}}
	return statement.Binary("=", left, statement.Scalar(inner.query)), nil
}

// momentOf is the column of a time.
func (s *Scope) momentOf(t Term) *schema.Column {
	if t.Kind == Time {
		own, _ := s.time()
		return own.Column
	}
	return t.Column
}

func (s *Scope) junction(c Cond) (statement.Expr, error) {
	kids, err := s.conds(c.Kids)
	switch {
	case err != nil:
		return statement.Expr{}, err
	case c.Op == And:
		return statement.And(kids...), nil
	case c.Op == Or:
		return statement.Or(kids...), nil
	}
	return statement.Not(statement.And(kids...)), nil
}

// exists looks for rows of another table that refer to the row, or to one that the row refers to.
func (s *Scope) exists(c Cond) (statement.Expr, error) {
	path, ok := Way(s.index, c.Rows, s.root, c.Left.Via)
	if !ok || len(path) == 0 {
		return statement.Expr{}, &Apart{c.Rows, s.root}
	}
	outer := s.names[""]
	inner := newScope(s.index, s.dialect, c.Rows, false, s.taken)
	last := path[len(path)-1]
	way := inner.join(path[:len(path)-1])
	if c.Many != nil {
		return s.many(c, inner, way, last)
	}
	apart := c.Op == Exists && len(path) > 1 && len(last.FromColumns) == 1
	if !apart {
		inner.query.Where = []statement.Expr{keys(last, way, outer)}
	}
	where, err := inner.conds(c.Where)
	if err != nil {
		return statement.Expr{}, err
	}
	inner.query.Where = append(inner.query.Where, where...)
	if apart {
		// Tables are joined once, not for each row.
		inner.query.Items = []statement.Item{{Expr: statement.Column(way, last.FromColumns[0].Name)}}
		return statement.InQuery(s.named(last.ToColumns[0], outer), inner.query), nil
	}
	inner.query.Items = []statement.Item{{Expr: statement.Literal(1)}}
	s.plain = false
	if c.Op == NotExists {
		return statement.Not(statement.Exists(inner.query)), nil
	}
	return statement.Exists(inner.query), nil
}
