package engine

import (
	"slices"
	"strconv"
)

// This file turns conditions that no single row fulfils into set operations.

// turns says that "or" at the position begins with the subject again: "active users from Kenya or inactive users from
// Japan" speaks of two sets.
func (r *run) turns() bool {
	if r.subject == nil || len(r.q.filters) == 0 || len(r.q.having) > 0 {
		return false
	}
	for i := r.pos + 1; i < min(r.pos+4, len(r.items)); i++ {
		if t, s := r.items[i].BestTable(); t == r.subject && s > 0.7 {
			return i+1 < len(r.items) && !r.items[i+1].Is(Stop)
		}
	}
	return false
}

// difference takes away the rows that fulfil condition i instead of the one before it.
func difference(q *reading, i int) *reading {
	left, right := q.clone(), q.clone()
	left.filters = slices.Delete(left.filters, i, i+1)
	if i > 0 && q.filters[i-1].left == q.filters[i].left {
		right.filters = slices.Delete(right.filters, i-1, i)
	}
	right.orders, right.limit = nil, 0
	left.set, left.right = "except", right
	return left
}

// contradictions marks two bounds of one column that no row can keep: "over 20 and under 10" speaks of two sets.
func contradictions(q *reading) {
	for i := 1; i < len(q.filters); i++ {
		a, b := q.filters[i-1], q.filters[i]
		if b.or || a.left != b.left || len(a.values) != 1 || len(b.values) != 1 {
			continue
		}
		x, okA := figureOf(a.values[0])
		y, okB := figureOf(b.values[0])
		above := func(op string) bool { return op == ">" || op == ">=" }
		below := func(op string) bool { return op == "<" || op == "<=" }
		if okA && okB && (above(a.operator) && below(b.operator) && x >= y || below(a.operator) && above(b.operator) && x <= y) {
			a.both, b.both = true, true
		}
	}
}

func figureOf(v any) (float64, bool) {
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

// split turns conditions that no single row fulfils into a set operation.
func (r *run) split() *reading {
	q := r.q
	for i, f := range q.filters {
		if f.except {
			return difference(q, i)
		}
	}
	if n := r.turn; n > 0 && n < len(q.filters) && !q.aggregates() && len(q.orders) == 0 && q.limit == 0 {
		left, right := q.clone(), q.clone()
		left.filters, right.filters = left.filters[:n], right.filters[n:]
		left.set, left.right = "union", right
		return left
	}
	contradictions(q)
	var second *filter
	for i := len(q.filters) - 1; i > 0; i-- {
		if q.filters[i].both && q.filters[i-1].both {
			second = q.filters[i]
			break
		}
	}
	if second == nil {
		return q
	}
	left, right := q.clone(), q.clone()
	first := q.filters[slices.Index(q.filters, second)-1]
	left.filters = slices.DeleteFunc(left.filters, func(f *filter) bool { return f == second })
	right.filters = slices.DeleteFunc(right.filters, func(f *filter) bool { return f == first })
	left.orders, left.limit = nil, 0
	right.orders, right.limit = nil, 0
	left.set, left.right = "intersect", right
	return left
}
