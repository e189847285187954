package measure

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
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
func shift(ed *edit.Editor, word string, n int) bool {
	c, old := ed.InForce()
	return shiftOf(ed, c, old, word, n)
}

// shiftOf is the same of a column and the predicates on it.
func shiftOf(ed *edit.Editor, c *schema.Column, old []statement.Expr, word string, n int) bool {
	step, ok := stepOf(tag.Unit(word), n)
	if !ok || c == nil || ed.Query.Set != nil {
		return false
	}
	old, rest := daysAndClock(old)
	moved, ok := shifted(old, step)
	if !ok {
		if n > 0 {
			return false
		}
		if moved, ok = Back(ed.Scope(), old, tag.Unit(word), -n, ed.Dialect); !ok {
			return false // it is made of what cannot be moved
		}
	}
	direction := "forward"
	if n < 0 {
		direction = "back"
	}
	ed.Understand(fmt.Sprintf("%s: %s %s", c.Name, LengthOf(max(n, -n), tag.Unit(word)), direction))
	return ed.Scope().Replace(c, append(moved, rest...)...) == nil
}

// ShiftByLength moves the period in force by as much as it is long: "and before that?".
func ShiftByLength(ed *edit.Editor, sign int) bool {
	_, old := ed.InForce()
	days, _ := daysAndClock(old)
	from, to, ok := BoundsOf(days)
	if !ok {
		return false
	}
	if unit := UnitOf(from, to); unit != "" {
		return shift(ed, unit, sign)
	}
	const hours = 24
	return shift(ed, "day", sign*int(to.Sub(from).Hours()/hours))
}

// UnitOf is the unit of the calendar that a period is one of; empty for other periods.
func UnitOf(from, to time.Time) string {
	for _, unit := range []string{"year", "quarter", "month", "week", "day"} {
		if tag.UnitStart(unit, from).Equal(from) && tag.AddUnits(unit, from, 1).Equal(to) {
			return unit
		}
	}
	return ""
}

// ExchangeMoment asks of another time of the rows what the query asks of one: "not hired, left", "no, I meant the shipping date". from
// are words for the time that it is asked of; empty where nothing says so.
func ExchangeMoment(ed *edit.Editor, from, to string) bool {
	c, old := ed.InForce()
	now := MomentSaid(ed, to)
	if c == nil || now == nil || now == c || ed.Query.Set != nil || from != "" && MomentSaid(ed, from) != c {
		return false
	}
	s := ed.Scope()
	x, ok := s.Ref(now)
	if !ok {
		return false
	}
	was, ok := s.Ref(c)
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
	ed.Understand(to + " = " + now.String())
	return s.Replace(c) == nil && s.Replace(now, moved...) == nil
}

