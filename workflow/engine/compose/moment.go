package compose

import (
	"maps"
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// moment is a time of the rows of a table: a column of theirs, or the day that a key of theirs leads to.
type moment struct {
	of   *schema.Table
	term meaning.Term
	// nullable says that it may not have come yet.
	nullable bool
}

// key is the column of the row that is empty as long as the time has not come.
func (m moment) key(at meaning.Span) meaning.Term {
	if m.term.Via != nil {
		return meaning.ColumnTerm(m.term.Via.FromColumns[0], at)
	}
	t := m.term
	t.At = at
	return t
}

// momentOf reads a column as a time; ok is false when it is none.
func momentOf(c *schema.Column) (m moment, ok bool) {
	if c.Role == schema.Moment || c.Coded() != "" {
		return moment{c.Table, meaning.ColumnTerm(c, meaning.Span{}), c.Optional()}, true
	}
	for _, t := range c.Table.Moments {
		if t.Via != nil && len(t.Via.FromColumns) == 1 && t.Via.FromColumns[0] == c {
			return moment{c.Table, meaning.Term{Kind: meaning.Column, Column: t.Column, Via: t.Via}, c.Optional()}, true
		}
	}
	return moment{}, false
}

// moments are the times that a name may stand for.
func moments(n phrase.Name) []Option[moment] {
	var out []Option[moment]
	for _, m := range n.Matches {
		if m.Column == nil {
			continue
		}
		if at, ok := momentOf(m.Column); ok {
			at.term.At = n.At
			out = append(out, Option[moment]{at, m.Score()})
		}
	}
	return out
}

// fromAt is the moment at which a lapse begins that is asked for, where it is of a row that the rows refer to: "days from invoice to
// payment last year" is of last year's invoices.
func (d *draft) fromAt(of *schema.Table) (meaning.Term, bool) {
	for _, t := range d.query.Show {
		if t.Kind != meaning.Aggregate || t.Of != of || len(t.Args) == 0 || t.Args[0].Kind != meaning.Between {
			continue
		}
		from := t.Args[0].Args[1]
		if from.Kind == meaning.Column && from.Column.Table != of && from.Via == nil {
			return from, true
		}
	}
	return meaning.Term{}, false
}

// lastTime is when something happened last, or first: by the moment that the words name, or that of the rows that they name.
func (d *draft) lastTime(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	add := func(of *schema.Table, t meaning.Term, score float64) {
		t.At = f.At
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Aggregate, Fn: f.Fn, Of: of, Args: []meaning.Term{t}, At: f.At}, score})
	}
	for _, m := range f.Noun.Name.Matches {
		if m.Column == nil {
			if t, ok := d.wasAt(m.Table, f.Fn); ok {
				add(m.Table, t, m.Score())
			}
		} else if at, ok := momentOf(m.Column); ok {
			add(at.of, at.term, m.Score())
		}
	}
	return ranked(out, mostReadings)
}

// when is the time of a table's rows that the words chose: the one that figures are taken by, else their own.
func (d *draft) when(of *schema.Table) (meaning.Term, bool) {
	told, known := d.becameAt(of)
	if t, ok := aheadAt(of); ok && !known && d.query.Moment(of) == nil && (d.ahead() || d.comes()) {
		return t, true
	}
	for _, t := range d.query.Per {
		if t.Kind == meaning.Column && t.Grain != "" {
			t.Grain = ""
			if d.timeOf(of, t) {
				return t, true
			}
		}
	}
	if d.query.Moment(of) != nil {
		return meaning.Term{Kind: meaning.Time}, true // whoever defined the figure said when it is
	}
	if known {
		return told, true
	}
	said := d.plan.figures
	if k := d.plan.keep; k != nil && k.By != nil {
		said = append(said[:len(said):len(said)], *k.By) // "who delivered most last month"
	}
	for _, f := range said {
		for _, m := range moments(f.Noun.Name) {
			if m.Is.of == of && f.Kind != phrase.Lapse && !names(f.Noun.Name, []*schema.Table{of}) {
				return m.Is.term, true
			}
		}
	}
	for _, at := range []func(*schema.Table) (meaning.Term, bool){d.occasionAt, d.amountAt, d.lengthAt, d.madeAt} {
		if t, ok := at(of); ok {
			return t, true
		}
	}
	for _, c := range d.plan.conds {
		if c.Kind != phrase.Compared || c.Noun != nil || c.Name == nil {
			continue
		}
		for _, m := range moments(*c.Name) {
			if m.Is.of == of {
				return m.Is.term, true // "who paid more than 500 this year"
			}
		}
	}
	if t, ok := d.doneAt(of); ok {
		return t, true
	}
	if t, ok := d.outcomeAt(of); ok {
		return t, true
	}
	if t, ok := d.fromAt(of); ok {
		return t, true
	}
	if _, ok := meaning.TimeOf(d.composer.index, of); ok {
		return meaning.Term{Kind: meaning.Time}, true
	}
	return meaning.Term{}, false
}

