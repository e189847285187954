package engine

import (
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads the number of a comparison with its unit: "5 minutes", "100 dollars", "twice".

// compareNumber reads "more than 5", "at least 3 courses", "over 1,000 members".
func (r *run) compareNumber(cue Cue, i int) {
	if r.span(cue, i) {
		return
	}
	n := r.item(i)
	value := Figure(n.Number)
	r.used[i] = true
	r.pos = i + 1
	r.units()
	if after := r.peek(0); after.Is(AtLeast) && !r.item(r.ahead(r.pos+1)).HasNumber {
		cue.Operator = after.Cue.Operator
		r.take()
	}
	if word := n.Lower; (r.pending == nil || r.pending.column != nil && r.pending.column.Role != schema.Measure) && (word == "once" || word == "twice" || r.item(r.pos-1).Lower == "times" || r.pending == nil && r.peek(0).Is(Information) && !r.peek(0).Mention()) {
		r.flush()
		r.tally(nil)
		r.q.having = append(r.q.having, &filter{left: operand{aggregate: count}, operator: cue.Operator, values: []any{value}})
		return
	}
	if r.pending == nil {
		if r.countedCondition(cue.Operator, value, len(cue.Dimension) > 0) {
			return
		}
	}
	unit := r.item(r.pos - 1).Lower
	if len(cue.Dimension) == 0 {
		cue.Dimension = unitMeasures[schema.Lemma(unit)]
	}
	if o := r.leftSide(cue); o != nil {
		if year(o, n) {
			from := time.Date(int(n.Number), 1, 1, 0, 0, 0, 0, time.UTC)
			r.spans = append(r.spans, "year")
			r.periodAgainst(cue, &Item{Period: &Period{From: from, To: from.AddDate(1, 0, 0), Grain: "year"}}, o)
			return
		}
		value = Figure(n.Number * conversion(unit, n.Number, o.column))
		r.add(&filter{left: *o, operator: cue.Operator, values: []any{r.typed(o, n, value)}, literal: true})
	}
}

// seconds are units of time in seconds, by the singular.
var seconds = map[string]float64{"millisecond": 0.001, "second": 1, "minute": 60, "hour": 3600}

// conversion is the factor from the unit that was said to the one that the column's name says: "5 minutes" against
// milliseconds, "5 %" against parts of one.
func conversion(unit string, number float64, c *schema.Column) float64 {
	if c != nil && (unit == "%" || unit == "percent") && (c.Metric != nil && !c.Metric.InHundred() || c.High > 0 && c.High <= 1) {
		return 0.01
	}
	said := seconds[schema.Lemma(unit)]
	if said == 0 || c == nil {
		return 1
	}
	for _, w := range c.Words {
		if kept := seconds[w]; kept != 0 {
			return said / kept
		}
	}
	if !c.Numeric || number >= c.Low {
		return 1
	}
	for _, kept := range []float64{60, 1, 3600} { // the values tell the unit: a film of 180 is one of minutes
		if n := number * said / kept; n >= c.Low && n <= c.High {
			return said / kept
		}
	}
	return 1
}

// year says that a date is compared with a year: "hired after 2003" begins with 2004.
func year(o *operand, n *Item) bool {
	return o.column != nil && o.aggregate == none && o.column.Role == schema.Moment && !o.column.Year && o.column.Type.Temporal() && n.Number >= 1000 && n.Number <= 2200 && n.Number == float64(int(n.Number)) && !holds(n, o.column)
}

// typed gives a number the form in which the column holds it: a year of a moment that is text stays text.
func (r *run) typed(o *operand, n *Item, value any) any {
	if o.column == nil || o.aggregate != none {
		return value
	}
	if v, ok := value.(int64); ok && o.column.Type.Temporal() && v >= 1000 && v <= 2200 {
		return time.Date(int(v), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	for _, m := range n.Values {
		if m.Column == o.column {
			return m.Value
		}
	}
	return value
}

// units passes over a unit of measure after a number: "5 hours", "100 dollars".
func (r *run) units() {
	if english.Units[r.peek(0).Lower] && len(r.peek(0).Matches) == 0 {
		r.take()
	}
}

// unitMeasures are words for what a unit measures, where it says so without another word: "between 3 and 4 minutes".
var unitMeasures = map[string][]string{
	"second": {"duration", "length", "time", "second", "millisecond"}, "minute": {"duration", "length", "time", "minute", "second", "millisecond"},
	"hour": {"duration", "length", "time", "hour", "minute", "second", "millisecond"}, "dollar": {"price", "cost", "amount", "fee", "total"},
	"usd": {"price", "cost", "amount", "fee", "total"}, "euro": {"price", "cost", "amount", "fee", "total"},
	"kg": {"weight"}, "pound": {"weight", "price"}, "cm": {"height", "length"}, "inch": {"height", "length"}, "km": {"distance", "length"},
	"mile": {"distance", "length"}, "mph": {"speed"},
}
