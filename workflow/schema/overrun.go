package schema

import (
	"slices"
	"strings"

	"parley/db/statement"
)

// Overrun are the days of which a condition that somebody defined says that one lies past the other: "late" of what came after it was
// promised. late is nil where today is meant, as of what is overdue; ok is false for all other conditions.
func (c *Column) Overrun() (due, late *Column, ok bool) {
	if c.Condition == nil {
		return nil, nil, false
	}
	parts, several := c.Condition.Expression.AsAnd()
	if !several {
		parts = []statement.Expr{c.Condition.Expression}
	}
	for _, part := range parts {
		op, l, r, is := part.AsBinary()
		if is && (op == ">" || op == ">=") {
			l, r = r, l
		} else if !is || op != "<" && op != "<=" {
			continue
		}
		if due = c.Condition.day(l); due == nil {
			continue
		}
		if today(r) {
			return due, nil, true
		}
		if late = c.Condition.day(r); late != nil {
			return due, late, true
		}
	}
	return nil, nil, false
}

// day is the moment of which an expression is the column; nil for others.
func (m *Metric) day(e statement.Expr) *Column {
	if x, _, ok := e.AsCast(); ok {
		e = x
	}
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for _, t := range m.Tables {
		if c := t.Column(name); c != nil && strings.EqualFold(t.Name, qualifier) && c.Type.Temporal() {
			return c
		}
	}
	return nil
}

// Passed is the moment of which a condition says that it has passed, and nothing else; nil for others.
func (m *Metric) Passed() *Column {
	if m == nil {
		return nil
	}
	op, left, right, ok := m.Expression.AsBinary()
	if !ok || op != "<" && op != "<=" || !today(right) {
		return nil
	}
	return m.day(left)
}

// today says that an expression is today's date, or now.
func today(e statement.Expr) bool { return slices.Contains(todays, strings.ToLower(e.SQL())) }

var todays = []string{"current_date", "current_timestamp", "now()", "localtimestamp", "date('now')", "datetime('now')"}
