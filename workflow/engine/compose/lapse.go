package compose

import (
	"cmp"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// lapse is the mean time from one moment to another: of one row, or of a row and the one that it refers to.
func (d *draft) lapse(f phrase.Figure) []Option[meaning.Term] {
	if len(f.Args) == 1 {
		return d.length(f)
	}
	var out []Option[meaning.Term]
	from, to := f.Args[0].Noun, f.Args[1].Noun
	switch {
	case !from.At.Said() && !to.At.Said():
		return d.delay(f)
	case f.Args[0].Fn == phrase.ByThen:
		return d.late(f)
	case kinds[f.Args[0].Fn] || kinds[f.Args[1].Fn]:
		return d.ofKinds(f)
	case !from.At.Said():
		return d.until(f)
	}
	for _, from := range d.ends(f.Args[0].Noun) {
		for _, to := range d.ends(f.Args[1].Noun) {
			if from.Is.term.Equal(to.Is.term) {
				continue
			}
			if fn := f.Args[1].Fn; fn != "" && from.Is.of != to.Is.of {
				if steps, ok := d.way(to.Is.of, from.Is.of); ok {
					first := meaning.Term{Kind: meaning.Among, Fn: fn, Of: to.Is.of, Args: []meaning.Term{to.Is.term}, At: f.Args[1].At}
					out = append(out, Option[meaning.Term]{mean(from.Is.of, from.Is.term, first, f), (from.Score+to.Score)/2 - costStep*float64(steps)/2})
				}
				continue
			}
			of, score, ok := d.both(from.Is.of, to.Is.of)
			if !ok {
				continue
			}
			out = append(out, Option[meaning.Term]{mean(of, from.Is.term, to.Is.term, f), (from.Score+to.Score)/2 + score})
		}
	}
	return ranked(out, mostReadings)
}

// kinds are the ends of lapses that are said by what they are.
var kinds = map[string]bool{phrase.Beginning: true, phrase.Ending: true, phrase.Departure: true, phrase.Arrival: true, phrase.Ahead: true, phrase.Onward: true, phrase.TurningUp: true, phrase.Served: true}

// ofKinds is the mean time between two moments of which one is said by what it is: "from creation to the first reply", "sales cycle".
// It is of the rows that have both, those that are spoken of before others.
func (d *draft) ofKinds(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		score := 1 - costPrincipal
		switch n := f.Noun.Name; {
		case len(n.Matches) > 0 && !names(n, []*schema.Table{t}):
			continue
		case len(n.Matches) == 0 && len(f.Noun.Conds) > 0:
			if list := d.rowCond(t, f.Noun.Conds[0]); len(list) == 0 || list[0].Is.Op == meaning.Exists || list[0].Score < -costStep {
				continue
			}
		case len(n.Matches) == 0 && !d.spokenOf(t):
			score -= costUnspoken
		}
		from, ok := d.endOfKind(t, f.Args[0], meaning.Term{})
		if !ok {
			continue
		}
		to, ok := d.endOfKind(t, f.Args[1], from.Is)
		if !ok || from.Is.Equal(to.Is) {
			continue
		}
		if _, sells := d.wonOf(t); sells {
			score += costPrincipal / 2
		}
		term := mean(t, from.Is, to.Is, f)
		if f.Args[1].Fn == phrase.Ending {
			term.Where = d.isOver(t, to.Is)
		}
		out = append(out, Option[meaning.Term]{term, score + (from.Score+to.Score)/2 - 1})
	}
	return ranked(out, mostReadings)
}

// isOver is that rows are closed whose day of that is set before it comes, unless the words say what became of them.
func (d *draft) isOver(t *schema.Table, at meaning.Term) []meaning.Cond {
	if m, ok := momentOf(at.Column); !ok || m.nullable || slices.ContainsFunc(d.conditions(), decides) || slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool { return slices.ContainsFunc(figureConds(f), decides) }) {
		return nil
	}
	for _, c := range t.Columns {
		if yes, ok := yesOf(d.composer.index, c); c.Role == schema.Flag && ok && hasStem(c.Words, []string{"closed", "completed", "resolved"}) {
			return []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(c, meaning.Span{}), Values: []any{yes}}}
		}
	}
	return nil
}

