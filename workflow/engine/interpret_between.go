package engine

import (
	"time"

	"parley/workflow/schema"
)

// This file reads what lies between two bounds.

// between reads "between 10 and 20".
func (r *run) between(i int) {
	j := r.ahead(i + 1)
	for r.item(j).Is(And, In) || r.item(j).Lower == "to" {
		j = r.ahead(j + 1)
	}
	if r.agedBetween(i, j) {
		return
	}
	low, high := r.item(i), r.item(j)
	if !bound(low) || !bound(high) {
		return
	}
	r.used[i], r.used[j] = true, true
	r.pos = j + 1
	r.units()
	unit := r.item(r.pos - 1).Lower
	dimension := periodDimension(low, high)
	if dimension == nil {
		dimension = unitMeasures[schema.Lemma(unit)]
	}
	o := r.leftSide(Cue{Dimension: dimension})
	if o == nil {
		o = r.columnAfter()
	}
	switch {
	case o == nil || r.years(o, low, high):
	case low.HasNumber && high.HasNumber && conversion(unit, low.Number, o.column) != 1:
		f := conversion(unit, low.Number, o.column)
		r.add(&filter{left: *o, operator: "between", values: []any{Figure(low.Number * f), Figure(high.Number * f)}, literal: true})
	default:
		r.add(&filter{left: *o, operator: "between", values: []any{r.boundOf(o, low), r.boundOf(o, high)}, literal: true})
	}
}

// years reads "between 2009 and 2011" on dates: from the first day of the one to the last day of the other.
func (r *run) years(o *operand, low, high *Item) bool {
	c := o.column
	if c == nil || c.Role != schema.Moment || c.Year || c.Type.Numeric() || low.Period != nil || high.Period != nil ||
		low.Number < 1000 || high.Number > 2200 {
		return false
	}
	from := time.Date(int(low.Number), 1, 1, 0, 0, 0, 0, time.UTC)
	to := time.Date(int(high.Number)+1, 1, 1, 0, 0, 0, 0, time.UTC)
	r.within(o, &Period{From: from, To: to, Grain: "year"})
	return true
}

func bound(it *Item) bool { return it.HasNumber || it.Quoted || it.Period != nil || len(it.Values) > 0 }

func periodDimension(low, high *Item) []string {
	if low.Period != nil || isYear(low) && isYear(high) {
		return []string{"date", "year", "time"}
	}
	return nil
}

func (r *run) boundOf(o *operand, it *Item) any {
	for _, m := range it.Values {
		if m.Column == o.column {
			return m.Value
		}
	}
	switch {
	case it.Period != nil:
		return it.Period.From
	case it.HasNumber:
		return r.typed(o, it, Figure(it.Number))
	}
	return it.Text
}
