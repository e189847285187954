package engine

import (
	"slices"
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads lengths of time that are compared: an age ("over 65"), a time gone by ("hired more than 10 years ago")
// and the time between two dates of a row ("took more than 5 days to ship").

// oldest is the greatest age of a person, in years: a larger figure is no age.
const oldest = 130

// span compares a length of time, the number at i, when the words make it one.
func (r *run) span(cue Cue, i int) bool {
	n := r.item(i)
	unit := Unit(r.item(i + 1).Lower)
	return unit != "" && r.lasted(cue, n, i, unit) || r.aged(cue, n, i, unit)
}

// lasted reads "took more than 5 days to ship", "paid within 7 days", "shipped more than 2 days after the order": the days
// between two dates of one row, of which the later one is named.
func (r *run) lasted(cue Cue, n *Item, i int, unit string) bool {
	days, ok := daysIn[unit]
	after := r.item(i+2).Is(Compare) && r.item(i+2).Lower == "after" || r.item(i+2).Lower == "of"
	longer := slices.Contains(cue.Dimension, "duration")
	if !ok || r.measure != nil && !r.took(i) || !after && !longer && !r.took(i) && r.item(i-1).Lower != "within" {
		return false
	}
	var start, end *schema.Column
	for at := max(0, i-5); at < min(i+7, len(r.items)); at++ {
		c := r.momentNamed(r.item(at))
		switch {
		case c == nil || r.subject != nil && c.Table != r.subject:
		case after && at > i:
			start, r.used[at] = c, true
		case end == nil && c != c.Table.Moment && !c.Has(english.Bookkeeping...):
			end, r.used[at] = c, true
		}
	}
	if end == nil {
		end = r.otherMoment()
	}
	if !r.lastsFrom(start, end) {
		return false
	}
	o := *r.lasting
	r.note(is(fLasted))
	r.lasting, r.pending, r.measure = nil, nil, nil
	r.q.items = slices.DeleteFunc(r.q.items, func(o operand) bool { return o.column != nil && (o.column == end || o.column == start) })
	r.add(&filter{left: o, operator: cue.Operator, values: []any{Figure(n.Number * days)}, literal: true})
	r.pos = i + 2
	if after {
		r.pos++
	}
	for r.pos < len(r.items) && (r.used[r.pos] || r.item(r.pos).Is(In, Filler, Be, Their)) {
		r.take()
	}
	return true
}

// otherMoment is the only date of the table in force beside its default one, unless a column says how long it took: what a
// rental that lasted a week ends with.
func (r *run) otherMoment() *schema.Column {
	t := r.subject
	if t == nil {
		t = r.last
	}
	if t == nil || t.Moment == nil {
		return nil
	}
	var other *schema.Column
	for _, c := range t.Columns {
		switch {
		case c.Role == schema.Measure && c.Has("duration", "day", "length"):
			return nil
		case c == t.Moment || !isMoment(c) || c.Has(english.Bookkeeping...):
		case other != nil:
			return nil
		default:
			other = c
		}
	}
	return other
}

var fLasted = feat("time between two dates of a row: compared")

// took says that a verb of lasting stands before the number: "took more than 5 days", "returned after more than 9 days".
func (r *run) took(i int) bool {
	for _, it := range r.items[max(0, i-4):i] {
		switch it.Lower {
		case "take", "takes", "took", "taken", "taking", "needed", "lasted":
			return true
		}
	}
	return r.item(i-1).Is(Compare) && r.item(i-2).Lower == "after"
}

// daysIn are the units of lengths of time in days.
var daysIn = map[string]float64{"hour": 1.0 / 24, "day": 1, "week": 7}

// aged reads "over 65", "at least 70 years old", "aged 30": the date of birth of the people in question stands for their
// age.
func (r *run) aged(cue Cue, n *Item, i int, unit string) bool {
	next := r.item(r.ahead(i + 1))
	said := r.ages(cue) || next.Lower == "old" || unit == "year" && r.item(i+2).Lower == "old"
	if n.Number > oldest || unit != "" && unit != "year" || !said && (len(cue.Dimension) > 0 || len(next.Matches) > 0 || unit != "") {
		return false
	}
	c := r.birth()
	if r.pending != nil && r.pending.column != c || c == nil {
		return false
	}
	r.pending, r.measure = nil, nil
	r.pos = i + 1
	r.passAge()
	r.age(c, cue.Operator, int(n.Number), i)
	return true
}

// agedBetween reads "aged between 30 and 40".
func (r *run) agedBetween(i, j int) bool {
	c := r.birth()
	if c == nil || !r.ages(Cue{}) && r.item(j+1).Lower != "years old" && (Unit(r.item(j+1).Lower) != "year" || r.item(j+2).Lower != "old") || r.item(j).Number > oldest {
		return false
	}
	r.measure = nil
	r.used[i], r.used[j] = true, true
	r.pos = j + 1
	r.passAge()
	r.age(c, ">=", int(r.item(i).Number), i)
	r.age(c, "<=", int(r.item(j).Number), j)
	return true
}

// passAge passes over the words that make a number an age: "years old", "of age".
func (r *run) passAge() {
	for r.pos < len(r.items) && (Unit(r.item(r.pos).Lower) == "year" || r.item(r.pos).Lower == "old" || r.item(r.pos).Lower == "age" || r.item(r.pos).Lower == "of") {
		r.take()
	}
}

// ages says that the comparison is one of ages.
func (r *run) ages(cue Cue) bool {
	return slices.Contains(cue.Dimension, "age") || slices.Contains(r.measure, "age")
}

// birth is the date of birth of the people that the question is about; nil when they have none, or an age of their own.
func (r *run) birth() *schema.Column {
	for _, t := range append([]*schema.Table{r.last, r.subject}, r.facts.tables...) {
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

var fAge = feat("age: of people whose date of birth is known")

// asksAge reads "average age", "name and age": what the date of birth of the people in question says, where they have no
// age of their own.
func (r *run) asksAge(it *Item) bool {
	if schema.Lemma(it.Lower) != "age" || len(it.Matches) > 0 && it.Matches[0].Score() > 0.8 {
		return false
	}
	c := r.birth()
	if c == nil {
		return false
	}
	r.take()
	if r.leadsCondition(c) {
		r.measure = []string{"age"}
		return true
	}
	r.note(is(fAge))
	y, m, d := r.facts.now.Date()
	o := operand{column: c, operator: "age", right: &operand{moment: time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}}
	aggregates := r.aggregates
	if len(aggregates) == 0 {
		aggregates = []aggregate{none}
	}
	r.aggregates = nil
	for _, a := range aggregates {
		o.aggregate = a
		r.addItem(o)
	}
	r.tell(r.pos-1, c, nil)
	return true
}

// age adds the comparison of an age, the item at i, as one of the date of birth.
func (r *run) age(c *schema.Column, operator string, years, i int) {
	y, m, d := r.facts.now.Date()
	born := func(years int) time.Time { return time.Date(y-years, m, d, 0, 0, 0, 0, time.UTC) }
	r.note(is(fAge))
	p := &Period{Grain: "day"}
	compare := func(operator string, day time.Time) {
		r.add(&filter{left: operand{column: c}, operator: operator, values: []any{day}, literal: true})
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
		r.within(&operand{column: c}, p)
	}
	r.ageYears = append(r.ageYears, float64(years))
	r.tell(i, c, p)
}

// incomparable says that a condition or a figure is none that anybody means: a key that was not named is compared with a
// figure, a date with a mere number, the one figure asked for with another, or the sum of keys or of dates is asked for.
// Databases refuse some of them, and answer the others with nonsense.
func (r *run) incomparable(q *reading) bool {
	odd := func(o operand) bool {
		return o.column != nil && (o.aggregate == sum || o.aggregate == average || o.aggregate == median) && o.operator == "" &&
			(o.column.Key() && !r.keyNamed(o.column) || holdsDates(o.column))
	}
	found := len(q.groups) == 0 && len(q.having) == 1 && len(q.items) == 1 && q.having[0].left == q.items[0]
	q.operands(func(o operand) { found = found || odd(o) })
	for _, f := range slices.Concat(q.filters, q.having) {
		if f.sub != nil && r.incomparable(f.sub) {
			return true
		}
		c := f.left.column
		if c == nil || f.left.aggregate != none || f.left.operator != "" || len(f.values) == 0 || f.operator == "=" || f.operator == "<>" {
			continue
		}
		_, text := f.values[0].(string)
		_, number := figureOf(f.values[0])
		number = number && !text
		found = found || number && (c.Key() && !r.keyNamed(c) && f.operator != "in" || holdsDates(c))
	}
	return found
}

// holdsDates says that the column holds dates, and not as numbers.
func holdsDates(c *schema.Column) bool {
	return isMoment(c) && !c.Type.Numeric()
}

// withKey lets "with id over 100" compare the key of what was named last.
func (r *run) withKey(it *Item) {
	if it.Lower == "with id" && r.item(r.pos+1).Is(Compare, Between, AtLeast) && r.last != nil {
		if c := r.last.PrimaryKey(); c != nil {
			r.flush()
			r.await(c)
		}
	}
}

// keyNamed says that the last word of a key's name was said: the number of "number over 100", the id of "id 5".
func (r *run) keyNamed(c *schema.Column) bool {
	written := schema.Split(c.Name)
	return slices.ContainsFunc(r.items, func(it Item) bool {
		return slices.ContainsFunc(schema.Words(it.Lower), func(w string) bool {
			return w == written[len(written)-1] || schema.Lemma(w) == c.Words[len(c.Words)-1]
		})
	})
}