// figureConds are the conditions of a figure's nouns, those of what it is made of included.
func figureConds(f phrase.Figure) []phrase.Cond {
	out := slices.Clone(f.Noun.Conds)
	for _, a := range f.Args {
		out = append(out, figureConds(a)...)
	}
	return out
}

// costUnspoken is a table of which nobody spoke.
const costUnspoken = 0.05

// endOfKind is the moment of a table's rows that an end of a lapse stands for, by what it is or by its name.
func (d *draft) endOfKind(t *schema.Table, end phrase.Figure, but meaning.Term) (Option[meaning.Term], bool) {
	switch end.Fn {
	case "", "min", "max":
		if !end.At.Said() {
			term, ok := d.cameToBe(t, but)
			return Option[meaning.Term]{term, 1}, ok
		}
		for _, m := range d.ends(end.Noun) {
			if m.Is.of == t {
				return Option[meaning.Term]{m.Is.term, m.Score}, true
			}
		}
	case phrase.Beginning:
		term, ok := d.cameToBe(t, but)
		return Option[meaning.Term]{term, 1}, ok
	default:
		if at, ok := momentOfKind(t, end.Fn, but); ok {
			return Option[meaning.Term]{at, 1}, true
		}
	}
	return Option[meaning.Term]{}, false
}

// momentOfKind is the moment of a table's rows at an end of a kind, by the likeliest word of these.
func momentOfKind(t *schema.Table, kind string, but meaning.Term) (meaning.Term, bool) {
	for _, word := range ofKind[kind] {
		for _, m := range t.Moments {
			at, ok := momentOf(columnOf(m))
			if !ok || at.term.Equal(but) || at.due() {
				continue
			}
			words := at.column().Words
			if kind != phrase.Ending { // what ends a period is not what closes a case
				words = slices.Concat(words, m.Verbs)
			}
			if hasStem(words, []string{word}) {
				return at.term, true
			}
		}
	}
	return meaning.Term{}, false
}

// ofKind are the words of moments by the kind of an end, the likeliest first.
var ofKind = map[string][]string{
	phrase.Ending:    {"close", "closed", "closing", "complete", "completed", "resolve", "resolved", "finish", "finished", "settle", "settled", "decide", "decided", "finaled", "approve", "approved"},
	phrase.Departure: {"depart", "departed", "departure", "ship", "shipped", "dispatch", "dispatched", "etd", "pickup", "sent"},
	phrase.Arrival:   {"arrive", "arrived", "arrival", "deliver", "delivered", "delivery", "ata"},
	phrase.Onward:    {"arrive", "arrived", "arrival", "deliver", "delivered", "delivery", "receive", "received", "checkin", "start", "starts", "event", "appointment", "travel", "visit", "departure", "service"},
	phrase.TurningUp: {"arrive", "arrived", "arrival", "checkin", "check-in", "queue", "queued", "enter", "entered", "join", "joined", "order", "ordered", "request", "requested", "call"},
	phrase.Served:    {"seat", "seated", "seen", "serve", "served", "answer", "answered", "admit", "admitted", "called", "treat", "treated", "triage", "triaged", "start", "started", "begin"},
	phrase.Ahead:     {"reserve", "reserved", "schedule", "scheduled", "start", "starts", "event", "visit", "arrival", "checkin", "departure", "appointment", "travel", "service"},
}

// mean is the mean time from one moment of a row to another.
func mean(of *schema.Table, from, to meaning.Term, f phrase.Figure) meaning.Term {
	inner := meaning.Term{Kind: meaning.Between, Fn: cmp.Or(f.Fn, "day"), Args: []meaning.Term{to, from}}
	return meaning.Term{Kind: meaning.Aggregate, Fn: "avg", Of: of, Args: []meaning.Term{inner}, At: f.At}
}

