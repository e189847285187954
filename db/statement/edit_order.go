package statement

import "slices"

// SetOrder sorts by the keys instead of what it sorts by now; limit and offset stay. Keys that DISTINCT, GROUP BY or a
// set operation forbid are refused, apart from those that it sorts by already. Fixes may be nil.
func (q *Query) SetOrder(fixes Dependence, keys ...Key) error {
	for _, k := range keys {
		if slices.ContainsFunc(q.OrderBy, func(old Key) bool { return old.Expr.Equal(k.Expr) }) {
			continue
		}
		if reason := q.forbidsOrder(k.Expr, fixes); reason != "" {
			return senseless(reason, "order by %s", k.Expr.SQL())
		}
	}
	q.OrderBy = slices.Clone(keys)
	return nil
}

// ClearOrder leaves the rows in whatever order they come.
func (q *Query) ClearOrder() { q.OrderBy = nil }

// ReverseOrder turns every key around, with the place of NULLs.
func (q *Query) ReverseOrder() error {
	if len(q.OrderBy) == 0 {
		return senseless("the query has no order", "reverse the order")
	}
	q.OrderBy = slices.Clone(q.OrderBy)
	for i := range q.OrderBy {
		k := &q.OrderBy[i]
		k.Desc, k.asc = !k.Desc, false
		k.NullsFirst, k.NullsLast = k.NullsLast, k.NullsFirst
	}
	return nil
}

// forbidsOrder says why the query cannot sort by e; "" when it can.
func (q *Query) forbidsOrder(e Expr, fixes Dependence) string {
	if n, ok := e.AsLiteral(); ok {
		if place, isInt := n.(int64); isInt && (place < 1 || q.width() > 0 && int(place) > q.width()) {
			return "there is no such column"
		}
		return ""
	}
	switch {
	case q.Set != nil:
		if !q.Set.Left.outputs(e) {
			return "a query that combines two sorts only by a column of its result"
		}
	case q.ItemOf(e) >= 0:
	case q.Distinct && !q.hasStar():
		return "DISTINCT keeps only what is shown; show it, too"
	case !q.OnePerGroup(e, fixes):
		return "each row is a group, and it is no group key; show it, too, or aggregate it"
	}
	return ""
}

func (q *Query) hasStar() bool {
	return slices.ContainsFunc(q.Items, func(i Item) bool { return isStar(i.Expr) })
}

// outputs says that a bare name is a column of the result.
func (q *Query) outputs(e Expr) bool {
	first := q.first()
	qualifier, _, ok := e.AsColumn()
	return ok && qualifier == "" && (first.ItemOf(e) >= 0 || first.hasStar())
}

// dropForbiddenOrder removes the keys that the query no longer allows.
func (q *Query) dropForbiddenOrder() []Effect {
	var kept []Key
	var effects []Effect
	for _, k := range q.OrderBy {
		if q.forbidsOrder(k.Expr, nil) == "" {
			kept = append(kept, k)
		} else {
			effects = append(effects, Effect{Clause: "ORDER BY", Text: k.Expr.SQL()})
		}
	}
	q.OrderBy = kept
	return effects
}
