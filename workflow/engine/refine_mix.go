package engine

import (
	"parley/db/statement"
	"parley/workflow/schema"
)

// A follow-up that is a question of its own words still speaks of what is on screen: "what are their names?" asks for
// other columns of the same rows, "and for Rock?" for the same columns of other rows. A mix is one way of putting the
// present query and a fresh reading of the follow-up together. Which mix was meant is left to the ranker.
type mix uint8

const (
	edited     mix = iota // the rules of refinement
	fresh                 // the reading alone
	filtered              // the reading, with the filters in force
	asked                 // the reading's columns of the present rows, in their order
	ordered               // the reading's columns and order of the present rows
	narrowed              // the present columns, of the rows that the reading asks for too
	arranged              // the present columns in the reading's order, of the rows that it asks for too
	extended              // the present columns and the reading's
	among                 // the reading, about rows of the present result
	withValue             // the reading, for the value that the present result gives
	redirected            // the present columns, of the rows that the reading asks for instead
	limited               // as many of the present rows as the reading asks for
	kept                  // the present query as it is
	called                // the present rows by what they are called
	mixes                 // how many there are
)

var mixNames = [mixes]string{"edited", "fresh", "filtered", "asked", "ordered", "narrowed", "arranged", "extended", "among", "with value", "redirected", "limited", "kept", "called"}

// mixer makes the mixes of one present query and one reading.
type mixer struct {
	index   *schema.Index
	present *statement.Query
	reading *statement.Query
}

// make gives the mix; nil when the two do not fit together in that way.
func (m mixer) make(kind mix) *statement.Query {
	if m.reading.Set != nil && kind != fresh {
		return nil
	}
	switch kind {
	case fresh:
		return m.reading.Clone()
	case filtered:
		return m.withFilters()
	case asked:
		return m.ofPresent(true, tailPresent)
	case ordered:
		if len(m.reading.OrderBy) == 0 && len(m.reading.GroupBy) == 0 && m.presentTail() {
			return m.ofPresent(true, tailNone)
		}
		return m.ofPresent(true, tailReading)
	case narrowed:
		return m.narrow(false)
	case redirected:
		return m.narrow(true)
	case arranged:
		if len(m.reading.OrderBy) == 0 {
			return nil
		}
		return m.ofPresent(false, tailReading)
	case extended:
		return m.extend()
	case among:
		return m.amongPresent()
	case withValue:
		return m.forValue()
	case limited:
		return m.limit()
	}
	return nil
}

// loses says that a mix leaves out what the words asked to see: a number that was asked for ("revenue"), or what the rows
// were to be grouped by and is shown ("by month").
func (m mixer) loses(q *statement.Query) bool {
	if m.reading.Set != nil || q.Set != nil {
		return false
	}
	asked, made := m.view(m.reading), m.view(q)
	shown, groups := map[string]bool{}, map[string]bool{}
	for _, item := range q.Items {
		shown[made.sign(item.Expr)] = true
	}
	for _, key := range q.GroupBy {
		groups[made.sign(q.Meaning(key))] = true
	}
	for _, i := range measures(m.reading) {
		if !shown[asked.sign(m.reading.Items[i].Expr)] {
			return true
		}
	}
	figuresOnly := len(measures(m.reading)) == len(m.reading.Items)
	for _, key := range m.reading.GroupBy {
		sign := asked.sign(m.reading.Meaning(key))
		if m.reading.ItemOf(key) >= 0 && !(groups[sign] && shown[sign]) || figuresOnly && !groups[sign] {
			return true
		}
	}
	return false
}

// breaks says that the groups of a mix have no one value to show or sort by, where those of the present query have.
func (m mixer) breaks(q *statement.Query) bool {
	present, made := m.view(leftmost(m.present)), m.view(leftmost(q))
	return present.coherent(false) && !made.coherent(false) || present.query.Grouped() && present.coherent(true) && !made.coherent(true)
}

// limit is the present query in its order, cut where the reading is.
func (m mixer) limit() *statement.Query {
	if len(m.present.OrderBy) == 0 || m.reading.Limit.IsZero() || m.reading.Limit.Equal(m.present.Limit) {
		return nil
	}
	q := m.present.Clone()
	q.Limit = m.reading.Limit
	return q
}

