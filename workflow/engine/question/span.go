package question

import (
	"slices"
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/engine/phrase"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads lengths of time that are compared: an age ("over 65"), a time gone by ("hired more than 10 years ago")
// and the time between two dates of a row ("took more than 5 days to ship").

// oldest is the greatest age of a person, in years: a larger figure is no age.
const oldest = 130

// span compares a length of time, the number at i, when the words make it one.
func span(r *reading.Run, cue tag.Cue, i int) bool {
	n := r.Item(i)
	unit := tag.Unit(r.Item(i + 1).Lower)
	return unit != "" && Lasted(r, cue, n, i, unit) || aged(r, cue, n, i, unit)
}

// Lasted reads "took more than 5 days to ship", "paid within 7 days", "shipped more than 2 days after the order": the days
// between two dates of one row, of which the later one is named.
func Lasted(r *reading.Run, cue tag.Cue, n *tag.Item, i int, unit string) bool {
	days, ok := DaysIn[unit]
	after := r.Item(i+2).Is(tag.Compare) && r.Item(i+2).Lower == "after" || r.Item(i+2).Lower == "of"
	longer := slices.Contains(cue.Dimension, "duration")
	if !ok || r.Measure != nil && !took(r, i) || !after && !longer && !took(r, i) && (r.Item(i-1).Lower != "within" || phrase.RunsOut(r.Item(i-2).Lower)) {
		return false
	}
	var start, end *schema.Column
	for at := max(0, i-5); at < min(i+7, len(r.Items)); at++ {
		c := r.MomentNamed(r.Item(at))
		switch {
		case c == nil || r.Subject != nil && c.Table != r.Subject:
		case after && at > i:
			start, r.Used[at] = c, true
		case end == nil && c != c.Table.Moment && !c.Has(english.Bookkeeping...):
			end, r.Used[at] = c, true
		}
	}
	if end == nil {
		end = otherMoment(r)
	}
	if !r.LastsFrom(start, end) {
		return false
	}
	o := *r.Lasting
	r.Note(reading.Is(fLasted))
	r.Lasting, r.Pending, r.Measure = nil, nil, nil
	r.Q.Items = slices.DeleteFunc(r.Q.Items, func(o reading.Operand) bool { return o.Column != nil && (o.Column == end || o.Column == start) })
	r.Add(&reading.Filter{Left: o, Operator: cue.Operator, Values: []any{tag.Figure(n.Number * days)}, Literal: true})
	r.Pos = i + 2
	if after {
		r.Pos++
	}
	for r.Pos < len(r.Items) && (r.Used[r.Pos] || r.Item(r.Pos).Is(tag.In, tag.Filler, tag.Be, tag.Their)) {
		r.Take()
	}
	return true
}

// otherMoment is the only date of the table in force beside its default one, unless a column says how long it took: what a
// rental that lasted a week ends with.
func otherMoment(r *reading.Run) *schema.Column {
	t := r.Subject
	if t == nil {
		t = r.Last
	}
	if t == nil || t.Moment == nil {
		return nil
	}
	var other *schema.Column
	for _, c := range t.Columns {
		switch {
		case c.Role == schema.Measure && c.Has("duration", "day", "length"):
			return nil
		case c == t.Moment || !reading.IsMoment(c) || c.Has(english.Bookkeeping...):
		case other != nil:
			return nil
		default:
			other = c
		}
	}
	return other
}

var fLasted = reading.Feat("time between two dates of a row: compared")

// took says that a verb of lasting stands before the number: "took more than 5 days", "returned after more than 9 days".
func took(r *reading.Run, i int) bool {
	for _, it := range r.Items[max(0, i-4):i] {
		switch it.Lower {
		case "take", "takes", "took", "taken", "taking", "needed", "lasted":
			return true
		}
	}
	return r.Item(i-1).Is(tag.Compare) && r.Item(i-2).Lower == "after"
}

// DaysIn are the units of lengths of time in days.
var DaysIn = map[string]float64{"hour": 1.0 / 24, "day": 1, "week": 7}

// aged reads "over 65", "at least 70 years old", "aged 30": the date of birth of the people in question stands for their
// age.
func aged(r *reading.Run, cue tag.Cue, n *tag.Item, i int, unit string) bool {
	next := r.Item(r.Ahead(i + 1))
	said := ages(r, cue) || next.Lower == "old" || unit == "year" && r.Item(i+2).Lower == "old"
	if n.Number > oldest || unit != "" && unit != "year" || !said && (len(cue.Dimension) > 0 || len(next.Matches) > 0 || unit != "") {
		return false
	}
	c := birth(r)
	if r.Pending != nil && r.Pending.Column != c || c == nil {
		return false
	}
	r.Pending, r.Measure = nil, nil
	r.Pos = i + 1
	passAge(r)
	age(r, c, cue.Operator, int(n.Number), i)
	return true
}

// agedBetween reads "aged between 30 and 40".
func agedBetween(r *reading.Run, i, j int) bool {
	c := birth(r)
	if c == nil || !ages(r, tag.Cue{}) && r.Item(j+1).Lower != "years old" && (tag.Unit(r.Item(j+1).Lower) != "year" || r.Item(j+2).Lower != "old") || r.Item(j).Number > oldest {
		return false
	}
	r.Measure = nil
	r.Used[i], r.Used[j] = true, true
	r.Pos = j + 1
	passAge(r)
	age(r, c, ">=", int(r.Item(i).Number), i)
	age(r, c, "<=", int(r.Item(j).Number), j)
	return true
}

// passAge passes over the words that make a number an age: "years old", "of age".
func passAge(r *reading.Run) {
	for r.Pos < len(r.Items) && (tag.Unit(r.Item(r.Pos).Lower) == "year" || r.Item(r.Pos).Lower == "old" || r.Item(r.Pos).Lower == "age" || r.Item(r.Pos).Lower == "of") {
		r.Take()
	}
}

// ages says that the comparison is one of ages.
func ages(r *reading.Run, cue tag.Cue) bool {
	return slices.Contains(cue.Dimension, "age") || slices.Contains(r.Measure, "age")
}

// birth is the date of birth of the people that the question is about; nil when they have none, or an age of their own.
func birth(r *reading.Run) *schema.Column {
	for _, t := range append([]*schema.Table{r.Last, r.Subject}, r.Facts.Tables...) {
		if t == nil || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Has("age") }) {
			continue
		}
		for _, c := range t.Columns {
			if c.Role == schema.Moment && !c.Year && c.Has("birth", "birthday", "birthdate", "born", "dob") {
				return c
			}
		}
	}
	return nil
}

