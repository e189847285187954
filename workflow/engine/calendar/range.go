package calendar

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/workflow/engine/token"
)

// ranges are the ways to say a period by others, each with how it sounds. The longest reading wins.
var ranges = []way{
	{"between January and March", reader.between},
	{"from January to March", reader.fromTo},
	{"since January", reader.since},
	{"before March", reader.before},
	{"this year so far", reader.soFar},
	{"year to date", reader.toDate},
	{"in the 90 days", reader.withinLast},
	{"a year ago", reader.aUnitAgo},
	{"the month before last", reader.beforeLast},
	{"more than 90 days ago", reader.longAgo},
	{"the 12 months to October", reader.ending},
	{"Feb 10, 11 and 12", reader.days},
}

// Range gives the longest period that starts at token i, said by itself or by others, and how many tokens it takes; 0
// when there is none.
func Range(tokens []token.Token, i int, now time.Time) (Period, int) {
	c, from := unhyphened(tokens, now)
	at := i
	if from != nil {
		at = slices.Index(from, i)
	}
	best, most := c.longest(at)
	if from == nil || most == 0 {
		return best, most
	}
	if at+most < len(from) && from[at+most] == from[at+most-1] {
		return Period{}, 0 // it ends inside a word
	}
	return best, from[at+most-1] + 1 - i
}

func (c reader) longest(i int) (Period, int) {
	best, most := c.read(i)
	for _, r := range ranges {
		if p, n := r.read(c, i); n > most {
			best, most = p, n
		}
	}
	return best, most
}

// unhyphened is a reader of the tokens with "Jan-Mar", "1-15" and "2024-2025" as three words each, with the token that each word
// comes from; nil where there are none.
func unhyphened(tokens []token.Token, now time.Time) (reader, []int) {
	if !slices.ContainsFunc(tokens, func(t token.Token) bool { _, _, ok := cutRange(t); return ok }) {
		return reader{tokens: tokens, now: now}, nil
	}
	var out []token.Token
	var from []int
	for i, t := range tokens {
		a, b, ok := cutRange(t)
		if !ok {
			out, from = append(out, t), append(from, i)
			continue
		}
		first, second := t, t
		first.Lower, second.Lower = a, b
		out, from = append(out, first, token.Token{Lower: "-"}, second), append(from, i, i, i)
	}
	return reader{tokens: out, now: now}, from
}

// cutRange cuts a word that is two of a kind with a line between them: months, quarters, halves, years, days of a month.
func cutRange(t token.Token) (a, b string, ok bool) {
	if t.Quoted || len(t.Lower) < 3 {
		return "", "", false
	}
	for _, line := range []string{"-", "–"} {
		if a, b, ok = strings.Cut(t.Lower, line); ok && kindOf(a) != "" && kindOf(a) == kindOf(b) {
			return a, b, true
		}
	}
	return "", "", false
}

// kindOf says what a word is that may begin or end a range: "month", "quarter", "half", "year", "day"; empty when it is none.
func kindOf(w string) string {
	number, err := strconv.Atoi(strings.TrimRight(w, "sthnrd"))
	switch {
	case months[w] != 0:
		return "month"
	case quarterName.MatchString(w):
		return "quarter"
	case w == "h1", w == "h2":
		return "half"
	case err == nil && IsYear(float64(number)) && len(w) == 4:
		return "year"
	case err == nil && number >= 1 && number <= 31 && len(w) <= 4:
		return "day"
	}
	return ""
}

// one reads a single period at i, an article before it allowed: the edge of one, too, or a weekday, which is the last one.
func (c reader) one(i int) (Period, int) {
	j := i
	for j-i < 3 && (c.word(j) == "the" || c.word(j) == "of" || c.word(j) == "very") {
		j++
	}
	var best Period
	most := 0
	for _, read := range []func(reader, int) (Period, int){reader.read, reader.bareYear, reader.edge, reader.lastWeekday} {
		if p, n := read(c, j); n > most {
			best, most = p, n
		}
	}
	if most == 0 {
		return Period{}, 0
	}
	return best, j + most - i
}

