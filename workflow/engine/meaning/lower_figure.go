package meaning

import (
	"fmt"
	"slices"

	"parley/db/statement"
)

// aggregate is an aggregate over the scope's rows.
func (s *Scope) aggregate(t Term) (statement.Expr, error) {
	if t.Kind == Share {
		return s.share(t)
	}
	if len(t.Args) == 1 && t.Args[0].Column != nil && t.Args[0].Column.Metric != nil && t.Args[0].Column.Metric.Aggregate {
		x, err := s.computed(t.Args[0].Column.Metric, nil)
		if err != nil || len(t.Where) == 0 {
			return x, err
		}
		when, err := s.conds(t.Where)
		return OfRows(x, when), err
	}
	var x statement.Expr
	var err error
	if len(t.Args) > 0 {
		if x, err = s.term(t.Args[0]); err != nil {
			return x, err
		}
	}
	if len(t.Where) > 0 {
		when, err := s.conds(t.Where)
		if err != nil {
			return x, err
		}
		if len(t.Args) == 0 {
			x = statement.Literal(1)
		}
		x = statement.Case([]statement.When{{If: statement.And(when...), Then: x}}, statement.Expr{})
	}
	e, err := s.call(t, x)
	if err == nil && t.inHundredths() {
		e = statement.Binary("/", e, statement.Literal(100.0))
	}
	return e, err
}

// OfRows is a figure of only those rows that satisfy conditions: each of its aggregates is.
func OfRows(x statement.Expr, when []statement.Expr) statement.Expr {
	return x.Map(func(part statement.Expr) statement.Expr {
		_, args, _, _, call := part.AsCall()
		if !call || !part.Aggregate() || slices.ContainsFunc(args, statement.Expr.Aggregate) {
			return part
		}
		whole, filter := part.Unfiltered()
		if !filter.IsZero() {
			return whole.Filter(statement.And(append(filter.Terms(), when...)...))
		}
		return whole.Filter(statement.And(when...))
	})
}

// inHundredths says that a figure is taken of money that is held in hundredths: it is shown in what people count money in.
func (t Term) inHundredths() bool {
	return t.Kind == Aggregate && len(t.Args) == 1 && t.Args[0].Kind == Column && t.Args[0].Column.InHundredths()
}

func (s *Scope) call(t Term, x statement.Expr) (statement.Expr, error) {
	switch {
	case t.Kind == Count && x.IsZero():
		return statement.CountStar(), nil
	case t.Kind == Count && t.Distinct:
		return statement.Call("count", x).Distinct(), nil
	case t.Kind == Count:
		return statement.Call("count", x), nil
	case t.Fn == "median" && s.dialect == statement.SQLite:
		return x, fmt.Errorf("a median on SQLite")
	case t.Fn == "median":
		return statement.Call("percentile_cont", statement.Literal(0.5)).WithinGroup(statement.Key{Expr: x}), nil
	}
	return statement.Call(t.Fn, x), nil
}

// share is the part of a figure that comes from rows of a kind, in a hundred of the whole.
func (s *Scope) share(t Term) (statement.Expr, error) {
	whole, part := t.Args[0], t.Args[0]
	part.Where = append(append([]Cond(nil), part.Where...), t.Where...)
	p, err := s.aggregate(part)
	if err != nil {
		return p, err
	}
	w, err := s.aggregate(whole)
	if err != nil {
		return w, err
	}
	return s.hundred(p, w), nil
}

// hundred is part in a hundred of whole.
func (s *Scope) hundred(part, whole statement.Expr) statement.Expr {
	return s.dialect.Divide(statement.Binary("*", statement.Literal(100.0), part), whole)
}

// window is a figure seen beside those of other groups.
func (s *Scope) window(t Term) (statement.Expr, error) {
	x, err := s.term(t.Args[0])
	if err != nil {
		return x, err
	}
	var along statement.Window
	for i, a := range t.Args[1:] {
		k, err := s.term(a)
		switch {
		case err != nil:
			return k, err
		case i == 0:
			along.OrderBy = []statement.Key{{Expr: k}}
		default:
			along.PartitionBy = append(along.PartitionBy, k)
		}
	}
	return s.seen(t, x, along), nil
}

func (s *Scope) seen(t Term, x statement.Expr, along statement.Window) statement.Expr {
	switch t.Kind {
	case OfTotal:
		return s.hundred(x, statement.Call("sum", x).Over(statement.Window{}))
	case Running:
		along.Frame = statement.FrameRunning
		return statement.Call("sum", x).Over(along)
	}
	before := statement.Call("lag", x).Over(along)
	less := statement.Binary("-", x, before)
	if t.Fn == "percent" {
		return s.hundred(less, before)
	}
	return less
}
