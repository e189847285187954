package compose

import (
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// place makes a condition on a row of one table a condition on a row of another that refers to it, or to which it refers.
func (d *draft) place(of, at *schema.Table, c meaning.Cond) (placed meaning.Cond, cost float64, ok bool) {
	if steps, ok := d.way(of, at); ok {
		return c, costStep * float64(steps), true
	}
	if steps, ok := d.way(at, of); ok {
		return meaning.Cond{Op: meaning.Exists, Rows: at, Where: []meaning.Cond{c}, At: c.At}, costBehind + costStep*float64(steps) + far(steps), true
	}
	// A table that refers to both: films with an actor.
	var between *schema.Table
	best := 0
	for _, t := range d.composer.index.Graph.Referring(of) {
		a, _ := d.way(t, of)
		if b, ok := d.way(t, at); ok && (between == nil || a+b < best) {
			between, best = t, a+b
		}
	}
	if between == nil {
		return c, 0, false
	}
	return meaning.Cond{Op: meaning.Exists, Rows: between, Where: []meaning.Cond{c}, At: c.At}, costBehind + costStep*float64(best) + far(best), true
}

// far is what a condition costs on rows that lie behind the way of several keys: hardly anybody means them without naming them.
func far(steps int) float64 { return costFar * float64(max(0, steps-nearKeys)) }

// nearKeys is how many keys away rows are near, costFar the cost of each further one.
const (
	nearKeys = 2
	costFar  = 0.25
)

// inPeriod is a condition on the row's own time, or on a moment that was named.
func (d *draft) inPeriod(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if holds, ok := d.held(of, c); ok {
		return []Option[meaning.Cond]{{holds, 0}}
	}
	if _, told := d.becameAt(of); told && c.Name != nil && names(*c.Name, []*schema.Table{of}) {
		c.Name = nil // "cancelled orders last month": the noun names no moment where somebody told when they came to be so
	}
	if c.Name == nil && d.states(of, c) {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, At: c.At}, 0}} // what is so, is so today
	}
	if c.Name == nil && slices.ContainsFunc(d.conditions(), func(o phrase.Cond) bool { return d.placedIn(of, o, c) }) {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, At: c.At}, 0}} // it is of the rows that are looked for
	}
	if c.Name == nil {
		t, ok := d.when(of)
		if !ok {
			return nil
		}
		if later, ok := d.reachingAt(of, of.Moment, c.Period); ok && t.Kind == meaning.Time && d.query.Moment(of) == nil {
			t = later
		}
		if counted, ok := d.countedAt(of, c); ok && d.query.Moment(of) == nil {
			t = counted
		}
		cost := 0.0
		if d.parted(of, t, c) {
			cost = costParted
		}
		t.At = c.At
		return append(d.becameIn(of, c), Option[meaning.Cond]{meaning.Cond{Op: meaning.During, Left: t, Period: c.Period}, -cost})
	}
	if english.OpeningWords[strings.ToLower(c.Name.Text)] && d.series() {
		c.Period.To = time.Time{} // figures per month starting in March go on from there
	}
	var out []Option[meaning.Cond]
	for _, m := range moments(*c.Name) {
		left := m.Is.term
		if later, ok := d.reachingAt(m.Is.of, m.Is.column(), c.Period); ok && names(*c.Name, []*schema.Table{m.Is.of}) {
			left = later
		}
		left.At = c.At
		cond := meaning.Cond{Op: meaning.During, Left: left, Period: c.Period}
		if placed, cost, ok := d.place(of, m.Is.of, cond); ok {
			if d.names(m.Is.column()) {
				cost -= gainNamed
			}
			if d.ofFacts(of, *c.Name, m.Is) {
				cost += costOfThings
			}
			out = append(out, Option[meaning.Cond]{placed, m.Score - 1 - cost})
		}
	}
	return out
}

// costOfThings is a period read as that of a moment that is called after the things behind which it stands.
const costOfThings = 0.9

// ofFacts says that a name is that of things, and stands for a moment of theirs only since that is called after them, where the rows that
// figures are taken over have a moment of their own: "bills of customers in 2025" are not of those who came in 2025.
func (d *draft) ofFacts(of *schema.Table, n phrase.Name, at moment) bool {
	own, ok := meaning.TimeOf(d.composer.index, of)
	return ok && own.Via == nil && of.Class == schema.Fact && at.of != of && d.query.Figures() && names(n, []*schema.Table{at.of})
}