// doneAt is the moment of what the words say was done with the rows: orders that are cancelled this year were cancelled then,
// whenever they were made. What a part of them is said to be is of all only by a moment that all have.
func (d *draft) doneAt(of *schema.Table) (meaning.Term, bool) {
	all, lone := d.conditions(), d.loneFigure()
	if lone {
		for _, n := range d.subjects() {
			all = append(all, n.Conds...)
		}
	}
	for i, c := range all {
		if t, ok := d.doneBy(of, c); ok && (lone || i < len(d.plan.conds) || t.Column != nil && !t.Column.Nullable) {
			return t, true
		}
	}
	if t, ok := d.carriedOutAt(of); ok {
		return t, true
	}
	return d.headDoneAt(of)
}

// doneBy is the moment of what a condition says was done with the rows.
func (d *draft) doneBy(of *schema.Table, c phrase.Cond) (meaning.Term, bool) {
	if c.Not {
		return meaning.Term{}, false
	}
	if m, ok := d.toldBy(of, c); ok && c.Kind == phrase.IsValue {
		return m.term, true
	}
	for _, at := range []func(*schema.Table, phrase.Cond) (moment, bool){d.overAt, d.tookPlaceAt, d.endedAt} {
		if m, ok := at(of, c); ok {
			return m.term, true
		}
	}
	if c.Kind != phrase.Done {
		return meaning.Term{}, false
	}
	for _, m := range moments(*c.Name) {
		if m.Is.of == of {
			return m.Is.term, true // "who closed the most claims this year" is of those closed in it
		}
	}
	return meaning.Term{}, false
}

// headDoneAt is the same for parts of a thing: lines of deals that were won are those of deals that were closed then.
func (d *draft) headDoneAt(of *schema.Table) (meaning.Term, bool) {
	t, ok := meaning.TimeOf(d.composer.index, of)
	if !ok || t.Via == nil || t.Via.From != of || t.Column.Table != t.Via.To {
		return meaning.Term{}, false
	}
	done, ok := d.doneAt(t.Via.To)
	if !ok || done.Via != nil {
		return meaning.Term{}, false
	}
	done.Via = t.Via
	return done, true
}

// The words of how a thing came out, and further words of the moment at which that is known.
var (
	outcomeTimes = append([]string{"decision", "decided", "decide", "outcome", "result", "completion", "resolution", "closing", "closure", "settlement"}, english.ClosingWords...)
)

// overAt is the moment at which a thing came out as a condition says, where no moment is called so: deals that were won last month were
// closed then.
func (d *draft) overAt(of *schema.Table, c phrase.Cond) (moment, bool) {
	if !d.cameOut(of, c) {
		return moment{}, false
	}
	return outcomeTime(of)
}

// outcomeTime is the moment at which it is known how a thing came out.
func outcomeTime(of *schema.Table) (moment, bool) {
	for _, t := range of.Moments {
		if at, ok := momentOf(columnOf(t)); ok && hasStem(at.column().Words, outcomeTimes) && !hasStem(at.column().Words, english.DueWords) {
			return at, true
		}
	}
	return moment{}, false
}

// tookPlaceAt is the moment for which rows were set, where a condition says what became of them then: no shows of last month did not come
// last month, whenever they booked.
func (d *draft) tookPlaceAt(of *schema.Table, c phrase.Cond) (moment, bool) {
	t, ok := aheadAt(of)
	if !ok || !d.statusSays(of, c, english.TurnoutWords) {
		return moment{}, false
	}
	return moment{of: of, term: t}, true
}

// endedAt is the last day of rows that hold for some time, where a condition says that they came to an end: memberships that were cancelled
// last month ended then, whenever they began.
func (d *draft) endedAt(of *schema.Table, c phrase.Cond) (moment, bool) {
	_, to, ok := of.Validity()
	if !ok || !d.statusSays(of, c, english.EndingWords) {
		return moment{}, false
	}
	return moment{of: of, term: meaning.ColumnTerm(to, meaning.Span{})}, true
}

