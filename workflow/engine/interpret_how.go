package engine

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads questions for money, time and people that name no column: "how much did we earn", "how long does
// shipping take", "who wrote the most reviews".

// howMuch reads "how much did we earn": the computed measure; "how much did they pay": the amount of the payments.
func (r *run) howMuch(it *Item) bool {
	if it.Lower != "how much" {
		return false
	}
	for i := r.pos + 1; i < min(r.pos+7, len(r.items)) && !r.items[i].Is(Stop); i++ {
		c := r.money(&r.items[i])
		if c == nil {
			continue
		}
		a := sum
		if slices.ContainsFunc(r.items, func(it Item) bool { return it.Is(Average) }) {
			a = average
		}
		r.tell(i, c, nil)
		r.addItem(operand{column: c, aggregate: a})
		r.last = c.Table
		r.take()
		return true
	}
	return false
}

// money is what a verb of money measures; nil when it says none.
func (r *run) money(it *Item) *schema.Column {
	if english.Earnings[it.Lower] && len(r.index.Metrics()) > 0 {
		return r.index.Metrics()[0]
	}
	for _, t := range r.index.Tables {
		if len(t.Words) == 1 && len(it.Lower) > 2 && t.Words[0] == it.Lower+"ment" {
			return principal(t)
		}
	}
	return nil
}

// howLong reads "how long does shipping take": the days from the date of the row to the date that is named.
func (r *run) howLong(it *Item) bool {
	if it.Lower != "how long" {
		return false
	}
	for i := r.pos + 1; i < min(r.pos+10, len(r.items)); i++ {
		if r.lastsFrom(nil, r.momentNamed(&r.items[i])) {
			r.used[i] = true
			r.pos = i + 1
			return true
		}
	}
	return false
}

// lastsFrom asks for the days between two dates of a table, the first being the default one where none is given.
func (r *run) lastsFrom(start, end *schema.Column) bool {
	if end == nil {
		return false
	}
	if start == nil || start.Table != end.Table || start == end {
		start = end.Table.Moment
	}
	if start == nil || start == end {
		return false
	}
	r.lasting = &operand{column: end, operator: "days", right: &operand{column: start}}
	r.last = end.Table
	return true
}

// momentNamed is the date column that the words name, or that shares a stem with one of them: shipping → shipped; one of
// the subject first. nil when none does.
func (r *run) momentNamed(it *Item) *schema.Column {
	var list []*schema.Column
	for _, m := range it.Matches {
		if m.Column != nil && isMoment(m.Column) && m.Score() > 0.8 {
			list = append(list, m.Column)
		}
	}
	for _, word := range strings.Fields(it.Lower) {
		stem := schema.Stem(schema.Lemma(word))
		if cues[word].Kind == Filler || len(stem) < 3 {
			continue
		}
		for _, c := range r.index.Columns {
			if isMoment(c) && slices.ContainsFunc(c.Words, func(w string) bool { return kindred(schema.Stem(w), stem) }) {
				list = append(list, c)
			}
		}
	}
	if own := slices.IndexFunc(list, func(c *schema.Column) bool { return c.Table == r.subject }); own >= 0 {
		return list[own]
	}
	return append(list, nil)[0]
}

// isMoment says that the column is a point in time, no hour of the day and no year.
func isMoment(c *schema.Column) bool {
	return c.Role == schema.Moment && c.Type != db.Time && !c.Year
}

// kindred says that two stems are of one word: ship and shipp, deliver and deliveri.
func kindred(a, b string) bool {
	return a == b || len(a) > 3 && strings.HasPrefix(b, a) || len(b) > 3 && strings.HasPrefix(a, b)
}

// lasts shows the time between two dates: its average, unless another aggregate was said.
func (r *run) lasts() {
	if r.lasting == nil {
		return
	}
	o := *r.lasting
	o.aggregate = average
	if len(r.aggregates) > 0 {
		o.aggregate, r.aggregates = r.aggregates[0], nil
	}
	r.addItem(o)
	if r.subject == nil {
		r.subject = o.column.Table
	}
}

var fPerson = feat("who: the people that it belongs to")

// person lets "who" ask for people: where the question is about something else, the people that it belongs to.
func (r *run) person() {
	q := r.q
	if !slices.Contains(r.asked, Who) && r.item(0).Lower != "who" || len(q.items) > 0 || r.subject == nil || people(r.subject) {
		return
	}
	at := slices.IndexFunc(r.index.Graph.Of(r.subject), func(e *schema.Edge) bool { return e.From == r.subject && people(e.To) })
	if at < 0 {
		return
	}
	thing := r.subject
	r.subject = r.index.Graph.Of(thing)[at].To
	q.need(r.subject)
	q.need(thing)
	r.label(r.subject)
	if r.perSubject || slices.ContainsFunc(q.orders, func(o ordering) bool { return o.aggregate != none }) {
		r.tally(thing)
		if key := r.subject.PrimaryKey(); key != nil {
			r.group1(key)
		}
	}
	// The verb says what they did with it.
	r.ignored = slices.DeleteFunc(r.ignored, func(i int) bool { return i == 1 && r.items[i].Plain() })
	r.note(is(fPerson))
}

// people says that the rows of a table are people: they have a first and a last name, or a name and what people have.
func people(t *schema.Table) bool {
	personal := slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		return c.Has("email", "birth", "birthday", "gender", "sex", "hire", "nationality")
	})
	return len(t.Label) == 2 || len(t.Label) == 1 && personal
}

// principal is the column that says how much a row of the table comes to: an amount, a total, else its only measure.
func principal(t *schema.Table) *schema.Column {
	var best, only *schema.Column
	measures, rank := 0, len(english.Amounts)
	for _, c := range t.Columns {
		if c.Role != schema.Measure || c.Key() || c.Hidden || !c.Type.Numeric() && !c.Numeric {
			continue
		}
		measures++
		only = c
		if at := slices.IndexFunc(english.Amounts, func(w string) bool { return c.Has(w) }); at >= 0 && at < rank {
			best, rank = c, at
		}
	}
	if best == nil && measures == 1 && only.Type != db.Text {
		return only
	}
	return best
}

func (r *run) group1(c *schema.Column) {
	if o := (operand{column: c}); !slices.Contains(r.q.groups, o) {
		r.q.groups = append(r.q.groups, o)
	}
}
