package project

// This file reads the arithmetic of a figure: sums, ratios, shares of time, what is taken of rows and what they are counted by.

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// operators are the words for arithmetic, those that bind least first.
var operators = []struct {
	pattern *regexp.Regexp
	sign    string
}{
	{regexp.MustCompile(`(?i)^(.+) (?:plus|added to|\+) (.+)$`), "+"},
	{regexp.MustCompile(`(?i)^(.+) (?:minus|less|without|-|net of) (.+)$`), "-"},
	{regexp.MustCompile(`(?i)^(.+?) (?:divided by|per|/) (.+)$`), "/"},
	{regexp.MustCompile(`(?i)^(.+?) (?:times|multiplied by|multiplied with|x|×|\*) (.+)$`), "*"},
}

// sum reads arithmetic in words. home is the table whose columns are preferred.
func (s *Student) sum(text string, home *schema.Table) (statement.Expr, error) {
	text = s.joinPer(ordered(strings.TrimSpace(described.ReplaceAllString(strings.TrimSpace(text), ""))))
	if m := summed.FindStringSubmatch(text); m != nil {
		return s.aggregated("sum", m[1], home)
	}
	if m := perRow.FindStringSubmatch(text); m != nil {
		rows, some, ok := s.rowsSaid(m[2])
		if e, err := s.sum(m[1], home); ok && some.IsZero() && err == nil && e.Aggregate() && slices.Equal(tablesOf(e, s.Index), []*schema.Table{rows}) {
			return e, nil // an average over rows is one per row
		}
	}
	if m := quotient.FindStringSubmatch(text); m != nil && !additive.MatchString(m[2]) && !plainNumber.MatchString(m[2]) {
		if e, err := s.ratio(m[1], m[2], home); err == nil {
			return e, nil
		}
	}
	if e, ok := s.lapse(text, home); ok {
		return e, nil
	}
	if m := aggregateWords.FindStringSubmatch(text); m != nil {
		return s.aggregated(strings.ToLower(m[1]), m[2], home)
	}
	if m := shareOf.FindStringSubmatch(text); m != nil {
		return s.share(m)
	}
	if m := timesRest.FindStringSubmatch(text); m != nil {
		l, r, err := s.pair(m[1], m[2], home)
		return statement.Binary("*", l, statement.Binary("-", statement.Literal(int64(1)), r)), err
	}
	for _, o := range operators {
		m := o.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		l, r, err := s.pair(m[1], m[2], home)
		if err != nil {
			return statement.Expr{}, err
		}
		if l.Aggregate() != r.Aggregate() {
			l, r = totalled(l), totalled(r)
		}
		if o.sign == "/" {
			return s.Dialect.Divide(l, r), nil
		}
		return statement.Binary(o.sign, l, r), nil
	}
	return s.term(text, home)
}

// joinPer writes a column that is called after what it is per as its name: "price per kg" of price_kg is no ratio.
func (s *Student) joinPer(text string) string {
	return perUnit.ReplaceAllStringFunc(text, func(said string) string {
		m := perUnit.FindStringSubmatch(said)
		words := strings.Fields(Lemmas(m[1] + " " + m[2]))
		for _, t := range s.Index.Tables {
			for _, c := range t.Columns {
				if n := strings.Fields(Lemmas(c.Name)); len(words) == 2 && len(n) >= 2 && slices.Equal(n[len(n)-2:], words) {
					return m[1] + " " + m[2]
				}
			}
		}
		return said
	})
}

var perUnit = regexp.MustCompile(`(?i)\b(\w+) (?:per|a|an) (\w+)`)

// ratio is one figure over another, each of which may be the rows that it names: "cancelled orders divided by all orders".
func (s *Student) ratio(over, under string, home *schema.Table) (statement.Expr, error) {
	l, left := s.rowsNamed(over)
	r, right := s.rowsNamed(under)
	if amount, number := s.amountFor(over, under, home); number != nil {
		sum := func(c *schema.Column) statement.Expr {
			return statement.Call("sum", statement.Column(c.Table.Name, c.Name))
		}
		return s.Dialect.Divide(sum(amount), sum(number)), nil
	}
	if left && !right {
		if e, ok := s.amountOf(over, under, home); ok {
			l = e
		}
	}
	var err error
	switch {
	case !left && !right:
		l, r, err = s.pair(over, under, home)
	case !left:
		l, err = s.sum(over, home)
	case !right:
		r, err = s.sum(under, home)
	}
	if err != nil {
		if e, ok := s.rowsOf(over); ok && !left {
			l, err = e, nil
			if !right {
				r, err = s.sum(under, home)
			}
		} else if e, ok := s.rowsOf(under); ok && !right {
			r = e
			if !left {
				l, err = s.sum(over, home)
			} else {
				err = nil
			}
		}
		if err != nil {
			return l, err
		}
	}
	return s.Dialect.Divide(totalled(l), totalled(r)), nil
}

