package statement

import "slices"

// ChangeSet makes another set operation of the same two queries: UNION where it was INTERSECT.
func (q *Query) ChangeSet(kind SetKind, all bool) error {
	switch {
	case q.Set == nil:
		return senseless("the query combines no two", "combine with %s", kind)
	case q.Set.Kind == kind && q.Set.All == all:
		return senseless("it does already", "combine with %s", kind)
	}
	changed := *q.Set
	changed.Kind, changed.All = kind, all
	q.Set = &changed
	return nil
}

// KeepSide drops the set operation and one of its queries; right says which one stays. Order and limit of the whole go
// on for it where it has none of its own; an order is then told by places, for the sides may name their columns
// differently. What cannot go on is told.
func (q *Query) KeepSide(right bool) ([]Effect, error) {
	if q.Set == nil {
		return nil, senseless("the query combines no two", "keep one of them")
	}
	first, side := q.Set.Left, q.Set.Left
	if right {
		side = q.Set.Right
	}
	side = side.Clone()
	var effects []Effect
	if len(side.OrderBy) > 0 || !side.Limit.IsZero() || !side.Offset.IsZero() {
		side = side.Wrap("kept", Item{Expr: Star("")})
	}
	for _, k := range q.OrderBy {
		if right {
			k = k.atPlace(first)
		}
		if side.forbidsOrder(k.Expr, nil) != "" {
			effects = append(effects, Effect{Clause: "ORDER BY", Text: k.Expr.SQL()})
			continue
		}
		side.OrderBy = append(side.OrderBy, k)
	}
	side.Limit, side.Offset = q.Limit, q.Offset
	*q = *side
	return effects, nil
}

// place is the place among the columns that the key names, 0 when it names none so.
func (k Key) place() int {
	n, _ := k.Expr.AsLiteral()
	place, _ := n.(int64)
	return int(place)
}

// atPlace is the key by the place of the column that it names in the query; as it is, where it names none.
func (k Key) atPlace(q *Query) Key {
	q = q.first()
	if i := q.ItemOf(k.Expr); i >= 0 && !slices.ContainsFunc(q.Items[:i], func(it Item) bool { _, star := it.Expr.AsStar(); return star }) {
		k.Expr = Literal(int64(i + 1))
	}
	return k
}
