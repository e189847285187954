package question

import (
	"time"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads what lies between two bounds.

// Between reads "between 10 and 20".
func Between(r *reading.Run, i int) {
	j := r.Ahead(i + 1)
	for r.Item(j).Is(tag.And, tag.In) || r.Item(j).Lower == "to" {
		j = r.Ahead(j + 1)
	}
	if agedBetween(r, i, j) {
		return
	}
	low, high := r.Item(i), r.Item(j)
	if !bound(low) || !bound(high) {
		return
	}
	r.Used[i], r.Used[j] = true, true
	r.Pos = j + 1
	units(r)
	unit := r.Item(r.Pos - 1).Lower
	dimension := periodDimension(low, high)
	if dimension == nil {
		dimension = unitMeasures[schema.Lemma(unit)]
	}
	o := LeftSide(r, tag.Cue{Dimension: dimension})
	if o == nil {
		o = r.ColumnAfter()
	}
	switch {
	case o == nil || years(r, o, low, high):
	case low.HasNumber && high.HasNumber && Conversion(unit, low.Number, o.Column) != 1:
		f := Conversion(unit, low.Number, o.Column)
		r.Add(&reading.Filter{Left: *o, Operator: "between", Values: []any{tag.Figure(low.Number * f), tag.Figure(high.Number * f)}, Literal: true})
	default:
		r.Add(&reading.Filter{Left: *o, Operator: "between", Values: []any{boundOf(o, low), boundOf(o, high)}, Literal: true})
	}
}

// years reads "between 2009 and 2011" on dates: from the first day of the one to the last day of the other.
func years(r *reading.Run, o *reading.Operand, low, high *tag.Item) bool {
	c := o.Column
	if c == nil || c.Role != schema.Moment || c.Year || c.Type.Numeric() || low.Period != nil || high.Period != nil ||
		low.Number < 1000 || high.Number > 2200 {
		return false
	}
	from := time.Date(int(low.Number), 1, 1, 0, 0, 0, 0, time.UTC)
	to := time.Date(int(high.Number)+1, 1, 1, 0, 0, 0, 0, time.UTC)
	within(r, o, &tag.Period{From: from, To: to, Grain: "year"})
	return true
}

func bound(it *tag.Item) bool {
	return it.HasNumber || it.Quoted || it.Period != nil || len(it.Values) > 0
}

func periodDimension(low, high *tag.Item) []string {
	if low.Period != nil || isYear(low) && isYear(high) {
		return []string{"date", "year", "time"}
	}
	return nil
}

func boundOf(o *reading.Operand, it *tag.Item) any {
	for _, m := range it.Values {
		if m.Column == o.Column {
			return m.Value
		}
	}
	switch {
	case it.Period != nil:
		return it.Period.From
	case it.HasNumber:
		return typed(o, it, tag.Figure(it.Number))
	}
	return it.Text
}