var fAge = reading.Feat("age: of people whose date of birth is known")

// AsksAge reads "average age", "name and age": what the date of birth of the people in question says, where they have no
// age of their own.
func AsksAge(r *reading.Run, it *tag.Item) bool {
	if schema.Lemma(it.Lower) != "age" || len(it.Matches) > 0 && it.Matches[0].Score() > 0.8 {
		return false
	}
	c := birth(r)
	if c == nil {
		return false
	}
	r.Take()
	if r.LeadsCondition(c) {
		r.Measure = []string{"age"}
		return true
	}
	r.Note(reading.Is(fAge))
	y, m, d := r.Facts.Now.Date()
	o := reading.Operand{Column: c, Operator: "age", Right: &reading.Operand{Moment: time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}}
	if r.OwnBesides(c) {
		r.Label(r.Subject)
	}
	aggregates := r.Aggregates
	if len(aggregates) == 0 {
		aggregates = []reading.Aggregate{reading.None}
	}
	r.Aggregates = nil
	for _, a := range aggregates {
		o.Aggregate = a
		r.AddItem(o)
	}
	r.Tell(r.Pos-1, c, nil)
	return true
}

// age adds the comparison of an age, the item at i, as one of the date of birth.
func age(r *reading.Run, c *schema.Column, operator string, years, i int) {
	y, m, d := r.Facts.Now.Date()
	born := func(years int) time.Time { return time.Date(y-years, m, d, 0, 0, 0, 0, time.UTC) }
	r.Note(reading.Is(fAge))
	p := &tag.Period{Grain: "day"}
	compare := func(operator string, day time.Time) {
		r.Add(&reading.Filter{Left: reading.Operand{Column: c}, Operator: operator, Values: []any{day}, Literal: true})
	}
	switch operator {
	case ">":
		p.To = born(years)
		compare("<", p.To)
	case ">=":
		p.To = born(years).AddDate(0, 0, 1)
		compare("<=", born(years))
	case "<":
		p.From = born(years).AddDate(0, 0, 1)
		compare(">", born(years))
	case "<=":
		p.From = born(years+1).AddDate(0, 0, 1)
		compare(">", born(years+1))
	case "=":
		p.From, p.To = born(years+1).AddDate(0, 0, 1), born(years).AddDate(0, 0, 1)
		within(r, &reading.Operand{Column: c}, p)
	}
	r.AgeYears = append(r.AgeYears, float64(years))
	r.Tell(i, c, p)
}