// until is the mean time from when a row came to be to what was done to it; the things that were named are those rows, or what
// they refer to.
func (d *draft) until(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, to := range moments(f.Args[1].Noun.Name) {
		if to.Is.due() {
			continue // by when it is to be done is not when it was
		}
		cost, doer := 0.0, slices.ContainsFunc(f.Noun.Name.Matches, func(m schema.Match) bool { return m.Column == nil && m.Table.Personal() })
		if n := f.Noun.Name; n.At.Said() && !doer && !names(n, []*schema.Table{to.Is.of}) {
			cost = costUnnamed
		}
		from, own := d.cameToBe(to.Is.of, to.Is.term)
		if own {
			out = append(out, Option[meaning.Term]{mean(to.Is.of, from, to.Is.term, f), to.Score - cost})
		} else if cost == 0 {
			for _, e := range d.wholes(to.Is.of) { // "days to pay": from when what is paid came to be
				if from, ok := d.cameToBe(e, to.Is.term); ok {
					out = append(out, Option[meaning.Term]{mean(to.Is.of, from, to.Is.term, f), to.Score - costStep})
				}
			}
		}
		if cost == 0 {
			continue
		}
		for _, m := range f.Noun.Name.Matches { // "until an invoice gets paid": from then, to the payments of it
			steps, ok := d.way(to.Is.of, m.Table)
			from, dated := d.cameToBe(m.Table, to.Is.term)
			if m.Column == nil && ok && steps == 1 && dated && (!own || m.Table.Class == schema.Fact) { // a supplier is no bill
				out = append(out, Option[meaning.Term]{mean(to.Is.of, from, to.Is.term, f), to.Score - costStep})
			}
		}
	}
	return ranked(out, mostReadings)
}

// wholes are the tables of dated things, no people, to which the rows of a table refer.
func (d *draft) wholes(of *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range d.composer.index.Graph.Of(of) {
		if e.From == of && e.To != of && len(e.To.Moments) > 0 && !e.To.Personal() && !slices.Contains(out, e.To) {
			out = append(out, e.To)
		}
	}
	return out
}

// late is the mean time from when rows were to be done to when what is said was done to them, or rows that refer to them tell it.
func (d *draft) late(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, to := range d.ends(f.Args[1].Noun) {
		for i, t := range append([]*schema.Table{to.Is.of}, d.wholes(to.Is.of)...) {
			due, _ := dueAndDone(t)
			if due == nil || due.term.Equal(to.Is.term) || to.Is.due() {
				continue
			}
			cost := costStep * float64(min(i, 1))
			if n := f.Noun.Name; n.At.Said() && !names(n, []*schema.Table{t}) {
				cost += costUnnamed
			}
			out = append(out, Option[meaning.Term]{mean(to.Is.of, due.term, to.Is.term, f), to.Score - cost})
		}
	}
	return ranked(out, mostReadings)
}

// cameToBe is the time at which the rows of a table came to be: one that says so, else their own.
func (d *draft) cameToBe(of *schema.Table, but meaning.Term) (meaning.Term, bool) {
	own, ok := meaning.TimeOf(d.composer.index, of)
	if ok && !own.Equal(but) && own.Column != nil && hasStem(own.Column.Words, english.CreatedWords) && !awaited(own.Column) {
		return own, true
	}
	for _, t := range of.Moments {
		if m, is := momentOf(columnOf(t)); is && !m.nullable && !m.term.Equal(but) && hasStem(m.column().Words, english.CreatedWords) && !awaited(m.column()) {
			return m.term, true
		}
	}
	return own, ok && !own.Equal(but)
}

