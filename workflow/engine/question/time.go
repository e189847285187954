package question

import (
	"slices"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads what stands beside a measure: grains of time, comparisons of periods and values, percentages.

// Sideways reads "monthly", "vs", "growth", "percentage of", "running total".
func Sideways(r *reading.Run, it *tag.Item) {
	r.Flush()
	switch it.Cue.Kind {
	case tag.Grain:
		r.Paces = append(r.Paces, it.Cue.Operator)
	case tag.Versus:
		r.Versus = true
	default:
		r.Made = it.Cue.Kind
		if it.Cue.Kind == tag.Running && len(r.Aggregates) == 0 {
			r.Aggregates = append(r.Aggregates, reading.Sum)
		}
		if it.Cue.Kind == tag.Growth && it.Cue.Operator != "" {
			r.Paces = append(r.Paces, it.Cue.Operator)
		}
	}
	r.Take()
}

// SettleTime finds the date columns of the periods and grains that waited.
func SettleTime(r *reading.Run) {
	for _, l := range r.Late {
		r.Pos = l.At
		if placeWithin(r, r.Items[l.At].Period, l.Cue) {
			continue
		}
		if l.Cue != nil {
			periodAgainst(r, *l.Cue, &r.Items[l.At], momentSide(r))
		} else if o := momentSide(r); o != nil {
			p := reached(r, o, r.Items[l.At].Period)
			r.Tell(l.At, o.Column, p)
			within(r, o, p)
		}
	}
	r.Pos = len(r.Items)
	if (r.Made == tag.Running || r.Made == tag.Growth) && len(r.Paces)+len(r.PerKey)+len(r.PerRow) == 0 {
		r.Paces = append(r.Paces, "")
	}
	r.Paces = unitsSaid(r.Paces)
	for _, unit := range r.Paces {
		if c := momentColumn(r); c != nil {
			r.Grains = append(r.Grains, Grain(r, c, unit))
		}
	}
}

// unitsSaid are the units of time that groups are by, without the usual one where another is said: "trend by quarter" is by quarters.
func unitsSaid(paces []string) []string {
	if !slices.ContainsFunc(paces, func(unit string) bool { return unit != "" }) {
		return paces
	}
	return slices.DeleteFunc(slices.Clone(paces), func(unit string) bool { return unit == "" })
}

// Grain is a date column cut to a unit, to months where none was said; a column of years is not cut.
func Grain(r *reading.Run, c *schema.Column, unit string) reading.Operand {
	if c.Year {
		return reading.Operand{Column: c}
	}
	if unit == "" {
		unit = "month"
	}
	return reading.Operand{Column: c, Grain: unit}
}
