package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads conditions: columns that wait for their comparison, values, what is not so.

// This file reads conditions: values, comparisons, text matches, dates.

// await makes a column wait for its comparison, with the aggregate that was said before it.
func (r *run) await(c *schema.Column) {
	o := operand{column: c}
	if len(r.aggregates) > 0 {
		o.aggregate, o.distinct = r.aggregates[0], r.distinct && r.aggregates[0] == count
		r.aggregates, r.distinct = nil, false
	}
	r.pending, r.pendingNot, r.pendingThose = &o, r.negated, r.pointedAt(r.pos-1)
	r.pendingTheir = r.besides() || r.pendingTheir && r.item(r.pos-2).Is(And, Comma)
	if said := r.beforeOf(c.Table, r.pos-1); !said.Is(Comma) && (!said.Is(And) || strings.Contains(said.Lower, " ")) {
		r.pendingWith = said.Is(With, And)
	}
}

// pointedAt says that the item at i names what is on screen: "those cities".
func (r *run) pointedAt(i int) bool {
	before := r.item(i - 1)
	return r.facts.talked.subject() != nil && english.Pointers[before.Lower] && before.To == r.item(i).From
}

// waits says that the column is the one that waits for its comparison.
func (r *run) waits(c *schema.Column) bool {
	return r.pending != nil && r.pending.column == c && r.pending.aggregate == none
}

// measures says that an aggregate of numbers waits for its column.
func (r *run) measures() bool { return len(r.aggregates) > 0 && r.aggregates[0] != count }

// sums says that a sum or an average waits for its column.
func (r *run) sums() bool {
	return len(r.aggregates) > 0 && (r.aggregates[0] == sum || r.aggregates[0] == average || r.aggregates[0] == median)
}

var (
	fFlushSelect   = feat("column without comparison: asked for")
	fFlushIgnore   = feat("column without comparison: left out")
	fFlushPresent  = feat("column without comparison: present")
	fFlushItems    = feat("column without comparison: asked for, nothing else is")
	fFlushUndated  = feat("column without comparison: a date that is missing, after a negation")
	fFlushStar     = feat("column without comparison: asked for, beside every column")
	fFlushWith     = feat("column without comparison: asked for, after with, of what the rows belong to")
	fFlushWithName = feat("column without comparison: asked for, after with, a name of what the rows belong to")
	fFlushTheir    = feat("column without comparison: asked for, after with their")
	fFlushNegated  = feat("column without comparison: missing, after a negation")
)

// flush decides what a column in a condition is for when no comparison came: asked for after all, or only said.
func (r *run) flush() {
	o := r.pending
	if o == nil {
		return
	}
	r.pending = nil
	if o.column == nil {
		return
	}
	r.choice()
	with := r.pendingWith && len(r.q.items) == 0 && o.aggregate == none && r.subject != nil && o.column.Table != r.subject && r.index.Graph.Refers(r.subject, o.column.Table)
	r.option(is(fFlushSelect), when(fFlushItems, len(r.q.items) == 0), when(fFlushWith, with), when(fFlushWithName, with && o.column.Role == schema.Label), when(fFlushTheir, r.pendingTheir))
	r.option(is(fFlushIgnore))
	if o.aggregate == none && !r.pendingThose { // "in those cities" points at the ones on screen
		r.option(is(fFlushPresent), when(fFlushNegated, r.negated && r.pendingNot), when(fFlushUndated, r.negated && r.pendingNot && o.column.Role == schema.Moment))
	}
	switch r.pick() {
	case 0:
		if r.pendingTheir && len(r.q.items) == 0 && r.subject == o.column.Table {
			r.label(r.subject)
		}
		if len(r.q.items) == 0 && r.subject != nil && o.column.Table != r.subject && o.aggregate == none && !r.both && (r.pendingTheir || !r.item(0).Is(Ask, Who, When, Where, How) || with && english.Showing[r.item(0).Lower]) {
			r.q.items = append(r.q.items, operand{star: true, table: r.subject})
			r.note(when(fFlushStar, len(o.column.Table.Label) < 2))
		}
		r.addItem(*o)
	case 1:
		r.q.need(o.column.Table)
	case 2:
		op := "not null"
		if r.negated && r.pendingNot {
			op, r.negated = "null", false
		}
		if c := o.column; op == "not null" && c.Role == schema.Measure && c.Numeric && c.Low == 0 && c.Distinct > 1 {
			r.add(&filter{left: *o, operator: ">", values: []any{int64(0)}, literal: true}) // none is told by zero
			return
		}
		r.add(&filter{left: *o, operator: op})
	}
}

