package schema

import (
	"cmp"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/schema/wordnet"
)

// This file says what the numbers of a table are: which are its measures, how they may be put together, and in which unit
// they are.

// Aggregation is how a number of several rows becomes one.
type Aggregation uint8

// The ways.
const (
	NoAggregate Aggregation = iota // no measure: a key, a code, a year, a text
	Sum                            // amounts, quantities, durations, counts
	Average                        // prices, rates, scores, ages, measurements
	Latest                         // balances and stocks: they add up over things, not over time; else they are averaged
)

// Class is what the rows of a table are.
type Class uint8

// The classes.
const (
	Thing    Class = iota // what others refer to: customers, products, stores
	Fact                  // what happened or was measured, with times and measures or several references: orders, readings
	List                  // a few names: types, statuses, countries, codes
	Bridge                // it only joins others
	Calendar              // one row a day
	History               // versions of things, each valid from a time to a time
)

// The words that say how a number is put together. The last that stands in a name decides: "price count" is a count.
var (
	averaged = wordsOf("averaged")
	latest   = wordsOf("latest")
	summed   = wordsOf("summed")
)

// aggregation is how the numbers of a column are put together: what its name says adds up does not where rows tell of levels.
func (c *Column) aggregation() Aggregation {
	said := c.saidAggregation()
	if said == Sum && c.Table.levels() {
		return Latest
	}
	return said
}

// saidAggregation reads how the numbers of a column are put together, from its name, then its scale.
func (c *Column) saidAggregation() Aggregation {
	if c.Role != Measure || !c.Type.Numeric() && !c.Numeric || c.Has(standardNumbers...) {
		return NoAggregate
	}
	if c.Unit == "%" || c.ofOne() {
		return Average
	}
	found := NoAggregate
	for i, w := range c.Words {
		switch {
		case w == "price" && (c.Has(wholes...) || c.Table.soldSingly() && len(c.Words) == 1 || c.Has(deals...) && c.Table.measure("quantity") == nil):
			found = Sum
		case w == "weight" && c.Table.Called(loads):
			found = Sum
		case i > 0 && c.Words[i-1] == "per", averaged[w]:
			found = Average
		case latest[w]:
			found = Latest
		case summed[w] && !(w == "number" && i == len(c.Words)-1):
			if found != Latest {
				found = Sum
			}
		}
	}
	switch {
	case found != NoAggregate && !(found == Sum && c.Fraction):
		return found
	case c.Fraction:
		return Average
	case c.words("key", "code", "number", "year", "month", "quarter", "week", "line", "sequence", "version", "phone", "extension", "ext", "zip", "postcode"), c.shortKey():
		return NoAggregate
	}
	return Sum
}

// shortKey says that a column is called by a letter or two and "id" in one, as keys are that nothing is known to have: sid, prid. What
// is a word is none: bid, acid.
func (c *Column) shortKey() bool {
	name := strings.ToLower(c.Column.Name)
	return (len(name) == 3 || len(name) == 4) && strings.HasSuffix(name, "id") && !wordnet.Known(name)
}

// Amount is what the rows of a table come to in money, where one column alone says it; nil for none, and for several.
func (t *Table) Amount() *Column {
	var plain, priced []*Column
	for _, c := range t.Measures {
		switch {
		case c.Aggregate != Sum || c.hasAny(partial):
		case c.hasAny(amounts):
			plain = append(plain, c)
		case c.Has("price", "cost", "charge", "fee"):
			priced = append(priced, c)
		}
	}
	if len(plain) == 0 {
		plain = priced
	}
	if len(plain) != 1 {
		return nil
	}
	return plain[0]
}

// amounts are words of what rows come to, partial those of what is only a part of it, of what comes on top of it, or was only planned.
var (
	amounts = wordsOf("amounts")
	partial = wordsOf("partial")
)

// loads are words of tables whose rows are so heavy each, and all together so much.
var loads = wordsOf("loads")

// levels says that the rows of a table tell again and again how much there is: they add up over things, and not over time.
func (t *Table) levels() bool {
	comment := strings.ToLower(cutTo(t.Comment, commentLetters))
	said := slices.ContainsFunc(snapshots, func(s string) bool { return strings.Contains(comment, s) })
	if !said && !t.Called(held) || t.Called(moves) {
		return false
	}
	return slices.ContainsFunc(t.Columns, func(c *Column) bool {
		return c.Type == db.Date || c.Type == db.Timestamp && c.hasAny(held) || c.Coded() != ""
	})
}