// countedAt is the moment at which rows came to be what a taught word says of those that are counted right before a period: "agents with more
// than 5 refusals last month".
func (d *draft) countedAt(of *schema.Table, c phrase.Cond) (meaning.Term, bool) {
	for _, o := range d.plan.conds {
		if o.Kind != phrase.Compared || !d.rightBefore(o.At, c) {
			continue
		}
		for _, own := range specifics(o) {
			if at := d.became(own); at != nil && at.Table == of {
				return meaning.ColumnTerm(at, c.At), true
			}
		}
	}
	return meaning.Term{}, false
}

// becameIn is a period as that in which other rows came to be what is said of them right before it: "revenue of customers who left last year".
func (d *draft) becameIn(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	for _, o := range d.conditions() {
		at := d.became(o)
		if at == nil || at.Table == of || !d.rightBefore(o.At, c) {
			continue
		}
		placed, cost, ok := d.place(of, at.Table, meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(at, c.At), Period: c.Period})
		if ok {
			return []Option[meaning.Cond]{{placed, -cost}}
		}
	}
	return nil
}

// costParted is a period that is read as that of another moment than the one that stands right before it: "runs out in the next month".
const costParted = 0.6

// parted says that it is so.
func (d *draft) parted(of *schema.Table, t meaning.Term, c phrase.Cond) bool {
	if own, ok := meaning.TimeOf(d.composer.index, of); ok && t.Kind == meaning.Time {
		t = own
	}
	behind := func(at meaning.Span) bool { return d.rightBefore(d.withKinds(at), c) }
	thing := of.Personal() || of.Class != schema.Fact
	before := func(n phrase.Name) bool {
		if !behind(n.At) {
			return false
		}
		list := moments(n)
		return len(list) > 0 && !slices.ContainsFunc(list, func(m Option[moment]) bool { return m.Is.term.Equal(t) })
	}
	own := func(n phrase.Name) bool {
		return before(n) && slices.ContainsFunc(moments(n), func(m Option[moment]) bool { return m.Is.of == of })
	}
	for _, o := range d.conditions() {
		if o.Not {
			continue
		}
		if o.Kind == phrase.Without && behind(o.At) && d.happens(*o.Noun, of) || o.Kind == phrase.Having && thing && behind(o.At) && d.happens(*o.Noun, of) {
			return true // "without orders this month": then there were none; who has orders this month may have come in any
		}
		if at := d.became(o); at != nil && at.Table != of && behind(o.At) {
			return true // "of customers who left last year"
		}
		if o.Kind == phrase.Done && before(*o.Name) || o.Kind == phrase.Acted && before(o.Noun.Name) {
			return true
		}
	}
	return slices.ContainsFunc(d.plan.nouns, func(n phrase.Noun) bool { return own(n.Name) }) ||
		slices.ContainsFunc(d.plan.also, func(a phrase.Also) bool { return slices.ContainsFunc(a.Names, own) })
}

// withKinds are words with those right behind them that say of which kind the things are that they speak of: "hired" with "a van".
func (d *draft) withKinds(at meaning.Span) meaning.Span {
	for _, o := range d.plan.conds {
		if o.Kind == phrase.IsValue && !o.Not && o.At.Said() && d.rightBefore(at, o) {
			at = at.Join(o.At)
		}
	}
	return at
}

// rightBefore says that a period stands right behind words, but for prepositions and the like.
func (d *draft) rightBefore(at meaning.Span, c phrase.Cond) bool {
	return at.Said() && at.To <= c.At.From && !slices.ContainsFunc(d.words[at.To:c.At.From], func(w string) bool { return !english.Prepositions[w] && !phrase.Fills(w) })
}

// happens says that a noun may be of rows of another table that have a time of their own.
func (d *draft) happens(n phrase.Noun, of *schema.Table) bool {
	return slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool {
		t, ok := meaning.TimeOf(d.composer.index, m.Table)
		return m.Column == nil && m.Table != of && ok && t.Via == nil
	})
}

