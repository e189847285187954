package calendar

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"parley/workflow/engine/token"
)

var months = map[string]time.Month{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6, "jun": 6,
	"july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oct": 10,
	"november": 11, "nov": 11, "december": 12, "dec": 12,
}

var weekdays = map[string]time.Weekday{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
	"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thurs": 4, "fri": 5,
}

var layouts = []string{"2006-01-02", "2006-1-2", "2006/01/02", "2006/1/2", "02.01.2006", "2.1.2006", "01/02/2006", "1/2/2006", "02/01/2006", "2/1/2006",
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02_15:04"}

// reader reads dates out of tokens, with today as it is for the user.
type reader struct {
	tokens []token.Token
	now    time.Time
	// dated says that a date must follow: "march" is no verb there.
	dated bool
}

// day is midnight of now's day in the user's time zone.
func (c reader) day() time.Time {
	y, m, d := c.now.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, c.now.Location())
}

func (c reader) word(i int) string {
	if i < 0 || i >= len(c.tokens) || c.tokens[i].Quoted {
		return ""
	}
	w := strings.TrimSuffix(c.tokens[i].Lower, ".")
	return cmp.Or(short[w], w)
}

// short are units as people abbreviate them.
var short = map[string]string{"yr": "year", "yrs": "years", "qtr": "quarter", "qtrs": "quarters", "wk": "week", "wks": "weeks", "mth": "month", "mths": "months", "hrs": "hours"}

func (c reader) at(y int, m time.Month, d int) time.Time {
	return time.Date(y, m, d, 0, 0, 0, 0, c.now.Location())
}

// way is a way to say a period, with how it sounds.
type way struct {
	like string
	read func(reader, int) (Period, int)
}

// readers are the ways to say one period. (Filled here, since one of them reads the period before it.)
var readers []way

func init() {
	readers = []way{
		{"2026-03-01", reader.iso},
		{"March, Q2 last year, 1 March 2026", reader.once},
		{"2026-03, Mar-26, 2026Q3", reader.stamp},
		{"the first week of June", reader.partOf},
		{"the 15th of last month", reader.dayOf},
		{"the last 30 days", reader.rolling},
		{"the last 3 full months", reader.complete},
		{"last month", reader.relative},
		{"last weekend", reader.weekend},
		{"Monday last week", reader.weekdayOf},
		{"the year 2026", reader.theYear},
		{"the 1990s", reader.decade},
		{"yesterday", reader.named},
		{"the same month last year", reader.yearAgo},
		{"3 days ago", reader.ago},
	}
}

// Read gives the longest single period that starts at token i, and how many tokens it takes; 0 when there is none.
func Read(tokens []token.Token, i int, now time.Time) (Period, int) {
	return reader{tokens: tokens, now: now}.read(i)
}

func (c reader) read(i int) (Period, int) {
	var best Period
	most := 0
	for _, r := range readers {
		if p, n := r.read(c, i); n > most {
			best, most = p, n
		}
	}
	return best, most
}

func (c reader) iso(i int) (Period, int) {
	w := strings.ToUpper(c.word(i))
	if len(w) < 8 || (w[0] < '0' || w[0] > '9') {
		return Period{}, 0
	}
	for _, layout := range layouts {
		if t, err := time.ParseInLocation(layout, w, c.now.Location()); err == nil {
			if strings.Contains(layout, "15") {
				return Period{From: t, To: t, Grain: "time"}, 1
			}
			return dayPeriod(t), 1
		}
	}
	return Period{}, 0
}

func dayPeriod(t time.Time) Period { return Period{From: t, To: t.AddDate(0, 0, 1), Grain: "day"} }

// dayNumber reads a day of a month: "10", "10th".
func (c reader) dayNumber(i int) (int, int) {
	w := c.word(i)
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		w = strings.TrimSuffix(w, suffix)
	}
	d, err := strconv.Atoi(w)
	if err != nil || d < 1 || d > 31 || len(w) > 2 {
		return 0, 0
	}
	return d, 1
}

