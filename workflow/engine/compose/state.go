package compose

import (
	"slices"

	"parley/db"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file holds how things stand, as their dates tell: due and not done, done too late, begun and not over.

// The words of moments by which something is to be done, and at which it is.
var (
	dueWords  = []string{"due", "deadline", "expected", "promised", "required", "planned", "scheduled", "target", "estimated", "next", "agreed", "committed"}
	doneWords = []string{"paid", "pay", "return", "complete", "completed", "close", "closed", "deliver", "delivered", "resolve", "resolved", "solve", "solved", "settle", "settled", "finish", "actual", "receive", "received", "done", "end", "fulfil", "fulfilled", "arrive", "ship", "answer", "approve", "submit"}
)

// dueAndDone are the moments by which a row was to be done and at which it was; nil where it has none. A time that is called like
// the due one ("arrived" beside "planned arrival") is the one at which it was done.
func dueAndDone(of *schema.Table) (due, done *moment) {
	var all []moment
	for _, t := range of.Moments {
		if m, ok := momentOf(columnOf(t)); ok {
			all = append(all, m)
		}
	}
	at := slices.IndexFunc(all, func(m moment) bool { return hasStem(m.column().Words, dueWords) })
	if at < 0 {
		return nil, nil
	}
	due = &all[at]
	what := slices.DeleteFunc(slices.Clone(due.column().Words), func(w string) bool { return hasStem([]string{w}, dueWords) || timeWords[w] })
	for _, like := range [][]string{what, doneWords} {
		for i := range all {
			if i != at && !hasStem(all[i].column().Words, dueWords) && hasStem(all[i].column().Words, like) {
				return due, &all[i]
			}
		}
	}
	return due, nil
}

// timeWords are words of moments that do not say what happened.
var timeWords = map[string]bool{"at": true, "on": true, "date": true, "time": true, "timestamp": true, "datetime": true, "day": true, "by": true, "key": true, "be": true}

// columnOf is the column of a row that holds a time, or leads to it.
func columnOf(t schema.TimeColumn) *schema.Column {
	if t.Via != nil {
		return t.Via.FromColumns[0]
	}
	return t.Column
}

// column is the column of the row that holds the time, or leads to it.
func (m moment) column() *schema.Column {
	if m.term.Via != nil {
		return m.term.Via.FromColumns[0]
	}
	return m.term.Column
}

// punctual is a condition on when a row was done beside when it was to be, or on how long that is past.
func (d *draft) punctual(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	due, done := dueAndDone(of)
	if c.Name != nil && c.Kind == phrase.Overdue {
		list := slices.DeleteFunc(moments(*c.Name), func(o Option[moment]) bool { return o.Is.of != of })
		if len(list) == 0 {
			return nil
		}
		if due = &list[0].Is; !hasStem(due.column().Words, dueWords) {
			return nil
		}
	} else if c.Name != nil {
		list := slices.DeleteFunc(moments(*c.Name), func(o Option[moment]) bool { return o.Is.of != of })
		if len(list) == 0 {
			return nil
		}
		done = &list[0].Is
	}
	if due == nil {
		return nil
	}
	today := calendar.UnitStart("day", d.now)
	period := calendar.Period{To: today, Grain: "day"}
	if n, long := c.Number.(int64); long {
		period.To = calendar.AddUnits(c.Unit, today, -int(n))
		if c.Op == meaning.Less || c.Op == meaning.LessOrEqual {
			period = calendar.Period{From: period.To, To: today, Grain: "day"}
		}
	}
	past := meaning.Cond{Op: meaning.During, Left: due.term, Period: period, At: c.At}
	overdue := past
	if done != nil && done.nullable {
		open := meaning.Cond{Op: meaning.Null, Left: done.key(c.At), At: c.At}
		overdue = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{past, open}, At: c.At}
	}
	var out []Option[meaning.Cond]
	if c.Kind != phrase.Overdue && done != nil {
		left, right := done.term, due.term
		if right.Column.Type == db.Date && left.Column.Type == db.Timestamp {
			left.Grain = "day"
		}
		cond := meaning.Cond{Op: meaning.Greater, Left: left, Right: &right, At: c.At}
		if c.Kind == phrase.Punctual {
			cond.Op = meaning.LessOrEqual
		}
		out = append(out, Option[meaning.Cond]{cond, 0})
	}
	if c.Kind == phrase.Overdue || c.Kind == phrase.Late && c.Name == nil && (done == nil || done.nullable) {
		out = append(out, Option[meaning.Cond]{overdue, -costOpen * float64(len(out))})
	}
	return out
}

// costOpen is what is late read as what is still to be done, where it may be what was done too late.
const costOpen = 0.06

// The words of moments at which something is over, and by which it will be.
var (
	endWords    = []string{"end", "ended", "left", "leave", "leaving", "close", "closed", "cancel", "cancelled", "canceled", "churn", "churned", "terminate", "terminated", "termination", "retire", "retired", "discontinue", "discontinued", "deactivate", "deactivated", "resign", "resigned", "stop", "stopped", "archive", "archived", "dismiss", "exit", "quit"}
	expiryWords = []string{"expire", "expires", "expiry", "expiration", "until", "to"}
)

// living is a condition that a row is not over: the moment at which it is has not come. Where nobody can tell, what is so today is
// so of all rows.
func (d *draft) living(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var ends, expiries []meaning.Cond
	for _, t := range of.Moments {
		m, ok := momentOf(columnOf(t))
		if !ok {
			continue
		}
		open := meaning.Cond{Op: meaning.Null, Left: m.key(c.At), At: c.At}
		switch words := m.column().Words; {
		case m.nullable && hasStem(words, endWords):
			ends = append(ends, open)
		case hasWord(words, expiryWords):
			ahead := meaning.Cond{Op: meaning.During, Left: m.term, Period: calendar.Period{From: calendar.UnitStart("day", d.now), Grain: "day"}, At: c.At}
			if m.nullable {
				ahead = meaning.Cond{Op: meaning.Or, Kids: []meaning.Cond{open, ahead}, At: c.At}
			}
			expiries = append(expiries, ahead)
		}
	}
	if c.Kind == phrase.Present && (d.told() || len(ends) == 0) {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, At: c.At}, 0}}
	}
	for _, list := range [][]meaning.Cond{ends, expiries} {
		if len(list) > 0 {
			return []Option[meaning.Cond]{{list[0], 0}}
		}
	}
	return nil
}

// told says that other words tell how the rows stand: a value, a flag or what is due.
func (d *draft) told() bool {
	return slices.ContainsFunc(d.plan.conds, func(o phrase.Cond) bool {
		switch o.Kind {
		case phrase.IsValue, phrase.Flagged, phrase.Without, phrase.Having, phrase.Overdue, phrase.Late, phrase.Living, phrase.Done, phrase.Compared:
			return true
		}
		return false
	})
}

func hasWord(words, others []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) })
}

// standing says that a condition is on how things stand, of whatever table.
func standing(c phrase.Cond) bool {
	return c.Name == nil && (c.Kind == phrase.Overdue || c.Kind == phrase.Late || c.Kind == phrase.Punctual || c.Kind == phrase.Living)
}