func (m mixer) view(q *statement.Query) view { return view{m.index, q} }

// tail says whose groups, order and limit a mix has.
type tail uint8

const (
	tailPresent tail = iota
	tailReading
	tailNone
)

func (m mixer) presentTail() bool {
	p := m.present
	return len(p.OrderBy) > 0 || !p.Limit.IsZero() || len(p.GroupBy) > 0 || len(p.Having) > 0
}

// carry rewrites an expression of one SELECT for another, joining the tables that it needs there. Sub-queries go along
// as they are.
func carry(e statement.Expr, from, to view) (statement.Expr, bool) {
	ok := true
	out := e.Map(func(x statement.Expr) statement.Expr {
		if _, _, column := x.AsColumn(); !column {
			return x
		}
		c := from.column(x)
		if c == nil {
			ok = false
			return x
		}
		y, err := to.reach(c)
		if err != nil {
			ok = false
			return x
		}
		return y
	})
	return out, ok
}

// needed joins what an expression needs first: a join rewrites what is there, so nothing may be carried before.
func needed(list []statement.Expr, from, to view) bool {
	for _, e := range list {
		for _, x := range e.Columns() {
			c := from.column(x)
			if c == nil {
				return false
			}
			if _, err := to.reach(c); err != nil {
				return false
			}
		}
	}
	return true
}

