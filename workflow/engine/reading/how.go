package reading

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads questions for money, time and people that name no column: "how much did we earn", "how long does
// shipping take", "who wrote the most reviews".

// HowMuch reads "how much did we earn": the computed measure; "how much did they pay": the amount of the payments.
func (r *Run) HowMuch(it *tag.Item) bool {
	if it.Lower != "how much" {
		return false
	}
	for i := r.Pos + 1; i < min(r.Pos+7, len(r.Items)) && !r.Items[i].Is(tag.Stop); i++ {
		c := r.money(&r.Items[i])
		if c == nil {
			continue
		}
		a := Sum
		if slices.ContainsFunc(r.Items, func(it tag.Item) bool { return it.Is(tag.Average) }) {
			a = Average
		}
		r.Tell(i, c, nil)
		r.AddItem(Operand{Column: c, Aggregate: a})
		r.Last = c.Table
		r.Take()
		return true
	}
	return false
}

// money is what a verb of money measures; nil when it says none.
func (r *Run) money(it *tag.Item) *schema.Column {
	if english.Earnings[it.Lower] && len(r.Index.Metrics()) > 0 {
		return r.Index.Metrics()[0]
	}
	for _, t := range r.Index.Tables {
		if len(t.Words) == 1 && len(it.Lower) > 2 && t.Words[0] == schema.Lemma(it.Lower)+"ment" {
			return Principal(t)
		}
	}
	return nil
}

// HowLong reads "how long does shipping take": the days from the date of the row to the date that is named.
func (r *Run) HowLong(it *tag.Item) bool {
	if it.Lower != "how long" {
		return false
	}
	for i := r.Pos + 1; i < min(r.Pos+10, len(r.Items)); i++ {
		if r.LastsFrom(nil, r.MomentNamed(&r.Items[i])) {
			r.Used[i] = true
			r.Pos = i + 1
			return true
		}
	}
	return false
}

// LastsFrom asks for the days between two dates of a table, the first being the default one where none is given.
func (r *Run) LastsFrom(start, end *schema.Column) bool {
	if end == nil {
		return false
	}
	if start == nil || start.Table != end.Table || start == end {
		start = end.Table.Moment
	}
	if start == nil || start == end {
		return false
	}
	r.Lasting = &Operand{Column: end, Operator: "days", Right: &Operand{Column: start}}
	r.Last = end.Table
	return true
}

// MomentNamed is the date column that the words name, or that shares a stem with one of them: shipping → shipped; one of
// the subject first. nil when none does.
func (r *Run) MomentNamed(it *tag.Item) *schema.Column {
	var list []*schema.Column
	for _, m := range it.Matches {
		if m.Column != nil && IsMoment(m.Column) && m.Score() > 0.8 {
			list = append(list, m.Column)
		}
	}
	for _, word := range strings.Fields(it.Lower) {
		stem := schema.Stem(schema.Lemma(word))
		if tag.Cues[word].Kind == tag.Filler || len(stem) < 3 {
			continue
		}
		for _, c := range r.Index.Columns {
			if IsMoment(c) && slices.ContainsFunc(c.Words, func(w string) bool { return kindred(schema.Stem(w), stem) }) {
				list = append(list, c)
			}
		}
	}
	if own := slices.IndexFunc(list, func(c *schema.Column) bool { return c.Table == r.Subject }); own >= 0 {
		return list[own]
	}
	return append(list, nil)[0]
}

// IsMoment says that the column is a point in time, no hour of the day and no year.
func IsMoment(c *schema.Column) bool {
	return c.Role == schema.Moment && c.Type != db.Time && !c.Year
}

// kindred says that two stems are of one word: ship and shipp, deliver and deliveri.
func kindred(a, b string) bool {
	return a == b || len(a) > 3 && strings.HasPrefix(b, a) || len(b) > 3 && strings.HasPrefix(a, b)
}

// Lasts shows the time between two dates: its average, unless another aggregate was said.
func (r *Run) Lasts() {
	if r.Lasting == nil {
		return
	}
	o := *r.Lasting
	o.Aggregate = Average
	if len(r.Aggregates) > 0 {
		o.Aggregate, r.Aggregates = r.Aggregates[0], nil
	}
	r.AddItem(o)
	if r.Subject == nil {
		r.Subject = o.Column.Table
	}
}

var fPerson = Feat("who: the people that it belongs to")

// Person lets "who" ask for people: where the question is about something else, the people that it belongs to.
func (r *Run) Person() {
	q := r.Q
	if !slices.Contains(r.Asked, tag.Who) && r.Item(0).Lower != "who" || len(q.Items) > 0 || r.Subject == nil || People(r.Subject) {
		return
	}
	at := slices.IndexFunc(r.Index.Graph.Of(r.Subject), func(e *schema.Edge) bool { return e.From == r.Subject && People(e.To) })
	if at < 0 {
		return
	}
	thing := r.Subject
	r.Subject = r.Index.Graph.Of(thing)[at].To
	q.Need(r.Subject)
	q.Need(thing)
	r.Label(r.Subject)
	if r.PerSubject || slices.ContainsFunc(q.Orders, func(o Ordering) bool { return o.Aggregate != None }) {
		r.Tally(thing)
		if key := r.Subject.PrimaryKey(); key != nil {
			r.GroupBy(key)
		}
	}
	// The verb says what they did with it.
	r.Ignored = slices.DeleteFunc(r.Ignored, func(i int) bool { return i == 1 && r.Items[i].Plain() })
	r.Note(Is(fPerson))
}

// People says that the rows of a table are people: they have a first and a last name, or a name and what people have.
func People(t *schema.Table) bool {
	personal := slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		return c.Has("email", "birth", "birthday", "gender", "sex", "hire", "nationality")
	})
	return len(t.Label) == 2 || len(t.Label) == 1 && personal
}

// Principal is the column that says how much a row of the table comes to: an amount, a total, else its only measure.
func Principal(t *schema.Table) *schema.Column {
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
