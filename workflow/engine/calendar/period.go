package calendar

import "time"

// Period is a span of the calendar, half-open: From ≤ x < To. From may be zero ("until March"), To may be zero ("since
// March").
type Period struct {
	From, To time.Time
	// Grain is the unit that was named: "day", "week", "month", "quarter", "year", "decade".
	Grain string
	// Rolling says that the period ends now ("the last 30 days") instead of on the calendar ("last month").
	Rolling bool
	// Ago is how many units back from today a period lies that was said so: "10 years ago"; else 0.
	Ago int
	// Recurs says that no year was named: the nearest year within a column's range is meant (engine recipe, dates).
	Recurs bool
	// Opened is where what was named ends, where a word for a beginning opened it: "starting in March" is all from then on, or of what
	// starts itself, that month (see Closed).
	Opened time.Time
}

// String is how the reading is shown: "1 Oct 2026 – 31 Oct 2026".
func (p Period) String() string {
	const day = "2 Jan 2006"
	switch {
	case p.From.IsZero():
		return "before " + p.To.Format(day)
	case p.To.IsZero():
		return "from " + p.From.Format(day)
	case p.To.Sub(p.From) <= 24*time.Hour:
		return p.From.Format(day)
	}
	return p.From.Format(day) + " – " + p.To.AddDate(0, 0, -1).Format(day)
}

// Reaching is the period in the year in which there is something, where no year was named: least and greatest are the first and the last
// day of what is there, empty where they are not known. What lies ahead of all of it is a year before, what lies before all of it a
// year later.
func (p Period) Reaching(least, greatest string, now time.Time) Period {
	switch {
	case !p.Recurs:
	case greatest != "" && p.From.After(now) && greatest < p.From.Format(time.DateOnly):
		return p.InYears(-1)
	case least != "" && !p.To.IsZero() && p.To.Format(time.DateOnly) <= least:
		if later := p.InYears(1); greatest != "" && later.From.Format(time.DateOnly) <= greatest {
			return later
		}
	}
	return p
}

// Closed is the period that was named, without what comes after it where a word for a beginning opened it.
func (p Period) Closed() Period {
	if !p.Opened.IsZero() {
		p.To = p.Opened
	}
	return p
}

// Reopened goes on for ever where a word for a beginning opened the period.
func (p Period) Reopened() Period {
	if !p.Opened.IsZero() {
		p.To = time.Time{}
	}
	return p
}

// Coming is the period that comes next where no year was named, if something lies there: greatest is the last day of what is there.
func (p Period) Coming(greatest string, now time.Time) Period {
	if !p.Recurs || p.From.IsZero() || p.To.IsZero() || p.To.After(now) {
		return p
	}
	next := p.InYears(1)
	for !next.To.After(now) {
		next = next.InYears(1)
	}
	if greatest < next.From.Format(time.DateOnly) {
		return p
	}
	return next
}

// InYears is the same span of the calendar some years later.
func (p Period) InYears(n int) Period {
	if !p.From.IsZero() {
		p.From = p.From.AddDate(n, 0, 0)
	}
	if !p.To.IsZero() {
		p.To = p.To.AddDate(n, 0, 0)
	}
	if !p.Opened.IsZero() {
		p.Opened = p.Opened.AddDate(n, 0, 0)
	}
	return p
}

// Several says that the period is more than one of the unit that was named.
func (p Period) Several() bool {
	return p.Grain != "" && !p.From.IsZero() && !p.To.IsZero() && p.To.After(AddUnits(p.Grain, p.From, 1))
}

// WholeUnits begins a span that ends now with a whole unit: the last 12 months, month by month, are this one and the eleven before.
func (p Period) WholeUnits(now time.Time) Period {
	if p.Rolling && p.Grain != "day" && !p.From.After(now) {
		p.From = UnitStart(p.Grain, AddUnits(p.Grain, p.From, 1))
	}
	return p
}

// Before is the period of the same length right before this one: the month before a month, the 30 days before the last 30.
// ok is false where it has no beginning or end, or no unit.
func (p Period) Before() (before Period, ok bool) {
	if p.From.IsZero() || p.To.IsZero() || p.Grain == "" {
		return p, false
	}
	if !p.Rolling && p.To.Equal(AddUnits(p.Grain, p.From, 1)) {
		return Period{From: AddUnits(p.Grain, p.From, -1), To: p.From, Grain: p.Grain}, true
	}
	return Period{From: p.From.Add(-p.To.Sub(p.From)), To: p.From, Grain: p.Grain, Rolling: p.Rolling}, true
}

// Next is the period of the same length right after this one: this year after the last one. ok is false where it has no beginning or end, or
// no unit, or only reaches to now.
func (p Period) Next() (next Period, ok bool) {
	if p.From.IsZero() || p.To.IsZero() || p.Grain == "" || p.Rolling {
		return p, false
	}
	if p.To.Equal(AddUnits(p.Grain, p.From, 1)) {
		return Period{From: p.To, To: AddUnits(p.Grain, p.To, 1), Grain: p.Grain}, true
	}
	return Period{From: p.To, To: p.To.Add(p.To.Sub(p.From)), Grain: p.Grain}, true
}

// Halves are the two periods of one unit each that a period is made of: "from last year to this year". ok is false where it is of others.
func (p Period) Halves() (first, second Period, ok bool) {
	if p.From.IsZero() || p.To.IsZero() || p.Grain == "" || p.Rolling || !p.To.Equal(AddUnits(p.Grain, p.From, 2)) {
		return p, p, false
	}
	middle := AddUnits(p.Grain, p.From, 1)
	return Period{From: p.From, To: middle, Grain: p.Grain}, Period{From: middle, To: p.To, Grain: p.Grain}, true
}

// Within is the period that lies in another unit as this one does in its own: the first ten months of last year for those of this
// one. ok is false where the other is no year, quarter or month, or this one does not lie in one such unit.
func (p Period) Within(other Period) (Period, bool) {
	unit := other.Grain
	if p.From.IsZero() || p.To.IsZero() || unit != "year" && unit != "quarter" && unit != "month" || !other.To.Equal(AddUnits(unit, other.From, 1)) {
		return Period{}, false
	}
	own := UnitStart(unit, p.From)
	if p.To.After(AddUnits(unit, own, 1)) {
		return Period{}, false
	}
	n := 0
	for ; own.After(other.From); n-- {
		own = AddUnits(unit, own, -1)
	}
	for ; own.Before(other.From); n++ {
		own = AddUnits(unit, own, 1)
	}
	return Period{From: AddUnits(unit, p.From, n), To: AddUnits(unit, p.To, n), Grain: p.Grain}, true
}
