package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file moves the period that a query asks for: "same month last year", "the month before", and lays another one
// beside it: "compare with last year".

// calendarStep is a way along the calendar.
type calendarStep struct{ years, months, days int }

// stepOf is n units of time, forward or back.
func stepOf(unit string, n int) (calendarStep, bool) {
	switch unit {
	case "year":
		return calendarStep{years: n}, true
	case "quarter":
		return calendarStep{months: 3 * n}, true
	case "month":
		return calendarStep{months: n}, true
	case "week":
		return calendarStep{days: 7 * n}, true
	case "day":
		return calendarStep{days: n}, true
	}
	return calendarStep{}, false
}

// shift moves the period in force by n units of time.
func (ed *editor) shift(word string, n int) bool {
	step, ok := stepOf(Unit(word), n)
	c, old := ed.inForce()
	if !ok || c == nil || ed.query.Set != nil {
		return false
	}
	old, rest := daysAndClock(old)
	moved, ok := shifted(old, step)
	if !ok {
		if n > 0 {
			return false
		}
		if moved, ok = ed.scope().back(old, Unit(word), -n, ed.dialect); !ok {
			return false // it is made of what cannot be moved
		}
	}
	direction := "forward"
	if n < 0 {
		direction = "back"
	}
	ed.understand(fmt.Sprintf("%s: %s %s", c.Name, lengthOf(max(n, -n), Unit(word)), direction))
	return ed.scope().replace(c, append(moved, rest...)...) == nil
}

// shiftByLength moves the period in force by as much as it is long: "and before that?".
func (ed *editor) shiftByLength(sign int) bool {
	_, old := ed.inForce()
	days, _ := daysAndClock(old)
	from, to, ok := boundsOf(days)
	if !ok {
		return false
	}
	if unit := unitOf(from, to); unit != "" {
		return ed.shift(unit, sign)
	}
	const hours = 24
	return ed.shift("day", sign*int(to.Sub(from).Hours()/hours))
}

// unitOf is the unit of the calendar that a period is one of; empty for other periods.
func unitOf(from, to time.Time) string {
	for _, unit := range []string{"year", "quarter", "month", "week", "day"} {
		if unitStart(unit, from).Equal(from) && addUnits(unit, from, 1).Equal(to) {
			return unit
		}
	}
	return ""
}

// exchangeMoment asks of another time of the rows what the query asks of one: "not hired, left", "no, I meant the shipping date". from
// are words for the time that it is asked of; empty where nothing says so.
func (ed *editor) exchangeMoment(from, to string) bool {
	c, old := ed.inForce()
	now := ed.momentSaid(to)
	if c == nil || now == nil || now == c || ed.query.Set != nil || from != "" && ed.momentSaid(from) != c {
		return false
	}
	s := ed.scope()
	x, ok := s.ref(now)
	if !ok {
		return false
	}
	was, ok := s.ref(c)
	if !ok {
		return false
	}
	var moved []statement.Expr
	for _, p := range old {
		moved = append(moved, p.Map(func(e statement.Expr) statement.Expr {
			if e.Equal(was) {
				return x
			}
			return e
		}))
	}
	ed.understand(to + " = " + now.String())
	return s.replace(c) == nil && s.replace(now, moved...) == nil
}

// momentSaid is the one time of the rows in force that words name, by its column or by what was done then.
func (ed *editor) momentSaid(text string) *schema.Column {
	own := ed.root()
	if own == nil {
		return nil
	}
	if t, ok := ed.targets(text); ok && len(t) == 1 && t[0].item < 0 && t[0].aggregate == "" && len(t[0].columns) == 1 && t[0].columns[0].Role == schema.Moment {
		return t[0].columns[0]
	}
	var found *schema.Column
	for _, d := range grammar.Deeds(contentWords(text)) {
		for _, m := range own.Moments {
			if m.Via != nil || !slices.Contains(m.Verbs, d.Stem) && !slices.Contains(m.Verbs, schema.Stem(d.Stem)) {
				continue
			}
			if found != nil && found != m.Column {
				return nil
			}
			found = m.Column
		}
	}
	return found
}