// year reads a year after a date, with or without a comma.
func (c reader) year(i int) (int, int) {
	n := 1
	if c.word(i) == "," {
		i, n = i+1, 2
	}
	y, err := strconv.Atoi(c.word(i))
	if err != nil || y < 1000 || y > 2200 {
		return 0, 0
	}
	return y, n
}

func distance(a, b time.Time) time.Duration { return a.Sub(b).Abs() }

func monthPeriod(t time.Time) Period { return Period{From: t, To: t.AddDate(0, 1, 0), Grain: "month"} }

// relative reads "last month", "this week", "next year", "previous quarter".
func (c reader) relative(i int) (Period, int) {
	shift, ok := shifts[c.word(i)]
	if !ok {
		return Period{}, 0
	}
	first := i
	if w := c.word(i + 1); w == "calendar" || shift < 0 && finished[w] {
		i++
	}
	if d, is := weekdays[c.word(i+1)]; is {
		t := AddUnits("week", UnitStart("week", c.now), shift).AddDate(0, 0, (int(d)+6)%7)
		if shift < 0 && t.Before(c.day().AddDate(0, 0, -7)) { // on a Friday, last Friday is a week ago
			t = t.AddDate(0, 0, 7)
		}
		return dayPeriod(t), 2
	}
	unit := Unit(c.word(i + 1))
	if unit == "" || unit == "hour" || strings.HasSuffix(c.word(i+1), "s") && !c.owns(i+1) {
		return Period{}, 0
	}
	if c.word(i) == "last" && (c.word(i+2) == "of" || c.word(i+2) == "in") {
		if y, n := c.year(i + 3); n > 0 && unit != "year" {
			from := AddUnits(unit, UnitStart(unit, c.at(y, 12, 31)), 0)
			return Period{From: from, To: AddUnits(unit, from, 1), Grain: unit}, 3 + n
		}
	}
	from := AddUnits(unit, UnitStart(unit, c.now), shift)
	return Period{From: from, To: AddUnits(unit, from, 1), Grain: unit}, i + 2 - first
}

// shifts are how many units from the present one others lie that are said by a word before them.
var shifts = map[string]int{"last": -1, "previous": -1, "past": -1, "prior": -1, "preceding": -1, "this": 0, "current": 0, "present": 0,
	"next": 1, "coming": 1, "following": 1, "upcoming": 1}

// finished are words for a unit that has ended.
var finished = map[string]bool{"full": true, "complete": true, "completed": true, "whole": true, "calendar": true}

// owns says that a unit that ends in s is whose the next word is, written without the apostrophe: "last years invoices".
func (c reader) owns(i int) bool {
	next := c.word(i + 1)
	return len(next) > 3 && strings.Trim(next, "abcdefghijklmnopqrstuvwxyz") == "" && !datePlace[next] && Unit(next) == ""
}

// yearAgo reads "same month last year", "the same period a year ago": a year before the period said before, or before the
// present one.
func (c reader) yearAgo(i int) (Period, int) {
	unit := Unit(c.word(i + 1))
	if w := c.word(i); w != "same" && (w != "this" || c.word(i+1) != "time" && unit != "day") || unit == "" && c.word(i+1) != "period" && c.word(i+1) != "time" {
		return Period{}, 0
	}
	n := 0
	for _, words := range [][]string{{"last", "year"}, {"the", "last", "year"}, {"the", "previous", "year"}, {"of", "last", "year"}, {"of", "the", "previous", "year"}, {"in", "the", "previous", "year"}, {"the", "year", "before"}, {"a", "year", "ago"}, {"a", "year", "earlier"}, {"previous", "year"}, {"one", "year", "ago"}} {
		if c.says(i+2, words) {
			n = 2 + len(words)
		}
	}
	if n == 0 {
		return Period{}, 0
	}
	if unit == "" {
		unit = "month"
	}
	p := Period{From: UnitStart(unit, c.now), Grain: unit}
	p.To = AddUnits(unit, p.From, 1)
	for j := range i {
		if said, k := Range(c.tokens[:i], j, c.now); k > 0 && j+k <= i && said.Grain != "time" {
			p = said
		}
	}
	p.From, p.To = p.From.AddDate(-1, 0, 0), p.To.AddDate(-1, 0, 0)
	return p, n
}