// gainNamed is a moment of which the subject of the question speaks as well: "gas certificates that expire next month".
const gainNamed = 0.1

// names says that a noun of the question may stand for a column.
func (d *draft) names(c *schema.Column) bool {
	return slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool {
		return slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == c })
	})
}

// states says that a period is only the present of rows that are so: "active today". What happens is of the day that is said, unless the words
// tell how it stands: "direct orders today", "open orders today".
func (d *draft) states(of *schema.Table, c phrase.Cond) bool {
	if !oneDay(c.Period) || !c.Period.From.Equal(calendar.UnitStart("day", d.now)) || !c.At.Said() || !hasWord(d.words[c.At.From:c.At.To], english.PresentDays) {
		return false
	}
	return slices.ContainsFunc(d.plan.conds, func(o phrase.Cond) bool {
		switch o.Kind {
		case phrase.IsValue:
			_, known := d.toldBy(of, o)
			return !known && len(o.Values) > 0 && !slices.ContainsFunc(o.Values[0].Matches, looks) && (of.Class != schema.Fact || stands(o))
		case phrase.Flagged, phrase.Without, phrase.Having:
			return true
		}
		return false
	})
}

// stands says that a value tells how rows stand at present, not of which kind they are.
func stands(c phrase.Cond) bool {
	return slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
		switch {
		case m.Column.Condition != nil:
			return m.Column.Condition.Stands()
		case m.Presence != schema.AnyValue:
			return true
		}
		return m.Column.Role == schema.Flag || slices.Contains(m.Column.Table.Status, m.Column)
	})
}

// compared is a condition on a number of the row.
func (d *draft) compared(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if c.Number == (phrase.Average{}) && c.At.To+1 < len(d.words) && english.WhoseWords[d.words[c.At.To+1]] {
		return nil // the average of their own kind is another
	}
	if c.Figure != nil {
		return d.many(of, c)
	}
	if c.Name == nil {
		return d.comesTo(of, c)
	}
	if c.Noun != nil && c.Noun.Name.Text == phrase.Who && len(c.Noun.Conds) == 0 && c.Number != (phrase.Average{}) {
		return d.heads(of, c)
	}
	if lines := Telling(d.composer.index, of); lines != nil && (SaysWhole(c.Name.Text) || c.Sized && c.Name.Text == phrase.SizePrice) {
		return linesComeTo(lines, c)
	}
	if c.Sized {
		name := sized(of, *c.Name)
		c.Name = &name
	}
	out := d.many(of, c)
	for _, m := range c.Name.Matches {
		if m.Column != nil && m.Column.Metric.Whole() {
			out = append(out, d.comparedEach(of, c, m)...)
			continue
		}
		if m.Column == nil || !m.Column.Type.Numeric() || m.Column.Role == schema.Reference || m.Column.Key() && !m.Exact() && !d.numbered(of, m, c) || d.inMoney(c) && tallies(m.Column) {
			continue
		}
		for _, o := range d.comparedWith(m.Column, c) {
			if placed, cost, ok := d.place(of, m.Column.Table, o.Is); ok {
				out = append(out, Option[meaning.Cond]{placed, m.Score() - 1 + o.Score - cost})
			}
		}
	}
	return out
}

// comparedEach is a condition on a taught figure of one row: "batches with a yield below 80 %". Of a figure that counts some rows only, it is
// one of those.
func (d *draft) comparedEach(of *schema.Table, c phrase.Cond, m schema.Match) []Option[meaning.Cond] {
	metric := m.Column.Metric
	if metric.Each == nil || c.Number == (phrase.Average{}) || overRows(d.composer.index, metric) != of || !d.spokenOf(of) || d.query.Distinct && !d.query.All {
		return nil
	}
	cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(metric.Each, c.At), Values: d.heldAs(metric.Each, c), At: c.At}
	if metric.Counts != nil {
		counts := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(metric.Counts, c.At), Values: []any{true}, At: c.At}
		cond = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{cond, counts}, At: c.At}
	}
	return []Option[meaning.Cond]{{cond, m.Score() - 1}}
}

