package meaning

import (
	"fmt"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// term is a term as an expression.
func (s *Scope) term(t Term) (statement.Expr, error) {
	switch t.Kind {
	case Column:
		return s.cut(t)
	case Time:
		own, ok := s.time()
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
	case Decoded:
		return s.decoded(t)
	case Between:
		return s.between(t)
	case Overall:
		return s.overall(t)
	case Alike:
		return s.alike(t)
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
		return s.computed(t.Column.Metric, nil)
	}
	if t.Column.Condition != nil {
		return s.isSo(t)
	}
	x, err := s.column(t.Column, t.Via)
	switch {
	case err != nil || t.Grain == "":
		return x, err
	}
	return Cut(s.dialect, t.Column, x, t.Grain)
}

// Cut is a time of a column down to a grain, in whatever form the column holds it.
func Cut(d statement.Dialect, c *schema.Column, x statement.Expr, grain string) (statement.Expr, error) {
	switch {
	case c.Coded() != "" || c.Year && !c.Type.Temporal():
		return cutCode(d, c, x, grain)
	case recurring[grain] != "":
		return d.Part(recurring[grain], x), nil
	}
	return d.Trunc(grain, x), nil
}

// isSo is whether a row is so: one of which nobody knows is not.
func (s *Scope) isSo(t Term) (statement.Expr, error) {
	x, err := s.computed(t.Column.Condition, t.Via)
	if _, _, known := x.AsNull(); err != nil || known || !t.Column.Condition.Nullable() {
		return x, err
	}
	return statement.Call("coalesce", x, statement.Literal(false)), nil
}

// computed is the expression of a computed measure, or of a condition, over the rows; via, when not nil, is the key by which its own table
// is reached.
func (s *Scope) computed(m *schema.Metric, via *schema.Edge) (statement.Expr, error) {
	if len(m.Sides) > 0 {
		return statement.Expr{}, &Apart{m.Sides[0].Table, m.Sides[len(m.Sides)-1].Table}
	}
	var failed error
	x := m.Expression.Map(func(x statement.Expr) statement.Expr {
		table, name, ok := x.AsColumn()
		if !ok {
			return x
		}
		of := s.index.Table(table).Column(name)
		by := via
		if of.Table != m.Tables[0] {
			by = nil
		}
		c, err := s.column(of, by)
		if err != nil {
			failed = err
			return x
		}
		return c
	})
	return x, failed
}

// dayFrom is the day that a number such as 20261122 stands for.
func dayFrom(d statement.Dialect, x statement.Expr) statement.Expr {
	switch d {
	case statement.PostgreSQL:
		return statement.Call("to_date", statement.Cast(x, "text"), statement.Literal("YYYYMMDD"))
	case statement.SQLite:
		part := func(from, n int) statement.Expr {
			return statement.Call("substr", x, statement.Literal(from), statement.Literal(n))
		}
		return statement.Call("format", statement.Literal("%s-%s-%s"), part(1, 4), part(5, 2), part(7, 2))
	}
	return statement.Call("strptime", statement.Cast(x, "varchar"), statement.Literal("%Y%m%d"))
}

// momentsOf are the two moments of a lapse as times, where numbers stand for days.
func (s *Scope) momentsOf(t Term, l, r statement.Expr) (statement.Expr, statement.Expr) {
	day := func(of Term, x statement.Expr) statement.Expr {
		if of.Kind == Column && of.Column.Coded() == schema.CodedDay {
			return dayFrom(s.dialect, x)
		}
		return x
	}
	l, r = day(t.Args[0], l), day(t.Args[1], r)
	if a, b := t.Args[0], t.Args[1]; longUnits[t.Fn] && a.Kind == Column && b.Kind == Column {
		switch { // days from a time of day to a date are those between two dates
		case a.Column.Type == db.Date && b.Column.Type == db.Timestamp:
			r = s.dialect.Trunc("day", r)
		case a.Column.Type == db.Timestamp && b.Column.Type == db.Date:
			l = s.dialect.Trunc("day", l)
		}
	}
	return l, r
}

// longUnits are units of a time in which hours do not count where one end is a date.
var longUnits = map[string]bool{"day": true, "week": true, "month": true, "year": true}

// cutCode is a month or year of a column that holds them as numbers.
func cutCode(d statement.Dialect, c *schema.Column, x statement.Expr, grain string) (statement.Expr, error) {
	form := c.Coded()
	switch {
	case form == schema.CodedMonth && grain == "month", form == schema.CodedDay && grain == "day", form == "" && grain == "year":
		return x, nil
	case form == schema.CodedDay && grain == "month", form == schema.CodedMonth && grain == "year":
		return statement.Binary("/", x, statement.Literal(100)), nil
	case form == schema.CodedDay && recurring[grain] != "":
		return d.Part(recurring[grain], dayFrom(d, x)), nil
	case form == schema.CodedDay:
		return d.Trunc(grain, dayFrom(d, x)), nil
	}
	return statement.Expr{}, fmt.Errorf("%s holds no %s", c, grain)
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
	if t.Fn != "" {
		return s.until(t, x)
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

// until is the time from a moment to the day of an age, in its unit.
func (s *Scope) until(t Term, x statement.Expr) (statement.Expr, error) {
	day := statement.Literal(t.Value)
	if s.dialect != statement.SQLite {
		day = statement.Cast(day, "date")
		if t.Fn == "day" && s.dialect == statement.PostgreSQL {
			return statement.Binary("-", day, statement.Cast(x, "date")), nil
		}
	}
	elapsed, ok := s.dialect.Elapsed(t.Fn, day, x)
	if !ok {
		return x, fmt.Errorf("no unit %s", t.Fn)
	}
	return elapsed, nil
}

// between is the time from the second moment to the first, in a unit; whole days between two dates.
func (s *Scope) between(t Term) (statement.Expr, error) {
	l, r, err := s.pair(t)
	if err != nil {
		return l, err
	}
	l, r = s.momentsOf(t, l, r)
	elapsed, ok := s.dialect.Elapsed(t.Fn, l, r)
	if !ok {
		return l, fmt.Errorf("no unit %s", t.Fn)
	}
	return elapsed, nil
}