// ago reads "3 days ago", "two years ago": the unit of the calendar that lies so far back.
func (c reader) ago(i int) (Period, int) {
	n, ok := token.ParseNumber(c.word(i))
	unit := Unit(c.word(i + 1))
	if !ok || unit == "" || unit == "hour" || c.word(i+2) != "ago" || n < 1 || n > 1e5 {
		return Period{}, 0
	}
	from := UnitStart(unit, AddUnits(unit, c.day(), -int(n)))
	return Period{From: from, To: AddUnits(unit, from, 1), Grain: unit, Ago: int(n)}, 3
}

func (c reader) says(i int, words []string) bool {
	for k, w := range words {
		if c.word(i+k) != w {
			return false
		}
	}
	return true
}

// spanning are prepositions before a stretch of time that ends now: "in the last year" is one of twelve months, "last year" one of
// the calendar.
var spanning = map[string]bool{"in": true, "over": true, "within": true, "during": true}

// rolling reads "last 30 days", "past two weeks", "next 3 months", "trailing 12 months", "last 30d": they end, or begin, with
// today, and what is 30 days away is in both.
func (c reader) rolling(i int) (Period, int) {
	word := c.word(i)
	if unit, n := shortSpan(word); n > 0 {
		return c.back(unit, n), 1
	}
	ahead := word == "next" || word == "coming"
	if !ahead && !backward[word] {
		return Period{}, 0
	}
	if unit := Unit(c.word(i + 1)); unit != "" && unit != "hour" && unit != "day" && (word == "last" || word == "past") && c.spanned(i) {
		return c.back(unit, 1), 2
	}
	unit, n, read := c.length(i + 1)
	switch {
	case read == 0 && word == "most" && backward[c.word(i+1)]:
		p, k := c.rolling(i + 1)
		return p, min(k, 1) + k
	case read == 0:
		return Period{}, 0
	case ahead:
		return c.ahead(unit, n), 1 + read
	}
	return c.back(unit, n), 1 + read
}

// backward are words for a stretch of time that ends now.
var backward = map[string]bool{"last": true, "past": true, "previous": true, "trailing": true, "rolling": true, "recent": true, "latest": true, "most": true}

// back is the stretch of so many units that ends with today.
func (c reader) back(unit string, n int) Period {
	return Period{From: AddUnits(unit, c.day(), -n), To: c.day().AddDate(0, 0, 1), Grain: unit, Rolling: true}
}

// ahead is the stretch of so many units that begins with today.
func (c reader) ahead(unit string, n int) Period {
	return Period{From: c.day(), To: AddUnits(unit, c.day(), n).AddDate(0, 0, 1), Grain: unit, Rolling: true}
}

// length reads how long something takes: "30 days", "couple of months", "12m", "fortnight", "half year".
func (c reader) length(i int) (unit string, n, read int) {
	w := c.word(i)
	if unit, n = cutLength(w); n > 0 {
		return unit, n, 1
	}
	switch {
	case w == "fortnight":
		return "week", 2, 1
	case (w == "half" || w == "half-a") && c.word(i+1) == "year":
		return "month", 6, 2
	case w == "half-year":
		return "month", 6, 1
	}
	some, k := about[w], 1
	if some > 0 && c.word(i+k) == "of" {
		k++
	}
	if some == 0 {
		v, ok := token.ParseNumber(w)
		if !ok || v < 1 || v > 1e5 || v != float64(int(v)) {
			return "", 0, 0
		}
		some = int(v)
	}
	if unit = Unit(c.word(i + k)); unit == "" {
		return "", 0, 0
	}
	return unit, some, k + 1
}

