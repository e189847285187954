package engine

import (
	"strings"

	"parley/workflow/schema"
)

// This file reads comparisons with something that is no plain value: an aggregate, another column, other rows.

// compareAggregate reads "than the average", "above the average age", "than the maximum salary of …".
func (r *run) compareAggregate(cue Cue, i int) {
	a := aggregateOf(r.item(i).Cue.Kind)
	r.used[i] = true
	r.acted = append(r.acted, i)
	r.pos = i + 1
	o := r.pending
	r.pending = nil
	next := r.ahead(r.pos)
	if r.item(next).Is(Of, In) {
		next = r.ahead(next + 1)
	}
	own, within := r.ownGroup()
	if own {
		next = len(r.items)
	}
	var right *schema.Column
	if c := r.columnIfNumber(next, o); c != nil {
		right = c
	}
	// A starred word leaves the choice to a column that is named: "longer than the average length".
	if words := append(r.measure, unstarred(cue.Dimension)...); o == nil && len(words) > 0 && (right == nil || len(words) == len(cue.Dimension)+len(r.measure)) {
		if c, _ := r.dimension(words); c != nil {
			o = &operand{column: c}
		}
	}
	r.measure = nil
	if o == nil && right != nil {
		o = &operand{column: right}
	}
	if o == nil {
		o = r.lastNumber()
	}
	if o == nil {
		return
	}
	if right == nil {
		right = o.column
	}
	sub := &reading{items: []operand{{column: right, aggregate: a}}}
	f := &filter{left: *o, operator: cue.Operator, sub: sub}
	r.add(f)
	if own {
		f.within = within
		r.senseless = r.senseless || within == nil || o.aggregate != none || right.Table != within.Table
		return
	}
	r.innerChoice(sub)
}

// ownGroup reads "of their category", "in its country" after an average: the column that the row and those it is compared
// with have in common. It is nil when nothing of the kind is known.
func (r *run) ownGroup() (own bool, within *schema.Column) {
	i := r.pos
	for r.item(i).Is(Of, In) {
		i++
	}
	switch {
	case r.item(i).Is(Their):
		i++
	case !strings.HasSuffix(r.item(i-1).Lower, " their"):
		return false, nil
	}
	it := r.item(i)
	for k := r.pos; k <= min(i, len(r.items)-1); k++ {
		r.used[k] = true
	}
	r.pos = min(i+1, len(r.items))
	if t, s := it.BestTable(); t != nil && s > 0.8 && r.subject != nil && t != r.subject {
		for _, e := range r.index.Graph.Between(r.subject, t) {
			if e.From == r.subject && len(e.FromColumns) == 1 {
				return true, e.FromColumns[0]
			}
		}
	}
	if c, _ := it.BestColumn(r.subject); c != nil {
		return true, c
	}
	return true, nil
}

var (
	fInnerIn    = feat("conditions after a compared aggregate: on its rows")
	fInnerOut   = feat("conditions after a compared aggregate: on the rows shown")
	fInnerOf    = feat("conditions after a compared aggregate: on its rows, after of, in, for")
	fOthersMost = feat("compared with others: with the largest")
	fOthersLess = feat("compared with others: with the smallest")
	fOthersAll  = feat("compared with others: with the largest, after all, every")
	fOthersAny  = feat("compared with others: with the largest, after any")
	fOthersSome = feat("compared with others: with the smallest, after some")
)

// innerChoice decides whether further conditions belong to the aggregate's own rows: "the average age of students in
// room 5".
func (r *run) innerChoice(sub *reading) {
	next := r.peek(0)
	if next.Is(Stop, And, Comma) || r.pos >= len(r.items) {
		return
	}
	r.choice()
	r.option(is(fInnerIn), when(fInnerOf, next.Is(Of, In)))
	r.option(is(fInnerOut))
	if r.pick() == 0 {
		r.sub, r.inner = sub, true
	}
}

// compareOthers reads "higher than all wines from 2006", "older than some employee in sales", "than that of".
func (r *run) compareOthers(cue Cue, i int) bool {
	start := r.pos
	word := r.item(i - 1).Lower
	if !r.item(i-1).Is(All, Each) {
		word = r.item(i).Lower
	}
	others := r.item(i-1).Is(All) && i-1 >= start || r.item(i).Is(Each) || r.item(i).Lower == "that" || r.item(i).Lower == "those"
	if !others && r.item(i).Mention() && r.pending != nil && names(r.item(i), r.pending.column) {
		others = true
	}
	if !others {
		return false
	}
	o := r.leftSide(cue)
	if o == nil || o.column == nil || o.aggregate != none {
		return false
	}
	r.choice()
	r.option(is(fOthersMost), when(fOthersAll, word == "all" || word == "every" || word == "each"), when(fOthersAny, word == "any"))
	r.option(is(fOthersLess), when(fOthersSome, word == "some"))
	a := maximum
	if most := r.pick() == 0; most != (cue.Operator[0] == '>') {
		a = minimum
	}
	sub := &reading{items: []operand{{column: o.column, aggregate: a}}}
	r.add(&filter{left: *o, operator: cue.Operator, sub: sub})
	r.sub, r.inner = sub, true
	r.pos = i
	for r.item(r.pos).Is(Each, Relative, Of) && !r.item(r.pos).Mention() || names(r.item(r.pos), o.column) {
		r.take()
	}
	if t, s := r.item(r.pos).BestTable(); t == o.column.Table && s > 0.5 {
		r.take()
	}
	return true
}

// columnIfNumber is the numeric column named at i; nil when there is none.
func (r *run) columnIfNumber(i int, o *operand) *schema.Column {
	it := r.item(i)
	for _, m := range it.Matches {
		if m.Column != nil && (m.Column.Type.Numeric() || m.Column.Numeric) && (o == nil || o.column == m.Column) {
			if o != nil {
				r.used[i] = true
				r.pos = i + 1
				return m.Column
			}
			return r.columnAt(i)
		}
	}
	return nil
}

// compareColumns reads "whose salary is higher than the bonus", "where the one city is different from the other". A key is more or
// less than no figure.
func (r *run) compareColumns(cue Cue, i int) bool {
	o := r.pending
	if o == nil || o.column == nil {
		return false
	}
	it := r.item(i)
	for _, m := range it.Matches {
		if m.Column != nil && m.Column != o.column && m.Column.Type.Numeric() == o.column.Type.Numeric() && m.Column.Key() == o.column.Key() && m.Score() > 0.8 {
			r.pending = nil
			r.used[i] = true
			r.pos = i + 1
			r.add(&filter{left: *o, operator: cue.Operator, right: &operand{column: m.Column}})
			return true
		}
	}
	return false
}