// add puts a condition where it belongs: the query of what must be absent, the groups, or the rows.
func (r *run) add(f *filter) {
	f.or, r.or = r.or, false
	q := r.q
	if r.sub != nil && f.left.column != nil && f.sub == nil && (r.inner || f.left.column.Table != r.subject) {
		q = r.sub
		f.or = f.or && len(q.filters) > 0
	}
	if f.left.aggregate != none {
		q.having = append(q.having, f)
		r.tally(nil)
		return
	}
	f.or = f.or && len(q.filters) > 0
	if f.sub == nil && slices.ContainsFunc(q.filters, func(o *filter) bool { return o.sub == nil && o.same(f) }) {
		return
	}
	if !f.or { // what is compared is there
		q.filters = slices.DeleteFunc(q.filters, func(o *filter) bool { return o.operator == "not null" && o.left == f.left })
	}
	q.filters = append(q.filters, f)
}

// same says that two conditions compare one column with one value in the same way.
func (f *filter) same(o *filter) bool {
	return f.left == o.left && f.operator == o.operator && f.right == nil && o.right == nil && slices.Equal(f.values, o.values)
}

var (
	fSameOr       = feat("two values of a column: either")
	fSameBoth     = feat("two values of a column: both")
	fSameBothSaid = feat("two values of a column: both, and both was said")
	fSameOrAnd    = feat("two values of a column: either, after and")
	fAwayNot      = feat("not a value of another table: no such row at all")
	fAwayUnequal  = feat("not a value of another table: a row that differs")
)

// value acts on a value that was named: a condition on its column.
func (r *run) value(it *Item, v *schema.ValueMatch) {
	r.pos++
	if r.text != "" {
		r.textMatch(it.Text)
		return
	}
	via := r.played(v.Column)
	if r.pending != nil && !r.waits(v.Column) && via == nil {
		r.flush()
	}
	r.pending = nil
	r.tell(r.pos-1, v.Column, nil)
	if via != nil {
		r.add(&filter{left: operand{column: v.Column, via: via}, operator: "=", values: []any{v.Value}})
		return
	}
	r.skipNames(v.Column)
	r.countValue(v.Column)
	if v.Presence != schema.AnyValue {
		r.presence(v)
		return
	}
	r.equal(v.Column, v.Value)
}

// presence adds the condition that a column is empty or filled, which a word says: stores that are trading have no closing
// date.
func (r *run) presence(v *schema.ValueMatch) {
	op := "null"
	if (v.Presence == schema.Filled) != r.negated {
		op = "not null"
	}
	r.negated = false
	r.add(&filter{left: operand{column: v.Column}, operator: op, state: true})
}

// stateOfOthers says that a word for how things stand was taken to be about what the subject refers to, although its own rows say
// how they stand.
func (r *run) stateOfOthers() bool {
	return r.subject != nil && len(r.subject.Status) > 0 && slices.ContainsFunc(r.q.filters, func(f *filter) bool {
		return f.state && f.left.column.Table != r.subject
	})
}

