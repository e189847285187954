package absence

import (
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
)

// stretch is a period, half-open; a zero end is none.
type stretch struct{ from, to time.Time }

func day(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }

// period is the stretch that a range of time asks for; false when its ends are no times.
func (c condition) period() (p stretch, ok bool) {
	if c.lower != nil {
		if p.from, ok = db.Clock(c.lower); !ok {
			return p, false
		}
	}
	if c.upper != nil {
		if p.to, ok = db.Clock(c.upper); !ok {
			return p, false
		}
		if !c.upperOpen && p.to.Equal(day(p.to)) {
			p.to = p.to.AddDate(0, 0, 1) // to that day is to its end
		}
	}
	return p, ok
}

// grain is a unit of the calendar: the one that holds a time, and the one before or after it.
type grain struct {
	begin func(time.Time) time.Time
	next  func(time.Time, int) time.Time
	said  func(time.Time) string
}

var grains = []grain{
	{day, func(t time.Time, n int) time.Time { return t.AddDate(0, 0, n) }, func(t time.Time) string { return "on " + t.Format("2 January 2006") }},
	{monday, func(t time.Time, n int) time.Time { return t.AddDate(0, 0, 7*n) }, func(t time.Time) string {
		return "from " + t.Format("2 January 2006") + " to " + t.AddDate(0, 0, 6).Format("2 January 2006")
	}},
	{func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }, func(t time.Time, n int) time.Time { return t.AddDate(0, n, 0) }, func(t time.Time) string { return "in " + t.Format("January 2006") }},
	{func(t time.Time) time.Time { return time.Date(t.Year(), (t.Month()-1)/3*3+1, 1, 0, 0, 0, 0, time.UTC) }, func(t time.Time, n int) time.Time { return t.AddDate(0, 3*n, 0) }, func(t time.Time) string {
		return "in Q" + string('0'+rune((t.Month()-1)/3+1)) + " " + t.Format("2006")
	}},
	{func(t time.Time) time.Time { return time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC) }, func(t time.Time, n int) time.Time { return t.AddDate(n, 0, 0) }, func(t time.Time) string { return "in " + t.Format("2006") }},
}

// months is the grain of a period that has no unit of its own.
const months = 2

func monday(t time.Time) time.Time { return day(t).AddDate(0, 0, -(int(t.Weekday())+6)%7) }

// grainOf is the unit that a period is one of.
func (p stretch) grain() (grain, bool) {
	for _, g := range grains {
		if !p.from.IsZero() && g.begin(p.from).Equal(p.from) && g.next(p.from, 1).Equal(p.to) {
			return g, true
		}
	}
	return grains[months], false
}

// around is the period like p that holds a time: of the same unit, or as many days long.
func (p stretch) around(t time.Time, ahead bool) (near stretch, said string) {
	g, whole := p.grain()
	if whole || p.from.IsZero() || p.to.IsZero() {
		near = stretch{g.begin(t), g.next(g.begin(t), 1)}
		return near, g.said(near.from)
	}
	length := p.to.Sub(p.from)
	if ahead { // the data begin later: from their first day on
		near = stretch{day(t), day(t).Add(length)}
	} else {
		near.to = day(t).AddDate(0, 0, 1)
		near.from = near.to.Add(-length)
	}
	return near, "from " + near.from.Format("2 January 2006") + " to " + near.to.Add(-time.Second).Format("2 January 2006")
}

// String is the period in words.
func (p stretch) String() string {
	const written = "2 Jan 2006"
	switch {
	case p.from.IsZero():
		return "before " + p.to.Format(written)
	case p.to.IsZero():
		return "from " + p.from.Format(written) + " on"
	}
	if g, whole := p.grain(); whole {
		return shortMonth.Replace(g.said(p.from))
	}
	return "from " + p.from.Format(written) + " to " + p.to.Add(-time.Second).Format(written)
}

var shortMonth = strings.NewReplacer("January", "Jan", "February", "Feb", "March", "Mar", "April", "Apr", "June", "Jun", "July", "Jul",
	"August", "Aug", "September", "Sep", "October", "Oct", "November", "Nov", "December", "Dec")

// inPeriod explains a period without rows: what the column runs from and to among the rows that meet the rest.
func (s *search) inPeriod(c condition, rest []condition) Reason {
	p, ok := c.period()
	if !ok {
		return Reason{}
	}
	least, greatest := s.ends(c.expr, rest)
	first, one := db.Clock(least)
	last, both := db.Clock(greatest)
	if !one || !both {
		return s.without(c, rest)
	}
	text := whose(c.column, len(rest) > 0) + " " + span(first, last) + ": none " + p.String()
	at, ahead := s.near(c, rest, p, first, last)
	near, said := p.around(at, ahead)
	r := Reason{Text: text}
	if r.Nearest = s.with(c, near); r.Nearest != nil {
		r.Said = said + " instead"
	}
	return r
}

// near is the time that lies nearest to a period without rows; ahead says that it comes after it.
func (s *search) near(c condition, rest []condition, p stretch, first, last time.Time) (at time.Time, ahead bool) {
	switch {
	case !p.from.IsZero() && last.Before(p.from):
		return last, false
	case !p.to.IsZero() && !first.Before(p.to):
		return first, true
	}
	var before, after time.Time // a gap: the last before it, or the first after it
	if !p.from.IsZero() {
		_, greatest := s.ends(c.expr, rest, statement.Binary("<", c.expr, statement.Literal(p.from)))
		before, _ = db.Clock(greatest)
	}
	if !p.to.IsZero() {
		least, _ := s.ends(c.expr, rest, statement.Binary(">=", c.expr, statement.Literal(p.to)))
		after, _ = db.Clock(least)
	}
	if before.IsZero() || !after.IsZero() && after.Sub(p.to) < p.from.Sub(before) {
		return after, true
	}
	return before, false
}

// with is the statement with another period in the place of the condition's, where that has rows; else nil.
func (s *search) with(c condition, p stretch) *statement.Statement {
	if p.from.IsZero() || p.to.IsZero() {
		return nil
	}
	return s.replaced(c, statement.Binary(">=", c.expr, statement.Literal(p.from)), statement.Binary("<", c.expr, statement.Literal(p.to)))
}

// replaced is the statement with other terms in the place of the condition's, where rows meet them; else nil.
func (s *search) replaced(c condition, terms ...statement.Expr) *statement.Statement {
	q := s.whole.Clone()
	q.Where = nil
	placed := false
	for _, o := range s.conditions {
		switch {
		case !o.terms[0].Equal(c.terms[0]):
			q.Where = append(q.Where, o.terms...)
		case !placed:
			q.Where, placed = append(q.Where, terms...), true
		}
	}
	probe := statement.NewQuery()
	probe.From, probe.Where = s.whole.Clone().From, q.Where
	if some, known := s.first(probe); !known || !some {
		return nil
	}
	built, err := q.Build(s.database.Dialect())
	if err != nil {
		return nil
	}
	return built
}

// span is "run from 3 Jan 2021 to 14 Dec 2025".
func span(first, last time.Time) string {
	const written = "2 Jan 2006"
	if day(first).Equal(day(last)) {
		return "are all of " + first.Format(written)
	}
	return "run from " + first.Format(written) + " to " + last.Format(written)
}
