package calendar

import (
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
}

// Range gives the longest period that starts at token i, said by itself or by others, and how many tokens it takes; 0
// when there is none.
func Range(tokens []token.Token, i int, now time.Time) (Period, int) {
	c := reader{tokens, now}
	best, most := c.read(i)
	for _, r := range ranges {
		if p, n := r.read(c, i); n > most {
			best, most = p, n
		}
	}
	return best, most
}

// one reads a single period at i, an article before it allowed.
func (c reader) one(i int) (Period, int) {
	skipped := 0
	for article[c.word(i+skipped)] && skipped < 3 {
		skipped++
	}
	p, n := c.read(i + skipped)
	if n == 0 {
		p, n = c.bareYear(i + skipped)
	}
	if n == 0 {
		return Period{}, 0
	}
	return p, n + skipped
}

var article = map[string]bool{"the": true, "start": true, "beginning": true, "of": true}

// bareYear reads "2025" where a period must stand.
func (c reader) bareYear(i int) (Period, int) {
	y, n := c.year(i)
	if n != 1 || y < 1900 || y > 2100 {
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

var until = map[string]bool{"to": true, "until": true, "till": true, "through": true, "-": true, "–": true, "up": true}

// fromTo reads "from X to Y" and "X to Y", both ends included.
func (c reader) fromTo(i int) (Period, int) {
	if c.word(i) == "from" {
		return c.joined(i, 1, until)
	}
	return c.joined(i, 0, until)
}

// joined reads two periods with a word between them, after some words: the year said with the second holds for the first.
func (c reader) joined(i, after int, by map[string]bool) (Period, int) {
	a, n := c.one(i + after)
	j := i + after + n
	if n == 0 || !by[c.word(j)] {
		return Period{}, 0
	}
	for by[c.word(j)] {
		j++
	}
	if c.word(j) == "now" || c.word(j) == "today" {
		return Period{From: a.From, To: c.day().AddDate(0, 0, 1), Grain: a.Grain}, j + 1 - i
	}
	b, m := c.one(j)
	if m == 0 {
		return Period{}, 0
	}
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
	if !b.To.After(a.From) {
		return Period{}, 0
	}
	return Period{From: a.From, To: b.To, Grain: b.Grain, Recurs: a.Recurs && b.Recurs}, j + m - i
}

// since reads "since X", "from X on", "after X", "starting in X": open at its end. "after X" begins when X has ended.
func (c reader) since(i int) (Period, int) {
	w, k := c.word(i), 1
	if w == "starting" || w == "beginning" {
		if ahead[c.word(i+2)] || ahead[c.word(i+3)] {
			return Period{}, 0 // "starting in the next 30 days" is a span
		}
		if next := c.word(i + 1); next == "in" || next == "from" || next == "with" {
			k = 2
		}
	} else if w != "since" && w != "after" && w != "from" {
		return Period{}, 0
	}
	p, n := c.one(i + k)
	if n == 0 {
		return Period{}, 0
	}
	end := i + k + n
	if w == "from" {
		on := c.word(end)
		if on == "on" && c.word(end+1) == "wards" {
			end++
		} else if on != "on" && on != "onwards" && on != "onward" {
			return Period{}, 0
		}
		end++
	}
	from := p.From
	if w == "after" {
		from = p.To
	}
	return Period{From: from, Grain: p.Grain, Recurs: p.Recurs}, end - i
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
	for article[c.word(j)] {
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

// before reads "before X", "until X", "prior to X", "as of X": open at its beginning. "until X" holds X itself.
func (c reader) before(i int) (Period, int) {
	w, k := c.word(i), 1
	switch {
	case w == "prior" && c.word(i+1) == "to", w == "as" && c.word(i+1) == "of", w == "up" && (c.word(i+1) == "to" || c.word(i+1) == "until"):
		k = 2
	case w != "before" && w != "until" && w != "till":
		return Period{}, 0
	}
	p, n := c.one(i + k)
	if n == 0 {
		return Period{}, 0
	}
	to := p.To
	if w == "before" || w == "prior" {
		to = p.From
	}
	return Period{To: to, Grain: p.Grain, Recurs: p.Recurs}, k + n
}

// soFar reads "this year so far" and "so far this year": the unit in force up to today.
func (c reader) soFar(i int) (Period, int) {
	lead := 0
	if c.word(i) == "so" && c.word(i+1) == "far" {
		lead = 2
	}
	if w := c.word(i + lead); w != "this" && w != "current" {
		return Period{}, 0
	}
	p, n := c.relative(i + lead)
	if n == 0 {
		return Period{}, 0
	}
	if lead == 0 {
		if c.word(i+n) != "so" || c.word(i+n+1) != "far" {
			return Period{}, 0
		}
		n += 2
	}
	p.To = c.day().AddDate(0, 0, 1)
	return p, lead + n
}

// toDates are short forms of "year to date".
var toDates = map[string]string{"ytd": "year", "mtd": "month", "qtd": "quarter", "wtd": "week"}

func (c reader) toDate(i int) (Period, int) {
	unit, n := toDates[c.word(i)], 1
	if unit == "" && c.word(i+1) == "to" && c.word(i+2) == "date" {
		unit, n = Unit(c.word(i)), 3
	}
	if unit == "" {
		return Period{}, 0
	}
	return Period{From: UnitStart(unit, c.now), To: c.day().AddDate(0, 0, 1), Grain: unit}, n
}

// withinLast reads "within the last 30 days", "in the past week", "over the last 12 months".
func (c reader) withinLast(i int) (Period, int) {
	if !within[c.word(i)] {
		return Period{}, 0
	}
	j := i + 1
	for article[c.word(j)] {
		j++
	}
	p, n := c.read(j)
	if n == 0 {
		return Period{}, 0
	}
	return p, j + n - i
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
