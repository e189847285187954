package meaning

import (
	"fmt"

	"parley/db/statement"
	"parley/workflow/schema"
)

// term is a term as an expression.
func (s *Scope) term(t Term) (statement.Expr, error) {
	switch t.Kind {
	case Column:
		return s.cut(t)
	case Time:
		own, ok := TimeOf(s.index, s.root)
		if !ok {
			return statement.Expr{}, fmt.Errorf("%s has no time", s.root.Name)
		}
		own.Grain = t.Grain
		return s.cut(own)
	case Weekend:
		day, err := s.term(Term{Kind: Time, Grain: "weekday"})
		return statement.In(day, statement.Literal(0), statement.Literal(6)), err
	case Number:
		return statement.Literal(t.Value), nil
	case Age:
		return s.age(t)
	case Between:
		return s.between(t)
	case Overall:
		return s.overall(t)
	case Among:
		return s.among(t)
	case Count, Aggregate, Share:
		return s.aggregate(t)
	case Arithmetic, Ratio:
		return s.arithmetic(t)
	case OfTotal, Running, Change:
		return s.window(t)
	}
	return statement.Expr{}, fmt.Errorf("a term of no kind")
}

// recurring are grains that come back, with the part of a date that they are.
var recurring = map[string]string{"weekday": "dow", "hour of day": "hour", "month of year": "month", "day of month": "day"}

// cut is a column, at its grain.
func (s *Scope) cut(t Term) (statement.Expr, error) {
	if t.Column.Metric != nil {
		return s.computed(t.Column.Metric)
	}
	x, err := s.column(t.Column, t.Via)
	switch {
	case err != nil || t.Grain == "":
		return x, err
	case Coded(t.Column) != "" || t.Column.Year && !t.Column.Type.Temporal():
		return s.cutCode(t, x)
	case recurring[t.Grain] != "":
		return s.dialect.Part(recurring[t.Grain], x), nil
	}
	return s.dialect.Trunc(t.Grain, x), nil
}

// computed is a computed measure's expression over the rows.
func (s *Scope) computed(m *schema.Metric) (statement.Expr, error) {
	var failed error
	x := m.Expression.Map(func(x statement.Expr) statement.Expr {
		table, name, ok := x.AsColumn()
		if !ok {
			return x
		}
		c, err := s.column(s.index.Table(table).Column(name), nil)
		if err != nil {
			failed = err
			return x
		}
		return c
	})
	return x, failed
}

// cutCode is a month or year of a column that holds them as numbers.
func (s *Scope) cutCode(t Term, x statement.Expr) (statement.Expr, error) {
	form := Coded(t.Column)
	switch {
	case form == "yyyymm" && t.Grain == "month", form == "yyyymmdd" && t.Grain == "day", form == "" && t.Grain == "year":
		return x, nil
	case form == "yyyymmdd" && t.Grain == "month", form == "yyyymm" && t.Grain == "year":
		return statement.Binary("/", x, statement.Literal(100)), nil
	}
	return statement.Expr{}, fmt.Errorf("%s holds no %s", t.Column, t.Grain)
}

func (s *Scope) pair(t Term) (l, r statement.Expr, err error) {
	if l, err = s.term(t.Args[0]); err == nil {
		r, err = s.term(t.Args[1])
	}
	return l, r, err
}

func (s *Scope) arithmetic(t Term) (statement.Expr, error) {
	l, r, err := s.pair(t)
	if err != nil {
		return l, err
	}
	return s.combine(t, l, r), nil
}

func (s *Scope) combine(t Term, l, r statement.Expr) statement.Expr {
	if t.Kind == Ratio {
		return s.dialect.Divide(l, r)
	}
	return statement.Binary(t.Fn, l, r)
}

// daysInYear is the mean length of a year of the calendar.
const daysInYear = 365.2425

// age is whole years from a birth date to today.
func (s *Scope) age(t Term) (statement.Expr, error) {
	x, err := s.term(t.Args[0])
	if err != nil {
		return x, err
	}
	switch s.dialect {
	case statement.PostgreSQL:
		return s.dialect.Part("year", statement.Call("age", statement.Call("now"), x)), nil
	case statement.SQLite:
		days := statement.Binary("-", statement.Call("julianday", statement.Literal("now")), statement.Call("julianday", x))
		return statement.Cast(statement.Binary("/", days, statement.Literal(daysInYear)), "integer"), nil
	}
	return statement.Call("date_diff", statement.Literal("year"), x, statement.Call("now")), nil
}

// secondsIn are the units of a time between two moments.
var secondsIn = map[string]float64{"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 86400 * daysInYear / 12, "year": 86400 * daysInYear}

// between is the time from the second moment to the first, in a unit; whole days between two dates.
func (s *Scope) between(t Term) (statement.Expr, error) {
	l, r, err := s.pair(t)
	if err != nil {
		return l, err
	}
	unit := secondsIn[t.Fn]
	if unit == 0 {
		return l, fmt.Errorf("no unit %s", t.Fn)
	}
	if s.dialect == statement.SQLite {
		days := statement.Binary("-", statement.Call("julianday", l), statement.Call("julianday", r))
		if t.Fn == "day" {
			return days, nil
		}
		return statement.Binary("*", days, statement.Literal(secondsIn["day"]/unit)), nil
	}
	stamp := func(x statement.Expr) statement.Expr { return s.dialect.Part("epoch", statement.Cast(x, "timestamp")) }
	return statement.Binary("/", statement.Binary("-", stamp(l), stamp(r)), statement.Literal(unit)), nil
}
