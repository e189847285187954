package compose

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file holds how things stand, as their dates, codes and yes-or-no columns tell: done or still to do, begun and not over.

// settled is a condition that the status of a row, or a yes or no, says that nothing is left to be done: it is paid, or was
// cancelled. ok is false where none says so, or where the words name one.
func (d *draft) settled(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	done := over
	if d.owed(at) {
		done = func(words []string, code bool) bool {
			return over(words, code) || len(words) == 1 && words[0] == "draft"
		}
	}
	for _, status := range d.statuses(of) {
		if slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool { return c.Kind == phrase.IsValue && holdsAny(c, status) }) {
			return meaning.Cond{}, false
		}
		if cond, ok := d.saying(status, at, done); ok {
			return cond, true
		}
	}
	for _, c := range of.Columns {
		if yes, ok := yesOf(d.composer.index, c); ok && c.Role == schema.Flag && hasStem(c.Words, english.ClosingWords) {
			return meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(c, at), Values: []any{yes}, At: at}, true
		}
	}
	return meaning.Cond{}, false
}

// owed says that words are of money that has not come: a draft asks for none.
func (d *draft) owed(at meaning.Span) bool {
	return at.Said() && slices.ContainsFunc(d.words[at.From:min(at.To, len(d.words))], func(w string) bool {
		return w == "paid" || w == "unpaid" || w == "settled" || w == "unsettled"
	})
}

// over says that a status is that of what is done with, or came to nothing.
func over(words []string, code bool) bool {
	return len(words) > 0 && (len(words) == 1 || code || words[0] == "closed") && (hasStem(words[:1], english.DoneWords) || english.VoidWords[words[0]])
}

// stands is a condition that a status of the rows says that they are in force; ok is false where none says so.
func (d *draft) stands(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	for _, status := range d.statuses(of) {
		if cond, ok := d.saying(status, at, inForce); ok {
			if len(cond.Values) == 1 {
				cond.Op = meaning.Equal // as the word itself is read where the status holds it
			}
			return cond, true
		}
	}
	return meaning.Cond{}, false
}

// heldState is a condition that the status of a row is the very word that says it is still there: "running" where that is one. ok is false
// where none is called so.
func (d *draft) heldState(of *schema.Table, c phrase.Cond) (meaning.Cond, bool) {
	if c.Kind != phrase.Living || c.At.To != c.At.From+1 {
		return meaning.Cond{}, false
	}
	for _, status := range d.statuses(of) {
		held := func(words []string, _ bool) bool { return len(words) == 1 && words[0] == d.words[c.At.From] }
		if cond, ok := d.saying(status, c.At, held); ok && len(cond.Values) == 1 {
			cond.Op = meaning.Equal
			return cond, true
		}
	}
	return meaning.Cond{}, false
}

// inForce says that a status is that of what is in force.
func inForce(words []string, _ bool) bool {
	return len(words) == 1 && slices.Contains(english.LivingWords, words[0])
}