// leastYear and greatestYear bound the numbers that are years where one may be said.
const leastYear, greatestYear = 1900, 2100

// IsYear says that a number may be a year.
func IsYear(v float64) bool { return v >= leastYear && v <= greatestYear && v == math.Trunc(v) }

// bareYear reads "2025" where a period must stand.
func (c reader) bareYear(i int) (Period, int) {
	y, n := c.year(i)
	if n != 1 || !IsYear(float64(y)) {
		return Period{}, 0
	}
	from := c.at(y, 1, 1)
	return Period{From: from, To: from.AddDate(1, 0, 0), Grain: "year"}, 1
}

// between reads "between X and Y", both ends included.
func (c reader) between(i int) (Period, int) {
	if c.word(i) != "between" {
		return Period{}, 0
	}
	return c.joined(i, 1, map[string]bool{"and": true})
}

var until = map[string]bool{"to": true, "until": true, "till": true, "through": true, "thru": true, "-": true, "–": true, "up": true}

// fromTo reads "from X to Y" and "X to Y", both ends included.
func (c reader) fromTo(i int) (Period, int) {
	if c.word(i) == "from" {
		return c.joined(i, 1, until)
	}
	return c.joined(i, 0, until)
}

// joined reads two periods with a word between them, after some words: the year said with the second holds for the first, and the month
// said with one day for the other.
func (c reader) joined(i, after int, by map[string]bool) (Period, int) {
	a, n := c.one(i + after)
	day, bare := c.dayAlone(i + after)
	if n == 0 {
		n = bare
	}
	j := i + after + n
	if n == 0 || !by[c.word(j)] {
		return Period{}, 0
	}
	for by[c.word(j)] {
		j++
	}
	if w := c.word(j); w == "now" || w == "today" || w == "date" && c.word(j-1) == "to" {
		return Period{From: a.From, To: c.day().AddDate(0, 0, 1), Grain: a.Grain}, j + 1 - i
	}
	c.dated = true
	b, m := c.one(j)
	if m == 0 && a.Grain == "day" && bare == 0 {
		d, k := c.dayAlone(j)
		b, m = dayPeriod(c.at(a.From.Year(), a.From.Month(), d)), k
		b.Recurs = a.Recurs
	}
	if m == 0 {
		return Period{}, 0
	}
	if bare > 0 && b.Grain != "day" {
		return Period{}, 0
	}
	if bare > 0 {
		a = dayPeriod(c.at(b.From.Year(), b.From.Month(), day))
		a.Recurs = b.Recurs
	}
	a, b = sameYears(a, b)
	if !b.To.After(a.From) {
		return Period{}, 0
	}
	return Period{From: a.From, To: b.To, Grain: b.Grain, Recurs: a.Recurs && b.Recurs}, j + m - i
}

// dayAlone reads a day of a month that is not said: "the 1st", "15".
func (c reader) dayAlone(i int) (day, n int) {
	j := i
	if c.word(j) == "the" {
		j++
	}
	if _, k := c.recurringAt(j); k > 0 {
		return 0, 0
	}
	d, k := c.dayNumber(j)
	if k == 0 {
		return 0, 0
	}
	return d, j + k - i
}

// sameYears moves the one of two periods that was said without a year to where the other is.
func sameYears(a, b Period) (Period, Period) {
	if a.Recurs {
		for a.From.After(b.From) {
			a.From = a.From.AddDate(-1, 0, 0)
		}
		for !b.Recurs && a.From.AddDate(1, 0, 0).Before(b.To) {
			a.From = a.From.AddDate(1, 0, 0)
		}
	}
	if b.Recurs && !a.Recurs {
		for !b.From.After(a.From) {
			b.To, b.From = b.To.AddDate(1, 0, 0), b.From.AddDate(1, 0, 0)
		}
	}
	return a, b
}

