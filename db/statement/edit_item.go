package statement

import (
	"slices"
	"strings"
)

// Grouped says that the query gives one row a group: it has GROUP BY, HAVING or an aggregate among its items.
func (q *Query) Grouped() bool {
	return len(q.GroupBy) > 0 || len(q.Having) > 0 || slices.ContainsFunc(q.Items, func(i Item) bool { return i.Expr.Aggregate() })
}

// AddItem shows one more column, at the end. In a grouped query a column that is no aggregate becomes a group key too,
// and that is an effect. An item that is shown already is refused.
func (q *Query) AddItem(it Item) ([]Effect, error) {
	if err := q.plain("show %s", it.Expr.SQL()); err != nil {
		return nil, err
	}
	if q.shows(it.Expr) {
		return nil, senseless("it is shown already", "show %s", it.Expr.SQL())
	}
	var effects []Effect
	if q.Grouped() && !it.Expr.Aggregate() && !hasWindow(it.Expr) && len(it.Expr.Columns()) > 0 && !q.isKey(it.Expr) {
		q.GroupBy = append(slices.Clip(q.GroupBy), it.Expr)
		effects = append(effects, Effect{Clause: "GROUP BY", Text: it.Expr.SQL(), Added: true})
	}
	q.Items = append(slices.Clip(q.Items), it)
	return effects, nil
}

// shows says that an item with this expression is there, or a star that covers the column.
func (q *Query) shows(e Expr) bool {
	qualifier, _, isColumn := e.AsColumn()
	for _, it := range q.Items {
		if sameColumn(it.Expr, e) || it.Expr.Equal(e) {
			return true
		}
		star, ok := it.Expr.AsStar()
		if ok && isColumn && (star == "" || strings.EqualFold(star, qualifier)) && len(q.From) == 1 {
			return true
		}
	}
	return false
}

// isKey says that e is a group key: itself, by its item's alias, or by its place.
func (q *Query) isKey(e Expr) bool {
	return slices.ContainsFunc(q.GroupBy, func(k Expr) bool { return q.means(k, e) })
}

// means says that a key of GROUP BY or ORDER BY stands for e: the same expression, or an item's alias or place.
func (q *Query) means(key, e Expr) bool {
	if key.Equal(e) || sameColumn(key, e) {
		return true
	}
	if i := q.itemOf(key); i >= 0 {
		return q.Items[i].Expr.Equal(e) || sameColumn(q.Items[i].Expr, e)
	}
	return false
}

// itemOf is the index of the item that a key names by place, alias or expression; -1 for none.
func (q *Query) itemOf(key Expr) int {
	if n, ok := key.AsLiteral(); ok {
		if place, ok := n.(int64); ok && place >= 1 && int(place) <= len(q.Items) {
			return int(place) - 1
		}
		return -1
	}
	if qualifier, name, ok := key.AsColumn(); ok && qualifier == "" {
		if i := slices.IndexFunc(q.Items, func(it Item) bool { return strings.EqualFold(it.Alias, name) }); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(q.Items, func(it Item) bool { return it.Expr.Equal(key) || sameColumn(it.Expr, key) })
}

// RemoveItem shows one column less. Keys that named it by place or alias now say its expression; under DISTINCT, which
// forbids that, they go. Its group key goes with it, unless the query would then show less than it groups by anyway.
func (q *Query) RemoveItem(i int) ([]Effect, error) {
	if i < 0 || i >= len(q.Items) {
		return nil, senseless("there is no such column", "remove column %d", i+1)
	}
	if len(q.Items) == 1 {
		return nil, senseless("it is the last one", "remove the column %s", q.Items[i].Expr.SQL())
	}
	q.spellOut()
	gone := q.Items[i]
	q.replaceAlias(gone)
	q.Items = without(q.Items, i)
	return q.dropForbiddenOrder(), nil
}

// ReplaceItem shows another column in an item's place. Group and order keys that meant the old one mean the new one.
func (q *Query) ReplaceItem(i int, it Item) error {
	if i < 0 || i >= len(q.Items) {
		return senseless("there is no such column", "replace column %d", i+1)
	}
	q.spellOut()
	old := q.Items[i]
	q.replaceAlias(old)
	q.Items = slices.Clone(q.Items)
	q.Items[i] = it
	q.replaceKeys(old.Expr, it.Expr)
	return nil
}

// spellOut replaces keys that are places (ORDER BY 2) by the item's alias or expression, so that items can move.
func (q *Query) spellOut() {
	named := func(key Expr) Expr {
		n, ok := key.AsLiteral()
		place, isInt := n.(int64)
		if !ok || !isInt || place < 1 || int(place) > len(q.Items) {
			return key
		}
		it := q.Items[place-1]
		if _, star := it.Expr.AsStar(); star {
			return key
		}
		return it.Expr
	}
	q.GroupBy = mapped(q.GroupBy, named)
	q.OrderBy = mappedKeys(q.OrderBy, named)
}

// replaceAlias makes keys that named an item by its alias say its expression.
func (q *Query) replaceAlias(it Item) {
	if it.Alias == "" {
		return
	}
	spelled := func(key Expr) Expr {
		return key.Map(func(x Expr) Expr {
			if qualifier, name, ok := x.AsColumn(); ok && qualifier == "" && strings.EqualFold(name, it.Alias) {
				return it.Expr
			}
			return x
		})
	}
	q.GroupBy, q.Having, q.OrderBy = mapped(q.GroupBy, spelled), mapped(q.Having, spelled), mappedKeys(q.OrderBy, spelled)
}

func (q *Query) replaceKeys(old, new Expr) {
	swap := func(key Expr) Expr {
		if key.Equal(old) || sameColumn(key, old) {
			return new
		}
		return key
	}
	q.GroupBy = mapped(q.GroupBy, swap)
	q.OrderBy = mappedKeys(q.OrderBy, swap)
}

func mapped(list []Expr, f func(Expr) Expr) []Expr {
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = f(e)
	}
	return out
}

func mappedKeys(keys []Key, f func(Expr) Expr) []Key {
	out := slices.Clone(keys)
	for i := range out {
		out[i].Expr = f(out[i].Expr)
	}
	return out
}