// saying is a condition that a status is one of those whose words, or those of what its code means, say so; ok is false where none does.
func (d *draft) saying(status *schema.Column, at meaning.Span, so func(words []string, code bool) bool) (meaning.Cond, bool) {
	cond := meaning.Cond{Op: meaning.In, Left: meaning.ColumnTerm(status, at), At: at}
	for v := range d.composer.index.EachValue() {
		stored, ok := literal(v)
		if v.Column == status && v.Whole && ok && so(schema.Words(v.Text), v.Code) && !slices.Contains(cond.Values, stored) {
			cond.Values = append(cond.Values, stored)
		}
	}
	slices.SortFunc(cond.Values, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return cond, len(cond.Values) > 0
}

// costPending is what is open by what is not said of it, where a value may say so.
const costPending = 0.06

// pending is a condition that a row is not done with: a yes-or-no column says no to it, its status is none of those that say so, or
// the moment of that has not come.
func (d *draft) pending(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if d.saysMeasure(of, c.At) {
		return nil
	}
	if called, ok := d.calledSo(of, c.At); ok {
		return []Option[meaning.Cond]{{called, 0}}
	}
	if open, ok := d.unflagged(of, c.At); ok {
		return []Option[meaning.Cond]{{open, -costPending}}
	}
	if done, ok := d.settled(of, c.At); ok {
		return []Option[meaning.Cond]{{done.Negated(), -costPending}}
	}
	if done, ok := d.ended(of, c.At); ok {
		return []Option[meaning.Cond]{{done.Negated(), -costPending}}
	}
	return nil
}

// saysMeasure says that words are of a measure's name: the outstanding amount of a loan is a figure that it has, no state.
func (d *draft) saysMeasure(of *schema.Table, at meaning.Span) bool {
	if !at.Said() {
		return false
	}
	said := d.words[at.From:min(at.To, len(d.words))]
	if slices.Contains(said, "not") {
		return false
	}
	return slices.ContainsFunc(of.Measures, func(c *schema.Column) bool {
		return slices.ContainsFunc(said, func(w string) bool { return c.Has(schema.Lemma(w)) })
	})
}

// calledSo is a condition that the status of a row is one of several codes that a comment calls so together: "Open jobs are N and S". ok
// is false where none does.
func (d *draft) calledSo(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	if !at.Said() {
		return meaning.Cond{}, false
	}
	said := d.words[at.From:min(at.To, len(d.words))]
	for _, status := range d.statuses(of) {
		cond := meaning.Cond{Op: meaning.In, Left: meaning.ColumnTerm(status, at), At: at}
		for _, code := range status.Codes {
			if code.Source == schema.CodeComment && code.Value != nil && slices.Contains(said, code.Phrase) && !slices.Contains(cond.Values, any(code.Value)) {
				cond.Values = append(cond.Values, code.Value)
			}
		}
		if len(cond.Values) > 1 {
			return cond, true
		}
	}
	return meaning.Cond{}, false
}

// unflagged is a condition that a yes-or-no column of the rows says no to what would be done with them: "open" where is_closed is false.
// A word that says what is not done, such as "unpaid", asks for the column of that. ok is false where there is none.
func (d *draft) unflagged(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	asked := english.ClosingWords
	if at.Said() {
		said := strings.Join(d.words[at.From:min(at.To, len(d.words))], " ")
		if own := slices.DeleteFunc(slices.Clone(english.ClosingWords), func(w string) bool { return !strings.Contains(said, w) }); len(own) > 0 {
			asked = own
		}
	}
	for _, c := range of.Columns {
		if c.Role != schema.Flag || c.Hidden || !hasStem(c.Words, asked) || len(c.Words) > 2 {
			continue
		}
		if no, ok := c.No(); ok {
			return meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(c, at), Values: []any{no}, At: at}, true
		}
	}
	return meaning.Cond{}, false
}

// lost is a condition that a thing is over and was not won, as its yes-or-no columns or the moment of its end tell.
func (d *draft) lost(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	flag := func(words ...string) *schema.Column {
		i := slices.IndexFunc(of.Columns, func(c *schema.Column) bool {
			return c.Role == schema.Flag && !c.Hidden && len(c.Words) <= 2 && hasStem(c.Words, words)
		})
		if i < 0 {
			return nil
		}
		return of.Columns[i]
	}
	said := func(column *schema.Column, answer func() (db.Value, bool)) (meaning.Cond, bool) {
		v, ok := answer()
		return meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(column, c.At), Values: []any{v}, At: c.At}, ok
	}
	won := flag("won", "win")
	if won == nil {
		return nil
	}
	kids := make([]meaning.Cond, 0, 2)
	if closed := flag(english.ClosingWords...); closed != nil {
		if over, ok := said(closed, closed.Yes); ok {
			kids = append(kids, over)
		}
	} else if end, ok := d.ended(of, c.At); ok {
		kids = append(kids, end)
	}
	if no, ok := said(won, won.No); ok && len(kids) > 0 {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, Kids: append(kids, no), At: c.At}, -costPending}}
	}
	return nil
}

// ended is a condition that the moment has come at which nothing is left to be done with a row.
func (d *draft) ended(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	for _, t := range of.Moments {
		if m, ok := momentOf(columnOf(t)); ok && m.nullable && hasStem(m.column().Words, english.ClosingWords) {
			return meaning.Cond{Op: meaning.NotNull, Left: m.key(at), At: at}, true
		}
	}
	return meaning.Cond{}, false
}

// statuses are the columns that say how a row stands, those that refer to a list of statuses included; where what refers to it is a
// number, the names in the list are.
func (d *draft) statuses(of *schema.Table) []*schema.Column {
	out := slices.Clone(of.Status)
	for _, e := range d.composer.index.Graph.Of(of) {
		if e.From == of && e.To != of && e.To.Class == schema.List && hasWord(e.To.Words, []string{"status", "state", "stage"}) && len(e.To.Label) == 1 && len(e.FromColumns) == 1 && e.FromColumns[0].Type != db.Text {
			out = append(out, e.To.Label[0])
		}
	}
	for _, c := range of.Columns {
		if c.Role == schema.Reference && !c.Hidden && c.Has("status", "state", "stage") && c.Type == db.Text {
			out = append(out, c)
		}
	}
	return out
}

// holdsAny says that a column holds one of a condition's values.
func holdsAny(c phrase.Cond, column *schema.Column) bool {
	return slices.ContainsFunc(c.Values, func(v phrase.Value) bool {
		return slices.ContainsFunc(v.Matches, func(m schema.ValueMatch) bool { return m.Column == column })
	})
}

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

