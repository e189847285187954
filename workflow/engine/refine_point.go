package engine

import (
	"regexp"

	"parley/db/statement"
)

// "How many earn less than that?" compares with the value that is on screen. The generator reads it with a number in
// the place of "that"; afterwards the number gives way to the present query.

// sentinel is the number that stands for the present value: no one types it.
const sentinel = 9081726354

var pointer = regexp.MustCompile(`(?i)\b(than|above|below|over|under|exceeds?|exceeding|equal to) (that|this|it|those|him|her|them|the average|this average|that average)( (amount|number|value|average|one|price|salary|age))?\b`)

// pointing puts the sentinel in the place of what points at the present value; false when nothing does.
func pointing(text string) (string, bool) {
	if !pointer.MatchString(text) {
		return text, false
	}
	return pointer.ReplaceAllString(text, "$1 9081726354"), true
}

// single says that the present query gives one value.
func (ed *editor) single() bool {
	q := ed.block()
	if len(q.Items) != 1 || ed.query.Set != nil {
		return false
	}
	_, star := q.Items[0].Expr.AsStar()
	return !star && (len(measures(q)) == 1 && len(q.GroupBy) == 0 || ed.rows == 1)
}

// pointAt puts the present query where the sentinel stands; false when it stands nowhere.
func (c *collector) pointAt(q *statement.Query) bool {
	found := false
	mapQuery(q, func(e statement.Expr) statement.Expr {
		v, ok := e.AsLiteral()
		if n, number := v.(int64); ok && number && n == sentinel {
			found = true
			return statement.Scalar(c.ed.query)
		}
		return e
	})
	return found
}
