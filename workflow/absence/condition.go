package absence

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// condition is what one thing is asked to be: the two ends of a period are one.
type condition struct {
	terms []statement.Expr
	kind  kind
	// expr is the column as the statement names it, column what the index knows of it; nil where the condition is about none,
	// or about several.
	expr   statement.Expr
	column *schema.Column
	// lower and upper are the ends of a range; nil for none. The open ones are not part of it.
	lower, upper         any
	lowerOpen, upperOpen bool
	// texts are those that are asked for.
	texts []string
}

// kind says what a condition asks of its column.
type kind uint8

const (
	other   kind = iota // anything that is not looked into
	within              // a range of numbers or of time
	oneOf               // one of some texts
	none                // no value
	present             // any value
	like                // a pattern
)

// conditionsOf are the conditions on rows of a query, in their order.
func conditionsOf(x *schema.Index, q *statement.Query) []condition {
	var out []condition
	for _, where := range q.Where {
		for _, term := range where.Terms() {
			c := conditionOf(term)
			c.terms = []statement.Expr{term}
			if c.kind != other {
				c.column = columnOf(x, q, c.expr)
			}
			if _, isTime := db.Clock(strings.Join(c.texts, ",")); c.kind == oneOf && isTime && c.temporal() {
				c.kind, c.lower, c.upper = within, c.texts[0], c.texts[0]
			}
			if c.kind == within && !c.temporal() && !c.numeric() {
				c.kind = other
			}
			if i := slices.IndexFunc(out, func(o condition) bool { return o.completes(c) }); i >= 0 {
				out[i] = out[i].joined(c)
				continue
			}
			out = append(out, c)
		}
	}
	return out
}

// completes says that the two conditions are the two ends of one range.
func (c condition) completes(o condition) bool {
	return c.kind == within && o.kind == within && c.expr.Equal(o.expr) && (c.lower == nil) != (o.lower == nil) && (c.upper == nil) != (o.upper == nil)
}

func (c condition) joined(o condition) condition {
	c.terms = append(slices.Clone(c.terms), o.terms...)
	if c.lower == nil {
		c.lower, c.lowerOpen = o.lower, o.lowerOpen
	} else {
		c.upper, c.upperOpen = o.upper, o.upperOpen
	}
	return c
}

func (c condition) temporal() bool { return c.column != nil && dated(c.column) }
func (c condition) numeric() bool {
	return c.column != nil && (c.column.Type.Numeric() || c.column.Numeric)
}

// dated says that the values of a column lie on the calendar, whatever type they have.
func dated(c *schema.Column) bool {
	return c.Type.Temporal() || c.Role == schema.Moment && !c.Type.Numeric() && !c.Year
}

// conditionOf reads one term.
func conditionOf(term statement.Expr) condition {
	if x, negated, ok := term.AsNull(); ok {
		if _, _, plain := x.AsColumn(); plain {
			return condition{kind: map[bool]kind{false: none, true: present}[negated], expr: x}
		}
	}
	if x, lo, hi, negated, ok := term.AsBetween(); ok && !negated {
		from, known := literal(lo)
		to, both := literal(hi)
		if _, _, plain := x.AsColumn(); plain && known && both {
			return condition{kind: within, expr: x, lower: from, upper: to}
		}
	}
	if x, values, negated, ok := term.AsIn(); ok && !negated {
		return inList(x, values)
	}
	if op, l, r, ok := term.AsBinary(); ok {
		return compared(op, l, r)
	}
	return condition{}
}

func inList(x statement.Expr, values []statement.Expr) condition {
	c := condition{kind: oneOf, expr: x}
	for _, v := range values {
		text, ok := literal(v)
		s, isText := text.(string)
		if !ok || !isText {
			return condition{}
		}
		c.texts = append(c.texts, s)
	}
	return c
}

// compared reads a comparison of a column, or of its lower-case form, with a literal.
func compared(op string, l, r statement.Expr) condition {
	value, ok := literal(r)
	if name, args, _, _, called := l.AsCall(); called && (name == "lower" || name == "upper") && len(args) == 1 {
		l = args[0]
	}
	if _, _, plain := l.AsColumn(); !ok || !plain || value == nil {
		return condition{}
	}
	c := condition{kind: within, expr: l}
	switch op {
	case ">=", ">":
		c.lower, c.lowerOpen = value, op == ">"
	case "<=", "<":
		c.upper, c.upperOpen = value, op == "<"
	case "=":
		if text, isText := value.(string); isText {
			return condition{kind: oneOf, expr: l, texts: []string{text}}
		}
		c.lower, c.upper = value, value
	case "like", "ilike", "~~", "~~*":
		text, isText := value.(string)
		return condition{kind: map[bool]kind{true: like, false: other}[isText], expr: l, texts: []string{text}}
	default:
		return condition{}
	}
	return c
}

// literal is a constant, whatever type it is cast to.
func literal(e statement.Expr) (any, bool) {
	if x, _, ok := e.AsCast(); ok {
		e = x
	}
	return e.AsLiteral()
}

// columnOf is the column of the index that an expression of the query names; nil for none.
func columnOf(x *schema.Index, q *statement.Query, e statement.Expr) *schema.Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for _, source := range q.From {
		t := x.Table(source.Table)
		if t == nil || qualifier != "" && !strings.EqualFold(qualifier, source.Name()) {
			continue
		}
		if c := t.Column(name); c != nil {
			return c
		}
	}
	return nil
}
