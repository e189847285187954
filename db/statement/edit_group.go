package statement

import "slices"

// Dependence says that a group key fixes the value of an expression, as the key of a table fixes its row: what only a
// catalogue knows. A nil one knows nothing.
type Dependence func(key, e Expr) bool

// AddGroup breaks the query down by more keys, and shows the items, which tell the groups apart, in front of the first
// aggregate. Keys and items that are there already are left out. A query that aggregates nothing has nothing to break down.
func (q *Query) AddGroup(keys []Expr, items []Item) error {
	if err := q.groups(keys); err != nil {
		return err
	}
	added := slices.DeleteFunc(slices.Clone(keys), q.isKey)
	if len(added) == 0 {
		return senseless("it is grouped by that already", "group")
	}
	q.SpellOut()
	q.GroupBy = slices.Concat(q.GroupBy, added)
	items = slices.DeleteFunc(slices.Clone(items), func(it Item) bool { return q.shows(it.Expr) })
	q.Items = slices.Insert(slices.Clone(q.Items), q.firstAggregate(), items...)
	return nil
}

// Regroup groups by the keys instead of what it groups by now: the items, which tell the groups apart, stand before the
// aggregates that are shown. Without keys one row is left. Filters stay, and so does the order where it still can; what
// goes of it is told.
func (q *Query) Regroup(keys []Expr, items []Item) ([]Effect, error) {
	if err := q.groups(keys); err != nil {
		return nil, err
	}
	q.SpellOut()
	measures := slices.DeleteFunc(slices.Clone(q.Items), func(it Item) bool { return !it.Expr.Aggregate() })
	q.Items = slices.Concat(items, measures)
	q.GroupBy = slices.Clone(keys)
	return q.dropForbiddenOrder(), nil
}

// groups refuses keys that no group can have, and queries that have nothing to show for a group.
func (q *Query) groups(keys []Expr) error {
	for _, key := range keys {
		if key.Aggregate() || key.HasWindow() {
			return senseless("an aggregate cannot be a group key", "group by %s", key.SQL())
		}
	}
	if err := q.plain("group"); err != nil {
		return err
	}
	if q.firstAggregate() == len(q.Items) {
		return senseless("the query shows single rows; name something to count or sum", "group")
	}
	return nil
}

// firstAggregate is the place of the first item that aggregates; behind the last one when none does.
func (q *Query) firstAggregate() int {
	if i := slices.IndexFunc(q.Items, func(it Item) bool { return it.Expr.Aggregate() }); i >= 0 {
		return i
	}
	return len(q.Items)
}

// OnePerGroup says that e has one value in each row of the query: rows are no groups, or e is an aggregate, a group key,
// or made of group keys and of what they fix.
func (q *Query) OnePerGroup(e Expr, fixes Dependence) bool {
	if !q.Grouped() || e.Aggregate() || e.HasWindow() || q.fixed(e, fixes) {
		return true
	}
	if _, star := e.AsStar(); star {
		return false
	}
	return !slices.ContainsFunc(e.Columns(), func(c Expr) bool { return !q.fixed(c, fixes) })
}

// fixed says that e is a group key, or that one fixes it.
func (q *Query) fixed(e Expr, fixes Dependence) bool {
	return slices.ContainsFunc(q.GroupBy, func(key Expr) bool {
		return q.means(key, e) || fixes != nil && fixes(q.Meaning(key), e)
	})
}

// isKey says that e is a group key: itself, by its item's alias, or by its place.
func (q *Query) isKey(e Expr) bool { return q.fixed(e, nil) }
