package calendar

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// recurring is what comes once a year: a month, a quarter, a half, a season, a week by its number, a day of a month.
type recurring struct {
	in func(year int) Period
	// exact says that it is so short that one ahead may be meant: the nearest to today is, where no year is said.
	exact bool
	// verb says that the word may be one: "march", "may".
	verb bool
}

// recurringAt reads what comes once a year at i.
func (c reader) recurringAt(i int) (recurring, int) {
	var best recurring
	most := 0
	for _, read := range []func(reader, int) (recurring, int){reader.month, reader.monthAndDay, reader.dayAndMonth, reader.quarterOf, reader.half, reader.season, reader.numberedWeek} {
		if r, n := read(c, i); n > most {
			best, most = r, n
		}
	}
	return best, most
}

// span is a recurring span of months from one on.
func (c reader) span(first time.Month, months int, grain string) recurring {
	return recurring{in: func(y int) Period {
		return Period{From: c.at(y, first, 1), To: c.at(y, first+time.Month(months), 1), Grain: grain}
	}}
}

func (c reader) month(i int) (recurring, int) {
	w := c.word(i)
	m, ok := months[w]
	if !ok {
		return recurring{}, 0
	}
	r := c.span(m, 1, "month")
	r.verb = (w == "may" || w == "march" || w == "mar") && !c.dated && !c.tokens[i].Capital && !datePlace[c.word(i-1)] && !strings.HasPrefix(c.word(i+1), "onward")
	return r, 1
}

func (c reader) date(m time.Month, d int) recurring {
	return recurring{in: func(y int) Period { return dayPeriod(c.at(y, m, d)) }, exact: true}
}

// monthAndDay reads "Feb 10", "October the 1st".
func (c reader) monthAndDay(i int) (recurring, int) {
	m, ok := months[c.word(i)]
	j := i + 1
	if c.word(j) == "the" {
		j++
	}
	d, n := c.dayNumber(j)
	if !ok || n == 0 {
		return recurring{}, 0
	}
	return c.date(m, d), j + n - i
}

// dayAndMonth reads "10 February", "10th of Feb".
func (c reader) dayAndMonth(i int) (recurring, int) {
	d, n := c.dayNumber(i)
	j := i + n
	if c.word(j) == "of" {
		j++
	}
	m, ok := months[c.word(j)]
	if n == 0 || !ok {
		return recurring{}, 0
	}
	return c.date(m, d), j + 1 - i
}

// places are the places in a row by their words; the last is counted from the end.
var places = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1, "final": -1}

// quarterOf reads "Q3", "the third quarter", "quarter 3".
func (c reader) quarterOf(i int) (recurring, int) {
	q, n := places[c.word(i)], 2
	switch w := c.word(i); {
	case len(w) == 2 && w[0] == 'q':
		q, n = int(w[1]-'0'), 1
	case w == "quarter":
		q, _ = strconv.Atoi(c.word(i + 1))
	case c.word(i+1) != "quarter":
		return recurring{}, 0
	}
	if q < 1 || q > 4 {
		return recurring{}, 0
	}
	return c.span(time.Month(3*q-2), 3, "quarter"), n
}

// half reads "H1", "the first half".
func (c reader) half(i int) (recurring, int) {
	w := c.word(i)
	h, n := places[w], 2
	if w == "h1" || w == "h2" {
		h, n = int(w[1]-'0'), 1
	} else if c.word(i+1) != "half" {
		return recurring{}, 0
	}
	if h == -1 {
		h = 2
	}
	if h != 1 && h != 2 {
		return recurring{}, 0
	}
	return c.span(time.Month(6*h-5), 6, "month"), n
}

