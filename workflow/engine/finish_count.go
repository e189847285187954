package engine

import (
	"slices"

	"parley/workflow/schema"
)

// This file settles what is counted, and how often, once the question has been read.

// countOnce decides whether "how many customers have an order" counts a customer once.
func (r *run) countOnce() {
	q := r.q
	if len(q.items) != 1 || q.items[0] != (operand{aggregate: count}) || r.subject == nil || len(r.perKey)+len(r.perRow) > 0 || len(q.having) > 0 {
		return
	}
	key := r.subject.PrimaryKey()
	var many *schema.Table
	for _, t := range q.all() {
		if t != r.subject && slices.ContainsFunc(r.index.Graph.Between(t, r.subject), func(e *schema.Edge) bool { return e.From == t }) {
			many = t
		}
	}
	if key == nil || many == nil {
		return
	}
	r.choice()
	r.option(is(fOnceRows))
	r.option(is(fOnceDistinct), when(fOnceLink, many.Link), when(fOnceFilter, slices.ContainsFunc(q.filters, func(f *filter) bool { return tableOf(f.left.column) == many })))
	if r.pick() == 1 {
		q.items[0] = operand{aggregate: count, column: key, distinct: true}
	}
}

// countApart counts each row of a table once where another aggregate needs a table that multiplies its rows: "number of
// orders and total revenue" counts orders, not their lines.
func (r *run) countApart() {
	q := r.q
	rows := operand{aggregate: count}
	at := slices.Index(q.items, rows)
	other := slices.IndexFunc(q.items, func(o operand) bool { return o.aggregate != none && o.column != nil && o.aggregate != count })
	if at < 0 || other < 0 || r.averaged {
		return
	}
	t := r.countedTable
	if len(r.counts) > 0 {
		t = r.counts[0]
	}
	if t == nil {
		t = r.subject
	}
	r.note(when(fCountKin, t != nil && r.saidBetter(t)))
	if t == nil || t.PrimaryKey() == nil || !slices.Contains(q.all(), t) || multiplier(t, q, r.index.Graph) == nil {
		return
	}
	once := operand{aggregate: count, column: t.PrimaryKey(), distinct: true}
	q.items[at] = once
	for i := range q.orders {
		if q.orders[i].operand == rows {
			q.orders[i].operand = once
		}
	}
	r.note(is(fOnceApart))
}

// saidBetter says that the words read as the table are the whole name of another one: orders, and not order items.
func (r *run) saidBetter(t *schema.Table) bool {
	n := r.namedAt(t)
	if n.table == nil {
		return false
	}
	best, s := r.item(n.at).BestTable()
	return best != t && s-n.score > 0.2
}

// countChildren finds what is counted when nothing was named: "the type that occurs most often" counts the rows that
// refer to the type.
func (r *run) countChildren() {
	q := r.q
	if !r.perSubject || len(r.tallied) > 0 || len(r.perKey) > 0 || len(q.all()) != 1 {
		return
	}
	t := q.all()[0]
	shown := slices.ContainsFunc(r.plain(), func(o operand) bool { return o.column.Key() || o.column.Role == schema.Label })
	children := r.children(t)
	r.choice()
	r.option(is(fChildrenOwn), when(fChildrenKey, shown))
	for _, c := range children {
		r.option(is(fChildrenThat), when(fChildrenOnly, len(children) == 1), when(fChildrenWord, r.saidInPart(c)))
	}
	if at := r.pick(); at > 0 {
		r.tally(children[at-1])
	}
}

// children are the tables that refer to t.
func (r *run) children(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range r.index.Graph.Of(t) {
		if e.To == t && e.From != t && !slices.Contains(out, e.From) {
			out = append(out, e.From)
		}
	}
	return out
}

// saidInPart says that some words may name the table.
func (r *run) saidInPart(t *schema.Table) bool {
	return slices.ContainsFunc(r.items, func(it Item) bool {
		return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Table == t && m.Column == nil })
	})
}

// repeat decides whether rows that would repeat are left out although nobody said so.
func (r *run) repeat() {
	q := r.q
	if q.distinct || q.aggregates() || len(q.groups) > 0 || len(q.orders) > 0 {
		return
	}
	if q.items[0].star {
		t := q.items[0].table
		q.distinct = len(q.items) == 1 && t != nil && slices.ContainsFunc(q.all(), func(o *schema.Table) bool { return o != t && !r.index.Graph.Refers(t, o) })
		return
	}
	many := r.multiplies()
	category := slices.ContainsFunc(q.items, func(o operand) bool { return o.column != nil && o.column.Role == schema.Category }) && len(q.items) == 1
	if !many && !category {
		return
	}
	r.choice()
	r.option(is(fRepeatKeep))
	r.option(is(fRepeatDistinct), when(fRepeatMany, many), when(fRepeatCategory, category), when(fRepeatWhich, r.item(0).Lower == "which"), when(fRepeatCond, len(q.filters) > 0),
		when(fRepeatSeveral, len(q.items) > 1), when(fRepeatLabel, q.items[0].column != nil && q.items[0].column.Role == schema.Label))
	q.distinct = r.pick() == 1
}

// multiplies says that a join brings several rows for one of what is shown.
func (r *run) multiplies() bool {
	shown := tableOf(r.q.items[0].column)
	for _, t := range r.q.all() {
		if shown == nil || t == shown {
			continue
		}
		if !slices.ContainsFunc(r.index.Graph.Of(shown), func(e *schema.Edge) bool { return e.From == shown && e.To == t }) {
			return true
		}
	}
	return false
}