// amountFor are an amount and the number of things that it is for, where the rows of the amount tell it by the plain name of these: "fee
// per seat" of contracts with a fee and seats. Counting the seats themselves would set all of them against each contract. Nil for none.
func (s *Student) amountFor(over, under string, home *schema.Table) (amount, number *schema.Column) {
	amount = s.column(over, home)
	if amount == nil || amount.Key() || !amount.Type.Numeric() {
		return nil, nil
	}
	said := strings.Fields(Lemmas(everyRow.ReplaceAllString(under, "")))
	for _, c := range amount.Table.Columns {
		if c != amount && c.Role == schema.Measure && c.Type.Numeric() && slices.Equal(c.Words, said) {
			return amount, c
		}
	}
	return nil, nil
}

// amountOf is what rows that are called by their table come to, where they are set against a sum: "payments divided by premium" are
// sums both.
func (s *Student) amountOf(rows, under string, home *schema.Table) (statement.Expr, bool) {
	t := s.oneTable(rows)
	if e, err := s.term(under, home); err != nil || e.Aggregate() || t == nil || len(t.Measures) != 1 || t.Measures[0].Aggregate != schema.Sum {
		return statement.Expr{}, false
	}
	return statement.Call("sum", statement.Column(t.Name, t.Measures[0].Name)), true
}

// ordered are orders to compute ("divide a by b", "subtract b from a") as what is computed.
func ordered(text string) string {
	for _, o := range orders {
		if o.pattern.MatchString(text) {
			return o.pattern.ReplaceAllString(text, o.said)
		}
	}
	return text
}

var orders = []struct {
	pattern *regexp.Regexp
	said    string
}{
	{regexp.MustCompile(`(?i)^divid(?:e|ing) (.+) by (.+)$`), "$1 divided by $2"},
	{regexp.MustCompile(`(?i)^multiply(?:ing)? (.+) (?:by|with|and) (.+)$`), "$1 times $2"},
	{regexp.MustCompile(`(?i)^subtract(?:ing)? (.+) from (.+)$`), "$2 minus $1"},
	{regexp.MustCompile(`(?i)^add(?:ing)? (.+) (?:to|and) (.+)$`), "$1 plus $2"},
	{regexp.MustCompile(`(?i)^how many (.+?)(?: (?:there are|we have|exist|are there))?$`), "number of $1"},
	{regexp.MustCompile(`(?i)^(?:take|count) (.+)$`), "$1"},
	{regexp.MustCompile(`(?i)^((?:sum|total|average|mean|maximum|minimum|highest|lowest) .+) over all .+$`), "$1"},
}

// quotient is one figure over another: in words, what is divided is all that was said before ("a minus b divided by a"), and
// both are taken of all rows. additive are the words that bind less in what divides; summed ends what is added up.
var (
	quotient    = regexp.MustCompile(`(?i)^(.+) (?:divided by|over|per|/|as an? (?:share|percentage|percent|proportion|fraction|part) of|relative to|in relation to|compared to) (.+)$`)
	additive    = regexp.MustCompile(`(?i) (?:plus|minus|less|added to|net of|divided by|over|times) `)
	plainNumber = regexp.MustCompile(`^[0-9.,]+$`)
	summed      = regexp.MustCompile(`(?i)^(.+?),? (?:summed|added up|totalled|totaled|in total)(?: up)?(?: (?:over|across|for) .+)?$`)
)

// perRow is an average for each of the rows that it is taken over.
var perRow = regexp.MustCompile(`(?i)^((?:average|mean) .+) (?:per|for each|for every) (\w+)$`)

// totalled is a figure of many rows: what does not aggregate is summed, unless it is the same of all rows.
func totalled(e statement.Expr) statement.Expr {
	if e.Aggregate() || len(e.Columns()) == 0 {
		return e
	}
	return statement.Call("sum", e)
}