// boundsOf is the period that predicates bound on both sides, with days.
func boundsOf(list []statement.Expr) (from, to time.Time, ok bool) {
	for _, p := range list {
		if _, low, high, negated, between := p.AsBetween(); between && !negated {
			l, _ := low.AsLiteral()
			h, _ := high.AsLiteral()
			first, a := dateOf(l)
			last, b := dateOf(h)
			return first, last.AddDate(0, 0, 1), a && b
		}
		op, _, v, _ := p.AsBinary()
		held, _ := v.AsLiteral()
		day, known := dateOf(held)
		switch {
		case !known:
			return from, to, false
		case op == ">=":
			from = day
		case op == "<":
			to = day
		case op == "<=":
			to = day.AddDate(0, 0, 1)
		case op == "=":
			from, to = day, day.AddDate(0, 0, 1)
		default:
			return from, to, false
		}
	}
	return from, to, !from.IsZero() && to.After(from)
}

// daysAndClock parts predicates on a time into those on its day and those on the time of day, or on another part of it, which no
// step along the calendar moves.
func daysAndClock(list []statement.Expr) (days, rest []statement.Expr) {
	for _, p := range list {
		parted := false
		p.Walk(func(e statement.Expr) bool {
			_, typ, cast := e.AsCast()
			name, _, _, _, call := e.AsCall()
			parted = parted || cast && strings.HasPrefix(strings.ToLower(typ), "time") && !strings.HasPrefix(strings.ToLower(typ), "timestamp") || call && strings.EqualFold(name, "extract") && len(e.Columns()) > 0
			return !parted
		})
		if parted {
			rest = append(rest, p)
		} else {
			days = append(days, p)
		}
	}
	return days, rest
}