// about are numbers that are said by a word.
var about = map[string]int{"couple": 2, "few": 3}

// letters are units by their first letter, behind a number: "12m", "30d".
var letters = map[byte]string{'d': "day", 'w': "week", 'm': "month", 'q': "quarter", 'y': "year"}

// cutLength reads a number of units in one word: "12m".
func cutLength(w string) (unit string, n int) {
	if len(w) < 2 || letters[w[len(w)-1]] == "" {
		return "", 0
	}
	n, err := strconv.Atoi(w[:len(w)-1])
	if err != nil || n < 1 {
		return "", 0
	}
	return letters[w[len(w)-1]], n
}

// shortSpan reads a stretch of time that ends now in one word: "L12M", "R12M", "TTM" (trailing twelve months).
func shortSpan(w string) (unit string, n int) {
	if w == "ttm" {
		return "month", 12
	}
	if len(w) > 2 && (w[0] == 'l' || w[0] == 'r') {
		return cutLength(w[1:])
	}
	return "", 0
}

// complete reads "the last 3 full months", "last 2 calendar years": units that have ended.
func (c reader) complete(i int) (Period, int) {
	if shift, ok := shifts[c.word(i)]; !ok || shift >= 0 {
		return Period{}, 0
	}
	v, ok := token.ParseNumber(c.word(i + 1))
	unit := Unit(c.word(i + 3))
	if !ok || v < 1 || v > 1e4 || !finished[c.word(i+2)] || unit == "" || unit == "hour" {
		return Period{}, 0
	}
	end := UnitStart(unit, c.now)
	return Period{From: AddUnits(unit, end, -int(v)), To: end, Grain: unit}, 4
}

// spanned says that a preposition and "the" stand before a token; "the" itself may be gone.
func (c reader) spanned(i int) bool {
	before := i - 1
	if c.word(before) == "the" {
		before--
	}
	return c.tokens[i].Definite && spanning[c.word(before)]
}

// decade reads "90s", "1990s", "the 90's".
func (c reader) decade(i int) (Period, int) {
	w := strings.TrimPrefix(c.word(i), "'")
	digits, ok := strings.CutSuffix(w, "s")
	n := 1
	if !ok && c.word(i+1) == "'s" {
		digits, ok, n = w, true, 2
	}
	y, err := strconv.Atoi(digits)
	if !ok || err != nil || y%10 != 0 || len(digits) != 2 && len(digits) != 4 {
		return Period{}, 0
	}
	if len(digits) == 2 {
		y += 1900
		if y+100 <= c.now.Year() && y < 1930 {
			y += 100
		}
	}
	return Period{From: c.at(y, 1, 1), To: c.at(y+10, 1, 1), Grain: "decade"}, n
}

// datePlace are words after which a month that is also a verb is a month: "since march".
var datePlace = map[string]bool{
	"since": true, "in": true, "until": true, "till": true, "from": true, "before": true, "after": true, "during": true, "through": true,
	"last": true, "this": true, "of": true, "between": true,
}

// named reads "today", "yesterday", "tomorrow", "the day before yesterday".
func (c reader) named(i int) (Period, int) {
	w := c.word(i)
	switch w {
	case "today":
		return dayPeriod(c.day()), 1
	case "yesterday":
		return dayPeriod(c.day().AddDate(0, 0, -1)), 1
	case "tomorrow", "tomorrows":
		return dayPeriod(c.day().AddDate(0, 0, 1)), 1
	}
	switch {
	case c.says(i, []string{"day", "before", "yesterday"}):
		return dayPeriod(c.day().AddDate(0, 0, -2)), 3
	case c.says(i, []string{"day", "after", "tomorrow"}):
		return dayPeriod(c.day().AddDate(0, 0, 2)), 3
	}
	return Period{}, 0
}