// numbered says that the number by which rows are known is compared: "patients with id over 100".
func (d *draft) numbered(of *schema.Table, m schema.Match, c phrase.Cond) bool {
	said := schema.Lemma(strings.ToLower(c.Name.Text))
	return m.Column == of.PrimaryKey() && (said == "id" || said == "identifier" || said == "number")
}

// sizes are the words of columns that tell how great a row is in some way, the likeliest first.
var sizes = map[string][]string{
	phrase.SizePrice:  {"price", "fare", "rate", "fee", "premium", "cost", "amount"},
	phrase.SizeWeight: {"weight"},
	phrase.SizeOwn:    {"amount", "total", "size", "value", "area", "volume"},
	phrase.SizePay:    {"salary", "wage", "pay", "compensation", "earning", "rate"},
}

// sized gives a size the columns of a table that tell it.
func sized(of *schema.Table, n phrase.Name) phrase.Name {
	for i, w := range sizes[n.Text] {
		for _, c := range of.Columns {
			if c.Role == schema.Measure && measures(c) && c.Has(w) && (w == "cost" || !c.Has("cost")) {
				n.Matches = append(n.Matches, schema.Match{Table: of, Column: c, Quality: 1 - 0.1*float64(i), Coverage: 1})
			}
		}
	}
	return n
}

// oldest is the greatest age of people that is spoken of.
const oldest = 120

// comesTo compares what the rows come to by the number alone: invoices over 500, dishes under 12, patients over 65.
func (d *draft) comesTo(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if d.query.Distinct && !d.query.All {
		return nil // nobody spoke of the rows themselves
	}
	if of.Personal() {
		if n, whole := c.Number.(int64); !whole || n > oldest {
			return nil
		}
		c.Kind = phrase.Aged
		return d.aged(of, c)
	}
	column := d.measuredIn(of, c)
	if column == nil {
		column = d.gradedBy(of, c)
	}
	if column == nil && !phrase.Tally(d.unitSaid(c)) {
		if lines := Telling(d.composer.index, of); lines != nil {
			return linesComeTo(lines, c)
		}
		column = worthCompared(of)
	}
	if column == nil {
		return nil
	}
	out := d.comparedWith(column, c)
	for i := range out {
		out[i].Score -= costPrincipal
	}
	return out
}

// comparedWith is a number of the row compared with what was said: another number, or the average of all rows, or of those of its kind.
func (d *draft) comparedWith(column *schema.Column, c phrase.Cond) []Option[meaning.Cond] {
	cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(column, c.At), Values: d.heldAs(column, c)}
	if c.Number != (phrase.Average{}) {
		return []Option[meaning.Cond]{{cond, 0}}
	}
	average := meaning.Term{Kind: meaning.Overall, Args: []meaning.Term{meaning.AggregateOf("avg", column, c.At)}, At: c.At}
	cond.Values, cond.Right = nil, &average
	if c.Kin == nil {
		return []Option[meaning.Cond]{{cond, 0}}
	}
	var out []Option[meaning.Cond]
	for _, kind := range d.kinOf(column.Table, *c.Kin) {
		alike := meaning.Term{Kind: meaning.Alike, Of: column.Table, Args: []meaning.Term{average.Args[0], kind.Is}, At: c.At}
		cond.Right = &alike
		out = append(out, Option[meaning.Cond]{cond, kind.Score - 1})
	}
	return out
}

// kinOf is what rows of a kind have in common: a column by that name, the key of the things that they refer to.
func (d *draft) kinOf(of *schema.Table, n phrase.Noun) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range n.Name.Matches {
		column := m.Column
		switch {
		case column == nil && m.Table != of:
			column = m.Table.PrimaryKey()
		case column != nil && (measures(column) || column.Key() && column.Table == of):
			continue
		}
		if column == nil {
			continue
		}
		if steps, ok := d.way(of, column.Table); ok {
			out = append(out, Option[meaning.Term]{meaning.ColumnTerm(column, n.At), m.Score() - costStep*float64(steps)})
		}
	}
	return ranked(out, mostReadings)
}

// linesComeTo compares what the lines of each row come to together: orders over 500. With an average nothing is compared.
func linesComeTo(lines *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if c.Number == (phrase.Average{}) {
		return nil
	}
	total := meaning.Cond{Op: c.Op, Left: aggregate("sum", lines.Worth, c.At), Values: []any{c.Number}, At: c.At}
	if c.High != nil {
		total.Values = append(total.Values, c.High)
	}
	return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.Exists, Rows: lines, Many: &total, At: c.At}, -costPrincipal}}
}