// openings are words before a period from which something goes on: it holds the period, or begins behind it.
var openings = map[string]bool{
	"since": true, "ever since": true, "from": true, "starting": true, "beginning": true, "starting in": true, "beginning in": true,
	"starting from": true, "beginning from": true, "starting with": true, "beginning with": true, "starting on": true, "beginning on": true, "as from": true,
	"on or after": true, "in or after": true, "during or after": true, "no earlier than": true, "not earlier than": true, "not before": true,
	"after": false, "later than": false,
}

// closings are words before a period up to which something goes: it holds the period, or ends before it.
var closings = map[string]bool{
	"until": true, "till": true, "as of": true, "up to": true, "up until": true, "up till": true, "up to and including": true, "through to": true,
	"on or before": true, "in or before": true, "during or before": true, "no later than": true, "not later than": true, "not after": true,
	"before": false, "prior to": false, "earlier than": false,
}

// lead is the longest of some words that stand at i, and how many they are.
func (c reader) lead(i int, words map[string]bool) (lead string, n int) {
	for phrase := range words {
		if parts := strings.Fields(phrase); len(parts) > n && c.says(i, parts) {
			lead, n = phrase, len(parts)
		}
	}
	return lead, n
}

// since reads "since X", "from X on", "after X", "starting in X", "X onwards", and "X on" where nothing follows: open at its end. "after X"
// begins when X has ended.
func (c reader) since(i int) (Period, int) {
	lead, k := c.lead(i, openings)
	p, n := c.one(i + k)
	if n == 0 || c.startsAhead(lead, i) {
		return Period{}, 0
	}
	end := i + k + n
	if k == 0 || lead == "from" {
		switch on := c.word(end); {
		case on == "on" && c.word(end+1) == "wards", (on == "or" || on == "and") && later[c.word(end+1)]:
			end += 2
		case on == "on" && (k > 0 || end+1 == len(c.tokens)), on == "onwards", on == "onward":
			end++
		case k == 0 || !c.edged(i+k):
			return Period{}, 0
		}
	}
	if p.Recurs && p.From.After(c.now) {
		p.From, p.To = p.From.AddDate(-1, 0, 0), p.To.AddDate(-1, 0, 0)
	}
	out := Period{From: p.From, Grain: p.Grain, Recurs: p.Recurs}
	switch {
	case lead != "" && !openings[lead]:
		out.From = p.To
	case begins[lead]:
		out.Opened = p.To
	}
	return out, end - i
}

// begins are the openings that may be said of what begins in the period itself: "courses starting in December".
var begins = map[string]bool{"starting": true, "beginning": true, "starting in": true, "beginning in": true, "starting on": true, "beginning on": true}

// later are words behind "or" and "and" by which a period goes on from the one before them: "tomorrow or later".
var later = map[string]bool{"later": true, "onward": true, "onwards": true, "after": true, "afterwards": true, "newer": true, "beyond": true}

// startsAhead says that words lead to a span that begins today: "starting in the next 30 days".
func (c reader) startsAhead(lead string, i int) bool {
	return (strings.HasPrefix(lead, "starting") || strings.HasPrefix(lead, "beginning")) && (ahead[c.word(i+1)] || ahead[c.word(i+2)] || ahead[c.word(i+3)])
}

// edged says that the start of a period is named at i: "from the start of the year" goes on to now.
func (c reader) edged(i int) bool {
	if c.word(i) == "the" {
		i++
	}
	ends, ok := edges[c.word(i)]
	return ok && !ends
}

// ahead are words of a span that begins today.
var ahead = map[string]bool{"next": true, "coming": true, "following": true}

