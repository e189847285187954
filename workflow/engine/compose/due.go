package compose

import (
	"slices"

	"parley/db"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file holds what is due: by when something was to be done, whether it was, too late or not yet.

// dueAndDone are the moments by which a row was to be done and at which it was; nil where it has none. A time that is called like
// the due one ("arrived" beside "planned arrival") is the one at which it was done.
func dueAndDone(of *schema.Table) (due, done *moment) {
	var all []moment
	var verbs [][]string
	for _, t := range of.Moments {
		if m, ok := momentOf(columnOf(t)); ok {
			all, verbs = append(all, m), append(verbs, t.Verbs)
		}
	}
	at := slices.IndexFunc(all, func(m moment) bool { return hasStem(m.column().Words, english.DueWords) })
	if at < 0 {
		at = slices.IndexFunc(verbs, promised)
	}
	if at < 0 {
		return nil, nil
	}
	due = &all[at]
	what := slices.DeleteFunc(slices.Concat(due.column().Words, verbs[at]), func(w string) bool { return hasStem([]string{w}, english.DueWords) || english.TimeWords[w] })
	for _, like := range [][]string{what, english.DoneWords} {
		var found *moment
		for i := range all {
			// An invoice's own date is none on which anything was done with it.
			made := hasStem(all[i].column().Words, of.Words) && !all[i].nullable
			if i == at || made || hasStem(all[i].column().Words, english.DueWords) || promised(verbs[i]) || !hasStem(slices.Concat(all[i].column().Words, verbs[i]), like) {
				continue
			}
			if found == nil || all[i].nullable && !found.nullable { // every row has the day on which it came in
				found = &all[i]
			}
		}
		if found != nil {
			return due, found
		}
	}
	return due, nil
}

// promised says that what comments and names tell of a moment is that something was to be done by then.
func promised(verbs []string) bool { return hasStem(verbs, english.Promises) }

// punctual is a condition on when a row was done beside when it was to be, or on how long that is past.
func (d *draft) punctual(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	due, done := dueAndDone(of)
	if c.Name != nil && c.Kind == phrase.Overdue {
		list := slices.DeleteFunc(moments(*c.Name), func(o Option[moment]) bool { return o.Is.of != of })
		if len(list) == 0 {
			return nil
		}
		if named := &list[0].Is; due == nil || named.term.Equal(due.term) || hasStem(named.column().Words, english.DueWords) {
			due = named
		} else {
			return nil
		}
		if done != nil && done.term.Equal(due.term) {
			done = nil
		}
	} else if c.Name != nil {
		list := slices.DeleteFunc(moments(*c.Name), func(o Option[moment]) bool { return o.Is.of != of })
		if len(list) == 0 {
			return d.doneElsewhere(of, due, moments(*c.Name), c)
		}
		done = &list[0].Is
	} else if said := slices.IndexFunc(d.words, func(w string) bool { return slices.Contains(english.Paying, w) && schema.Participle(w) }); done == nil && c.Kind != phrase.Overdue && said >= 0 {
		paid := phrase.Name{Matches: d.composer.index.Phrases(d.words[said : said+1])}
		if elsewhere := d.doneElsewhere(of, due, moments(paid), c); len(elsewhere) > 0 {
			return elsewhere
		}
	}
	var unpaid *meaning.Cond
	if c.Other != nil { // "should have been delivered by now"
		list := slices.DeleteFunc(moments(*c.Other), func(o Option[moment]) bool { return o.Is.of != of })
		if len(list) == 0 {
			return nil
		}
		done = &list[0].Is
	} else if c.Kind == phrase.Overdue && c.Name == nil {
		if own, open, ok := d.dueByName(of, c.At); ok {
			due, unpaid = own, &open
		} else if due == nil {
			due = d.reaching(of)
		}
	}
	if due == nil {
		return nil
	}
	past := meaning.Cond{Op: meaning.During, Left: due.term, Period: d.past(c), At: c.At}
	overdue := past
	if unpaid != nil {
		overdue = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{past, *unpaid}, At: c.At}
	} else if done != nil && done.nullable {
		open := meaning.Cond{Op: meaning.Null, Left: done.key(c.At), At: c.At}
		overdue = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{past, open}, At: c.At}
	} else if settled, ok := d.settled(of, c.At); ok {
		overdue = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{past, settled.Negated()}, At: c.At}
	}
	var list []meaning.Cond
	if c.Kind != phrase.Overdue && done != nil {
		list = append(list, d.pastDue(done, due, c))
	}
	if c.Kind == phrase.Overdue || c.Kind == phrase.Late && c.Name == nil && (done == nil || done.nullable && !c.Came) {
		list = append(list, overdue)
	}
	if c.Number != nil && len(list) > 1 && hasStem(done.column().Words, english.Paying) {
		slices.Reverse(list) // what is owed and so late is owed still
	}
	var out []Option[meaning.Cond]
	for i, cond := range list {
		out = append(out, Option[meaning.Cond]{cond, -costOpen * float64(i)})
	}
	return out
}