// living is a condition that a row is not over: the moment at which it is has not come. Where nobody can tell, what is so today is
// so of all rows.
func (d *draft) living(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if called, ok := d.calledSo(of, c.At); ok {
		return []Option[meaning.Cond]{{called, 0}}
	}
	if held, ok := d.heldState(of, c); ok {
		return []Option[meaning.Cond]{{held, 0}}
	}
	day, said := d.dayAsked()
	if !said {
		day = calendar.UnitStart("day", d.now)
	}
	leaving := of.Leaving() // whose licence has run out is here all the same
	_, until, _ := of.Validity()
	if holds, ok := holdsOn(of, day, c.At); ok && (leaving == nil || until == leaving) && (c.Kind != phrase.Present || !d.told(c)) {
		return []Option[meaning.Cond]{{holds, 0}}
	}
	var ends, expiries []meaning.Cond
	for _, t := range of.Moments {
		m, ok := momentOf(columnOf(t))
		if !ok {
			continue
		}
		open := meaning.Cond{Op: meaning.Null, Left: m.key(c.At), At: c.At}
		switch words := m.column().Words; {
		case m.nullable && (hasStem(words, english.EndWords) || endsSaid(t)):
			ends = append(ends, open)
		case hasWord(words, english.ExpiryWords) && leaving == nil:
			ahead := meaning.Cond{Op: meaning.During, Left: m.term, Period: calendar.Period{From: calendar.UnitStart("day", d.now), Grain: "day"}, At: c.At}
			if m.nullable {
				ahead = meaning.Cond{Op: meaning.Or, Kids: []meaning.Cond{open, ahead}, At: c.At}
			}
			expiries = append(expiries, ahead)
		}
	}
	if c.Kind == phrase.Living && len(ends) == 0 {
		if cond, ok := d.stands(of, c.At); ok {
			return []Option[meaning.Cond]{{cond, 0}}
		}
		if cond, ok := d.flaggedLiving(of, c.At); ok {
			return []Option[meaning.Cond]{{cond, 0}}
		}
	}
	if open, ok := unfinished(of, c.At); ok && len(ends)+len(expiries) == 0 && (c.Kind == phrase.Living || !d.told(c) || d.begunOf(of)) {
		ends = append(ends, open)
	} else if c.Kind == phrase.Present && (d.told(c) || len(ends) == 0) {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, At: c.At}, 0}}
	}
	var both []meaning.Cond
	for _, list := range [][]meaning.Cond{ends, expiries} {
		if len(list) > 0 {
			both = append(both, list[0])
		}
	}
	switch len(both) {
	case 0:
		return nil
	case 1:
		return []Option[meaning.Cond]{{both[0], 0}}
	}
	return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, Kids: both, At: c.At}, 0}}
}

// begunOf says that all that is told of how rows stand is that they began: who is checked in right now.
func (d *draft) begunOf(of *schema.Table) bool {
	from, _, ok := extent(of)
	return ok && from.Column != nil && !slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool {
		switch c.Kind {
		case phrase.Done:
			return c.Not || !slices.ContainsFunc(c.Name.Matches, func(m schema.Match) bool { return m.Column == from.Column })
		case phrase.IsValue, phrase.Flagged, phrase.Without, phrase.Having, phrase.Overdue, phrase.Late:
			return true
		}
		return false
	})
}

// endsSaid says that what is told of a moment, first of all, is that a row is over then: "day the product was discontinued".
func endsSaid(t schema.TimeColumn) bool {
	own := columnOf(t).Words
	i := slices.IndexFunc(t.Verbs, func(v string) bool { return !hasStem([]string{v}, own) })
	return i >= 0 && hasStem(t.Verbs[i:i+1], english.EndWords)
}

// flaggedLiving is a condition that a yes-or-no column says that rows are still there; ok is false where none does.
func (d *draft) flaggedLiving(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	for _, c := range of.Columns {
		if c.Role != schema.Flag || c.Hidden || slices.ContainsFunc(c.Words, func(w string) bool { return !english.LivingFlags[w] }) {
			continue
		}
		if yes, ok := c.Yes(); ok {
			return meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(c, at), Values: []any{yes}, At: at}, true
		}
	}
	return meaning.Cond{}, false
}

// expired is a condition that the last day on which a row holds is over.
func (d *draft) expired(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	period := calendar.Period{To: calendar.UnitStart("day", d.now), Grain: "day"}
	if c.Name != nil {
		return d.inPeriod(of, phrase.Cond{Kind: phrase.InPeriod, Name: c.Name, Period: period, At: c.At})
	}
	if _, to, ok := of.Validity(); ok {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(to, c.At), Period: period, At: c.At}, 0}}
	}
	for _, t := range of.Moments {
		if m, ok := momentOf(columnOf(t)); ok && hasWord(m.column().Words, english.ExpiryWords) {
			return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.During, Left: m.term, Period: period, At: c.At}, 0}}
		}
	}
	return nil
}

