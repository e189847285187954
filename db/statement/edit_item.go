package statement

import (
	"slices"
	"strings"
)

// Grouped says that the query gives one row a group: it has GROUP BY, HAVING or an aggregate among its items.
func (q *Query) Grouped() bool {
	return len(q.GroupBy) > 0 || len(q.Having) > 0 || slices.ContainsFunc(q.Items, func(i Item) bool { return i.Expr.Aggregate() })
}

// AddItem shows one more column, at the end. In a query of groups a column that is no aggregate becomes a group key, which
// is an effect, and stands in front of the first aggregate. An item that is shown already is refused.
func (q *Query) AddItem(it Item) ([]Effect, error) {
	if err := q.plain("show %s", it.Expr.SQL()); err != nil {
		return nil, err
	}
	if q.shows(it.Expr) {
		return nil, senseless("it is shown already", "show %s", it.Expr.SQL())
	}
	if !q.Grouped() || it.Expr.Aggregate() || it.Expr.HasWindow() {
		q.Items = append(slices.Clip(q.Items), it)
		return nil, nil
	}
	q.spellOutPlaces()
	effects := q.keep(it)
	q.Items = slices.Insert(slices.Clone(q.Items), q.firstAggregate(), it)
	return effects, nil
}

// keep makes an item a group key, unless it is one or has the same value everywhere.
func (q *Query) keep(it Item) []Effect {
	if it.Expr.Aggregate() || it.Expr.HasWindow() || len(it.Expr.Columns()) == 0 || q.isKey(it.Expr) {
		return nil
	}
	q.GroupBy = append(slices.Clip(q.GroupBy), it.Expr)
	return []Effect{{Clause: "GROUP BY", Text: it.Expr.SQL(), Added: true}}
}

// SetItems shows these columns instead of what is shown now. Where rows are groups by keys, a column that is no aggregate
// becomes a key too; order keys go where the query no longer allows them. Both are effects.
func (q *Query) SetItems(items ...Item) ([]Effect, error) {
	if err := q.plain("show other columns"); err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, senseless("nothing would be left to show", "show no column")
	}
	q.SpellOut()
	single := !q.Grouped()
	var effects []Effect
	if len(q.GroupBy) > 0 {
		for _, it := range items {
			effects = append(effects, q.keep(it)...)
		}
	}
	q.Items = slices.Clone(items)
	if q.Distinct || single && q.Grouped() {
		effects = append(effects, q.dropForbiddenOrder()...)
	}
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

// means says that a key of GROUP BY or ORDER BY stands for e: the same expression, or an item's alias or place.
func (q *Query) means(key, e Expr) bool {
	if key.Equal(e) || sameColumn(key, e) {
		return true
	}
	x := q.Meaning(key)
	return x.Equal(e) || sameColumn(x, e)
}

// Meaning is the expression that a key of GROUP BY or ORDER BY stands for: that of the item that it names, or itself.
func (q *Query) Meaning(key Expr) Expr {
	if i := q.ItemOf(key); i >= 0 {
		return q.Items[i].Expr
	}
	return key
}

// ItemOf is the index of the item that a key of GROUP BY or ORDER BY names by place, alias or expression; -1 for none.
func (q *Query) ItemOf(key Expr) int {
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

// RemoveItem shows one column less, on both sides of a set operation. Keys that named it by place or alias now say its
// expression; where DISTINCT or the set operation forbids that, they go, which is an effect.
func (q *Query) RemoveItem(i int) ([]Effect, error) {
	if width := q.width(); q.Set != nil && (width == 0 || q.Set.Right.width() != width) {
		return nil, senseless("the columns are not listed on both sides", "remove column %d", i+1)
	}
	first := q.first()
	if i < 0 || i >= len(first.Items) {
		return nil, senseless("there is no such column", "remove column %d", i+1)
	}
	if len(first.Items) == 1 {
		return nil, senseless("it is the last one", "remove the column %s", first.Items[i].Expr.SQL())
	}
	if q.Set != nil {
		return q.removeFromSides(i)
	}
	q.spellOutPlaces()
	gone := q.Items[i]
	q.spellOutAlias(gone)
	q.Items = without(q.Items, i)
	if q.Distinct {
		return q.dropForbiddenOrder(), nil
	}
	return nil, nil
}

// removeFromSides removes a column from both queries of a set operation; its own order names columns of the first.
func (q *Query) removeFromSides(i int) ([]Effect, error) {
	var kept []Key
	var effects []Effect
	for _, k := range q.OrderBy {
		switch place := k.place(); {
		case place == i+1:
			effects = append(effects, Effect{Clause: "ORDER BY", Text: q.first().Items[i].Expr.SQL()})
			continue
		case place > i:
			k.Expr = Literal(place - 1)
		}
		kept = append(kept, k)
	}
	set := *q.Set
	for _, side := range []**Query{&set.Left, &set.Right} {
		*side = (*side).Clone()
		if _, err := (*side).RemoveItem(i); err != nil {
			return nil, err
		}
	}
	q.Set, q.OrderBy = &set, kept
	return append(effects, q.dropForbiddenOrder()...), nil
}

// ReplaceItem shows something else in an item's place. Keys that named the old one say what they meant.
func (q *Query) ReplaceItem(i int, it Item) error {
	if i < 0 || i >= len(q.Items) {
		return senseless("there is no such column", "replace column %d", i+1)
	}
	q.spellOutPlaces()
	q.spellOutAlias(q.Items[i])
	q.Items = slices.Clone(q.Items)
	q.Items[i] = it
	return nil
}

// SpellOut makes keys that name items by place or alias say their expressions, so that the items can change.
func (q *Query) SpellOut() {
	q.spellOutPlaces()
	for _, it := range q.Items {
		q.spellOutAlias(it)
	}
}

// spellOutPlaces makes keys that are places (ORDER BY 2) say the item's expression, so that items can move.
func (q *Query) spellOutPlaces() {
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

// spellOutAlias makes keys that named an item by its alias say its expression.
func (q *Query) spellOutAlias(it Item) {
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