// countValue reads "how many professors are there" where a professor is a value: rows are counted.
func (r *run) countValue(c *schema.Column) {
	next := r.item(r.ahead(r.pos))
	if !r.counted || r.zone != selecting || !r.item(r.pos-2).Is(Count) || next.Mention() && len(next.Matches) > 0 {
		return
	}
	r.counted = false
	r.addItem(operand{aggregate: count})
	r.q.need(c.Table)
	r.countedTable = c.Table
	if r.subject == nil {
		r.subject = c.Table
	}
	r.last = c.Table
}

// skipNames passes over the column's own name after its value: "the status active state".
func (r *run) skipNames(c *schema.Column) {
	next := r.peek(0)
	if names(next, c) && next.Matches[0].Score() < 1.01 && !holds(r.peek(1), c) {
		if t, s := next.BestTable(); t == nil || s < 0.9 {
			r.take()
		}
	}
}

// equal adds column = value, turned by what waits: a negation, an alternative, a pair of both.
func (r *run) equal(c *schema.Column, value any) {
	f := &filter{left: operand{column: c}, operator: "=", values: []any{value}}
	if r.negated {
		r.negated = false
		r.unequal(f)
		return
	}
	if last := r.sameColumn(c); last != nil && r.versus {
		r.or = true
	} else if last != nil && !r.both && r.facts.each && (r.counted || r.q.aggregates()) && r.item(r.pos-2).Is(And, Comma) {
		r.or = true // beside each other
		if !slices.Contains(r.perKey, c) {
			r.perKey, r.sideValues = append(r.perKey, c), append(r.sideValues, c)
		}
	} else if last != nil && !r.or {
		r.choice()
		r.option(is(fSameOr), when(fSameOrAnd, !r.both))
		r.option(is(fSameBoth), when(fSameBothSaid, r.both))
		if r.pick() == 0 {
			r.or = true
		} else {
			last.both, f.both = true, true
		}
	}
	r.add(f)
}

// sameColumn is the last condition when it compares the column with another value.
func (r *run) sameColumn(c *schema.Column) *filter {
	q := r.q
	if r.sub != nil {
		q = r.sub
	}
	if n := len(q.filters); n > 0 && q.filters[n-1].left.column == c && q.filters[n-1].operator == "=" {
		return q.filters[n-1]
	}
	return nil
}

// unequal adds a condition that was negated. A value of a table apart from the subject may mean that no row has it, or
// that some row has another one.
func (r *run) unequal(f *filter) {
	c := f.left.column
	if r.subject != nil && c.Table != r.subject && r.sub == nil {
		r.choice()
		r.option(is(fAwayNot))
		r.option(is(fAwayUnequal))
		if r.pick() == 0 {
			r.absent(c.Table)
			r.add(f)
			return
		}
	}
	f.operator = "<>"
	if r.sub == nil && r.exceptChoice(f) {
		return
	}
	r.add(f)
}

var (
	fExceptSet   = feat("not a value: the difference of two sets")
	fExceptAgain = feat("not a value: the difference of two sets, after another value of its column")
	fExceptLabel = feat("not a value: the difference of two sets, of names")
	fExceptRow   = feat("not a value: of the same row")
)

// exceptChoice reads "in French but not in German", which no row contradicts, as the difference of two sets.
func (r *run) exceptChoice(f *filter) bool {
	n := len(r.q.filters)
	again := n > 0 && r.q.filters[n-1].left.column == f.left.column && r.q.filters[n-1].operator == "="
	if len(r.q.items) == 0 || r.q.items[0].column == nil || r.q.items[0].column.Key() || r.q.items[0].column == f.left.column {
		return false
	}
	r.choice()
	r.option(is(fExceptSet), when(fExceptAgain, again), when(fExceptLabel, r.q.items[0].column.Role == schema.Label))
	r.option(is(fExceptRow))
	if r.pick() != 0 {
		return false
	}
	f.operator, f.except = "=", true
	r.q.filters = append(r.q.filters, f)
	return true
}
