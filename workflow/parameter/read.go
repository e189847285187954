package parameter

import (
	"fmt"

	"parley/db/statement"
	"parley/dialog/memory"
)

// Of are the parameters a statement leaves behind (requirements §4), under its main table: column = value, ranges,
// limit and sort. Predicates over two columns, sub-queries and OR say nothing that another question could take over,
// and are left out. The subject is empty for a statement without a main table.
func Of(s *statement.Statement) (subject string, found []memory.Parameter) {
	query, err := s.Query()
	if err != nil || query.Set != nil || len(query.From) == 0 || query.From[0].Table == "" {
		return "", nil
	}
	c := reading(query)
	for _, term := range query.Where {
		c.predicate(term)
	}
	for _, key := range query.OrderBy {
		c.sort(key)
	}
	if limit, ok := query.Limit.AsLiteral(); ok {
		c.found = append(c.found, memory.Parameter{Kind: memory.Limit, Values: []string{fmt.Sprint(limit)}})
	}
	return c.subject, c.found
}

// reading is a collector that knows the sources of a query.
func reading(query *statement.Query) *collector {
	c := &collector{subject: query.From[0].Table, tables: map[string]string{}}
	for _, source := range query.From {
		c.tables[source.Name()] = source.Table
	}
	return c
}

// termOf are the parameters of one AND term; none where it says nothing that another question could take over.
func (c *collector) termOf(term statement.Expr) []memory.Parameter {
	alone := collector{subject: c.subject, tables: c.tables}
	alone.predicate(term)
	return alone.found
}

// collector gathers the parameters of one statement.
type collector struct {
	subject string
	tables  map[string]string // name in the statement → table
	found   []memory.Parameter
}

func (c *collector) filter(column, operator string, values ...string) {
	c.found = append(c.found, memory.Parameter{Kind: memory.Filter, Column: column, Operator: operator, Values: values})
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
		c.filter(column, op, fmt.Sprint(value))
	}
}

// in takes a list of literals; one that holds anything else says nothing.
func (c *collector) in(x statement.Expr, list []statement.Expr, negated bool) {
	column, ok := c.column(x)
	var values []string
	for _, e := range list {
		value, literal := e.AsLiteral()
		if !literal || value == nil {
			return
		}
		values = append(values, fmt.Sprint(value))
	}
	switch {
	case !ok || len(values) == 0:
	case negated:
		c.filter(column, "not in", values...)
	default:
		c.filter(column, "in", values...)
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
	c.found = append(c.found, memory.Parameter{Kind: memory.Sort, Column: column, Operator: direction})
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