// MomentSaid is the one time of the rows in force that words name, by its column or by what was done then.
func MomentSaid(ed *edit.Editor, text string) *schema.Column {
	own := ed.Root()
	if own == nil {
		return nil
	}
	if t, ok := ed.Targets(text); ok && len(t) == 1 && t[0].Item < 0 && t[0].Aggregate == "" && len(t[0].Columns) == 1 && t[0].Columns[0].Role == schema.Moment {
		return t[0].Columns[0]
	}
	var found *schema.Column
	for _, d := range grammar.Deeds(clause.ContentWords(text)) {
		for _, m := range own.Moments {
			if m.Via != nil || !slices.ContainsFunc(m.Verbs, func(verb string) bool { return grammar.OfDeed(verb, d.Stem) || verb == schema.Stem(d.Stem) }) {
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

// BoundsOf is the period that predicates bound on both sides, with days.
func BoundsOf(list []statement.Expr) (from, to time.Time, ok bool) {
	for _, p := range list {
		if _, low, high, negated, between := p.AsBetween(); between && !negated {
			l, _ := low.AsLiteral()
			h, _ := high.AsLiteral()
			first, a := edit.DateOf(l)
			last, b := edit.DateOf(h)
			return first, last.AddDate(0, 0, 1), a && b
		}
		op, _, v, _ := p.AsBinary()
		held, _ := v.AsLiteral()
		day, known := edit.DateOf(held)
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

// LengthOf says how long so many units are.
func LengthOf(n int, unit string) string {
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

// LeastYear and MostYear are between what a whole number is a year; else it may be a number of days.
const (
	LeastYear = 1800
	MostYear  = 2200
)

// move gives a literal date another day, in the form that it has; a whole number is a year.
func (s calendarStep) move(v any) (any, bool) {
	switch d := v.(type) {
	case time.Time:
		return d.AddDate(s.years, s.months, s.days), true
	case int64:
		if d < LeastYear || d > MostYear {
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

// ReleaseTime drops what the query asks of its dates.
func ReleaseTime(ed *edit.Editor) bool {
	c, _ := ed.InForce()
	return c != nil && ed.Release(c)
}

// Whole widens the period in force to the whole unit of the calendar that it begins in.
func Whole(ed *edit.Editor, u tag.Utterance) bool {
	c, old := ed.InForce()
	if c == nil || ed.Query.Set != nil {
		return false
	}
	at := slices.IndexFunc(u.Words, func(w string) bool { return tag.Unit(w) != "" })
	if at < 0 {
		return false
	}
	unit, from := tag.Unit(u.Words[at]), ed.Now // said from today on, and not of years past
	for _, p := range old {
		_, _, v, _ := p.AsBinary()
		held, _ := v.AsLiteral()
		if day, ok := edit.DateOf(held); ok {
			from = day
			break
		}
	}
	from = tag.UnitStart(unit, from)
	period := tag.Period{From: from, To: tag.AddUnits(unit, from, 1), Grain: unit}
	return putPeriod(ed, edit.Condition{Column: c, Item: -1, Period: &period}, OnlyMode)
}

// Contrast lays the period that the text names beside the one in force; without one in force, the same unit after it. What
// is one figure, or a group of another kind, is then shown for each of the two.
func Contrast(ed *edit.Editor, text string) bool {
	if SameOfLastYear(text) {
		return false // a year before what is shown, not before today
	}
	list, lost := ed.Conditions(text)
	if len(list) == 1 && lost == 0 && list[0].Kind == edit.ValueCondition && ed.Query.Set == nil {
		return contrastValue(ed, list[0])
	}
	if len(list) != 1 || lost > 0 || list[0].Kind != edit.PeriodCondition || ed.Query.Set != nil {
		return false
	}
	c, p := list[0].Column, *list[0].Period
	if len(ed.Scope().About(c)) == 0 {
		step, ok := stepOf(p.Grain, 1)
		if !ok {
			return false
		}
		next := tag.Period{From: p.To, To: p.To.AddDate(step.years, step.months, step.days), Grain: p.Grain}
		if !putPeriod(ed, edit.Condition{Column: c, Item: -1, Period: &next}, OnlyMode) {
			return false
		}
	}
	if !ed.WidenPeriod(list[0]) {
		return false
	}
	if _, timed := clause.MomentItem(ed); timed || len(edit.Measures(ed.Block())) == 0 {
		return true
	}
	return clause.Group(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Grain: p.Grain, Said: p.Grain}}, true)
}

// contrastValue lays another value beside the one in force, each figure for each of the two.
func contrastValue(ed *edit.Editor, c edit.Condition) bool {
	if len(ed.Scope().About(c.Column)) == 0 || !ed.Include(c.Column, c.Values, false) {
		return false
	}
	x, ok := ed.Scope().Ref(c.Column)
	if q := ed.Block(); len(edit.Measures(q)) == 0 || !ok || slices.ContainsFunc(q.GroupBy, x.Equal) {
		return true
	}
	return clause.Group(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c.Column}, Said: c.Column.Name}}, true)
}

// ShiftSaid reads the unit from the words: "same month last year" goes a year back, "the month before" a month.
func ShiftSaid(ed *edit.Editor, u tag.Utterance, n int) bool {
	unit := ""
	for _, w := range u.Words {
		if tag.Unit(w) != "" {
			unit = w
		}
	}
	return unit != "" && shift(ed, unit, n)
}

// ShiftNamed moves the period of the time that words name, among several: "the return a day later".
func ShiftNamed(ed *edit.Editor, u tag.Utterance, named string, n int) bool {
	c := MomentSaid(ed, named)
	if c == nil {
		return false
	}
	s := ed.Scope()
	var old []statement.Expr
	for _, i := range s.About(c) {
		old = append(old, s.Query.Where[i])
	}
	for _, w := range u.Words {
		if len(old) > 0 && tag.Unit(w) != "" {
			ed.Taken = append(ed.Taken, clause.ContentWords(named)...)
			return shiftOf(ed, c, old, w, n)
		}
	}
	return false
}

// TimeByTime breaks down by the unit that is said twice: "month by month".
func TimeByTime(ed *edit.Editor, u tag.Utterance) bool {
	for i, w := range u.Words {
		m := ed.Moment()
		if i+2 < len(u.Words) && tag.Unit(w) != "" && u.Words[i+1] == "by" && u.Words[i+2] == w && m != nil {
			return clause.Group(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{m}, Grain: tag.Unit(w), Said: w}}, true)
		}
	}
	return false
}