// snapshots are what comments on such tables say, held words of their names, moves those of tables of what changed.
var (
	snapshots = []string{"snapshot", "levels, not", "at month end", "month-end", "end of month", "end of day", "end of each", "stock count", "counted every"}
	held      = wordsOf("held")
	moves     = wordsOf("moves")
)

// standardNumbers are words of numbers that others gave to things: they tell them apart, and do not add up.
var standardNumbers = []string{"isbn", "issn", "ean", "upc", "gtin", "barcode", "sku", "iban", "msisdn", "iccid", "imei", "imsi", "vin", "ssn", "fax", "mobile"}

// wholes are words of a price that is that of all pieces together, and of what a row comes to.
var wholes = []string{"total", "extended", "line", "subtotal"}

// deals are words of a price that is agreed once for all of what a row tells of.
var deals = []string{"contract", "quoted", "agreed", "deal", "project", "job", "hammer"}

// soldSingly says that each row of a table is one thing sold: nothing tells how many.
func (t *Table) soldSingly() bool {
	return t.measure("quantity") == nil && len(t.Words) > 0 && slices.Contains([]string{"sale", "ticket", "booking", "purchase"}, t.Words[len(t.Words)-1])
}

// ofOne says that a number is that of one piece, which does not add up: a unit cost, the cost of a product beside its price.
func (c *Column) ofOne() bool {
	if len(c.Words) > 1 && c.Words[0] == "unit" && slices.Contains(pieceWords, c.Words[1]) || c.Has("unit") && c.Has("price") {
		return true
	}
	price := func(o *Column) bool { return o.Has("price") && o.Type.Numeric() && !o.Has(wholes...) }
	return slices.Equal(c.Words, []string{"cost"}) && slices.ContainsFunc(c.Table.Columns, price) && c.Table.measure("quantity") == nil
}

// pieceWords are what one piece has.
var pieceWords = []string{"cost", "price", "weight", "amount", "value"}

// words says that the name ends in one of the words.
func (c *Column) words(list ...string) bool { return slices.Contains(list, c.Words[len(c.Words)-1]) }

// units are words of names that are units, as they are written behind a figure.
var units = map[string]string{
	"kilogram": "kg", "kg": "kg", "gram": "g", "pound": "lb", "ton": "t", "tonne": "t", "kilometer": "km", "meter": "m", "centimeter": "cm", "cm": "cm", "mm": "mm", "inch": "in",
	"foot": "ft", "mile": "mi", "millisecond": "ms", "second": "s", "minute": "min", "hour": "h", "day": "days", "week": "weeks", "month": "months", "percent": "%", "percentage": "%",
	"dollar": "USD", "usd": "USD", "euro": "EUR", "kwh": "kWh", "mwh": "MWh", "kw": "kW", "celsius": "°C", "liter": "l", "litre": "l", "mg": "mg", "mb": "MB", "gb": "GB",
	"cent": hundredths, "pence": hundredths, "penny": hundredths, "degree": "°", "byte": "bytes", "watt": "W", "volt": "V", "sqm": "m²", "square": "m²",
}

// hundredths is the unit of money that is held in hundredths of what people count it in, inHundredths what comments say of such.
const hundredths = "cents"

var inHundredths = []string{"minor unit", "in cents", "in pence", "in pennies", "euro cents", "eur cents", "us cents", "(cents)", "(pence)"}

// InHundredths says that a column holds money in hundredths of what people count it in: cents for euro.
func (c *Column) InHundredths() bool { return c.Unit == hundredths && c.Role == Measure }

// SaysUnit says that a word of a name is the unit that its numbers are in.
func SaysUnit(word string) bool { return units[word] != "" }

// SaysHundredths says that a word is such a unit: cent, pence.
func SaysHundredths(word string) bool { return units[word] == hundredths }

