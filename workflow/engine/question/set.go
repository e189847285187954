package question

import (
	"slices"
	"strconv"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
)

// This file turns conditions that no single row fulfils into set operations.

// Turns says that "or" at the position begins with the subject again: "active users from Kenya or inactive users from
// Japan" speaks of two sets.
func Turns(r *reading.Run) bool {
	if r.Subject == nil || len(r.Q.Filters) == 0 || len(r.Q.Having) > 0 {
		return false
	}
	for i := r.Pos + 1; i < min(r.Pos+4, len(r.Items)); i++ {
		if t, s := r.Items[i].BestTable(); t == r.Subject && s > 0.7 {
			return i+1 < len(r.Items) && !r.Items[i+1].Is(tag.Stop)
		}
	}
	return false
}

// difference takes away the rows that fulfil condition i instead of the one before it. In an order, which a difference of sets has not, the
// rows of one table are those that do not fulfil it.
func difference(q *reading.Reading, i int) *reading.Reading {
	left, right := q.Clone(), q.Clone()
	if f := *q.Filters[i]; len(q.Orders) > 0 && len(q.All()) == 1 && f.Sub == nil && Opposite(f.Operator) != f.Operator {
		f.Operator, f.Except = Opposite(f.Operator), false
		left.Filters[i] = &f
		return left
	}
	left.Filters = slices.Delete(left.Filters, i, i+1)
	if i > 0 && q.Filters[i-1].Left == q.Filters[i].Left {
		right.Filters = slices.Delete(right.Filters, i-1, i)
	}
	right.Orders, right.Limit = nil, 0
	left.Set, left.Right = "except", right
	return left
}

// contradictions marks two bounds of one column that no row can keep: "over 20 and under 10" speaks of two sets.
func contradictions(q *reading.Reading) {
	for i := 1; i < len(q.Filters); i++ {
		a, b := q.Filters[i-1], q.Filters[i]
		if b.Or || a.Left != b.Left || len(a.Values) != 1 || len(b.Values) != 1 {
			continue
		}
		x, okA := FigureOf(a.Values[0])
		y, okB := FigureOf(b.Values[0])
		above := func(op string) bool { return op == ">" || op == ">=" }
		below := func(op string) bool { return op == "<" || op == "<=" }
		if okA && okB && (above(a.Operator) && below(b.Operator) && x >= y || below(a.Operator) && above(b.Operator) && x <= y) {
			a.Both, b.Both = true, true
		}
	}
}

// FigureOf is a value as a number; not ok for what is none.
func FigureOf(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	case string:
		f, err := strconv.ParseFloat(n, 64)
		return f, err == nil
	}
	return 0, false
}

// Split turns conditions that no single row fulfils into a set operation.
func Split(r *reading.Run) *reading.Reading {
	q := r.Q
	for i, f := range q.Filters {
		if f.Except {
			return difference(q, i)
		}
	}
	if n := r.Turn; n > 0 && n < len(q.Filters) && !q.Aggregates() && len(q.Orders) == 0 && q.Limit == 0 {
		left, right := q.Clone(), q.Clone()
		left.Filters, right.Filters = left.Filters[:n], right.Filters[n:]
		left.Set, left.Right = "union", right
		return left
	}
	contradictions(q)
	var second *reading.Filter
	for i := len(q.Filters) - 1; i > 0; i-- {
		if q.Filters[i].Both && q.Filters[i-1].Both {
			second = q.Filters[i]
			break
		}
	}
	if second == nil {
		return q
	}
	left, right := q.Clone(), q.Clone()
	first := q.Filters[slices.Index(q.Filters, second)-1]
	left.Filters = slices.DeleteFunc(left.Filters, func(f *reading.Filter) bool { return f == second })
	right.Filters = slices.DeleteFunc(right.Filters, func(f *reading.Filter) bool { return f == first })
	left.Orders, left.Limit = nil, 0
	right.Orders, right.Limit = nil, 0
	left.Set, left.Right = "intersect", right
	return left
}
