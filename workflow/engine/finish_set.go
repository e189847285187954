package engine

import (
	"slices"
	"strconv"
)

// This file turns conditions that no single row fulfils into set operations.

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