// awaited says that a time is that of what was booked and not of the booking, though it be called by both: "booking_arrival_date".
func awaited(c *schema.Column) bool {
	return hasStem(slices.DeleteFunc(slices.Clone(c.Words), func(w string) bool { return slices.Contains(c.Table.Words, w) }), ofKind[phrase.Ahead])
}

// delay is the mean time from when rows were to be done to when they were.
func (d *draft) delay(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		due, done := dueAndDone(t)
		if due == nil || done == nil {
			continue
		}
		cost := 0.0
		switch n := f.Noun.Name; {
		case n.At.Said() && !names(n, []*schema.Table{t}):
			continue
		case !n.At.Said() && !d.spokenOf(t):
			cost = costLater
		}
		out = append(out, Option[meaning.Term]{mean(t, due.term, done.term, f), 1 - cost})
	}
	return ranked(out, mostReadings)
}

// speaks says that a noun of the question names a table.
func (d *draft) speaks() bool {
	return slices.ContainsFunc(d.plan.nouns, func(n phrase.Noun) bool { return names(n.Name, d.composer.index.Tables) })
}

// spokenOf says that a noun of the question names the table.
func (d *draft) spokenOf(t *schema.Table) bool {
	return slices.ContainsFunc(d.plan.nouns, func(n phrase.Noun) bool { return names(n.Name, []*schema.Table{t}) }) ||
		slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool { return names(f.Noun.Name, []*schema.Table{t}) })
}

// lasted is a condition on how long it was from one moment of a row to another.
func (d *draft) lasted(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	add := func(t *schema.Table, from, to meaning.Term, score float64) {
		if from.Equal(to) {
			return
		}
		left := meaning.Term{Kind: meaning.Between, Fn: cmp.Or(c.Figure.Fn, "day"), Args: []meaning.Term{to, from}, At: c.At}
		cond := meaning.Cond{Op: c.Op, Left: left, Values: []any{c.Number}, At: c.At}
		if placed, cost, ok := d.place(of, t, cond); ok {
			out = append(out, Option[meaning.Cond]{placed, score - cost})
		}
	}
	from, to := d.said(c.Figure.Args[0]), d.said(c.Figure.Args[1])
	if len(from)+len(to) == 0 {
		if begin, end, ok := extent(of); ok {
			add(of, begin, end, 0)
		}
		return out
	}
	if len(from) == 0 {
		from = d.ownTimes(of)
	}
	if len(to) == 0 {
		to = d.ownTimes(of)
	}
	for _, f := range from {
		for _, t := range to {
			if table, score, ok := d.both(f.Is.of, t.Is.of); ok {
				add(table, f.Is.term, t.Is.term, (f.Score+t.Score)/2-1+score)
			}
		}
	}
	return out
}

// ownTimes are the times of a table's rows: their own, then the others.
func (d *draft) ownTimes(of *schema.Table) []Option[moment] {
	var out []Option[moment]
	if own, ok := meaning.TimeOf(d.composer.index, of); ok {
		out = append(out, Option[moment]{moment{of: of, term: own}, 1})
	}
	for _, m := range of.Moments {
		if at, ok := momentOf(m.Column); ok && m.Via == nil && !slices.ContainsFunc(out, func(o Option[moment]) bool { return o.Is.term.Equal(at.term) }) {
			out = append(out, Option[moment]{at, 1 - 2*costPrincipal})
		}
	}
	return out
}

// said are the times that an end may stand for; none where it was not said.
func (d *draft) said(f phrase.Figure) []Option[moment] {
	if len(f.Noun.Name.Matches) == 0 {
		return nil
	}
	return d.ends(f.Noun)
}

// both is the table whose rows have the times of two tables: the one that refers to the other.
func (d *draft) both(a, b *schema.Table) (of *schema.Table, score float64, ok bool) {
	if steps, ok := d.way(a, b); ok {
		return a, -costStep * float64(steps), true
	}
	steps, ok := d.way(b, a)
	return b, -costStep * float64(steps), ok
}

