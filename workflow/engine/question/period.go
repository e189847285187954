package question

import (
	"slices"
	"time"

	"parley/db"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads dates and spans of time, and what is compared with them.

// Period reads a date or time span: on the column that waits, else on the default date column in force.
func Period(r *reading.Run, it *tag.Item) {
	r.Spans = append(r.Spans, it.Period.Grain)
	if len(r.TablesInForce()) == 0 {
		r.Late = append(r.Late, reading.Late{At: r.Pos})
		r.Take()
		return
	}
	if placeWithin(r, it.Period, nil) {
		r.Take()
		return
	}
	o := momentSide(r)
	r.Take()
	if o != nil {
		p := reached(r, o, it.Period)
		r.Tell(r.Pos-1, o.Column, p)
		within(r, o, p)
	}
}

// placeWithin puts a period on the rows that a condition looks for, or the time that a cue compares with it.
func placeWithin(r *reading.Run, said *tag.Period, cue *tag.Cue) bool {
	f := lookedFor(r)
	if f == nil || said == nil || cue != nil && said.Ago > 0 {
		return false
	}
	at := &reading.Operand{Column: f.Left.Column.Condition.Moment}
	p := *reached(r, at, said)
	if cue != nil {
		p = against(cue.Operator, p)
	}
	f.During = &p
	r.Tell(r.Pos, at.Column, f.During)
	return true
}

// lookedFor is a condition that was said right before, but for the noun of its rows, and looks for rows of another table of which is known when
// they were so: the period is of those. It is nil for others.
func lookedFor(r *reading.Run) *reading.Filter {
	i := r.Pos - 1
	for i >= 0 && len(r.Items[i].Values) == 0 && (r.Items[i].Is(tag.In, tag.Filler, tag.Compare) || namesTable(&r.Items[i])) {
		i--
	}
	if i < 0 || r.Pending != nil {
		return nil
	}
	noun := slices.ContainsFunc(r.Items[i+1:r.Pos], func(it tag.Item) bool { return namesTable(&it) })
	for _, f := range slices.Backward(r.Q.Filters) {
		c := f.Left.Column
		if noun && c != nil && slices.ContainsFunc(r.Q.Items, func(o reading.Operand) bool { return o.Column != nil && reading.TableOf(o.Column) != c.Table }) {
			continue // "revenue of terminated homes last month" is last month's
		}
		if c != nil && c.Condition != nil && c.Condition.Moment != nil && slices.ContainsFunc(r.Items[i].Values, func(m schema.ValueMatch) bool { return m.Column == c }) {
			return f
		}
	}
	return nil
}

// namesTable says that an item is a noun for rows.
func namesTable(it *tag.Item) bool {
	return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == nil })
}

// ComparePeriod reads "after March 2020", "before Feb 10".
func ComparePeriod(r *reading.Run, cue tag.Cue, it *tag.Item) {
	if len(r.TablesInForce()) == 0 {
		r.Late = append(r.Late, reading.Late{At: r.Pos, Cue: &cue})
		r.Take()
		return
	}
	if placeWithin(r, it.Period, &cue) {
		r.Take()
		return
	}
	o := momentSide(r)
	r.Take()
	periodAgainst(r, cue, it, o)
}

// periodAgainst compares a date column with a period.
func periodAgainst(r *reading.Run, cue tag.Cue, it *tag.Item, o *reading.Operand) {
	if o == nil {
		return
	}
	for _, m := range it.Values {
		if m.Column == o.Column {
			r.Add(&reading.Filter{Left: *o, Operator: cue.Operator, Values: []any{m.Value}, Literal: true})
			return
		}
	}
	p := *it.Period
	if p.Ago > 0 { // longer ago is earlier, to the day
		cue.Operator = turned[cue.Operator]
		day := tag.AddUnits(p.Grain, r.Facts.Now, -p.Ago)
		p = tag.Period{From: time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, day.Location()), Grain: "day"}
		p.To = p.From.AddDate(0, 0, 1)
	}
	switch cue.Operator {
	case ">":
		r.Add(&reading.Filter{Left: *o, Operator: ">=", Values: []any{p.To}, Literal: true})
		if p.Grain == "day" || p.Grain == "time" {
			f := r.Q.Filters[len(r.Q.Filters)-1]
			f.Operator, f.Values = ">", []any{p.From}
		}
	case ">=":
		r.Add(&reading.Filter{Left: *o, Operator: ">=", Values: []any{p.From}, Literal: true})
	case "<":
		r.Add(&reading.Filter{Left: *o, Operator: "<", Values: []any{p.From}, Literal: true})
	case "<=":
		r.Add(&reading.Filter{Left: *o, Operator: "<", Values: []any{p.To}, Literal: true})
	}
}

// against is the time that lies so to a period: from its end on for ">".
func against(operator string, p tag.Period) tag.Period {
	out := tag.Period{Grain: p.Grain}
	switch operator {
	case ">":
		out.From = p.To
	case ">=":
		out.From = p.From
	case "<":
		out.To = p.From
	default:
		out.To = p.To
	}
	return out
}

// turned are the operators of comparisons whose sides change places.
var turned = map[string]string{">": "<", "<": ">", ">=": "<=", "<=": ">="}

// reached is a period in the year in which a moment holds something, where no year was named.
func reached(r *reading.Run, o *reading.Operand, p *tag.Period) *tag.Period {
	if o.Column == nil {
		return p
	}
	said := make([]string, len(r.Items))
	for i := range r.Items {
		said[i] = r.Items[i].Lower
	}
	there := grammar.Reached(*p, o.Column, said, len(r.Grains)+len(r.Paces) > 0, r.Facts.Now)
	return &there
}

// within adds a half-open range on a moment; one day of a date column is an equality. Two ranges that were said with
// "both" are two sets: no row lies in both.
func within(r *reading.Run, o *reading.Operand, p *tag.Period) {
	if r.Both && !p.From.IsZero() && !p.To.IsZero() && !o.Column.Year {
		r.Add(&reading.Filter{Left: *o, Operator: "within", Values: []any{p.From, p.To}, Literal: true, Both: true})
		return
	}
	if p.Grain == "time" || p.Grain == "day" && !p.Rolling && !p.Several() && (o.Column.Type == db.Date || o.Column.Type == db.Text) {
		r.Add(&reading.Filter{Left: *o, Operator: "=", Values: []any{p.From}, Literal: true})
		return
	}
	if o.Column.Year {
		withinYears(r, o, p)
		return
	}
	if !p.From.IsZero() {
		r.Add(&reading.Filter{Left: *o, Operator: ">=", Values: []any{p.From}, Literal: true})
	}
	if !p.To.IsZero() {
		r.Add(&reading.Filter{Left: *o, Operator: "<", Values: []any{p.To}, Literal: true})
	}
}

// withinYears holds a column of years to those of a span.
func withinYears(r *reading.Run, o *reading.Operand, p *tag.Period) {
	f := &reading.Filter{Left: *o, Operator: "=", Values: []any{int64(p.From.Year())}, Literal: true}
	last := int64(p.To.Add(-time.Nanosecond).Year())
	switch {
	case p.To.IsZero():
		f.Operator = ">="
	case p.From.IsZero():
		f.Operator, f.Values = "<=", []any{last}
	case last > int64(p.From.Year()):
		f.Operator, f.Values = "between", append(f.Values, last)
	}
	r.Add(f)
}