// statusSays says that a condition is that the status of rows is one of some words.
func (d *draft) statusSays(of *schema.Table, c phrase.Cond, words []string) bool {
	if c.Kind != phrase.IsValue || len(c.Values) != 1 {
		return false
	}
	statuses := d.statuses(of)
	return slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
		said := schema.Words(m.Text)
		return slices.Contains(statuses, m.Column) && slices.ContainsFunc(words, func(w string) bool {
			return strings.Join(said, " ") == w || len(said) == 1 && schema.Stem(said[0]) == schema.Stem(w)
		})
	})
}

// cameOut says that a condition is on how rows of a table came out.
func (d *draft) cameOut(of *schema.Table, c phrase.Cond) bool {
	switch c.Kind {
	case phrase.Lost:
		return len(d.lost(of, c)) > 0
	case phrase.IsValue:
		return len(c.Values) == 1 && hasStem(schema.Words(c.Values[0].Text), english.OutcomeWords) && slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
			return m.Presence == schema.AnyValue && (m.Column.Table == of || len(d.composer.index.Graph.Between(of, m.Column.Table)) > 0)
		})
	case phrase.Flagged, phrase.Done:
		return c.Name != nil && slices.ContainsFunc(c.Name.Matches, func(m schema.Match) bool {
			return m.Table == of && m.Column != nil && m.Column.Role == schema.Flag && hasStem(m.Column.Words, english.OutcomeWords)
		})
	}
	return false
}

// toldBy is the moment at which rows became what a value says: of a column of theirs, or of what they refer to for their status.
func (d *draft) toldBy(of *schema.Table, c phrase.Cond) (moment, bool) {
	held := func(m schema.ValueMatch) bool {
		return m.Column.Table == of || len(d.composer.index.Graph.Between(of, m.Column.Table)) > 0
	}
	if len(c.Values) != 1 || !slices.ContainsFunc(c.Values[0].Matches, held) {
		return moment{}, false
	}
	if became := d.composer.index.Became(c.Values[0].Text); became != nil && became.Table == of {
		return momentOf(became)
	}
	for _, t := range of.Moments {
		column := columnOf(t)
		at, ok := momentOf(column)
		if ok && (tells(column, c.Values[0].Text) || slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool { return held(m) && tells(column, m.Text) })) {
			return at, true
		}
	}
	return moment{}, false
}

// becameAt is the moment at which rows came to be what a taught word says of all of them: "churned clients per year" are counted when they left.
func (d *draft) becameAt(of *schema.Table) (meaning.Term, bool) {
	for _, c := range d.plan.conds {
		if became := d.became(c); became != nil && became.Table == of {
			return meaning.ColumnTerm(became, c.At), true
		}
	}
	return meaning.Term{}, false
}

// became is the moment at which rows came to be what a taught word says; nil for other conditions.
func (d *draft) became(c phrase.Cond) *schema.Column {
	if c.Kind != phrase.IsValue || c.Not || len(c.Values) != 1 {
		return nil
	}
	if at := d.composer.index.Became(c.Values[0].Text); at != nil || len(c.Values[0].Matches) == 0 || c.Values[0].Matches[0].Column.Condition == nil {
		return at
	}
	return d.composer.index.Became(schema.StandIn(c.Values[0].Matches[0].Text)) // it is said by a word of its family: "churn"
}

// stateSaid is the condition of rows that came to be so at the moment which a condition bounds, where they are called by a word of that: "cancelled
// last quarter" is of what somebody told to be cancelled.
func (d *draft) stateSaid(of *schema.Table, c phrase.Cond, bound meaning.Cond) (meaning.Cond, bool) {
	if c.Not || !c.At.Said() || bound.Op != meaning.During || bound.Left.Kind != meaning.Column || bound.Left.Via != nil {
		return meaning.Cond{}, false
	}
	for _, state := range d.composer.index.States {
		if _, _, known := state.Expression.AsNull(); known || state.Moment != bound.Left.Column || state.Tables[0] != of {
			continue // that there is such a day, the bound says
		}
		for _, key := range slices.Sorted(maps.Keys(state.Said)) {
			first, _, _ := strings.Cut(strings.ToLower(state.Said[key]), " ")
			if !schema.Participle(first) || !slices.Contains(d.words[c.At.From:min(c.At.To, len(d.words))], first) {
				continue
			}
			value := phrase.Value{Text: key, Matches: d.composer.index.Values(key)}
			if list := d.isValue(of, phrase.Cond{Kind: phrase.IsValue, Values: []phrase.Value{value}, At: c.At}); len(list) > 0 {
				return list[0].Is, true
			}
		}
	}
	return meaning.Cond{}, false
}

