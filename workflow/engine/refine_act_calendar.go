package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file knows the ways in which a statement says a period: by bounds on a date, literal or made of the current date, and
// by the parts of the calendar that a table of days or a wide table holds (year_no, month_key).

// onCalendar says that a column says when a row is: a date, or a part of one beside it in its table.
func onCalendar(c *schema.Column) bool {
	if c == nil || c.Role == schema.Moment || c.Year {
		return c != nil
	}
	return c.Table.Moment != nil && slices.ContainsFunc(c.Words, func(w string) bool { return english.CalendarParts[w] })
}

// spans are the predicates by which the block says its period, all of one table; nil when it says none.
func (s view) spans() (table *schema.Table, list []statement.Expr) {
	for _, p := range s.query.Where {
		c := s.subject(p)
		if !onCalendar(c) || table != nil && c.Table != table {
			continue
		}
		if _, negated, null := p.AsNull(); null || negated {
			continue
		}
		table, list = c.Table, append(list, p)
	}
	return table, list
}

// dropParts removes what is asked of the parts of the calendar beside a date: another period takes their place.
func (s view) dropParts(c *schema.Column) error {
	if c.Role != schema.Moment || c.Year {
		return nil
	}
	var parts []statement.Expr
	for _, p := range s.query.Where {
		if other := s.subject(p); other != nil && other != c && other.Table == c.Table && onCalendar(other) && (other.Role != schema.Moment || other.Year) {
			parts = append(parts, p)
		}
	}
	return s.remove(parts)
}

// back is a period's predicates n units of time back; not ok when one of them cannot be moved. A period that
// is open at its end is closed where it begins.
func (s view) back(list []statement.Expr, unit string, n int, d statement.Dialect) ([]statement.Expr, bool) {
	var out []statement.Expr
	closed := false
	var from statement.Expr
	for _, p := range list {
		op, l, r, ok := p.AsBinary()
		c := s.subject(p)
		if !ok || c == nil || len(r.Columns()) > 0 {
			return nil, false
		}
		moved, ok := backward(c, r, unit, n, d)
		if !ok {
			return nil, false
		}
		closed = closed || direction(op) <= 0
		if direction(op) > 0 {
			from = statement.Binary("<", l, r)
		}
		out = append(out, statement.Binary(op, l, moved))
	}
	if !closed && !from.IsZero() {
		out = append(out, from)
	}
	return out, len(out) > 0
}

// backward moves a bound n units back: a literal by the calendar, a year by as many, what is made of the current date by an
// interval.
func backward(c *schema.Column, bound statement.Expr, unit string, n int, d statement.Dialect) (statement.Expr, bool) {
	step, ok := stepOf(unit, -n)
	if !ok {
		return bound, false
	}
	if v, literal := bound.AsLiteral(); literal {
		if moved, ok := step.move(v); ok {
			return statement.Literal(moved), true
		}
		return bound, false
	}
	switch {
	case c.Year || c.Type.Numeric() && slices.Contains(c.Words, "year"):
		return statement.Binary("-", bound, statement.Literal(int64(n))), unit == "year"
	case c.Role == schema.Moment && c.Type.Temporal() && d != statement.SQLite:
		return statement.Binary("-", bound, statement.Cast(statement.Literal(intervalOf(n, unit)), "interval")), true
	}
	return bound, false
}

