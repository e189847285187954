package workflow

import (
	"fmt"

	"parley/db/statement"
)

// Constraints are the parameters a statement leaves behind (requirements §4): column = value, ranges, limit and sort, each
// under the query's main table. Predicates over two columns, sub-queries and OR say nothing that another question could
// take over, and are left out.
func Constraints(s *statement.Statement) []Parameter {
	query, err := s.Query()
	if err != nil || query.Set != nil || len(query.From) == 0 || query.From[0].Table == "" {
		return nil
	}
	c := collector{subject: query.From[0].Table, tables: map[string]string{}}
	for _, source := range query.From {
		c.tables[source.Name()] = source.Table
	}
	for _, term := range query.Where {
		c.predicate(term)
	}
	for _, key := range query.OrderBy {
		c.sort(key)
	}
	if limit, ok := query.Limit.AsLiteral(); ok {
		c.add("", "limit", fmt.Sprint(limit))
	}
	return c.found
}

// collector gathers the parameters of one statement.
type collector struct {
	subject string
	tables  map[string]string // name in the statement → table
	found   []Parameter
}

func (c *collector) add(column, operator, value string) {
	c.found = append(c.found, Parameter{Subject: c.subject, Column: column, Operator: operator, Value: value})
}

// predicate takes one AND term.
func (c *collector) predicate(term statement.Expr) {
	if x, lo, hi, negated, ok := term.AsBetween(); ok && !negated {
		c.compare(">=", x, lo)
		c.compare("<=", x, hi)
	} else if x, values, negated, ok := term.AsIn(); ok {
		c.in(x, values, negated)
	} else if op, l, r, ok := term.AsBinary(); ok {
		c.compare(op, l, r)
	}
}

// compare takes column op literal, either way around.
func (c *collector) compare(op string, l, r statement.Expr) {
	if _, _, ok := l.AsColumn(); !ok {
		l, r, op = r, l, mirrored(op)
	}
	column, ok := c.column(l)
	value, literal := r.AsLiteral()
	if ok && literal && value != nil {
		c.add(column, op, fmt.Sprint(value))
	}
}

func (c *collector) in(x statement.Expr, values []statement.Expr, negated bool) {
	op := "="
	if negated {
		op = "<>"
	}
	for _, v := range values {
		c.compare(op, x, v)
	}
}

func (c *collector) sort(key statement.Key) {
	column, ok := c.column(key.Expr)
	if !ok {
		return
	}
	direction := "asc"
	if key.Desc {
		direction = "desc"
	}
	c.add(column, "sort", direction)
}

// column is the name of a column reference, with its table where it is not the subject's.
func (c *collector) column(e statement.Expr) (string, bool) {
	qualifier, name, ok := e.AsColumn()
	if table := c.tables[qualifier]; ok && table != "" && table != c.subject {
		return table + "." + name, true
	}
	return name, ok
}

// mirrored is the operator with its sides exchanged.
func mirrored(op string) string {
	switch op {
	case "<":
		return ">"
	case ">":
		return "<"
	case "<=":
		return ">="
	case ">=":
		return "<="
	default:
		return op
	}
}