// seasons are the first months of the seasons in the north, as weather services have them: three whole months each.
var seasons = map[string]time.Month{"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

// season reads "summer" where it is one of a year: "fall" and "spring" are other things as well.
func (c reader) season(i int) (recurring, int) {
	first, ok := seasons[c.word(i)]
	if !ok {
		return recurring{}, 0
	}
	r := c.span(first, 3, "month")
	r.verb = true
	return r, 1
}

// numberedWeek reads "week 40", "calendar week 40", "W40": ISO 8601's weeks, the first of which holds the 4th of January.
func (c reader) numberedWeek(i int) (recurring, int) {
	j := i
	if c.word(j) == "calendar" || c.word(j) == "iso" {
		j++
	}
	w, n := c.word(j+1), 2
	if digits, ok := strings.CutPrefix(c.word(j), "w"); ok && len(digits) == 2 {
		w, n = digits, 1
	} else if c.word(j) != "week" && c.word(j) != "cw" {
		return recurring{}, 0
	}
	k, err := strconv.Atoi(w)
	if err != nil || k < 1 || k > 53 {
		return recurring{}, 0
	}
	return recurring{in: func(y int) Period {
		from := AddUnits("week", UnitStart("week", c.at(y, 1, 4)), k-1)
		return Period{From: from, To: from.AddDate(0, 0, 7), Grain: "week"}
	}}, j + n - i
}

// once reads what comes once a year, in the year that is said with it, or in the last one in which it has begun: "March",
// "Q2 of last year", "H1 2025", "last December".
func (c reader) once(i int) (Period, int) {
	if p, n := c.turned(i); n > 0 {
		return p, n
	}
	r, n := c.recurringAt(i)
	if n == 0 {
		return Period{}, 0
	}
	if y, k := c.inYear(i + n); k > 0 {
		return r.in(y), n + k
	}
	if r.verb {
		return Period{}, 0
	}
	p := r.in(c.now.Year())
	switch {
	case r.exact:
		for _, y := range []int{c.now.Year() - 1, c.now.Year() + 1} {
			if other := r.in(y); distance(other.From, c.now) < distance(p.From, c.now) {
				p = other
			}
		}
	case p.From.After(c.now):
		p = r.in(c.now.Year() - 1)
	}
	p.Recurs = true
	return p, n
}

// turned reads "last December", "this summer", "next March": the last that has ended, this year's, the next that has not begun.
func (c reader) turned(i int) (Period, int) {
	shift, ok := shifts[c.word(i)]
	r, n := c.recurringAt(i + 1)
	if !ok || n == 0 {
		return Period{}, 0
	}
	p := r.in(c.now.Year())
	switch {
	case shift < 0 && p.To.After(c.now):
		p = r.in(c.now.Year() - 1)
	case shift > 0 && !p.From.After(c.now):
		p = r.in(c.now.Year() + 1)
	}
	if shift < 0 && p.To.After(c.now) { // a winter that began in the year before and goes on
		p = r.in(c.now.Year() - 2)
	}
	return p, n + 1
}

// inYear reads the year in which something lies, behind it: "2025", ", 2025", "of last year", "in the previous year", "two years ago",
// "'25".
func (c reader) inYear(i int) (year, n int) {
	if y, k := c.year(i); k > 0 {
		return y, k
	}
	j := i
	for j-i < 3 && inside[c.word(j)] {
		j++
	}
	if c.word(j) == "'" {
		if y, err := strconv.Atoi(c.word(j + 1)); err == nil && len(c.word(j+1)) == 2 {
			return c.century() + y, j + 2 - i
		}
	}
	if w := c.word(j); w == "calendar" || w == "year" && c.word(j+1) != "" {
		if y, k := c.year(j + 1); k == 1 {
			return y, j + 2 - i
		}
	}
	if y, k := c.year(j); k == 1 {
		return y, j + 1 - i
	}
	for _, read := range []func(reader, int) (Period, int){reader.relative, reader.beforeLast, reader.ago, reader.aUnitAgo} {
		if p, k := read(c, j); k > 0 && p.Grain == "year" && !p.Rolling {
			return p.From.Year(), j + k - i
		}
	}
	if c.word(j) == "year" && c.word(j-1) == "the" && j-i == 2 && Unit(c.word(j+1)) == "" {
		return c.now.Year(), j + 1 - i
	}
	return 0, 0
}

// inside are words between a part of a year and the year.
var inside = map[string]bool{"of": true, "in": true, "from": true, "the": true}

func (c reader) century() int { return c.now.Year() / 100 * 100 }

// stamps are a month (m) or a quarter (q) with its year (y) in one word: "2025-03", "03/2025", "Mar-25", "2025Q3", "Q3/2025", "3Q25".
var stamps = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<y>\d{4})-(?P<m>\d{2})$`),
	regexp.MustCompile(`^(?P<m>\d{1,2})[/.](?P<y>\d{4})$`),
	regexp.MustCompile(`^(?P<m>[a-z]{3,9})[-/](?P<y>\d{4}|\d{2})$`),
	regexp.MustCompile(`^(?P<y>\d{4})[-/]?q(?P<q>[1-4])$`),
	regexp.MustCompile(`^q(?P<q>[1-4])[-/]?(?P<y>\d{4}|\d{2})$`),
	regexp.MustCompile(`^(?P<q>[1-4])q(?P<y>\d{4}|\d{2})$`),
}

// stamp reads a month or a quarter with its year in one word, or in two: "2025 Q3".
func (c reader) stamp(i int) (Period, int) {
	w, n := c.word(i), 1
	if y, k := c.year(i); k == 1 && quarterName.MatchString(c.word(i+1)) {
		w, n = strconv.Itoa(y)+c.word(i+1), 2
	}
	for _, pattern := range stamps {
		found := pattern.FindStringSubmatch(w)
		if found == nil {
			continue
		}
		part := func(name string) (string, int) {
			k := pattern.SubexpIndex(name)
			if k < 0 {
				return "", 0
			}
			v, _ := strconv.Atoi(found[k])
			return found[k], v
		}
		digits, year := part("y")
		if len(digits) == 2 {
			year += c.century()
		}
		if _, q := part("q"); q > 0 {
			return c.span(time.Month(3*q-2), 3, "quarter").in(year), n
		}
		name, number := part("m")
		if m := cmp.Or(months[name], time.Month(number)); m >= 1 && m <= 12 && year >= 1000 && year <= 2200 {
			return monthPeriod(c.at(year, m, 1)), n
		}
	}
	return Period{}, 0
}

var quarterName = regexp.MustCompile(`^q[1-4]$`)