// doneElsewhere is that what was done with a row lies before or after the day by which it was due, where other rows tell when that was:
// invoices are paid late by payments after their due date.
func (d *draft) doneElsewhere(of *schema.Table, due *moment, done []Option[moment], c phrase.Cond) []Option[meaning.Cond] {
	if due == nil {
		return nil
	}
	for _, m := range done {
		if steps, ok := d.way(m.Is.of, of); !ok || steps != 1 || m.Is.due() {
			continue
		}
		rows := meaning.Cond{Op: meaning.Exists, Rows: m.Is.of, Where: []meaning.Cond{d.pastDue(&m.Is, due, c)}, At: c.At}
		return []Option[meaning.Cond]{{rows, m.Score - 1}}
	}
	return nil
}

// pastDue is that rows were done before or after they were due, by so long where that was said.
func (d *draft) pastDue(done, due *moment, c phrase.Cond) meaning.Cond {
	left, right := done.term, due.term
	if c.Number != nil {
		long := meaning.Term{Kind: meaning.Between, Fn: c.Unit, Args: []meaning.Term{left, right}, At: c.At}
		return meaning.Cond{Op: c.Op, Left: long, Values: []any{c.Number}, At: c.At}
	}
	if right.Column.Type == db.Date && left.Column.Type == db.Timestamp {
		left.Grain = "day"
	}
	cond := meaning.Cond{Op: meaning.Greater, Left: left, Right: &right, At: c.At}
	switch c.Kind {
	case phrase.Punctual:
		cond.Op = meaning.LessOrEqual
	case phrase.Early:
		cond.Op = meaning.Less
	}
	return cond
}

// overran is what somebody defined by two days, where one lies past the other by so much: "more than 3 days late".
func (d *draft) overran(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Values[0].Matches {
		due, late, _ := m.Column.Overrun()
		by := meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(due, c.At), Period: d.past(c), At: c.At}
		if late != nil {
			long := meaning.Term{Kind: meaning.Between, Fn: c.Unit, Args: []meaning.Term{meaning.ColumnTerm(late, c.At), meaning.ColumnTerm(due, c.At)}, At: c.At}
			by = meaning.Cond{Op: c.Op, Left: long, Values: []any{c.Number}, At: c.At}
		}
		so := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, c.At), Values: []any{true}, At: c.At}
		both := meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{so, by}, At: c.At}
		if placed, cost, ok := d.place(of, m.Column.Table, both); ok {
			out = append(out, Option[meaning.Cond]{placed, -cost})
		}
	}
	return out
}

// past is the time before today in which a day lies that is so long past.
func (d *draft) past(c phrase.Cond) calendar.Period {
	today := calendar.UnitStart("day", d.now)
	n, long := c.Number.(int64)
	if !long {
		return calendar.Period{To: today, Grain: "day"}
	}
	from := calendar.AddUnits(c.Unit, today, -int(n))
	if c.Op == meaning.Less || c.Op == meaning.LessOrEqual {
		return calendar.Period{From: from, To: today, Grain: "day"}
	}
	return calendar.Period{To: from, Grain: "day"}
}

// dueByName is the moment that is called the one at which rows are due, where it is for what a yes-or-no column says of them: what is due
// is paid or not, whatever else was to be done with it by some other day.
func (d *draft) dueByName(of *schema.Table, at meaning.Span) (due *moment, open meaning.Cond, ok bool) {
	for _, t := range of.Moments {
		m, is := momentOf(columnOf(t))
		if !is || !hasStem(m.column().Words, []string{"due"}) || slices.ContainsFunc(m.column().Words, func(w string) bool {
			return !english.TimeWords[w] && !hasStem([]string{w}, english.DueWords) && !hasStem([]string{w}, english.Paying)
		}) {
			continue
		}
		for _, c := range of.Columns {
			if no, says := c.No(); says && c.Role == schema.Flag && !c.Hidden && hasStem(c.Words, english.Paying) {
				return &m, meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(c, at), Values: []any{no}, At: at}, true
			}
		}
	}
	return nil, meaning.Cond{}, false
}

// reaching is the one day of rows that goes on into what lies ahead, where a yes-or-no column tells whether they are closed: tasks and
// calls are to be done by then. Nil where there is none.
func (d *draft) reaching(of *schema.Table) *moment {
	closed := slices.ContainsFunc(of.Columns, func(c *schema.Column) bool {
		_, yes := yesOf(d.composer.index, c)
		return yes && c.Role == schema.Flag && hasStem(c.Words, english.ClosingWords)
	})
	var found *moment
	for _, t := range of.Moments {
		m, ok := momentOf(columnOf(t))
		if !closed || !ok || m.column().Greatest == nil || m.column().EndsBefore(calendar.AddUnits("day", d.now, 1)) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &m
	}
	return found
}

// costOpen is what is late read as what is still to be done, where it may be what was done too late.
const costOpen = 0.06