// longAgo reads "more than 90 days ago" and "less than a week ago": open at the far or at the near end.
func (c reader) longAgo(i int) (Period, int) {
	far, k := false, 0
	for words, open := range map[string]bool{"more than": true, "over": true, "longer than": true, "at least": true, "earlier than": true, "less than": false, "under": false, "within": false, "fewer than": false} {
		if parts := strings.Fields(words); c.says(i, parts) && len(parts) > k {
			far, k = open, len(parts)
		}
	}
	if k == 0 {
		return Period{}, 0
	}
	j := i + k
	for c.word(j) == "the" {
		j++
	}
	n, ok := token.ParseNumber(c.word(j))
	if w := c.word(j); w == "a" || w == "an" {
		n, ok = 1, true
	}
	length := 2
	if Unit(c.word(j)) != "" {
		n, ok, length = 1, true, 1 // "more than a year ago", its article dropped
	}
	unit := Unit(c.word(j + length - 1))
	if !ok || unit == "" || unit == "hour" || c.word(j+length) != "ago" || n < 1 || n > 1e5 {
		return Period{}, 0
	}
	day := AddUnits(unit, c.day(), -int(n))
	if far {
		return Period{To: day, Grain: "day"}, j + length + 1 - i
	}
	return Period{From: day, Grain: "day"}, j + length + 1 - i
}

// before reads "before X", "until X", "prior to X", "as of X", "by the end of X": open at its beginning. "until X" holds X itself; "before
// June this year" begins with the year.
func (c reader) before(i int) (Period, int) {
	lead, k := c.lead(i, closings)
	if lead == "" {
		return c.byTheEnd(i)
	}
	if closings[lead] && (c.word(i+k) == "now" || c.word(i+k) == "today") {
		return Period{To: c.day().AddDate(0, 0, 1), Grain: "day"}, k + 1
	}
	p, n := c.one(i + k)
	if n == 0 {
		return Period{}, 0
	}
	if closings[lead] {
		return Period{To: p.To, Grain: p.Grain, Recurs: p.Recurs}, k + n
	}
	out := Period{To: p.From, Grain: p.Grain, Recurs: p.Recurs}
	if start := UnitStart("year", p.From); c.word(i+k+n-1) == "year" && p.Grain != "year" && start.Before(p.From) {
		out.From = start
	}
	return out, k + n
}

// byTheEnd reads "by the end of March", "by end of last month".
func (c reader) byTheEnd(i int) (Period, int) {
	j := i + 1
	if c.word(j) == "the" {
		j++
	}
	if c.word(i) != "by" || !edges[c.word(j)] {
		return Period{}, 0
	}
	p, n := c.edge(j)
	if n == 0 {
		return Period{}, 0
	}
	return Period{To: p.To, Grain: p.Grain, Recurs: p.Recurs}, j + n - i
}

// soFar reads "this year so far", "so far this year", "so far in November", "the year so far": up to today.
func (c reader) soFar(i int) (Period, int) {
	j := i
	lead := c.says(i, []string{"so", "far"})
	if lead {
		j += 2
	}
	for c.word(j) == "in" || c.word(j) == "the" {
		j++
	}
	p, n := c.begun(j)
	if n == 0 {
		return Period{}, 0
	}
	if !lead {
		if !c.says(j+n, []string{"so", "far"}) {
			return Period{}, 0
		}
		n += 2
	}
	p.To, p.Recurs = c.day().AddDate(0, 0, 1), false
	return p, j + n - i
}

// begun reads a period that goes on now: "this year", "the year", "November".
func (c reader) begun(i int) (Period, int) {
	p, n := c.read(i)
	if unit := Unit(c.word(i)); n == 0 && unit != "" && unit != "hour" && unit == c.word(i) {
		p, n = Period{From: UnitStart(unit, c.now), Grain: unit}, 1
		p.To = AddUnits(unit, p.From, 1)
	}
	if n == 0 || p.From.After(c.now) || !p.To.After(c.now) {
		return Period{}, 0
	}
	return p, n
}

