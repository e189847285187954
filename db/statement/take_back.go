package statement

import (
	"fmt"
	"slices"
)

// Taking a difference back puts the part before in the place of the part after and leaves every other part as it is. What
// cannot stand then goes, too: a column of a table that is joined no more. All taken back is the statement before.

// TakeBack is the statement after without some of its differences, by their numbers.
func TakeBack(before, after *Statement, which ...int) (*Statement, error) {
	if len(which) == 0 {
		return after, nil
	}
	x := newDiffer(before, after)
	picked := make([]bool, len(x.found))
	for _, i := range which {
		if i < 0 || i >= len(picked) {
			return nil, fmt.Errorf("take back %d of %d differences: there is none", i+1, len(picked))
		}
		picked[i] = true
		if x.found[i].part == wholePart {
			return before, nil
		}
	}
	t := &taking{differ: x, picked: picked}
	for t.make(); t.drag(); t.make() {
	}
	if !slices.Contains(picked, false) {
		return before, nil
	}
	s, err := t.q.Build(after.dialect)
	if err != nil {
		return nil, fmt.Errorf("take back a change: %w", err)
	}
	if len(changesBetween(before, s)) == 0 {
		return before, nil
	}
	return s, nil
}

// taking is the making of one statement.
type taking struct {
	*differ
	picked []bool
	q      *Query
}

// make puts the query together.
func (t *taking) make() {
	t.q = t.a.own()
	t.q.From = restored(t.b.From, t.a.From, t.pickedIn(sourcePart), t.places[sourcePart])
	for i := range t.q.From {
		s := &t.q.From[i]
		s.On = t.carried(s.On)
	}
	if len(t.a.From) == 1 && len(t.q.From) > 1 {
		t.q.beside()
	}
	t.q.Items = restored(t.items(), t.q.Items, t.pickedIn(itemPart), t.places[itemPart])
	t.q.GroupBy = restored(mapped(t.b.GroupBy, t.carried), t.q.GroupBy, t.pickedIn(groupPart), t.places[groupPart])
	t.q.Having = restored(mapped(t.b.Having, t.carried), t.q.Having, t.pickedIn(havingPart), t.places[havingPart])
	t.q.Where = restored(mapped(t.b.Where, t.carried), t.q.Where, t.pickedIn(wherePart), t.places[wherePart])
	if t.has(shapePart) {
		t.q.Items, t.q.GroupBy, t.q.Having = t.items(), mapped(t.b.GroupBy, t.carried), mapped(t.b.Having, t.carried)
	}
	if t.has(distinctPart) {
		t.q.Distinct = t.b.Distinct
	}
	if t.has(orderPart) {
		t.q.OrderBy = mappedKeys(t.b.OrderBy, t.key)
	}
	if t.has(limitPart) {
		t.q.Limit = t.b.Limit
	}
	if t.has(offsetPart) {
		t.q.Offset = t.b.Offset
	}
	t.base()
}

// key is a key of the order before: by the name of a column that is shown no more, it is what the column was.
func (t *taking) key(e Expr) Expr {
	if _, name, ok := e.AsColumn(); ok && t.b.isAlias(name) && !t.q.isAlias(name) {
		e = t.b.Meaning(e)
	}
	return t.carried(e)
}

// base restores what has no field of its own.
func (t *taking) base() {
	with := t.a.base.GetWithClause()
	if t.has(restPart) {
		t.q.base = shallow(t.b.base)
	}
	if list := t.pickedIn(withPart); len(list) > 0 || t.has(restPart) {
		old := t.b.base.GetWithClause()
		ctes := restored(old.GetCtes(), with.GetCtes(), list, t.places[withPart])
		if with == nil {
			with = old
		}
		t.q.base = shallow(t.q.base)
		if t.q.base.WithClause = nil; len(ctes) > 0 {
			t.q.base.WithClause = shallow(with)
			t.q.base.WithClause.Ctes = ctes
		}
	}
}

func (t *taking) has(p part) bool {
	for i, d := range t.found {
		if t.picked[i] && d.part == p {
			return true
		}
	}
	return false
}

func (t *taking) pickedIn(p part) []place {
	var out []place
	for i, d := range t.found {
		if t.picked[i] && d.part == p {
			out = append(out, d.at)
		}
		if t.picked[i] && p == groupPart {
			out = append(out, d.groups...)
		}
	}
	return out
}

// beside names the query's one table, to which another has come, with each of its columns.
func (q *Query) beside() {
	name := q.From[0].Name()
	named := func(e Expr) Expr {
		return e.Map(func(c Expr) Expr {
			if qualifier, column, ok := c.AsColumn(); ok && qualifier == "" && !q.isAlias(column) {
				return Column(name, column)
			}
			return c
		})
	}
	for i := range q.Items {
		if qualifier, star := q.Items[i].Expr.AsStar(); star && qualifier == "" {
			q.Items[i].Expr = Star(name)
			continue
		}
		q.Items[i].Expr = named(q.Items[i].Expr)
	}
	q.Where, q.Having = mapped(q.Where, named), mapped(q.Having, named)
	q.GroupBy, q.OrderBy = mapped(q.GroupBy, named), mappedKeys(q.OrderBy, named)
}

