package question

import (
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads the number of a comparison with its unit: "5 minutes", "100 dollars", "twice".

// CompareNumber reads "more than 5", "at least 3 courses", "over 1,000 members".
func CompareNumber(r *reading.Run, cue tag.Cue, i int) {
	if span(r, cue, i) {
		return
	}
	n := r.Item(i)
	value := tag.Figure(n.Number)
	r.Used[i] = true
	r.Pos = i + 1
	units(r)
	if after := r.Peek(0); after.Is(tag.AtLeast) && !BoundFollows(r, r.Ahead(r.Pos)) {
		cue.Operator = after.Cue.Operator
		r.Take()
	}
	if word := n.Lower; (r.Pending == nil || r.Pending.Column != nil && r.Pending.Column.Role != schema.Measure) && (word == "once" || word == "twice" || r.Item(r.Pos-1).Lower == "times" || r.Pending == nil && r.Peek(0).Is(tag.Information) && !r.Peek(0).Mention()) {
		r.Flush()
		r.Tally(nil)
		r.Q.Having = append(r.Q.Having, &reading.Filter{Left: reading.Operand{Aggregate: reading.Count}, Operator: cue.Operator, Values: []any{value}})
		return
	}
	if r.Pending == nil {
		if countedCondition(r, cue.Operator, value, len(cue.Dimension) > 0) {
			return
		}
	}
	unit := r.Item(r.Pos - 1).Lower
	if len(cue.Dimension) == 0 {
		cue.Dimension = unitMeasures[schema.Lemma(unit)]
	}
	if o := LeftSide(r, cue); o != nil {
		if year(o, n) {
			from := time.Date(int(n.Number), 1, 1, 0, 0, 0, 0, time.UTC)
			r.Spans = append(r.Spans, "year")
			periodAgainst(r, cue, &tag.Item{Period: &tag.Period{From: from, To: from.AddDate(1, 0, 0), Grain: "year"}}, o)
			return
		}
		value = tag.Figure(n.Number * Conversion(unit, n.Number, o.Column))
		r.Add(&reading.Filter{Left: *o, Operator: cue.Operator, Values: []any{typed(o, n, value)}, Literal: true})
	}
}

// Conversion is the factor from the unit that was said to the one that the column's name says: "5 minutes" against
// milliseconds, "5 %" against parts of one.
func Conversion(unit string, number float64, c *schema.Column) float64 {
	if c != nil && (unit == "%" || unit == "percent") && (c.Metric != nil && !c.Metric.InHundred() || c.High > 0 && c.High <= 1) {
		return 0.01
	}
	said := english.Seconds[schema.Lemma(unit)]
	if said == 0 || c == nil {
		return 1
	}
	for _, w := range c.Words {
		if kept := english.Seconds[w]; kept != 0 {
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
func year(o *reading.Operand, n *tag.Item) bool {
	return o.Column != nil && o.Aggregate == reading.None && o.Column.Role == schema.Moment && !o.Column.Year && o.Column.Type.Temporal() && n.Number >= 1000 && n.Number <= 2200 && n.Number == float64(int(n.Number)) && !reading.Holds(n, o.Column)
}

// typed gives a number the form in which the column holds it: a year of a moment that is text stays text.
func typed(o *reading.Operand, n *tag.Item, value any) any {
	if o.Column == nil || o.Aggregate != reading.None {
		return value
	}
	if v, ok := value.(int64); ok && o.Column.Type.Temporal() && v >= 1000 && v <= 2200 {
		return time.Date(int(v), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	for _, m := range n.Values {
		if m.Column == o.Column {
			return m.Value
		}
	}
	return value
}

// units passes over a unit of measure after a number: "5 hours", "100 dollars".
func units(r *reading.Run) {
	if english.Units[r.Peek(0).Lower] && len(r.Peek(0).Matches) == 0 {
		r.Take()
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