// ends are the times that an end of a lapse may stand for: a moment by its name or verb, or the time of a thing.
func (d *draft) ends(n phrase.Noun) []Option[moment] {
	out := moments(n.Name)
	for _, m := range n.Name.Matches {
		if at, ok := countedAt(m.Column); ok {
			out = append(out, Option[moment]{at, m.Score() - costPrincipal})
		}
		if m.Column != nil {
			continue
		}
		if t, ok := meaning.TimeOf(d.composer.index, m.Table); ok {
			out = append(out, Option[moment]{moment{of: m.Table, term: t}, m.Score() - costPrincipal})
		}
	}
	if word := schema.Lemma(strings.ToLower(n.Name.Text)); phrase.Trades(n.Name.Text) || english.TradeVerbs[word] {
		for _, o := range d.tradeTables(schema.Trades) {
			if t, ok := meaning.TimeOf(d.composer.index, o.Is); ok {
				out = append(out, Option[moment]{moment{of: o.Is, term: t}, o.Score - costPrincipal})
			}
		}
	}
	for i := range out {
		if out[i].Is.due() && !hasStem(schema.Words(n.Name.Text), english.DueWords) {
			out[i].Score -= costDue
		}
	}
	return ranked(out, mostReadings)
}

// countedAt is the moment at which what a figure counts is told to happen: "from order to shipment" of shipments that are of their day. ok is
// false for other columns.
func countedAt(c *schema.Column) (at moment, ok bool) {
	if c == nil || c.Metric == nil || c.Metric.Moment == nil {
		return moment{}, false
	}
	return momentOf(c.Metric.Moment)
}

// costDue is a moment by which something was to happen, where it was not said that it was to.
const costDue = 0.15

// due says that it is a time by which something was to be done.
func (m moment) due() bool {
	c := m.column()
	return hasStem(c.Words, english.DueWords) || slices.ContainsFunc(c.Table.Moments, func(t schema.TimeColumn) bool { return columnOf(t) == c && promised(t.Verbs) })
}

// length is the mean time from the beginning of a thing to its end.
func (d *draft) length(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	if f.Args[0].Fn == phrase.Spent && d.unitNoted(f.Fn) {
		return nil // "hours billed" are those that rows tell
	}
	matches := f.Args[0].Noun.Name.Matches
	if n := f.Args[0].Noun; len(matches) == 0 && len(n.Conds) > 0 {
		for _, o := range d.holders(n.Conds[0]) {
			matches = append(matches, schema.Match{Table: o.Is, Quality: 1 + o.Score, Coverage: 1})
		}
	}
	crowd := slices.Contains(english.CrowdWords, schema.Lemma(strings.ToLower(f.Args[0].Noun.Name.Text)))
	for _, m := range matches {
		if m.Column != nil {
			continue
		}
		from, to, ok := extent(m.Table)
		if _, _, here := tenure(m.Table); !ok || here && crowd {
			continue // people who stay somewhere are none of those who work there
		}
		inner := meaning.Term{Kind: meaning.Between, Fn: cmp.Or(f.Fn, "day"), Args: []meaning.Term{to, from}}
		t := meaning.Term{Kind: meaning.Aggregate, Fn: "avg", Of: m.Table, Args: []meaning.Term{inner}, At: f.At}
		out = append(out, Option[meaning.Term]{t, m.Score()})
	}
	if len(out) == 0 && !crowd {
		out = d.stays(f, matches)
	}
	return ranked(out, mostReadings)
}

// unitNoted says that a measure is called by a unit of time alone: how many hours it was stands in a column.
func (d *draft) unitNoted(unit string) bool {
	return slices.ContainsFunc(d.composer.index.Columns, func(c *schema.Column) bool { return c.Role == schema.Measure && len(c.Words) == 1 && c.Has(unit) })
}