// items are the columns before, under the names that the tables have after.
func (t *taking) items() []Item {
	out := slices.Clone(t.b.Items)
	for i := range out {
		if qualifier, star := out[i].Expr.AsStar(); star && qualifier == "" && len(t.b.From) == 1 && len(t.q.From) > 1 {
			out[i].Expr = Star(t.nameNow(t.b.From[0].Name()))
			continue
		}
		out[i].Expr = t.carried(out[i].Expr)
	}
	return out
}

// carried is an expression of the query before in the one that is being made: tables may be called otherwise, and columns
// of the one table need its name beside others.
func (t *taking) carried(e Expr) Expr {
	if e.IsZero() {
		return e
	}
	return e.Map(func(c Expr) Expr {
		qualifier, name, ok := c.AsColumn()
		switch {
		case !ok:
			return c
		case qualifier != "":
			if now := t.nameNow(qualifier); now != qualifier {
				return Column(now, name)
			}
		case len(t.b.From) == 1 && len(t.q.From) > 1 && !t.b.isAlias(name):
			return Column(t.nameNow(t.b.From[0].Name()), name)
		}
		return c
	})
}

// nameNow is what the query that is being made calls a source of the one before.
func (t *taking) nameNow(name string) string {
	if t.q.Source(name) >= 0 {
		return name
	}
	i := t.b.Source(name)
	if i < 0 {
		return name
	}
	for _, at := range t.places[sourcePart] {
		if at.before == i {
			return t.a.From[at.after].Name()
		}
	}
	return name
}

// restored is the list after with the places that are taken back as they were before.
func restored[T any](before, after []T, back, same []place) []T {
	type entry struct {
		value  T
		before int // its place in the list before; -1 for none
	}
	from := map[int]int{}
	for _, at := range same {
		from[at.after] = at.before
	}
	gone, changed := map[int]bool{}, map[int]bool{}
	var come []int
	for _, at := range back {
		switch {
		case at.before < 0 && at.after < 0: // the order of all
			return before
		case at.before < 0:
			gone[at.after] = true
		case at.after < 0:
			come = append(come, at.before)
		default:
			changed[at.after] = true
		}
	}
	var list []entry
	for j, v := range after {
		i, ok := from[j]
		switch {
		case gone[j]:
			continue
		case !ok:
			i = -1
		case changed[j]:
			v = before[i]
		}
		list = append(list, entry{v, i})
	}
	slices.Sort(come)
	for _, i := range come {
		at := 0
		for k, e := range list {
			if e.before >= 0 && e.before < i {
				at = k + 1
			}
		}
		list = slices.Insert(list, at, entry{before[i], i})
	}
	out := make([]T, len(list))
	for k, e := range list {
		out[k] = e.value
	}
	return out
}

// drag picks what cannot stand in the query as it was made; false when everything can.
func (t *taking) drag() bool {
	before := slices.Clone(t.picked)
	for i, d := range t.found {
		if !t.picked[i] && t.falls(d) {
			t.picked[i] = true
		}
	}
	for i, d := range t.found {
		if t.picked[i] && d.at.before >= 0 {
			t.needs(t.partBefore(d))
		}
	}
	return !slices.Equal(before, t.picked)
}

// falls says that a part after means a table or a column that is there no more.
func (t *taking) falls(d Difference) bool {
	if d.part == orderPart {
		return slices.ContainsFunc(t.a.OrderBy, func(k Key) bool {
			return t.homeless(k.Expr) || k.Expr.Aggregate() && !t.q.Grouped() || t.lostAlias(k.Expr)
		})
	}
	return slices.ContainsFunc(t.partAfter(d), t.homeless)
}

// homeless says that an expression is about a table that is not in FROM.
func (t *taking) homeless(e Expr) bool {
	return slices.ContainsFunc(e.Columns(), func(c Expr) bool {
		qualifier, _, _ := c.AsColumn()
		return qualifier != "" && t.q.Source(qualifier) < 0 && t.a.Source(qualifier) >= 0
	})
}

// lostAlias says that an expression is the name of a column that is shown no more.
func (t *taking) lostAlias(e Expr) bool {
	qualifier, name, ok := e.AsColumn()
	return ok && qualifier == "" && t.a.isAlias(name) && !t.q.isAlias(name)
}

// needs picks the tables of parts that came back.
func (t *taking) needs(parts []Expr) {
	for _, e := range parts {
		for _, c := range e.Columns() {
			qualifier, _, _ := c.AsColumn()
			i := t.b.Source(qualifier)
			if qualifier == "" || i < 0 {
				continue
			}
			for k, d := range t.found {
				if d.part == sourcePart && d.at == (place{i, -1}) {
					t.picked[k] = true
				}
			}
		}
	}
}

func (t *taking) partBefore(d Difference) []Expr { return partOf(t.b, d, d.at.before) }

func (t *taking) partAfter(d Difference) []Expr { return partOf(t.a, d, d.at.after) }

// partOf are the expressions of a part of a query at a place.
func partOf(q *Query, d Difference, at int) []Expr {
	if at < 0 {
		return nil
	}
	switch d.part {
	case itemPart:
		return []Expr{q.Items[at].Expr}
	case wherePart:
		return q.Where[at : at+1]
	case groupPart:
		return q.GroupBy[at : at+1]
	case havingPart:
		return q.Having[at : at+1]
	case sourcePart:
		return []Expr{q.From[at].On}
	case shapePart:
		return slices.Concat(itemExprs(q), q.GroupBy, q.Having)
	}
	return nil
}
