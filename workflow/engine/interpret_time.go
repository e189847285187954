package engine

import "parley/workflow/schema"

// This file reads what stands beside a measure: grains of time, comparisons of periods and values, percentages.

// sideways reads "monthly", "vs", "growth", "percentage of", "running total".
func (r *run) sideways(it *Item) {
	r.flush()
	switch it.Cue.Kind {
	case Grain:
		r.paces = append(r.paces, it.Cue.Operator)
	case Versus:
		r.versus = true
	default:
		r.made = it.Cue.Kind
		if it.Cue.Kind == Running && len(r.aggregates) == 0 {
			r.aggregates = append(r.aggregates, sum)
		}
		if it.Cue.Kind == Growth && it.Cue.Operator != "" {
			r.paces = append(r.paces, it.Cue.Operator)
		}
	}
	r.take()
}

// settleTime finds the date columns of the periods and grains that waited.
func (r *run) settleTime() {
	for _, l := range r.late {
		r.pos = l.at
		if l.cue != nil {
			r.periodAgainst(*l.cue, &r.items[l.at], r.momentSide())
		} else if o := r.momentSide(); o != nil {
			r.tell(l.at, o.column, r.items[l.at].Period)
			r.within(o, r.items[l.at].Period)
		}
	}
	r.pos = len(r.items)
	if (r.made == Running || r.made == Growth) && len(r.paces)+len(r.perKey)+len(r.perRow) == 0 {
		r.paces = append(r.paces, "")
	}
	for _, unit := range r.paces {
		if c := r.momentColumn(); c != nil {
			r.grains = append(r.grains, r.grain(c, unit))
		}
	}
}

// grain is a date column cut to a unit, to months where none was said; a column of years is not cut.
func (r *run) grain(c *schema.Column, unit string) operand {
	if c.Year {
		return operand{column: c}
	}
	if unit == "" {
		unit = "month"
	}
	return operand{column: c, grain: unit}
}