// Incomparable says that a condition or a figure is none that anybody means: a key that was not named is compared with a
// figure, a date with a mere number, the one figure asked for with another, or the sum of keys or of dates is asked for.
// Databases refuse some of them, and answer the others with nonsense.
func Incomparable(r *reading.Run, q *reading.Reading) bool {
	odd := func(o reading.Operand) bool {
		return o.Column != nil && (o.Aggregate == reading.Sum || o.Aggregate == reading.Average || o.Aggregate == reading.Median) && o.Operator == "" &&
			(o.Column.Key() && !keyNamed(r, o.Column) || holdsDates(o.Column))
	}
	found := len(q.Groups) == 0 && len(q.Having) == 1 && len(q.Items) == 1 && q.Having[0].Left == q.Items[0]
	q.Operands(func(o reading.Operand) { found = found || odd(o) })
	for _, f := range slices.Concat(q.Filters, q.Having) {
		if f.Sub != nil && Incomparable(r, f.Sub) {
			return true
		}
		c := f.Left.Column
		if c == nil || f.Left.Aggregate != reading.None || f.Left.Operator != "" || len(f.Values) == 0 || f.Operator == "=" || f.Operator == "<>" {
			continue
		}
		_, text := f.Values[0].(string)
		_, number := FigureOf(f.Values[0])
		number = number && !text
		found = found || number && (c.Key() && !keyNamed(r, c) && f.Operator != "in" || holdsDates(c))
	}
	return found
}

// holdsDates says that the column holds dates, and not as numbers.
func holdsDates(c *schema.Column) bool {
	return reading.IsMoment(c) && !c.Type.Numeric()
}

// WithKey lets "with id over 100" compare the key of what was named last.
func WithKey(r *reading.Run, it *tag.Item) {
	if it.Lower == "with id" && r.Item(r.Pos+1).Is(tag.Compare, tag.Between, tag.AtLeast) && r.Last != nil {
		if c := r.Last.PrimaryKey(); c != nil {
			r.Flush()
			r.Await(c)
		}
	}
}

// keyNamed says that the last word of a key's name was said: the number of "number over 100", the id of "id 5".
func keyNamed(r *reading.Run, c *schema.Column) bool {
	written := schema.Split(c.Name)
	return slices.ContainsFunc(r.Items, func(it tag.Item) bool {
		return slices.ContainsFunc(schema.Words(it.Lower), func(w string) bool {
			return w == written[len(written)-1] || schema.Lemma(w) == c.Words[len(c.Words)-1]
		})
	})
}