// elapsed is the time between two moments, in a unit where one was said.
var elapsed = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^()(.+) (?:minus|-|less) (.+)$`),
	regexp.MustCompile(`(?i)^(?:number of |the )*(days?|hours?|minutes?|weeks?|time) (?:between|from) (?P<from>.+?) (?:and|to|until|till) (?P<to>.+)$`),
}

func (s *Student) lapse(text string, home *schema.Table) (statement.Expr, bool) {
	aggregate := "avg"
	if m := aggregateWords.FindStringSubmatch(text); m != nil && functions[strings.ToLower(m[1])] != "" {
		aggregate, text = functions[strings.ToLower(m[1])], m[2]
	}
	for i, pattern := range elapsed {
		m := pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		later, earlier := s.dated(m[2], home), s.dated(m[3], home)
		if i > 0 {
			later, earlier = earlier, later
		}
		for _, to := range later {
			for _, from := range earlier {
				if to == from || to.Table != from.Table || !to.Type.Temporal() && to.Role != schema.Moment || !from.Type.Temporal() && from.Role != schema.Moment {
					continue
				}
				e, ok := s.Dialect.Elapsed(unitOf(m[1], to, from), statement.Column(to.Table.Name, to.Name), statement.Column(from.Table.Name, from.Name))
				return statement.Call(aggregate, e), ok
			}
		}
	}
	return statement.Expr{}, false
}

// unitOf is the unit of a time between moments: the one said, else that of the moments.
func unitOf(said string, to, from *schema.Column) string {
	unit := strings.TrimSuffix(strings.ToLower(said), "s")
	switch {
	case unit != "" && unit != "time":
		return unit
	case to.Type == db.Date || from.Type == db.Date || !to.Type.Temporal():
		return "day"
	}
	return "minute"
}

// timesRest is what is left of a whole: "times one minus discount".
var timesRest = regexp.MustCompile(`(?i)^(.+) (?:times|multiplied by|x|\*) (?:one|1) (?:minus|less) (.+)$`)

// aggregateWords begin a figure of many rows.
var aggregateWords = regexp.MustCompile(`(?i)^(sum|total|average|mean|maximum|highest|minimum|lowest|number|count|distinct number|distinct count) (?:of )?(?:the |all |distinct |different )*(.+)$`)

// aggregateWord is such a word by itself.
var aggregateWord = regexp.MustCompile(`(?i)^(?:sum|total|average|mean|maximum|highest|minimum|lowest|number|count)$`)

var functions = map[string]string{"sum": "sum", "total": "sum", "average": "avg", "mean": "avg", "maximum": "max", "highest": "max", "minimum": "min", "lowest": "min"}

func (s *Student) aggregated(word, of string, home *schema.Table) (statement.Expr, error) {
	if functions[word] == "" {
		return s.counted(of)
	}
	for _, o := range operators[:3] { // "sum of a divided by number of b"
		if m := o.pattern.FindStringSubmatch(of); m != nil && aggregateWords.MatchString(strings.TrimPrefix(strings.ToLower(m[2]), "the ")) {
			l, err := s.aggregated(word, m[1], home)
			r, other := s.sum(m[2], home)
			if err = errors.Join(err, other); err != nil {
				return l, err
			}
			if o.sign == "/" {
				return s.Dialect.Divide(l, r), nil
			}
			return statement.Binary(o.sign, l, r), nil
		}
	}
	e, err := s.sum(of, home)
	if err != nil || e.Aggregate() {
		return e, err
	}
	return statement.Call(functions[word], e), nil
}

// counted is the number of rows of a table, by its key so that joins do not repeat them, or of values of a column.
func (s *Student) counted(of string) (statement.Expr, error) {
	for _, o := range operators[:3] {
		if m := o.pattern.FindStringSubmatch(of); m != nil && s.target(m[1]) != "" {
			l, err := s.counted(m[1])
			r, other := s.sum(m[2], nil)
			if err = errors.Join(err, other); err != nil {
				return l, err
			}
			if o.sign == "/" {
				return s.Dialect.Divide(l, r), nil
			}
			return statement.Binary(o.sign, l, r), nil
		}
	}
	if e, ok := s.rowsOf(of); ok {
		return e, nil
	}
	if c := s.column(of, nil); c != nil {
		return statement.Call("count", statement.Column(c.Table.Name, c.Name)).Distinct(), nil
	}
	return statement.Expr{}, errNoMeaning
}
