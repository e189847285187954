package calendar

import "parley/workflow/engine/token"

// partOf reads some units at an end or a place of a period: "the first week of June", "the last 3 days of October", "the second half of
// last month". Weeks are counted from the period's first day, the last ones back from its last.
func (c reader) partOf(i int) (Period, int) {
	place, j, n := places[c.word(i)], i+1, 1
	if place == 0 {
		return Period{}, 0
	}
	if v, ok := token.ParseNumber(c.word(j)); ok && (place == 1 || place == -1) && v >= 1 && v <= 1000 {
		n, j = int(v), j+1
	}
	unit, half := Unit(c.word(j)), c.word(j) == "half"
	if unit == "" && !half || unit == "hour" || !inside[c.word(j+1)] {
		return Period{}, 0
	}
	whole, k := c.inner(j + 1)
	if k == 0 || whole.From.IsZero() || whole.To.IsZero() {
		return Period{}, 0
	}
	p := Period{Grain: unit, Recurs: whole.Recurs}
	switch {
	case half:
		p = halfOf(whole, place)
	case place < 0:
		p.To, p.From = whole.To, AddUnits(unit, whole.To, -n)
	default:
		p.From = AddUnits(unit, whole.From, place-1)
		p.To = AddUnits(unit, p.From, n)
	}
	if p.From.Before(whole.From) || p.To.After(whole.To) || !p.To.After(p.From) {
		return Period{}, 0
	}
	return p, j + 1 + k - i
}

// halfOf is the first half of a year or a month, or its second; a month's first ends with the 15th.
func halfOf(whole Period, place int) Period {
	middle := whole.From.AddDate(0, 0, 15)
	p := Period{From: whole.From, To: whole.To, Grain: "day", Recurs: whole.Recurs}
	switch {
	case whole.Grain == "year":
		middle, p.Grain = whole.From.AddDate(0, 6, 0), "month"
	case whole.Grain != "month" || place > 2:
		return Period{}
	}
	if place == 1 {
		p.To = middle
	} else {
		p.From = middle
	}
	return p
}

// inner reads a period that something lies in or begins with, words like "of" and "the" before it allowed; "the year" is this one.
func (c reader) inner(i int) (Period, int) {
	j := i
	for j-i < 3 && inside[c.word(j)] {
		j++
	}
	if p, n := c.read(j); n > 0 {
		return p, j + n - i
	}
	if p, n := c.bareYear(j); n > 0 {
		return p, j + n - i
	}
	if unit := Unit(c.word(j)); unit != "" && unit != "hour" && unit+"s" != c.word(j) {
		from := UnitStart(unit, c.now)
		return Period{From: from, To: AddUnits(unit, from, 1), Grain: unit}, j + 1 - i
	}
	return Period{}, 0
}

// dayOf reads "the 15th of last month", "the 3rd of this month".
func (c reader) dayOf(i int) (Period, int) {
	d, n := c.dayNumber(i)
	if n == 0 || c.word(i+1) != "of" {
		return Period{}, 0
	}
	month, k := c.inner(i + 2)
	if k == 0 || month.Grain != "month" {
		return Period{}, 0
	}
	day := dayPeriod(month.From.AddDate(0, 0, d-1))
	if day.To.After(month.To) {
		return Period{}, 0
	}
	return day, 2 + k
}

// weekdayOf reads "Monday last week", "Tuesday of last week".
func (c reader) weekdayOf(i int) (Period, int) {
	d, ok := weekdays[c.word(i)]
	j := i + 1
	if c.word(j) == "of" {
		j++
	}
	week, n := c.relative(j)
	if !ok || n == 0 || week.Grain != "week" {
		return Period{}, 0
	}
	return dayPeriod(week.From.AddDate(0, 0, (int(d)+6)%7)), j + n - i
}

// lastWeekday is the weekday that a word names, today's or the last one.
func (c reader) lastWeekday(i int) (Period, int) {
	d, ok := weekdays[c.word(i)]
	if !ok {
		return Period{}, 0
	}
	return dayPeriod(c.day().AddDate(0, 0, -(int(c.now.Weekday())-int(d)+7)%7)), 1
}

// weekend reads "last weekend", "this weekend", "next weekend": a Saturday and a Sunday.
func (c reader) weekend(i int) (Period, int) {
	shift, ok := shifts[c.word(i)]
	if !ok || c.word(i+1) != "weekend" {
		return Period{}, 0
	}
	from := AddUnits("week", UnitStart("week", c.now), shift).AddDate(0, 0, 5)
	return Period{From: from, To: from.AddDate(0, 0, 2), Grain: "day"}, 2
}

// theYear reads "the year 2025", "calendar year 2025".
func (c reader) theYear(i int) (Period, int) {
	j := i
	if c.word(j) == "calendar" {
		j++
	}
	if c.word(j) != "year" {
		return Period{}, 0
	}
	p, n := c.bareYear(j + 1)
	if n == 0 {
		return Period{}, 0
	}
	return p, j + 1 + n - i
}

// edge reads the beginning or the end of a period: "the start of March" is its first day, "the end of March" the point where it has ended.
func (c reader) edge(i int) (Period, int) {
	ends, ok := edges[c.word(i)]
	if !ok {
		return Period{}, 0
	}
	p, n := c.inner(i + 1)
	if n == 0 || p.From.IsZero() || p.To.IsZero() {
		return Period{}, 0
	}
	if ends {
		return Period{From: p.To, To: p.To, Grain: p.Grain, Recurs: p.Recurs}, n + 1
	}
	return Period{From: p.From, To: p.From.AddDate(0, 0, 1), Grain: "day", Recurs: p.Recurs}, n + 1
}

// edges are words for the ends of a period; true for the last.
var edges = map[string]bool{"start": false, "beginning": false, "begin": false, "end": true, "close": true}