// lengthOf says how long so many units are.
func lengthOf(n int, unit string) string {
	if n == 1 {
		return "one " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// shifted moves the dates in the predicates; not ok when there is none to move.
func shifted(list []statement.Expr, step calendarStep) ([]statement.Expr, bool) {
	done := false
	var out []statement.Expr
	for _, p := range list {
		out = append(out, p.Map(func(e statement.Expr) statement.Expr {
			v, ok := e.AsLiteral()
			if !ok {
				return e
			}
			moved, ok := step.move(v)
			if !ok {
				return e
			}
			done = true
			return statement.Literal(moved)
		}))
	}
	return out, done
}

// leastYear and mostYear are between what a whole number is a year; else it may be a number of days.
const (
	leastYear = 1800
	mostYear  = 2200
)

// move gives a literal date another day, in the form that it has; a whole number is a year.
func (s calendarStep) move(v any) (any, bool) {
	switch d := v.(type) {
	case time.Time:
		return d.AddDate(s.years, s.months, s.days), true
	case int64:
		if d < leastYear || d > mostYear {
			return v, false
		}
		return d + int64(s.years), s.years != 0
	case string:
		for _, layout := range []string{"2006-01-02", "2006-01-02 15:04:05", "2006-01-02T15:04:05", time.RFC3339} {
			if t, err := time.Parse(layout, d); err == nil {
				return t.AddDate(s.years, s.months, s.days).Format(layout), true
			}
		}
	}
	return v, false
}

// releaseTime drops what the query asks of its dates.
func (ed *editor) releaseTime() bool {
	c, _ := ed.inForce()
	return c != nil && ed.release(c)
}

// whole widens the period in force to the whole unit of the calendar that it begins in.
func (ed *editor) whole(u utterance) bool {
	c, old := ed.inForce()
	if c == nil || ed.query.Set != nil {
		return false
	}
	at := slices.IndexFunc(u.words, func(w string) bool { return Unit(w) != "" })
	if at < 0 {
		return false
	}
	unit, from := Unit(u.words[at]), ed.now // said from today on, and not of years past
	for _, p := range old {
		_, _, v, _ := p.AsBinary()
		held, _ := v.AsLiteral()
		if day, ok := dateOf(held); ok {
			from = day
			break
		}
	}
	from = unitStart(unit, from)
	period := Period{From: from, To: addUnits(unit, from, 1), Grain: unit}
	return ed.putPeriod(condition{column: c, item: -1, period: &period}, onlyMode)
}

// contrast lays the period that the text names beside the one in force; without one in force, the same unit after it. What
// is one figure, or a group of another kind, is then shown for each of the two.
func (ed *editor) contrast(text string) bool {
	list, lost := ed.conditions(text)
	if len(list) == 1 && lost == 0 && list[0].kind == valueCondition && ed.query.Set == nil {
		return ed.contrastValue(list[0])
	}
	if len(list) != 1 || lost > 0 || list[0].kind != periodCondition || ed.query.Set != nil {
		return false
	}
	c, p := list[0].column, *list[0].period
	if len(ed.scope().about(c)) == 0 {
		step, ok := stepOf(p.Grain, 1)
		if !ok {
			return false
		}
		next := Period{From: p.To, To: p.To.AddDate(step.years, step.months, step.days), Grain: p.Grain}
		if !ed.putPeriod(condition{column: c, item: -1, period: &next}, onlyMode) {
			return false
		}
	}
	if !ed.widenPeriod(list[0]) {
		return false
	}
	if _, timed := ed.momentItem(); timed || len(measures(ed.block())) == 0 {
		return true
	}
	return ed.group([]target{{item: -1, columns: []*schema.Column{c}, grain: p.Grain, said: p.Grain}}, true)
}

// contrastValue lays another value beside the one in force, each figure for each of the two.
func (ed *editor) contrastValue(c condition) bool {
	if len(ed.scope().about(c.column)) == 0 || !ed.include(c.column, c.values, false) {
		return false
	}
	x, ok := ed.scope().ref(c.column)
	if q := ed.block(); len(measures(q)) == 0 || !ok || slices.ContainsFunc(q.GroupBy, x.Equal) {
		return true
	}
	return ed.group([]target{{item: -1, columns: []*schema.Column{c.column}, said: c.column.Name}}, true)
}

// shiftSaid reads the unit from the words: "same month last year" goes a year back, "the month before" a month.
func (ed *editor) shiftSaid(u utterance, n int) bool {
	unit := ""
	for _, w := range u.words {
		if Unit(w) != "" {
			unit = w
		}
	}
	return unit != "" && ed.shift(unit, n)
}

// timeByTime breaks down by the unit that is said twice: "month by month".
func (ed *editor) timeByTime(u utterance) bool {
	for i, w := range u.words {
		m := ed.moment()
		if i+2 < len(u.words) && Unit(w) != "" && u.words[i+1] == "by" && u.words[i+2] == w && m != nil {
			return ed.group([]target{{item: -1, columns: []*schema.Column{m}, grain: Unit(w), said: w}}, true)
		}
	}
	return false
}

// whenDone shows the date of the family of what was done: "when did they open" of rows with an opening date.
func (ed *editor) whenDone(text string) bool {
	words := contentWords(text)
	if len(words) == 0 || ed.query.Set != nil {
		return false
	}
	for _, w := range words[:len(words)-1] {
		if !english.TheyWords[w] && !english.ThoseWords[w] && !english.ForRows[w] && !english.Generic[w] && !ed.callsAny(w) {
			return false
		}
	}
	tables := ed.scope().tables()
	if root := ed.root(); root != nil && !ed.block().Grouped() {
		tables = append([]*schema.Table{root}, tables...)
	}
	for _, t := range tables {
		if c := momentOf(t, schema.Lemma(words[len(words)-1])); c != nil && (!ed.block().Grouped() || t == ed.shownAsRows().table) {
			ed.understand("when = " + c.String())
			return ed.add([]target{{item: -1, columns: []*schema.Column{c}, said: text}})
		}
	}
	return false
}

// callsAny says that a word is a name of the rows of a table in force.
func (ed *editor) callsAny(word string) bool {
	return slices.ContainsFunc(ed.scope().tables(), func(t *schema.Table) bool { return ed.namesRows(word, t) })
}

// when shows the date of the rows, where they have one and the words say no more than what happened then.
func (ed *editor) when(text string) bool {
	if ed.try(func() bool { return ed.whenDone(text) }) {
		return true
	}
	tables := ed.scope().tables()
	if len(tables) == 0 || tables[0].Moment == nil || ed.query.Set != nil || ed.block().Grouped() {
		return false
	}
	for _, it := range ed.tag(text) {
		if it.Mention() || it.Cue.Kind != NoCue && !skippable(&it) && !schema.Participle(it.Lower) {
			return false
		}
	}
	ed.understand(fmt.Sprintf("when %s = %s", text, tables[0].Moment))
	return ed.add([]target{{item: -1, columns: []*schema.Column{tables[0].Moment}, said: text}})
}

// namesRows says that a text is a name of the rows of a table, and no mere word for rows.
func (ed *editor) namesRows(text string, t *schema.Table) bool {
	return ed.callsThing(text, t) && slices.ContainsFunc(ed.tag(text), func(it Item) bool {
		named, score := it.BestTable()
		return named == t && score >= strongName
	})
}