// stays is how long people, or things, were here by the rows that refer to them: guests by their bookings. None where several kinds of
// rows tell of that.
func (d *draft) stays(f phrase.Figure, matches []schema.Match) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range matches {
		if m.Column != nil {
			continue
		}
		for _, e := range d.composer.index.Graph.Of(m.Table) {
			if e.To != m.Table || e.From == m.Table || e.From.Class != schema.Fact {
				continue
			}
			if from, to, ok := extent(e.From); ok {
				inner := meaning.Term{Kind: meaning.Between, Fn: cmp.Or(f.Fn, "day"), Args: []meaning.Term{to, from}}
				out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Aggregate, Fn: "avg", Of: e.From, Args: []meaning.Term{inner}, At: f.At}, m.Score() - costStep})
			}
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// extent are the times at which the rows of a table begin and end, where it has just one of each. An arrival and a departure are one
// of each as well, whichever comes first.
func extent(t *schema.Table) (from, to meaning.Term, ok bool) {
	var starts, stops []moment
	for _, m := range t.Moments {
		column := columnOf(m)
		at, _ := momentOf(column)
		starting, stopping := called(column, english.BeginWords) && !called(column, []string{"create", "created"}), called(column, english.FinishWords)
		if starting {
			starts = append(starts, at)
		}
		if stopping && !starting {
			stops = append(stops, at)
		}
	}
	if len(starts) == 2 && len(stops) == 0 && called(starts[0].column(), english.FinishWords) && called(starts[1].column(), english.FinishWords) {
		if before(starts[1].column(), starts[0].column()) {
			slices.Reverse(starts)
		}
		return starts[0].term, starts[1].term, true
	}
	if own := t.Moment; own != nil && own.Table == t && len(starts) == 0 && len(stops) == 1 && own != stops[0].column() {
		return meaning.ColumnTerm(own, meaning.Span{}), stops[0].term, true // rented, and returned
	}
	if len(starts) == 0 && len(stops) == 0 {
		return tenure(t)
	}
	if len(starts) != 1 || len(stops) != 1 {
		return from, to, false
	}
	if first := starts[0]; first.nullable && !stops[0].nullable {
		return stops[0].term, first.term, true // what every row has comes first: out of the depot, and in again
	}
	return starts[0].term, stops[0].term, true
}

// tenure are the times from which and until which somebody was there: joined, and left. False where there is not just one of each.
func tenure(t *schema.Table) (from, to meaning.Term, ok bool) {
	var starts, stops []moment
	for _, m := range t.Moments {
		column := columnOf(m)
		switch at, is := momentOf(column); {
		case !is || m.Via != nil:
		case at.nullable && hasStem(column.Words, english.EndWords):
			stops = append(stops, at)
		case hasStem(column.Words, english.Begun):
			starts = append(starts, at)
		}
	}
	if len(starts) != 1 || len(stops) != 1 {
		return from, to, false
	}
	return starts[0].term, stops[0].term, true
}

// unfinished is a condition that the time at which a row ends is not known yet: who checked in and not out. ok is false where rows do not
// tell.
func unfinished(t *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	_, to, ok := extent(t)
	if !ok || to.Column == nil {
		return meaning.Cond{}, false
	}
	end, is := momentOf(to.Column)
	return meaning.Cond{Op: meaning.Null, Left: end.key(at), At: at}, is && end.nullable && end.of == t
}

// before says that the times of a column begin before those of another.
func before(a, b *schema.Column) bool {
	return a.Least != nil && b.Least != nil && db.Format(a.Least) < db.Format(b.Least)
}

// called says that a column is called by a form of one of the words, in its name or by its comment.
func called(c *schema.Column, words []string) bool {
	return hasStem(c.Words, words) || slices.ContainsFunc(c.Names, func(n schema.Name) bool { return n.Source == schema.Commented && hasStem(n.Words, words) })
}

// hasStem says that one of the words is a form of one of the others.
func hasStem(words, others []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(others, func(o string) bool { return schema.Stem(w) == schema.Stem(o) })
	})
}