// looks says that a value stands for a condition that looks for rows of another table, of which is known when they were so.
func looks(m schema.ValueMatch) bool {
	return m.Column.Condition != nil && m.Column.Condition.Moment != nil
}

// placedIn says that a period is that of the rows which a condition looks for.
func (d *draft) placedIn(of *schema.Table, c, period phrase.Cond) bool {
	return c.Kind == phrase.IsValue && len(c.Values) > 0 && slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
		return looks(m) && d.ofThen(of == m.Column.Table, c, period)
	})
}

// ofThen says that a period was said of what a condition says, which stands before it with nothing between but, where those are the rows that are
// asked for, their noun: "terminated homes last month". The "revenue of terminated homes last month" is last month's.
func (d *draft) ofThen(asked bool, c, period phrase.Cond) bool {
	if period.Kind != phrase.InPeriod || period.Name != nil || !c.At.Said() || !period.At.Said() || c.At.To > period.At.From {
		return false
	}
	for i := c.At.To; i < period.At.From; i++ {
		noun := asked && slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool { return n.Name.At.From <= i && i < n.Name.At.To })
		if w := d.words[i]; !noun && !english.Prepositions[w] && !phrase.Fills(w) {
			return false
		}
	}
	return true
}

// tells says that a moment is the one at which a thing became what a word says: cancelled_on for "cancelled".
func tells(c *schema.Column, word string) bool {
	words := schema.Words(word)
	return len(words) == 1 && (schema.Participle(words[0]) || phrase.Several(word)) && slices.ContainsFunc(c.Words, func(w string) bool {
		return schema.Kin(w) == schema.Kin(words[0])
	})
}

// amountAt is the moment at which the amounts that are asked for came about, where both are called after what was done: "barrels packaged
// this year" were so on the day of packaging, whenever they were brewed.
func (d *draft) amountAt(of *schema.Table) (meaning.Term, bool) {
	for _, f := range d.query.Show {
		if f.Kind != meaning.Aggregate || len(f.Args) != 1 || f.Args[0].Column == nil || f.Args[0].Column.Table != of {
			continue
		}
		for _, w := range f.Args[0].Column.Words {
			said := slices.ContainsFunc(d.words, func(o string) bool { return schema.Stem(o) == schema.Stem(w) })
			if !said || !schema.Participle(w) {
				continue
			}
			for _, t := range of.Moments {
				if t.Via == nil && hasStem(t.Column.Words, []string{w}) {
					return meaning.ColumnTerm(t.Column, f.At), true
				}
			}
		}
	}
	return meaning.Term{}, false
}

// upcoming is a condition that the row's own time lies ahead.
func (d *draft) upcoming(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	t, ok := d.when(of)
	if !ok {
		return nil
	}
	return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.During, Left: t, Period: calendar.Period{From: calendar.UnitStart("day", d.now), Grain: "day"}, At: c.At}, 0}}
}

// timeOf says that a term is one of the times of a table's own rows.
func (d *draft) timeOf(of *schema.Table, t meaning.Term) bool {
	return slices.ContainsFunc(of.Moments, func(m schema.TimeColumn) bool { return m.Column == t.Column && m.Via == t.Via })
}

// aheadAt is the moment of a table's rows that was set before it came, where the rows lie on the calendar by when that was done: what
// is booked for next week was not booked then.
func aheadAt(of *schema.Table) (meaning.Term, bool) {
	for _, t := range of.Moments {
		if m, ok := momentOf(columnOf(t)); ok && hasStem(m.column().Words, english.AheadWords) && m.column() != of.Moment {
			return m.term, true
		}
	}
	return meaning.Term{}, false
}

// reachingAt is the moment of a table's rows that goes on into a time ahead that is spoken of, where the rows' own ends before it: no
// order for tomorrow was made tomorrow, but it is delivered then.
func (d *draft) reachingAt(of *schema.Table, own *schema.Column, period calendar.Period) (meaning.Term, bool) {
	if own == nil || !period.From.After(d.now) || !own.EndsBefore(period.From) {
		return meaning.Term{}, false
	}
	for _, t := range of.Moments {
		if m, ok := momentOf(columnOf(t)); ok && m.column() != own && m.column().Greatest != nil && !m.column().EndsBefore(period.From) {
			return m.term, true
		}
	}
	return meaning.Term{}, false
}

// comes says that what lies ahead is spoken of.
func (d *draft) comes() bool {
	return slices.ContainsFunc(d.conditions(), func(c phrase.Cond) bool { return c.Kind == phrase.Upcoming })
}
