package clause

import (
	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// Mix is one way of putting the present query and a fresh reading of a follow-up together. A follow-up that is a question of its
// own words still speaks of what is on screen: "what are their names?" asks for other columns of the same rows, "and for Rock?"
// for the same columns of other rows. Which mix was meant is left to the ranker.
type Mix uint8

const (
	Edited     Mix = iota // the rules of refinement
	Fresh                 // the reading alone
	Filtered              // the reading, with the filters in force
	Asked                 // the reading's columns of the present rows, in their order
	ordered               // the reading's columns and order of the present rows
	Narrowed              // the present columns, of the rows that the reading asks for too
	arranged              // the present columns in the reading's order, of the rows that it asks for too
	extended              // the present columns and the reading's
	among                 // the reading, about rows of the present result
	withValue             // the reading, for the value that the present result gives
	redirected            // the present columns, of the rows that the reading asks for instead
	Limited               // as many of the present rows as the reading asks for
	Kept                  // the present query as it is
	Called                // the present rows by what they are called
	mixes                 // how many there are
)

// MixNames are the names of the ways, as the weights call them.
var MixNames = [mixes]string{"edited", "fresh", "filtered", "asked", "ordered", "narrowed", "arranged", "extended", "among", "with value", "redirected", "limited", "kept", "called"}

// Mixer makes the mixes of one present query and one reading.
type Mixer struct {
	Index   *schema.Index
	Present *statement.Query
	Reading *statement.Query
}

// Make gives the mix; nil when the two do not fit together in that way.
func (m Mixer) Make(kind Mix) *statement.Query {
	if m.Reading.Set != nil && kind != Fresh {
		return nil
	}
	switch kind {
	case Fresh:
		return m.Reading.Clone()
	case Filtered:
		return m.withFilters()
	case Asked:
		return m.ofPresent(true, tailPresent)
	case ordered:
		if len(m.Reading.OrderBy) == 0 && len(m.Reading.GroupBy) == 0 && m.presentTail() {
			return m.ofPresent(true, tailNone)
		}
		return m.ofPresent(true, tailReading)
	case Narrowed:
		return m.narrow(false)
	case redirected:
		return m.narrow(true)
	case arranged:
		if len(m.Reading.OrderBy) == 0 {
			return nil
		}
		return m.ofPresent(false, tailReading)
	case extended:
		return m.extend()
	case among:
		return m.amongPresent()
	case withValue:
		return m.forValue()
	case Limited:
		return m.limit()
	}
	return nil
}

// Loses says that a mix leaves out what the words asked to see: a number that was asked for ("revenue"), or what the rows
// were to be grouped by and is shown ("by month").
func (m Mixer) Loses(q *statement.Query) bool {
	if m.Reading.Set != nil || q.Set != nil {
		return false
	}
	asked, made := m.view(m.Reading), m.view(q)
	shown, groups := map[string]bool{}, map[string]bool{}
	for _, item := range q.Items {
		shown[made.Sign(item.Expr)] = true
	}
	for _, key := range q.GroupBy {
		groups[made.Sign(q.Meaning(key))] = true
	}
	for _, i := range edit.Measures(m.Reading) {
		if !shown[asked.Sign(m.Reading.Items[i].Expr)] {
			return true
		}
	}
	figuresOnly := len(edit.Measures(m.Reading)) == len(m.Reading.Items)
	for _, key := range m.Reading.GroupBy {
		sign := asked.Sign(m.Reading.Meaning(key))
		if m.Reading.ItemOf(key) >= 0 && !(groups[sign] && shown[sign]) || figuresOnly && !groups[sign] {
			return true
		}
	}
	return false
}

// Breaks says that the groups of a mix have no one value to show or sort by, where those of the present query have.
func (m Mixer) Breaks(q *statement.Query) bool {
	present, made := m.view(edit.Leftmost(m.Present)), m.view(edit.Leftmost(q))
	return present.Coherent(false) && !made.Coherent(false) || present.Query.Grouped() && present.Coherent(true) && !made.Coherent(true)
}

// limit is the present query in its order, cut where the reading is.
func (m Mixer) limit() *statement.Query {
	if len(m.Present.OrderBy) == 0 || m.Reading.Limit.IsZero() || m.Reading.Limit.Equal(m.Present.Limit) {
		return nil
	}
	q := m.Present.Clone()
	q.Limit = m.Reading.Limit
	return q
}

func (m Mixer) view(q *statement.Query) edit.View { return edit.View{Index: m.Index, Query: q} }

// tail says whose groups, order and limit a mix has.
type tail uint8

const (
	tailPresent tail = iota
	tailReading
	tailNone
)

func (m Mixer) presentTail() bool {
	p := m.Present
	return len(p.OrderBy) > 0 || !p.Limit.IsZero() || len(p.GroupBy) > 0 || len(p.Having) > 0
}

// carry rewrites an expression of one SELECT for another, joining the tables that it needs there. Sub-queries go along
// as they are.
func carry(e statement.Expr, from, to edit.View) (statement.Expr, bool) {
	ok := true
	out := e.Map(func(x statement.Expr) statement.Expr {
		if _, _, column := x.AsColumn(); !column {
			return x
		}
		c := from.Column(x)
		if c == nil {
			ok = false
			return x
		}
		y, err := to.Reach(c)
		if err != nil {
			ok = false
			return x
		}
		return y
	})
	return out, ok
}

// needed joins what an expression needs first: a join rewrites what is there, so nothing may be carried before.
func needed(list []statement.Expr, from, to edit.View) bool {
	for _, e := range list {
		for _, x := range e.Columns() {
			c := from.Column(x)
			if c == nil {
				return false
			}
			if _, err := to.Reach(c); err != nil {
				return false
			}
		}
	}
	return true
}

// CarryAll rewrites expressions of one SELECT for another; not ok when one of them has no place there.
func CarryAll(list []statement.Expr, from, to edit.View) ([]statement.Expr, bool) {
	if !needed(list, from, to) {
		return nil, false
	}
	out := make([]statement.Expr, 0, len(list))
	for _, e := range list {
		x, ok := carry(e, from, to)
		if !ok {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

// AddFilters adds predicates, replacing those of the same columns, or leaving them when keep is set.
func AddFilters(to edit.View, list []statement.Expr, keep bool) error {
	owned := map[*schema.Column]bool{}
	for _, old := range to.Query.Where {
		if c := to.Subject(old); c != nil {
			owned[c] = true
		}
	}
	cleared := map[*schema.Column]bool{}
	for _, p := range list {
		if edit.Same(to.Query.Where, p) {
			continue
		}
		c := to.Subject(p)
		if c != nil && owned[c] {
			if keep {
				continue
			}
			if !cleared[c] {
				if err := to.Replace(c); err != nil {
					return err
				}
				cleared[c] = true
			}
		}
		if err := to.Query.AddPredicate(p); err != nil {
			return err
		}
	}
	return nil
}

// withFilters is the reading with the filters in force that it does not replace.
func (m Mixer) withFilters() *statement.Query {
	if m.Present.Set != nil || len(m.Present.Where) == 0 {
		return nil
	}
	q := m.Reading.Clone()
	from, to := m.view(m.Present), m.view(q)
	list, ok := CarryAll(m.Present.Where, from, to)
	if !ok {
		return nil
	}
	if AddFilters(to, list, true) != nil {
		return nil
	}
	return q
}

// ofPresent is the present query with the reading's filters, and with its columns and tail as told.
func (m Mixer) ofPresent(items bool, t tail) *statement.Query {
	if m.Present.Set != nil {
		return nil
	}
	q := m.Present.Clone()
	from, to := m.view(m.Reading), m.view(q)
	q.SpellOut()
	if items {
		carried, ok := m.carryItems(from, to)
		if !ok {
			return nil
		}
		q.Items, q.Distinct = carried, m.Reading.Distinct || q.Distinct && !m.Reading.Grouped()
	}
	if !m.addWhere(q, false) || !m.setTail(q, t) {
		return nil
	}
	if items && t == tailPresent && m.Reading.Grouped() && len(m.Reading.GroupBy) == 0 {
		if m.presentTail() && (!q.Limit.IsZero() || len(q.GroupBy) > 0) {
			return nil
		}
		q.ClearOrder()
	}
	return q
}

// carryItems are the reading's items for the present query. A star stays the star of its table.
func (m Mixer) carryItems(from, to edit.View) ([]statement.Item, bool) {
	var exprs []statement.Expr
	for _, item := range m.Reading.Items {
		exprs = append(exprs, item.Expr)
	}
	if !needed(exprs, from, to) {
		return nil, false
	}
	var out []statement.Item
	for _, item := range m.Reading.Items {
		if _, star := item.Expr.AsStar(); star {
			x, ok := m.star(to)
			if !ok {
				return nil, false
			}
			out = append(out, statement.Item{Expr: x})
			continue
		}
		x, ok := carry(item.Expr, from, to)
		if !ok {
			return nil, false
		}
		out = append(out, statement.Item{Expr: x, Alias: item.Alias})
	}
	return out, true
}

// star is every column of the reading's first table, in the present query.
func (m Mixer) star(to edit.View) (statement.Expr, bool) {
	tables := m.view(m.Reading).Tables()
	if len(tables) == 0 {
		return statement.Expr{}, false
	}
	for _, src := range to.Query.From {
		if to.Table(src) != tables[0] {
			continue
		}
		if len(to.Query.From) == 1 {
			return statement.Star(""), true
		}
		return statement.Star(edit.SourceName(src)), true
	}
	return statement.Expr{}, false
}

// addWhere adds the reading's filters; alone drops the present ones first.
func (m Mixer) addWhere(q *statement.Query, alone bool) bool {
	from, to := m.view(m.Reading), m.view(q)
	list, ok := CarryAll(m.Reading.Where, from, to)
	if !ok {
		return false
	}
	if alone {
		q.Where = nil
	}
	return AddFilters(to, list, false) == nil
}

// setTail gives the query the groups, order and limit of the reading, or none.
func (m Mixer) setTail(q *statement.Query, t tail) bool {
	if t == tailPresent {
		return true
	}
	if t == tailNone && len(q.Having) > 0 {
		return false // what chose the groups chooses their rows
	}
	q.GroupBy, q.Having = nil, nil
	q.ClearOrder()
	q.ClearLimit()
	if t == tailNone {
		return true
	}
	from, to := m.view(m.Reading), m.view(q)
	var ok bool
	if q.GroupBy, ok = CarryAll(m.Reading.GroupBy, from, to); !ok {
		return false
	}
	if q.Having, ok = CarryAll(m.Reading.Having, from, to); !ok {
		return false
	}
	for _, k := range m.Reading.OrderBy {
		list, ok := CarryAll([]statement.Expr{k.Expr}, from, to)
		if !ok {
			return false
		}
		k.Expr = list[0]
		q.OrderBy = append(q.OrderBy, k)
	}
	q.Limit = m.Reading.Limit
	return true
}

// narrow is the present query of the rows that the reading asks for: beside its own filters, or instead of them.
func (m Mixer) narrow(instead bool) *statement.Query {
	if m.Present.Set != nil || len(m.Reading.Where) == 0 || instead && len(m.Present.Where) == 0 {
		return nil
	}
	q := m.Present.Clone()
	if !m.addWhere(q, instead) {
		return nil
	}
	return q
}

// extend is the present query with the reading's columns beside its own.
func (m Mixer) extend() *statement.Query {
	if m.Present.Set != nil || m.Reading.Grouped() != m.Present.Grouped() {
		return nil
	}
	q := m.Present.Clone()
	items, ok := m.carryItems(m.view(m.Reading), m.view(q))
	if !ok || !m.addWhere(q, false) {
		return nil
	}
	n := len(q.Items)
	for _, item := range items {
		if i := q.ItemOf(item.Expr); (i < 0 || i >= n) && !m.amongAll(q, item) {
			q.Items = append(q.Items, item)
		}
	}
	if len(q.Items) == n {
		return nil
	}
	return q
}

// amongAll says that an item is a column that a star of a query shows already.
func (m Mixer) amongAll(q *statement.Query, item statement.Item) bool {
	v := m.view(q)
	c := v.Column(item.Expr)
	if c == nil || item.Alias != "" {
		return false
	}
	at, shown := v.Shown(c)
	return shown && at < 0
}

// amongPresent is the reading about the rows of the present result, by their key.
func (m Mixer) amongPresent() *statement.Query {
	inner := m.Present.Clone()
	if n, _ := LimitOf(inner); inner.Set != nil || inner.Grouped() && len(inner.GroupBy) == 0 || n == 1 && !m.Reading.Limit.IsZero() {
		return nil // one row has no end
	}
	q := m.Reading.Clone()
	from, to := m.view(inner), m.view(q)
	for _, t := range to.Tables() {
		key := t.PrimaryKey()
		if key == nil {
			continue
		}
		x, ok := from.Ref(key)
		if !ok {
			continue
		}
		y, _ := to.Ref(key)
		if _, err := inner.SetItems(statement.Item{Expr: x}); err != nil {
			return nil
		}
		if inner.Limit.IsZero() {
			inner.ClearOrder()
		}
		if q.AddPredicate(statement.InQuery(y, inner)) != nil {
			return nil
		}
		return q
	}
	return nil
}

// forValue is the reading for the value, or values, that the present query gives in its only column.
func (m Mixer) forValue() *statement.Query {
	inner := m.Present.Clone()
	if len(edit.Leftmost(inner).Items) != 1 {
		return nil
	}
	c := m.view(edit.Leftmost(inner)).Column(edit.Leftmost(inner).Items[0].Expr)
	if c == nil {
		return nil
	}
	q := m.Reading.Clone()
	to := m.view(q)
	x, ok := m.counterpart(c, to)
	if !ok {
		return nil
	}
	if inner.Limit.IsZero() {
		inner.ClearOrder()
	}
	if q.AddPredicate(statement.InQuery(x, inner)) != nil {
		return nil
	}
	return q
}

// counterpart is the column in the reading's tables, or the key that stands for it there.
func (m Mixer) counterpart(c *schema.Column, to edit.View) (statement.Expr, bool) {
	if x, ok := to.Ref(c); ok {
		return x, true
	}
	for _, e := range m.Index.Graph.Of(c.Table) {
		for i := range e.FromColumns {
			other := e.FromColumns[i]
			if other == c {
				other = e.ToColumns[i]
			} else if e.ToColumns[i] != c {
				continue
			}
			if x, ok := to.Ref(other); ok {
				return x, true
			}
		}
	}
	x, err := to.Reach(c)
	return x, err == nil
}