// unitOf is the unit that a name says; empty for none.
func unitOf(c *Column) string {
	for _, w := range slices.Backward(c.Words) {
		if u := units[w]; u != "" {
			return u
		}
	}
	switch comment := strings.ToLower(cutTo(c.Comment, commentLetters)); {
	case tellsHundredths(c.Comment), c.Type == db.Integer && c.hasAny(money) && tellsHundredths(c.Table.Comment):
		return hundredths
	case strings.HasPrefix(comment, "percent") || strings.HasPrefix(comment, "in percent") || strings.HasSuffix(comment, " in percent"):
		return "%"
	}
	return ""
}

// money are words of columns that hold money, where the comment of their table tells the unit of all of it: "amounts in euro cents".
var money = wordsOf("money")

// OfMany says that a number is called by what it tells so many of, in the plural: kilos, guests, planned_barrels; money is no such.
func (c *Column) OfMany() bool {
	words := Split(c.Name)
	if len(words) == 0 || c.Role != Measure || c.hasAny(money) {
		return false
	}
	last := strings.ToLower(words[len(words)-1])
	return strings.HasSuffix(last, "s") && Lemma(last) != last
}

// tellsHundredths says that a comment tells of money in hundredths of what people count it in.
func tellsHundredths(comment string) bool {
	comment = strings.ToLower(cutTo(comment, commentLetters))
	return slices.ContainsFunc(inHundredths, func(said string) bool { return strings.Contains(comment, said) })
}

// fraction says that the numbers of a column are shares of one, as far as they were seen: a rate of 0.2 is 20 %.
func (c *Column) fraction() bool {
	return c.Numeric && c.Distinct > 2 && c.Low >= 0 && c.High <= 1 && c.High > 0 && c.Has("percent", "percentage", "rate", "ratio", "share", "discount", "probability", "margin", "fraction", "confidence", "utilization")
}

// measures are the numbers of a table that may be asked for without a name, the likeliest first: what was earned before
// what was taken off.
func (t *Table) measures() []*Column {
	var out []*Column
	for _, c := range t.Columns {
		if c.Aggregate != NoAggregate && !c.Hidden {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *Column) int { return cmp.Compare(a.weightAsMeasure(), b.weightAsMeasure()) })
	return out
}

// weightAsMeasure ranks measures, the least first.
func (c *Column) weightAsMeasure() int {
	w := 0
	switch {
	case c.Has("net"):
		w = 0
	case c.Has("total"):
		w = 1
	case c.Has("amount", "revenue", "sale"):
		w = 2
	case c.Has("quantity", "value", "balance", "price"):
		w = 3
	default:
		w = 4
	}
	if c.Has("discount", "tax", "cost", "fee", "local", "minimum", "maximum", "previous", "shipping", "target", "budget", "paid", "limit", "reference") {
		w += 10
	}
	return w
}

// statusWords name columns that say how a row stands.
var statusWords = []string{"status", "state", "stage", "phase", "outcome", "disposition"}

// isStatus says that a column says how a row of its table stands now.
func (c *Column) isStatus() bool {
	return c.Has(statusWords...) && c.Role != Reference && c.Role != Moment && !c.Has("country", "city", "province", "postcode", "birth", "born", "home", "street") &&
		(c.Has("status", "stage", "phase", "outcome", "disposition") || len(c.Codes) > 0)
}

// listRows is up to how many rows a table is a list.
const listRows = 300

// Named says that rows of the table have names of their own, as things and people have: not numbers, as what happened has.
func (t *Table) Named() bool {
	return len(t.Label) > 0 && t.Label[0].Type == db.Text && !t.Label[0].Has("number", "reference", "code")
}

func (x *Index) classOf(t *Table) Class {
	out, in := 0, 0
	for _, e := range x.Graph.Of(t) {
		out += boolToInt(e.From == t && e.To != t)
		in += boolToInt(e.To == t && e.From != t)
	}
	switch {
	case t.calendar() != nil:
		return Calendar
	case t.Link:
		return Bridge
	case t.versioned():
		return History
	case out >= 1 && (len(t.Moments) > 0 || len(t.Measures) > 0) && (out >= 2 || in == 0):
		return Fact
	case out == 0 && len(t.Columns) <= 4 && len(t.Measures)+len(t.Moments) == 0 && t.Rows <= listRows:
		return List
	}
	return Thing
}