// inMoney says that the number is in a currency: "500 euro".
func (d *draft) inMoney(c phrase.Cond) bool { return phrase.Currency(d.unitSaid(c)) }

// tallies says that a number is of what is counted, weighed or timed, by its name: no money.
func tallies(c *schema.Column) bool {
	return c.Has("quantity", "count", "number", "piece", "day", "hour", "minute", "week", "month", "weight", "percentage", "percent", "stock", "capacity")
}

// unitSaid is the word that a comparison ends with: what the number is in, where that was said.
func (d *draft) unitSaid(c phrase.Cond) string {
	if c.At.To < 1 || c.At.To > len(d.words) {
		return ""
	}
	return schema.Lemma(d.words[c.At.To-1])
}

// measuredIn is the one number of a row that is in the unit that was said last: "over 500 kg". Nil where none is, or several are.
func (d *draft) measuredIn(of *schema.Table, c phrase.Cond) *schema.Column {
	unit := d.unitSaid(c)
	var found *schema.Column
	for _, column := range of.Columns {
		if column.Unit == "" || column.Unit != unit || !measures(column) {
			continue
		}
		if found != nil {
			return nil
		}
		found = column
	}
	return found
}

// gradedBy is the number of a row that the comparing word speaks of: the height of what is higher than something. Nil where it speaks of
// none, or of several.
func (d *draft) gradedBy(of *schema.Table, c phrase.Cond) *schema.Column {
	by, ok := phrase.SizedMore(d.words[c.At.From:min(c.At.To, len(d.words))])
	if !ok {
		return nil
	}
	var found *schema.Column
	for _, column := range of.Columns {
		if !column.Has(by...) || !measures(column) || column.Key() {
			continue
		}
		if found != nil {
			return nil
		}
		found = column
	}
	return found
}

// worthCompared is the number of a row that a number alone is compared with: what it comes to, else its price, else the one measure of
// it that adds up. Nil where several may be meant.
func worthCompared(of *schema.Table) *schema.Column {
	if c := worthOf(of); c != nil {
		return c
	}
	var summed []*schema.Column
	for _, c := range of.Columns {
		switch {
		case !measures(c) || c.Role != schema.Measure:
		case c.Has("price", "amount", "fare", "fee", "value") && !c.Has("cost", "purchase"):
			return c
		case c.Aggregate == schema.Sum:
			summed = append(summed, c)
		}
	}
	if len(summed) != 1 {
		return nil
	}
	return summed[0]
}

// heads compares how many people a row is for: "bookings for more than 6 people".
func (d *draft) heads(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	for _, column := range of.Columns {
		if column.Has(english.CrowdWords...) && measures(column) && column.Type.Numeric() {
			cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(column, c.At), Values: d.heldAs(column, c)}
			return []Option[meaning.Cond]{{cond, -costPrincipal}}
		}
	}
	return nil
}

// amounts are the numbers of a comparison in the column's own scale: 20 % of a share that is held as 0 to 1 is 0.2.
func amounts(c *schema.Column, cond phrase.Cond) []any {
	scale := 1.0
	if c != nil && c.High > 0 && c.High <= 1 {
		scale = 100
	}
	out := []any{amount(cond.Number, scale)}
	if cond.High != nil {
		out = append(out, amount(cond.High, scale))
	}
	return out
}

// heldAs are the numbers of a comparison as a column holds them: 500 euro are 50,000 where it holds cents.
func (d *draft) heldAs(c *schema.Column, cond phrase.Cond) []any {
	out := amounts(c, cond)
	if !c.InHundredths() || !phrase.WholeCurrency(d.unitSaid(cond)) {
		return out
	}
	for i, v := range out {
		switch n := v.(type) {
		case int64:
			out[i] = n * 100
		case float64:
			out[i] = n * 100
		}
	}
	return out
}

func amount(v any, scale float64) any {
	if p, ok := v.(phrase.Percent); ok {
		return float64(p) / scale
	}
	return v
}
