package statement

import "slices"

// AddGroup breaks the query down by one more key: the key, and an item in front of the first aggregate unless it is
// shown. A query that aggregates nothing has nothing to break down: Regroup gives it a measure.
func (q *Query) AddGroup(key Item) ([]Effect, error) {
	if err := q.plain("group by %s", key.Expr.SQL()); err != nil {
		return nil, err
	}
	if key.Expr.Aggregate() || hasWindow(key.Expr) {
		return nil, senseless("an aggregate cannot be a group key", "group by %s", key.Expr.SQL())
	}
	if !q.Grouped() {
		return nil, senseless("the query shows single rows; name something to count or sum", "group by %s", key.Expr.SQL())
	}
	if q.isKey(key.Expr) {
		return nil, senseless("it is grouped by that already", "group by %s", key.Expr.SQL())
	}
	q.spellOut()
	q.GroupBy = append(slices.Clip(q.GroupBy), key.Expr)
	if !q.shows(key.Expr) {
		at := slices.IndexFunc(q.Items, func(i Item) bool { return i.Expr.Aggregate() })
		q.Items = slices.Insert(slices.Clone(q.Items), max(at, 0), key)
	}
	return nil, nil
}

// RemoveGroup takes a key out of GROUP BY, with its item and its order. What is left must show something.
func (q *Query) RemoveGroup(key Expr) ([]Effect, error) {
	q.spellOut()
	i := slices.IndexFunc(q.GroupBy, func(k Expr) bool { return q.means(k, key) })
	if i < 0 {
		return nil, senseless("the query does not group by it", "take %s out of the groups", key.SQL())
	}
	item := q.itemOf(q.GroupBy[i])
	if item >= 0 && len(q.Items) == 1 {
		return nil, senseless("nothing would be left to show", "take %s out of the groups", key.SQL())
	}
	q.GroupBy = without(q.GroupBy, i)
	if item >= 0 {
		q.replaceAlias(q.Items[item])
		q.Items = without(q.Items, item)
	}
	return q.dropForbiddenOrder(), nil
}

// ReplaceGroup changes a key, as from month to week: the key, its item and its order follow.
func (q *Query) ReplaceGroup(old Expr, key Item) error {
	q.spellOut()
	i := slices.IndexFunc(q.GroupBy, func(k Expr) bool { return q.means(k, old) })
	if i < 0 {
		return senseless("the query does not group by it", "replace the group key %s", old.SQL())
	}
	was := q.GroupBy[i]
	if item := q.itemOf(was); item >= 0 {
		was = q.Items[item].Expr
		if err := q.ReplaceItem(item, key); err != nil {
			return err
		}
	}
	q.GroupBy = slices.Clone(q.GroupBy)
	q.GroupBy[i] = key.Expr
	q.replaceKeys(was, key.Expr)
	return nil
}

// Regroup shows measures by keys instead of what is shown now; filters stay, and so does the order where it still can.
func (q *Query) Regroup(keys, measures []Item) ([]Effect, error) {
	if err := q.plain("group"); err != nil {
		return nil, err
	}
	if len(measures) == 0 || !slices.ContainsFunc(measures, func(m Item) bool { return m.Expr.Aggregate() }) {
		return nil, senseless("there is nothing to count or sum", "group")
	}
	q.spellOut()
	for _, it := range q.Items {
		q.replaceAlias(it)
	}
	q.Distinct = false
	q.Items = slices.Concat(keys, measures)
	q.GroupBy = make([]Expr, len(keys))
	for i, k := range keys {
		q.GroupBy[i] = k.Expr
	}
	return q.dropForbiddenOrder(), nil
}