func carryAll(list []statement.Expr, from, to view) ([]statement.Expr, bool) {
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

// addFilters adds predicates, replacing those of the same columns, or leaving them when keep is set.
func addFilters(to view, list []statement.Expr, keep bool) error {
	owned := map[*schema.Column]bool{}
	for _, old := range to.query.Where {
		if c := to.subject(old); c != nil {
			owned[c] = true
		}
	}
	cleared := map[*schema.Column]bool{}
	for _, p := range list {
		if same(to.query.Where, p) {
			continue
		}
		c := to.subject(p)
		if c != nil && owned[c] {
			if keep {
				continue
			}
			if !cleared[c] {
				if err := to.replace(c); err != nil {
					return err
				}
				cleared[c] = true
			}
		}
		if err := to.query.AddPredicate(p); err != nil {
			return err
		}
	}
	return nil
}

// withFilters is the reading with the filters in force that it does not replace.
func (m mixer) withFilters() *statement.Query {
	if m.present.Set != nil || len(m.present.Where) == 0 {
		return nil
	}
	q := m.reading.Clone()
	from, to := m.view(m.present), m.view(q)
	list, ok := carryAll(m.present.Where, from, to)
	if !ok {
		return nil
	}
	if addFilters(to, list, true) != nil {
		return nil
	}
	return q
}

// ofPresent is the present query with the reading's filters, and with its columns and tail as told.
func (m mixer) ofPresent(items bool, t tail) *statement.Query {
	if m.present.Set != nil {
		return nil
	}
	q := m.present.Clone()
	from, to := m.view(m.reading), m.view(q)
	q.SpellOut()
	if items {
		carried, ok := m.carryItems(from, to)
		if !ok {
			return nil
		}
		q.Items, q.Distinct = carried, m.reading.Distinct || q.Distinct && !m.reading.Grouped()
	}
	if !m.addWhere(q, false) || !m.setTail(q, t) {
		return nil
	}
	if items && t == tailPresent && m.reading.Grouped() && len(m.reading.GroupBy) == 0 {
		if m.presentTail() && (!q.Limit.IsZero() || len(q.GroupBy) > 0) {
			return nil
		}
		q.ClearOrder()
	}
	return q
}

// carryItems are the reading's items for the present query. A star stays the star of its table.
func (m mixer) carryItems(from, to view) ([]statement.Item, bool) {
	var exprs []statement.Expr
	for _, item := range m.reading.Items {
		exprs = append(exprs, item.Expr)
	}
	if !needed(exprs, from, to) {
		return nil, false
	}
	var out []statement.Item
	for _, item := range m.reading.Items {
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
func (m mixer) star(to view) (statement.Expr, bool) {
	tables := m.view(m.reading).tables()
	if len(tables) == 0 {
		return statement.Expr{}, false
	}
	for _, src := range to.query.From {
		if to.table(src) != tables[0] {
			continue
		}
		if len(to.query.From) == 1 {
			return statement.Star(""), true
		}
		return statement.Star(sourceName(src)), true
	}
	return statement.Expr{}, false
}

// addWhere adds the reading's filters; alone drops the present ones first.
func (m mixer) addWhere(q *statement.Query, alone bool) bool {
	from, to := m.view(m.reading), m.view(q)
	list, ok := carryAll(m.reading.Where, from, to)
	if !ok {
		return false
	}
	if alone {
		q.Where = nil
	}
	return addFilters(to, list, false) == nil
}

// setTail gives the query the groups, order and limit of the reading, or none.
func (m mixer) setTail(q *statement.Query, t tail) bool {
	if t == tailPresent {
		return true
	}
	q.GroupBy, q.Having = nil, nil
	q.ClearOrder()
	q.ClearLimit()
	if t == tailNone {
		return true
	}
	from, to := m.view(m.reading), m.view(q)
	var ok bool
	if q.GroupBy, ok = carryAll(m.reading.GroupBy, from, to); !ok {
		return false
	}
	if q.Having, ok = carryAll(m.reading.Having, from, to); !ok {
		return false
	}
	for _, k := range m.reading.OrderBy {
		list, ok := carryAll([]statement.Expr{k.Expr}, from, to)
		if !ok {
			return false
		}
		k.Expr = list[0]
		q.OrderBy = append(q.OrderBy, k)
	}
	q.Limit = m.reading.Limit
	return true
}

// narrow is the present query of the rows that the reading asks for: beside its own filters, or instead of them.
func (m mixer) narrow(instead bool) *statement.Query {
	if m.present.Set != nil || len(m.reading.Where) == 0 || instead && len(m.present.Where) == 0 {
		return nil
	}
	q := m.present.Clone()
	if !m.addWhere(q, instead) {
		return nil
	}
	return q
}

// extend is the present query with the reading's columns beside its own.
func (m mixer) extend() *statement.Query {
	if m.present.Set != nil || m.reading.Grouped() != m.present.Grouped() {
		return nil
	}
	q := m.present.Clone()
	items, ok := m.carryItems(m.view(m.reading), m.view(q))
	if !ok || !m.addWhere(q, false) {
		return nil
	}
	n := len(q.Items)
	for _, item := range items {
		if i := q.ItemOf(item.Expr); i < 0 || i >= n {
			q.Items = append(q.Items, item)
		}
	}
	if len(q.Items) == n {
		return nil
	}
	return q
}

// amongPresent is the reading about the rows of the present result, by their key.
func (m mixer) amongPresent() *statement.Query {
	inner := m.present.Clone()
	if inner.Set != nil || inner.Grouped() && len(inner.GroupBy) == 0 {
		return nil
	}
	q := m.reading.Clone()
	from, to := m.view(inner), m.view(q)
	for _, t := range to.tables() {
		key := t.PrimaryKey()
		if key == nil {
			continue
		}
		x, ok := from.ref(key)
		if !ok {
			continue
		}
		y, _ := to.ref(key)
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
func (m mixer) forValue() *statement.Query {
	inner := m.present.Clone()
	if len(leftmost(inner).Items) != 1 {
		return nil
	}
	c := m.view(leftmost(inner)).column(leftmost(inner).Items[0].Expr)
	if c == nil {
		return nil
	}
	q := m.reading.Clone()
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
func (m mixer) counterpart(c *schema.Column, to view) (statement.Expr, bool) {
	if x, ok := to.ref(c); ok {
		return x, true
	}
	for _, e := range m.index.Graph.Of(c.Table) {
		for i := range e.FromColumns {
			other := e.FromColumns[i]
			if other == c {
				other = e.ToColumns[i]
			} else if e.ToColumns[i] != c {
				continue
			}
			if x, ok := to.ref(other); ok {
				return x, true
			}
		}
	}
	x, err := to.reach(c)
	return x, err == nil
}