// toDates are short forms of "year to date".
var toDates = map[string]string{"ytd": "year", "mtd": "month", "qtd": "quarter", "wtd": "week",
	"year-to-date": "year", "month-to-date": "month", "quarter-to-date": "quarter", "week-to-date": "week"}

func (c reader) toDate(i int) (Period, int) {
	j := i
	if w := c.word(j); w == "this" || w == "current" || w == "the" {
		j++
	}
	unit, n := toDates[c.word(j)], 1
	if unit == "" && c.word(j+1) == "to" && c.word(j+2) == "date" {
		unit, n = Unit(c.word(j)), 3
	}
	if unit == "" {
		return Period{}, 0
	}
	return Period{From: UnitStart(unit, c.now), To: c.day().AddDate(0, 0, 1), Grain: unit}, j + n - i
}

// ending reads "the 12 months to October", "12 months ending September 2026", "the year to March": whole months up to the end of one.
func (c reader) ending(i int) (Period, int) {
	j := i
	if c.word(j) == "the" {
		j++
	}
	unit, n, read := c.length(j)
	if read == 0 && c.word(j) == "year" {
		unit, n, read = "year", 1, 1
	}
	j += read
	if read == 0 || unit != "month" && unit != "year" || !ends[c.word(j)] {
		return Period{}, 0
	}
	for ends[c.word(j)] {
		j++
	}
	c.dated = true
	p, k := c.one(j)
	if k == 0 || p.Grain != "month" {
		return Period{}, 0
	}
	return Period{From: AddUnits(unit, p.To, -n), To: p.To, Grain: "month"}, j + k - i
}

// ends are words between a length of time and where it ends.
var ends = map[string]bool{"to": true, "ending": true, "ended": true, "until": true}

// withinLast reads "within the last 30 days", "in the past week", "over the last 12 months".
func (c reader) withinLast(i int) (Period, int) {
	if !within[c.word(i)] {
		return Period{}, 0
	}
	j := i + 1
	for c.word(j) == "the" {
		j++
	}
	p, n := c.read(j)
	if n == 0 {
		return Period{}, 0
	}
	return p, j + n - i
}

// Ahead reads "within 30 days" and "in two weeks" at token i as the time that begins today, as it is for what ends or is due; 0 tokens when
// there is none.
func Ahead(tokens []token.Token, i int, now time.Time) (Period, int) {
	c := reader{tokens: tokens, now: now}
	if w := c.word(i); w != "within" && w != "in" {
		return Period{}, 0
	}
	unit, n, read := c.length(i + 1)
	if read == 0 {
		return Period{}, 0
	}
	return c.ahead(unit, n), 1 + read
}

var within = map[string]bool{"within": true, "in": true, "during": true, "over": true, "for": true, "throughout": true, "on": true}

// aUnitAgo reads "a year ago", "one month ago".
func (c reader) aUnitAgo(i int) (Period, int) {
	if w := c.word(i); w != "a" && w != "an" && w != "one" || c.word(i+2) != "ago" {
		return Period{}, 0
	}
	unit := Unit(c.word(i + 1))
	if unit == "" || unit == "hour" {
		return Period{}, 0
	}
	from := UnitStart(unit, AddUnits(unit, c.day(), -1))
	return Period{From: from, To: AddUnits(unit, from, 1), Grain: unit, Ago: 1}, 3
}

// beforeLast reads "the month before last".
func (c reader) beforeLast(i int) (Period, int) {
	j := i
	if c.word(j) == "the" {
		j++
	}
	unit := Unit(c.word(j))
	if unit == "" || c.word(j+1) != "before" || c.word(j+2) != "last" {
		return Period{}, 0
	}
	from := AddUnits(unit, UnitStart(unit, c.now), -2)
	return Period{From: from, To: AddUnits(unit, from, 1), Grain: unit}, j + 3 - i
}
