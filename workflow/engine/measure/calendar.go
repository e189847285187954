package measure

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
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

// Spans are the predicates by which the block says its period, all of one table; nil when it says none.
func Spans(s edit.View) (table *schema.Table, list []statement.Expr) {
	for _, p := range s.Query.Where {
		c := s.Subject(p)
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
func dropParts(s edit.View, c *schema.Column) error {
	if c.Role != schema.Moment || c.Year {
		return nil
	}
	var parts []statement.Expr
	for _, p := range s.Query.Where {
		if other := s.Subject(p); other != nil && other != c && other.Table == c.Table && onCalendar(other) && (other.Role != schema.Moment || other.Year) {
			parts = append(parts, p)
		}
	}
	return s.Remove(parts)
}

// Back is a period's predicates n units of time back; not ok when one of them cannot be moved. A period that
// is open at its end is closed where it begins.
func Back(s edit.View, list []statement.Expr, unit string, n int, d statement.Dialect) ([]statement.Expr, bool) {
	var out []statement.Expr
	closed := false
	var from statement.Expr
	for _, p := range list {
		op, l, r, ok := p.AsBinary()
		c := s.Subject(p)
		if !ok || c == nil || len(r.Columns()) > 0 {
			return nil, false
		}
		moved, ok := backward(c, r, unit, n, d)
		if !ok {
			return nil, false
		}
		closed = closed || edit.Direction(op) <= 0
		if edit.Direction(op) > 0 {
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

// Windows says that a figure is made of others by a window, and is no mere share of their total.
func Windows(s edit.View) bool {
	for _, item := range s.Query.Items {
		found := false
		item.Expr.Walk(func(e statement.Expr) bool { found = found || e.IsWindow() && !clause.AllGroups(e); return !found })
		if found {
			return true
		}
	}
	return false
}

// UnitBefore is the unit of time of a phrase for the period before: "last year", "the previous month".
func UnitBefore(ed *edit.Editor, text string) string {
	if SameOfLastYear(text) {
		return "year"
	}
	unit, before := "", false
	for _, it := range ed.Tag(text) {
		if it.Period != nil {
			return it.Period.Grain
		}
		before = before || it.Lower == "before" || it.Lower == "previous" || it.Lower == "prior" || it.Lower == "last"
		if u := tag.Unit(it.Lower); u != "" {
			unit = u
		}
	}
	if !before {
		return ""
	}
	return unit
}

// NumberedKeys turns group keys by a unit of time into the unit's number, where the comparison steps by whole years.
func NumberedKeys(ed *edit.Editor, unit string) bool {
	s := ed.Scope()
	for i, key := range s.Query.GroupBy {
		c := s.Subject(key)
		if !onCalendar(c) {
			continue
		}
		made, ok := numbered(key, c, unit, ed.Dialect)
		if !ok {
			return false
		}
		if at := s.Query.ItemOf(key); at >= 0 {
			s.Query.Items[at] = statement.Item{Expr: made, Alias: numberedName(edit.ItemName(s.Query.Items[at]))}
		}
		for k := range s.Query.OrderBy {
			if s.Query.OrderBy[k].Expr.Equal(key) {
				s.Query.OrderBy[k].Expr = made
			}
		}
		s.Query.GroupBy[i] = made
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
func numbered(key statement.Expr, c *schema.Column, unit string, d statement.Dialect) (statement.Expr, bool) {
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
				grain = tag.Unit(said)
			}
		}
		return grain == ""
	})
	return grain
}