// holdsOn is the condition that what a row says holds on a day: from its first to its last one, which may not be known yet. ok
// is false for rows without such days.
func holdsOn(of *schema.Table, day time.Time, at meaning.Span) (meaning.Cond, bool) {
	from, to, ok := of.Validity()
	if !ok {
		return meaning.Cond{}, false
	}
	begun := meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(from, at), Period: calendar.Period{To: calendar.AddUnits("day", day, 1), Grain: "day"}, At: at}
	ahead := meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(to, at), Period: calendar.Period{From: day, Grain: "day"}, At: at}
	if unset := to.Unset(); !to.Nullable && len(unset) == 1 && unset[0] != db.Value(int64(0)) {
		ahead = meaning.Cond{Op: meaning.GreaterOrEqual, Left: ahead.Left, Values: []any{meaning.Held(to, day)}, At: at} // the day that never comes lies ahead as well
	} else if to.Optional() {
		open := meaning.Cond{Op: meaning.Null, Left: meaning.ColumnTerm(to, at), At: at}
		ahead = meaning.Cond{Op: meaning.Or, Kids: []meaning.Cond{open, ahead}, At: at}
	}
	return meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{begun, ahead}, At: at}, true
}

// dayAsked is the one day of which the words ask: "today", "right now", "on 1 March"; ok is false where they name none.
func (d *draft) dayAsked() (day time.Time, ok bool) {
	for _, c := range d.conditions() {
		switch {
		case c.Kind == phrase.Present:
			return calendar.UnitStart("day", d.now), true
		case c.Kind == phrase.InPeriod && c.Name == nil && oneDay(c.Period):
			return c.Period.From, true
		}
	}
	return day, false
}

// held is how a day that the words ask of is read, where they ask of what holds on it: as part of that. ok is false where nothing
// of the kind is spoken of.
func (d *draft) held(of *schema.Table, c phrase.Cond) (meaning.Cond, bool) {
	if c.Name != nil || !oneDay(c.Period) {
		return meaning.Cond{}, false
	}
	conds := d.conditions()
	elsewhere := slices.ContainsFunc(conds, func(o phrase.Cond) bool {
		return (o.Kind == phrase.Without || o.Kind == phrase.Having) && slices.ContainsFunc(o.Noun.Name.Matches, func(m schema.Match) bool {
			_, _, ok := m.Table.Validity()
			return ok && m.Column == nil
		})
	})
	said := slices.ContainsFunc(conds, func(o phrase.Cond) bool { return o.Kind == phrase.Living })
	holds, ok := holdsOn(of, c.Period.From, c.At)
	if elsewhere && !ok || said && ok {
		return meaning.Cond{Op: meaning.And, At: c.At}, true // it is part of the other condition
	}
	return holds, ok
}

// conditions are those that were said, of the rows and of figures.
func (d *draft) conditions() []phrase.Cond {
	out := slices.Clone(d.plan.conds)
	for _, f := range d.plan.figures {
		out = append(out, f.Conds...)
	}
	return out
}

func oneDay(p calendar.Period) bool {
	return !p.From.IsZero() && p.To.Equal(calendar.AddUnits("day", p.From, 1))
}

// told says that other words tell how the rows stand of which a condition was said: a value, a flag or what is due.
func (d *draft) told(c phrase.Cond) bool {
	return !d.specific(c) && slices.ContainsFunc(d.plan.conds, func(o phrase.Cond) bool {
		switch o.Kind {
		case phrase.IsValue:
			return !d.onlyNames(o)
		case phrase.Flagged, phrase.Without, phrase.Having, phrase.Overdue, phrase.Late, phrase.Living, phrase.Done:
			return true
		}
		return false
	})
}

// onlyNames says that the values of a condition are what rows are called, which tells nothing of how they stand.
func (d *draft) onlyNames(c phrase.Cond) bool {
	return !slices.ContainsFunc(c.Values, func(v phrase.Value) bool {
		return slices.ContainsFunc(v.Matches, func(m schema.ValueMatch) bool { return m.Column.Role != schema.Label })
	})
}

func hasWord(words, others []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) })
}

// standing says that a condition is on how things stand, of whatever table.
func standing(c phrase.Cond) bool {
	return c.Name == nil && (c.Kind == phrase.Overdue || c.Kind == phrase.Late || c.Kind == phrase.Punctual || c.Kind == phrase.Early || c.Kind == phrase.Living)
}
