package statement

import "slices"

// SetOrder sorts by the keys instead of what it sorts by now; limit and offset stay. Keys that DISTINCT, GROUP BY or a
// set operation forbid are refused.
func (q *Query) SetOrder(keys ...Key) error {
	for _, k := range keys {
		if reason := q.forbidsOrder(k.Expr); reason != "" {
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
func (q *Query) forbidsOrder(e Expr) string {
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
	case q.itemOf(e) >= 0:
	case q.Distinct && !q.hasStar():
		return "DISTINCT keeps only what is shown; show it, too"
	case q.Grouped() && !e.Aggregate() && !q.derivedFromKeys(e):
		return "each row is a group, and it is no group key; show it, too, or aggregate it"
	}
	return ""
}

func (q *Query) hasStar() bool {
	return slices.ContainsFunc(q.Items, func(i Item) bool { _, ok := i.Expr.AsStar(); return ok })
}

// outputs says that a bare name is a column of the result.
func (q *Query) outputs(e Expr) bool {
	for q.Set != nil {
		q = q.Set.Left
	}
	qualifier, _, ok := e.AsColumn()
	return ok && qualifier == "" && (q.itemOf(e) >= 0 || q.hasStar())
}

// derivedFromKeys says that e is made of group keys and of columns that are shown as they are.
func (q *Query) derivedFromKeys(e Expr) bool {
	for _, c := range e.Columns() {
		if !q.isKey(c) && q.itemOf(c) < 0 && !q.isKey(e) {
			return false
		}
	}
	return true
}

// dropForbiddenOrder removes the keys that the query no longer allows.
func (q *Query) dropForbiddenOrder() []Effect {
	var kept []Key
	var effects []Effect
	for _, k := range q.OrderBy {
		if q.forbidsOrder(k.Expr) == "" {
			kept = append(kept, k)
		} else {
			effects = append(effects, Effect{Clause: "ORDER BY", Text: k.Expr.SQL()})
		}
	}
	q.OrderBy = kept
	return effects
}
