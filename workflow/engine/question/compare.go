package question

import (
	"strings"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads comparisons with something that is no plain value: an aggregate, another column, other rows.

// CompareAggregate reads "than the average", "above the average age", "than the maximum salary of …".
func CompareAggregate(r *reading.Run, cue tag.Cue, i int) {
	a := aggregateOf(r.Item(i).Cue.Kind)
	r.Used[i] = true
	r.Acted = append(r.Acted, i)
	r.Pos = i + 1
	o := r.Pending
	r.Pending = nil
	next := r.Ahead(r.Pos)
	if r.Item(next).Is(tag.Of, tag.In) {
		next = r.Ahead(next + 1)
	}
	own, within := ownGroup(r)
	if own {
		next = len(r.Items)
	}
	var right *schema.Column
	if c := columnIfNumber(r, next, o); c != nil {
		right = c
	}
	// A starred word leaves the choice to a column that is named: "longer than the average length".
	if words := append(r.Measure, unstarred(cue.Dimension)...); o == nil && len(words) > 0 && (right == nil || len(words) == len(cue.Dimension)+len(r.Measure)) {
		if c, _ := r.Dimension(words); c != nil {
			o = &reading.Operand{Column: c}
		}
	}
	r.Measure = nil
	if o == nil && right != nil {
		o = &reading.Operand{Column: right}
	}
	if o == nil {
		o = lastNumber(r)
	}
	if o == nil {
		return
	}
	if right == nil {
		right = o.Column
	}
	sub := &reading.Reading{Items: []reading.Operand{{Column: right, Aggregate: a}}}
	f := &reading.Filter{Left: *o, Operator: cue.Operator, Sub: sub}
	r.Add(f)
	if own {
		f.Within = within
		r.Senseless = r.Senseless || within == nil || o.Aggregate != reading.None || right.Table != within.Table
		return
	}
	innerChoice(r, sub)
}

// ownGroup reads "of their category", "in its country" after an average: the column that the row and those it is compared
// with have in common. It is nil when nothing of the kind is known.
func ownGroup(r *reading.Run) (own bool, within *schema.Column) {
	i := r.Pos
	for r.Item(i).Is(tag.Of, tag.In) {
		i++
	}
	switch {
	case r.Item(i).Is(tag.Their):
		i++
	case !strings.HasSuffix(r.Item(i-1).Lower, " their"):
		return false, nil
	}
	it := r.Item(i)
	for k := r.Pos; k <= min(i, len(r.Items)-1); k++ {
		r.Used[k] = true
	}
	r.Pos = min(i+1, len(r.Items))
	if t, s := it.BestTable(); t != nil && s > 0.8 && r.Subject != nil && t != r.Subject {
		for _, e := range r.Index.Graph.Between(r.Subject, t) {
			if e.From == r.Subject && len(e.FromColumns) == 1 {
				return true, e.FromColumns[0]
			}
		}
	}
	if c, _ := it.BestColumn(r.Subject); c != nil {
		return true, c
	}
	return true, nil
}

var (
	fInnerIn    = reading.Feat("conditions after a compared aggregate: on its rows")
	fInnerOut   = reading.Feat("conditions after a compared aggregate: on the rows shown")
	fInnerOf    = reading.Feat("conditions after a compared aggregate: on its rows, after of, in, for")
	fOthersMost = reading.Feat("compared with others: with the largest")
	fOthersLess = reading.Feat("compared with others: with the smallest")
	fOthersAll  = reading.Feat("compared with others: with the largest, after all, every")
	fOthersAny  = reading.Feat("compared with others: with the largest, after any")
	fOthersSome = reading.Feat("compared with others: with the smallest, after some")
)

// innerChoice decides whether further conditions belong to the aggregate's own rows: "the average age of students in
// room 5".
func innerChoice(r *reading.Run, sub *reading.Reading) {
	next := r.Peek(0)
	if next.Is(tag.Stop, tag.And, tag.Comma) || r.Pos >= len(r.Items) {
		return
	}
	r.Choice()
	r.Option(reading.Is(fInnerIn), reading.When(fInnerOf, next.Is(tag.Of, tag.In)))
	r.Option(reading.Is(fInnerOut))
	if r.Pick() == 0 {
		r.Sub, r.Inner = sub, true
	}
}

// CompareOthers reads "higher than all wines from 2006", "older than some employee in sales", "than that of".
func CompareOthers(r *reading.Run, cue tag.Cue, i int) bool {
	start := r.Pos
	word := r.Item(i - 1).Lower
	if !r.Item(i-1).Is(tag.All, tag.Each) {
		word = r.Item(i).Lower
	}
	others := r.Item(i-1).Is(tag.All) && i-1 >= start || r.Item(i).Is(tag.Each) || r.Item(i).Lower == "that" || r.Item(i).Lower == "those"
	if !others && r.Item(i).Mention() && r.Pending != nil && reading.Names(r.Item(i), r.Pending.Column) {
		others = true
	}
	if !others {
		return false
	}
	o := LeftSide(r, cue)
	if o == nil || o.Column == nil || o.Aggregate != reading.None {
		return false
	}
	r.Choice()
	r.Option(reading.Is(fOthersMost), reading.When(fOthersAll, word == "all" || word == "every" || word == "each"), reading.When(fOthersAny, word == "any"))
	r.Option(reading.Is(fOthersLess), reading.When(fOthersSome, word == "some"))
	a := reading.Maximum
	if most := r.Pick() == 0; most != (cue.Operator[0] == '>') {
		a = reading.Minimum
	}
	sub := &reading.Reading{Items: []reading.Operand{{Column: o.Column, Aggregate: a}}}
	r.Add(&reading.Filter{Left: *o, Operator: cue.Operator, Sub: sub})
	r.Sub, r.Inner = sub, true
	r.Pos = i
	for r.Item(r.Pos).Is(tag.Each, tag.Relative, tag.Of) && !r.Item(r.Pos).Mention() || reading.Names(r.Item(r.Pos), o.Column) {
		r.Take()
	}
	if t, s := r.Item(r.Pos).BestTable(); t == o.Column.Table && s > 0.5 {
		r.Take()
	}
	return true
}

// columnIfNumber is the numeric column named at i; nil when there is none.
func columnIfNumber(r *reading.Run, i int, o *reading.Operand) *schema.Column {
	it := r.Item(i)
	for _, m := range it.Matches {
		if m.Column != nil && (m.Column.Type.Numeric() || m.Column.Numeric) && (o == nil || o.Column == m.Column) {
			if o != nil {
				r.Used[i] = true
				r.Pos = i + 1
				return m.Column
			}
			return r.ColumnAt(i)
		}
	}
	return nil
}

// CompareColumns reads "whose salary is higher than the bonus", "where the one city is different from the other". A key is more or
// less than no figure.
func CompareColumns(r *reading.Run, cue tag.Cue, i int) bool {
	o := r.Pending
	if o == nil || o.Column == nil {
		return false
	}
	it := r.Item(i)
	for _, m := range it.Matches {
		if m.Column != nil && m.Column != o.Column && m.Column.Type.Numeric() == o.Column.Type.Numeric() && m.Column.Key() == o.Column.Key() && m.Score() > 0.8 {
			r.Pending = nil
			r.Used[i] = true
			r.Pos = i + 1
			r.Add(&reading.Filter{Left: *o, Operator: cue.Operator, Right: &reading.Operand{Column: m.Column}})
			return true
		}
	}
	return false
}
