package question

import (
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads comparisons with something that is no plain value: an aggregate, another column, other rows.

// CompareExtreme reads what things are compared with where that is the one with an extreme: "cheaper than the dearest", "above the lowest
// salary", "than the product with the least stock". it is the comparing word, i what stands behind it.
func CompareExtreme(r *reading.Run, cue tag.Cue, it *tag.Item, i int) bool {
	if cue.Kind != tag.Compare || !strings.HasSuffix(it.Lower, " than") && !r.Item(i-1).Is(tag.Than) && !english.BesideExtreme[it.Lower] {
		return false
	}
	if r.Item(i).Is(tag.Superlative) {
		CompareAggregate(r, cue, i)
		return true
	}
	t, s := r.Item(i).BestTable()
	if t == nil || s < tag.StrongName || !r.Item(i+1).Is(tag.With, tag.Have, tag.Relative) || !r.Item(i+2).Is(tag.Superlative, tag.Most, tag.Least) {
		return false
	}
	r.Used[i], r.Used[i+1] = true, true
	CompareAggregate(r, cue, i+2)
	return true
}

// CompareAggregate reads "than the average", "above the average age", "than the maximum salary of …", "than the largest college in …".
func CompareAggregate(r *reading.Run, cue tag.Cue, i int) {
	a, extreme := aggregateOf(r.Item(i).Cue.Kind), r.Item(i).Is(tag.Superlative, tag.Most, tag.Least)
	if extreme {
		a = extremeOf(r.Item(i).Cue.Desc || r.Item(i).Is(tag.Most))
	}
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
	if o == nil && extreme {
		c, turned := dimensionOf(r, r.Item(i).Cue.Dimension)
		if c == nil && english.SizeExtremes[strings.TrimPrefix(r.Item(i).Lower, "the ")] {
			c = extremeAmount(r)
		}
		if c != nil && !turned {
			o = &reading.Operand{Column: c}
		}
	}
	if o == nil {
		o = lastNumber(r)
	}
	if o == nil || extreme && !numeric(o.Column) {
		r.Senseless = r.Senseless || extreme
		return
	}
	if extreme {
		extremeRow(r, o.Column)
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

func numeric(c *schema.Column) bool { return c != nil && (c.Type.Numeric() || c.Numeric) && !c.Key() }

// extremeRow takes the word for the row that has the extreme: "the largest college", "the dearest one".
func extremeRow(r *reading.Run, c *schema.Column) {
	it := r.Peek(0)
	if t, s := it.BestTable(); t == c.Table && s > 0.5 || english.SameOne[it.Lower] {
		r.Take()
	}
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
		if numeric(m.Column) && (o == nil || o.Column == m.Column) {
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