// intervalOf is the text of an interval.
func intervalOf(n int, unit string) string {
	if unit == "quarter" {
		unit, n = "month", 3*n
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

func (s view) windows() bool {
	for _, item := range s.query.Items {
		found := false
		item.Expr.Walk(func(e statement.Expr) bool { found = found || e.IsWindow(); return !found })
		if found {
			return true
		}
	}
	return false
}

// unitBefore is the unit of time of a phrase for the period before: "last year", "the previous month".
func (ed *editor) unitBefore(text string) string {
	unit, before := "", false
	for _, it := range ed.tag(text) {
		if it.Period != nil {
			return it.Period.Grain
		}
		before = before || it.Lower == "before" || it.Lower == "previous" || it.Lower == "prior" || it.Lower == "last"
		if u := Unit(it.Lower); u != "" {
			unit = u
		}
	}
	if !before {
		return ""
	}
	return unit
}

// sideBySide puts the figures at some places twice, of the rows now and before, and how much each changed in a hundred; the others
// are of the rows now.
func (ed *editor) sideBySide(now, before statement.Expr, figures []int, called string) {
	q := ed.block()
	var items []statement.Item
	for i, item := range q.Items {
		if !item.Expr.Aggregate() {
			items = append(items, item)
			continue
		}
		name := ed.keptName(i)
		a, b := filteredBy(item.Expr, now), filteredBy(item.Expr, before)
		change := ed.dialect.Divide(statement.Binary("*", statement.Binary("-", a, b), statement.Literal(100.0)), b)
		items = append(items, statement.Item{Expr: a, Alias: name})
		if slices.Contains(figures, i) {
			items = append(items, statement.Item{Expr: b, Alias: name + "_" + called}, statement.Item{Expr: change, Alias: name + "_change_percent"})
		}
		for k := range q.OrderBy {
			if q.OrderBy[k].Expr.Equal(item.Expr) {
				q.OrderBy[k].Expr = a
			}
		}
	}
	q.Items = items
}

// filteredBy lets every aggregate of an expression see only the rows that fulfil p.
func filteredBy(x, p statement.Expr) statement.Expr {
	return x.Map(func(e statement.Expr) statement.Expr {
		if _, _, _, _, call := e.AsCall(); call && e.Aggregate() && !e.IsWindow() && plainAggregate(e) {
			return e.Filter(p)
		}
		return e
	})
}

// plainAggregate says that the call itself aggregates, and not only what stands inside.
func plainAggregate(e statement.Expr) bool {
	name, _, star, distinct, _ := e.AsCall()
	return star || distinct || slices.Contains([]string{"count", "sum", "avg", "min", "max", "stddev", "median"}, strings.ToLower(name))
}

// numberedKeys turns group keys by a unit of time into the unit's number, where the comparison steps by whole years.
func (ed *editor) numberedKeys(unit string) bool {
	s := ed.scope()
	for i, key := range s.query.GroupBy {
		c := s.subject(key)
		if !onCalendar(c) {
			continue
		}
		made, ok := s.numbered(key, c, unit, ed.dialect)
		if !ok {
			return false
		}
		if at := s.query.ItemOf(key); at >= 0 {
			s.query.Items[at] = statement.Item{Expr: made, Alias: numberedName(itemName(s.query.Items[at]))}
		}
		for k := range s.query.OrderBy {
			if s.query.OrderBy[k].Expr.Equal(key) {
				s.query.OrderBy[k].Expr = made
			}
		}
		s.query.GroupBy[i] = made
	}
	return true
}

func numberedName(name string) string {
	if english.CalendarParts[strings.ToLower(name)] {
		return name
	}
	return ""
}

// numbered is the number of a group's time within the year; not ok when it has none, or the step is no year.
func (s view) numbered(key statement.Expr, c *schema.Column, unit string, d statement.Dialect) (statement.Expr, bool) {
	if unit != "year" {
		return key, false
	}
	qualifier, _, column := key.AsColumn()
	if column && c.Role != schema.Moment || column && c.Year {
		if part := numberBeside(c); part != nil {
			return statement.Column(qualifier, part.Name), true
		}
		return key, false
	}
	x := key.Columns()
	grain := grainOf(key)
	if len(x) != 1 || grain == "" || grain == "year" {
		return key, false
	}
	if grain == "day" {
		grain = "doy"
	}
	return d.Part(grain, x[0]), true
}

// numberBeside is the column of the same table that numbers the part of the calendar within a year: month_no for month_key.
func numberBeside(c *schema.Column) *schema.Column {
	for _, part := range c.Words {
		most := map[string]float64{"month": 12, "quarter": 4, "week": 53, "day": 31}[part]
		if most == 0 {
			continue
		}
		for _, other := range c.Table.Columns {
			if other.Type.Numeric() && slices.Contains(other.Words, part) && other.High > 0 && other.High <= most {
				return other
			}
		}
	}
	return nil
}

// grainOf is the unit of time that an expression cuts a date to; empty when it does not, or it is not seen.
func grainOf(e statement.Expr) string {
	if op, l, r, ok := e.AsBinary(); ok && op == "/" {
		_, _, column := l.AsColumn()
		if by, _ := r.AsLiteral(); column && by == any(int64(100)) {
			return "month" // of days that are held as numbers
		}
	}
	grain := ""
	e.Walk(func(x statement.Expr) bool {
		name, args, _, _, ok := x.AsCall()
		if ok && len(args) == 2 && (strings.EqualFold(name, "date_trunc") || strings.EqualFold(name, "strftime")) {
			v, _ := args[0].AsLiteral()
			said, _ := v.(string)
			grain = map[string]string{"%Y-%m": "month", "%Y": "year"}[said]
			if grain == "" {
				grain = Unit(said)
			}
		}
		return grain == ""
	})
	return grain
}
