package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// The cost of reading a name as less than what it says.
const (
	costPrincipal = 0.1  // a table's name for its measure: "sales"
	costRows      = 0.45 // a table's name for the number of its rows
	costLevel     = 0.3  // a level, such as a price, averaged although nobody said so
	costStep      = 0.1  // each key between the subject and a column
	costColumn    = 0.25 // a column counted by its distinct values
)

// figure gives the readings of a figure.
func (d *draft) figure(f phrase.Figure) []Option[meaning.Term] {
	switch f.Kind {
	case phrase.Plain:
		return d.measure(f.Noun, "", f.At)
	case phrase.Count:
		return d.count(f.Noun, f.At)
	case phrase.Rows:
		return slices.DeleteFunc(d.counts(f.Noun, f.At), func(o Option[meaning.Term]) bool { return o.Is.Kind != meaning.Count || len(o.Is.Args) > 0 })
	case phrase.Aggregate:
		if len(f.Args) == 1 {
			return d.over(f)
		}
		return d.measure(f.Noun, f.Fn, f.At)
	case phrase.Ratio, phrase.Mean:
		if f.Scale > 0 {
			return d.quotient(f)
		}
		return d.ratio(f)
	case phrase.Worth:
		return d.comeTo(f)
	case phrase.Quotient:
		return d.quotient(f)
	case phrase.Share:
		return d.share(f)
	case phrase.Lapse:
		return d.lapse(f)
	case phrase.Times, phrase.Less:
		if len(d.plan.dims) == 0 && f.Kind == phrase.Times {
			return nil // of each row, not of all
		}
		return d.arithmetic(f)
	case phrase.MeanPer:
		return d.meanPer(f)
	case phrase.Margin:
		return d.margin(f)
	case phrase.OfTotal, phrase.Running:
		return d.seen(f)
	}
	return nil
}

// behindBy says that a noun stands right behind the word that begins a group.
func (d *draft) behindBy(at meaning.Span) bool {
	return at.From > 0 && d.words[at.From-1] == "by"
}

// measure reads a noun as a measure: an aggregate of a column, a computed measure, or a table's principal measure.
func (d *draft) measure(n phrase.Noun, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range n.Name.Matches {
		switch {
		case m.Column == nil:
			if c := principal(m.Table); c != nil {
				score := m.Score() - costPrincipal
				if m.Table.Called(mass) && fn == "" {
					score += gainMass
				}
				out = append(out, Option[meaning.Term]{aggregate(fn, c, at), score})
			} else if fn == "sum" && !slices.ContainsFunc(m.Table.Words, func(w string) bool { return slices.Contains(money, w) }) {
				// "total orders" are so many.
				out = append(out, Option[meaning.Term]{meaning.CountOf(m.Table, at), m.Score() - costPrincipal})
			} else if fn == "sum" || fn == "avg" {
				out = append(out, d.ofLines(m, fn, at)...)
			}
		case m.Column.Metric != nil:
			out = append(out, Option[meaning.Term]{computed(d.composer.index, m.Column, fn, at), m.Score() + costPrincipal})
		case measures(m.Column):
			score := m.Score()
			if fn == "" && m.Column.Has(level...) {
				score -= costLevel
			}
			if notAdded(m.Column) {
				score -= costLevel
			}
			out = append(out, Option[meaning.Term]{aggregate(fn, m.Column, at), score})
		case m.Column.Role == schema.Moment && (fn == "max" || fn == "min"):
			out = append(out, Option[meaning.Term]{aggregate(fn, m.Column, at), m.Score() - costColumn})
		}
	}
	if len(n.Name.Matches) == 0 && len(n.Conds) > 0 {
		out = append(out, d.worth(n, fn, at)...)
	}
	if schema.Lemma(strings.ToLower(n.Name.Text)) == "age" {
		out = append(out, d.ages(fn, at)...)
	}
	if word := schema.Lemma(strings.ToLower(n.Name.Text)); phrase.Trade[word] {
		list := trades
		if cash[word] {
			list = received
		}
		out = append(out, d.traded(list, fn, at)...)
	}
	if len(out) == 0 && len(n.Name.Matches) == 0 {
		return nil
	}
	return ranked(out, mostReadings)
}

const mostReadings = 4

// ofLines is what the rows of a table come to by the rows that refer to them: the total of invoices is that of their lines, the
// average that total by the number of invoices.
func (d *draft) ofLines(m schema.Match, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	add := func(t meaning.Term, cost float64) {
		if fn == "avg" {
			t = meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{t, meaning.CountOf(m.Table, at)}, At: at}
		}
		out = append(out, Option[meaning.Term]{t, m.Score() - cost})
	}
	if own := m.Table.Measures; len(own) > 0 && own[0].Aggregate == schema.Sum {
		out = append(out, Option[meaning.Term]{aggregate(fn, own[0], at), m.Score() - costPrincipal})
	}
	for _, c := range d.composer.index.Metrics() {
		t := computed(d.composer.index, c, "sum", at)
		if t.Of != m.Table && within(m.Table.Words, t.Of.Words) && meaning.Refers(d.composer.index, t.Of, m.Table) {
			add(t, costPrincipal)
			break // others are further words for the same
		}
	}
	return out
}

// within says that all words are among the others.
func within(words, all []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}

// worth is what rows of a kind come to: "value of returns" is the first measure of their table.
func (d *draft) worth(n phrase.Noun, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.holders(n.Conds[0]) {
		if len(t.Is.Measures) > 0 && t.Is.Measures[0].Aggregate == schema.Sum && fn != "" {
			out = append(out, Option[meaning.Term]{aggregate(fn, t.Is.Measures[0], at), 1 + t.Score - costPrincipal})
		}
	}
	return out
}

// ages are the years from a birth to today, where no column holds an age.
func (d *draft) ages(fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, c := range d.composer.index.Columns {
		if c.Has("birth", "birthday") && c.Type.Temporal() {
			if fn == "" || fn == "sum" {
				fn = "avg"
			}
			age := meaning.Term{Kind: meaning.Age, Args: []meaning.Term{meaning.ColumnTerm(c, at)}, At: at}
			out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Aggregate, Fn: fn, Of: c.Table, Args: []meaning.Term{age}, At: at}, 1 - costPrincipal})
		}
	}
	return out
}

// traded are the measures of what was sold: computed ones, then the principal measures of tables of trade.
func (d *draft) traded(trades []string, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.tradeTables(trades) {
		if c := worthOf(t.Is); c != nil {
			out = append(out, Option[meaning.Term]{aggregate(fn, c, at), t.Score})
		}
	}
	return out
}

// worthOf is the column that says what a row of trade comes to.
func worthOf(t *schema.Table) *schema.Column {
	if c := principal(t); c != nil {
		return c
	}
	for _, c := range t.Measures {
		if c.Aggregate == schema.Sum && c.Has("amount", "total", "value") {
			return c
		}
	}
	return nil
}

// tradeTables are the tables whose rows are what was sold: the plainer the name, the likelier.
func (d *draft) tradeTables(trades []string) []Option[*schema.Table] {
	var out []Option[*schema.Table]
	for _, t := range d.composer.index.Tables {
		for i, w := range trades {
			if slices.Contains(t.Words, w) {
				out = append(out, Option[*schema.Table]{t, 0.97 - 0.02*float64(len(t.Words)) - 0.005*float64(i)})
				break
			}
		}
	}
	return ranked(out, mostReadings)
}

// trades are tables whose rows are what was sold, or the money for it.
var trades = []string{"sale", "order", "invoice", "payment", "purchase", "transaction", "receipt", "booking"}

// cash are words for the money itself, received the tables that tell of it, the likeliest first.
var (
	cash     = map[string]bool{"money": true, "cash": true}
	received = []string{"payment", "receipt", "transaction", "sale", "invoice", "order"}
)

// measures says that a column's values can be added up or averaged.
func measures(c *schema.Column) bool {
	return c.Metric == nil && c.Type.Numeric() && !c.Key() && !c.Has("key", "identifier", "code", "number") && c.Role != schema.Flag && !c.Year && meaning.Coded(c) == ""
}

// computed is a computed measure: over the rows of the table that refers to its others.
func computed(x *schema.Index, c *schema.Column, fn string, at meaning.Span) meaning.Term {
	of := c.Metric.Tables[0]
	for _, t := range c.Metric.Tables {
		if !slices.ContainsFunc(c.Metric.Tables, func(o *schema.Table) bool { return !meaning.Refers(x, t, o) }) {
			of = t
			break
		}
	}
	if fn == "" || c.Metric.Aggregate {
		fn = "sum"
	}
	return meaning.Term{Kind: meaning.Aggregate, Fn: fn, Of: of, Args: []meaning.Term{meaning.ColumnTerm(c, at)}, Name: strings.Join(c.Words, " "), At: at}
}

// level are words of measures that are averaged where nothing is said: they do not add up.
var level = []string{"price", "rate", "percent", "percentage", "score", "rating", "age", "temperature", "average", "ratio", "weight", "height", "grade", "gpa", "discount_pct", "latitude", "longitude", "duration"}

func aggregate(fn string, c *schema.Column, at meaning.Span) meaning.Term {
	if fn == "" {
		fn = "sum"
		if c.Has(level...) {
			fn = "avg"
		}
	}
	t := meaning.AggregateOf(fn, c, at)
	return t
}

// money are tables whose name stands for what their rows come to.
var money = []string{"sale", "payment", "revenue", "spend", "spending", "expense", "cost", "invoice", "donation", "turnover", "income", "charge", "fee", "budget", "target", "transaction", "purchase", "loan", "balance", "stock", "inventory"}

// principal is the column that a table's name stands for; nil when there is none.
func principal(t *schema.Table) *schema.Column {
	if !slices.ContainsFunc(t.Words, func(w string) bool { return slices.Contains(money, w) }) {
		return nil
	}
	var best *schema.Column
	score := 0
	for _, c := range t.Columns {
		if !measures(c) || c.Metric != nil {
			continue
		}
		s := 0
		for i, w := range principalWords {
			if c.Has(w) {
				s += len(principalWords) - i
			}
		}
		if c.Has(secondary...) {
			s -= len(principalWords)
		}
		if s > score {
			best, score = c, s
		}
	}
	if best == nil {
		for _, c := range t.Measures {
			if c.Aggregate == schema.Sum && c.Has("cost", "spend", "fee", "charge", "amount", "premium", "price") && (best == nil || best.Unit == "" && c.Unit != "") {
				best = c
			}
		}
	}
	return best
}

// notAdded says that the comment of a column forbids to add it up.
func notAdded(c *schema.Column) bool {
	comment := strings.ToLower(c.Comment)
	return strings.Contains(comment, "not add up") || strings.Contains(comment, "not sum") || strings.Contains(comment, "never sum") || strings.Contains(comment, "never add")
}

// mass are words for what tables' rows come to, that nobody counts: "spend last month" is a sum, "payments last month" are
// payments.
var mass = map[string]bool{"sale": true, "spend": true, "spending": true, "revenue": true, "turnover": true, "income": true, "cost": true, "expense": true, "budget": true, "stock": true, "inventory": true, "balance": true, "premium": true, "usage": true, "consumption": true}

// uncounted says that a noun is said for what rows come to: "sales", not "orders".
func uncounted(n phrase.Name) bool {
	words := schema.Words(n.Text)
	return len(words) > 0 && mass[schema.Lemma(words[len(words)-1])]
}

// gainMass is a table that is called by such a word, read as its measure.
const gainMass = 0.3

// principalWords are the words of principal measures, likeliest first; secondary ones those of what is only a part of it.
var (
	principalWords = []string{"net", "total", "amount", "value", "revenue", "quantity"}
	secondary      = []string{"tax", "discount", "cost", "local", "fee", "gross", "unit", "shipping", "freight", "refund", "tip", "currency"}
)

// count reads a noun as what is counted: rows of a table, or distinct values of a column.
func (d *draft) count(n phrase.Noun, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	if n.Name.Text == phrase.Who {
		n.Name.Matches = d.people()
	}
	if len(n.Name.Matches) == 0 && len(n.Conds) > 0 {
		for _, t := range d.holders(n.Conds[0]) {
			out = append(out, Option[meaning.Term]{meaning.CountOf(t.Is, at), 1 + t.Score - costPrincipal})
		}
	}
	for _, m := range n.Name.Matches {
		if m.Column == nil {
			others := d.among(n, m, at)
			own := m.Score()
			if n.Distinct && len(others) > 0 {
				own -= costOnce
			}
			out = append(append(out, Option[meaning.Term]{meaning.CountOf(m.Table, at), own}), others...)
			continue
		}
		if m.Column == m.Table.PrimaryKey() && names(n.Name, []*schema.Table{m.Table}) {
			continue // as many as rows
		}
		if m.Column.Metric != nil {
			out = append(out, Option[meaning.Term]{computed(d.composer.index, m.Column, "sum", at), m.Score()})
			continue
		}
		if m.Column.Aggregate == schema.Average {
			// "how many ratings": a level does not add up, it is there or not.
			t := meaning.Term{Kind: meaning.Count, Of: m.Column.Table, Args: []meaning.Term{meaning.ColumnTerm(m.Column, at)}, At: at}
			out = append(out, Option[meaning.Term]{t, m.Score() - costColumn/2})
			continue
		}
		if m.Column.Role == schema.Measure && measures(m.Column) {
			// "how many points": what is counted stands in a column already.
			out = append(out, Option[meaning.Term]{meaning.AggregateOf("sum", m.Column, at), m.Score() - costColumn/2})
			continue
		}
		if at, ok := momentOf(m.Column); ok {
			// What was done counts as often as it was.
			t := meaning.CountOf(at.of, n.At)
			if own, ok := meaning.TimeOf(d.composer.index, at.of); at.nullable && !(ok && own.Equal(at.term)) {
				t.Where = []meaning.Cond{{Op: meaning.NotNull, Left: at.key(n.At), At: n.At}}
			}
			out = append(out, Option[meaning.Term]{t, m.Score() - costPrincipal})
			continue
		}
		t := meaning.Term{Kind: meaning.Count, Of: m.Column.Table, Args: []meaning.Term{meaning.ColumnTerm(m.Column, at)}, Distinct: true, At: at}
		out = append(out, Option[meaning.Term]{t, m.Score() - costColumn})
	}
	return ranked(out, mostReadings)
}

// costAmong is things counted among the rows of another table, each once: patients that a provider saw. It is less where they
// were said to be different.
const (
	costAmong         = 0.2
	costAmongDistinct = 0.1
	costAmongFact     = 0.05
	// costOnce is things counted by themselves, each of which is there once, where they were said to be different.
	costOnce = 0.25
)

// among counts the things that rows of other tables refer to, each once: what they are grouped by may hang there.
func (d *draft) among(n phrase.Noun, m schema.Match, at meaning.Span) []Option[meaning.Term] {
	if len(d.plan.dims) == 0 && d.plan.keep == nil {
		return nil
	}
	var out []Option[meaning.Term]
	for _, e := range d.composer.index.Graph.Of(m.Table) {
		if e.To != m.Table || e.From == m.Table || len(e.FromColumns) != 1 || e.From.Class != schema.Bridge && e.From.Class != schema.Fact && e.From.Class != schema.History {
			continue
		}
		cost := costAmong
		if n.Distinct {
			cost = costAmongDistinct
		}
		if e.From.Class == schema.Fact {
			cost += costAmongFact
		}
		t := meaning.Term{Kind: meaning.Count, Of: e.From, Args: []meaning.Term{meaning.ColumnTerm(e.FromColumns[0], at)}, Distinct: true, Name: "number of " + schema.Plural(meaning.Called(m.Table)), At: at}
		out = append(out, Option[meaning.Term]{t, m.Score() - cost})
	}
	return ranked(out, 2)
}

// over is an aggregate of a formula over the rows of its table.
func (d *draft) over(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, o := range d.figure(f.Args[0]) {
		inner := o.Is
		if inner.Kind == meaning.Aggregate && inner.Args[0].Kind == meaning.Between {
			inner.Fn, inner.At = f.Fn, f.At
			out = append(out, Option[meaning.Term]{inner, o.Score})
		}
	}
	return out
}

// counts are as count gives them, less likely where the table's name stands for a measure.
func (d *draft) counts(n phrase.Noun, at meaning.Span) []Option[meaning.Term] {
	list := d.count(n, at)
	measured := func(o Option[meaning.Term]) bool { return len(o.Is.Args) == 0 && principal(o.Is.Of) != nil }
	for i := range list {
		if measured(list[i]) {
			list[i].Score -= costCounted
		}
	}
	if uncounted(n.Name) {
		list = slices.DeleteFunc(list, measured)
	}
	return list
}

// ratio is one figure by another.
func (d *draft) ratio(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, l := range d.figure(f.Args[0]) {
		for _, r := range d.divisor(f.Args[1]) {
			if l.Is.Equal(r.Is) {
				continue
			}
			if f.Kind == phrase.Mean && l.Is.Distinct && l.Is.Of.Class == schema.Bridge && meaning.Refers(d.composer.index, l.Is.Of, r.Is.Of) {
				l.Is = meaning.CountOf(l.Is.Of, l.Is.At) // so many of each, however often elsewhere
			}
			t := meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{l.Is, r.Is}, At: f.At}
			score := (l.Score + r.Score) / 2
			if f.Kind == phrase.Ratio && len(d.plan.dims) == 0 && r.Is.Kind == meaning.Count && d.groups(l.Is, r.Is.Of) {
				score -= costGroupable
			}
			if f.Kind == phrase.Mean && l.Is.Of != r.Is.Of && !meaning.Refers(d.composer.index, l.Is.Of, r.Is.Of) {
				score -= costApart
			}
			out = append(out, Option[meaning.Term]{t, score})
		}
	}
	return ranked(out, mostReadings)
}

// costGroupable is "hours per teacher" read as one figure, where the hours are those of a teacher each.
const costGroupable = 0.5

// groups says that the rows of a figure refer to rows of a table, so that it can be taken by them.
func (d *draft) groups(t meaning.Term, by *schema.Table) bool {
	return !slices.ContainsFunc(appendFacts(nil, t), func(f *schema.Table) bool { return f == by || !meaning.Refers(d.composer.index, f, by) })
}

// comeTo is what the rows of a noun's table come to.
func (d *draft) comeTo(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range f.Noun.Name.Matches {
		if m.Column == nil && len(m.Table.Measures) > 0 && m.Table.Measures[0].Aggregate == schema.Sum {
			out = append(out, Option[meaning.Term]{aggregate("sum", m.Table.Measures[0], f.At), m.Score() - costPrincipal})
		} else if m.Column == nil {
			out = append(out, d.ofLines(m, "sum", f.At)...)
		}
	}
	return ranked(append(out, d.measure(f.Noun, "sum", f.At)...), mostReadings)
}

// quotient is one figure by another, as the words say how it is made up.
func (d *draft) quotient(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, l := range d.part1(f.Args[0]) {
		for _, r := range d.part1(f.Args[1]) {
			if l.Is.Equal(r.Is) {
				continue
			}
			over := l.Is
			scale := float64(f.Scale)
			if f.Fn == "percent" {
				scale = 100
			}
			if scale > 0 {
				over = meaning.Term{Kind: meaning.Arithmetic, Fn: "*", Args: []meaning.Term{{Kind: meaning.Number, Value: scale}, l.Is}}
			}
			t := meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{over, r.Is}, At: f.At}
			out = append(out, Option[meaning.Term]{t, (l.Score + r.Score) / 2})
		}
	}
	return ranked(out, mostReadings)
}

// part1 is a side of a quotient: a measure, or how many there are, each over the rows that were said.
func (d *draft) part1(f phrase.Figure) []Option[meaning.Term] {
	list := d.figure(f)
	if f.Kind == phrase.Plain {
		list = append(list, d.counts(f.Noun, f.At)...)
	}
	var out []Option[meaning.Term]
	for _, o := range list {
		if len(f.Noun.Conds) == 0 {
			out = append(out, o)
			continue
		}
		where, score, ok := d.part(o.Is.Of, f.Noun.Conds)
		if ok && (o.Is.Kind == meaning.Count || o.Is.Kind == meaning.Aggregate) {
			o.Is.Where = append(slices.Clone(o.Is.Where), where...)
			o.Score += score
			out = append(out, o)
		}
	}
	return ranked(out, mostReadings)
}

// costApart is a mean of rows that do not refer to what it is taken by.
const costApart = 0.4

// divisor is what a figure is taken by: a measure where the noun names one, else how many there are.
func (d *draft) divisor(f phrase.Figure) []Option[meaning.Term] {
	list := d.figure(f)
	for i := range list {
		if list[i].Is.Kind == meaning.Aggregate {
			list[i].Score += costColumn / 2
		}
	}
	return list
}

// meanPer is a measure by the number of units of time in which there were any.
func (d *draft) meanPer(f phrase.Figure) []Option[meaning.Term] {
	n := f.Args[0].Noun
	list := d.counts(n, f.At)
	if f.Args[0].Kind == phrase.Plain {
		list = append(list, d.measure(n, "sum", f.At)...)
	}
	var out []Option[meaning.Term]
	for _, o := range list {
		if _, ok := meaning.TimeOf(d.composer.index, o.Is.Of); !ok {
			continue
		}
		units := meaning.Term{Kind: meaning.Count, Of: o.Is.Of, Args: []meaning.Term{{Kind: meaning.Time, Grain: f.Fn}}, Distinct: true, At: f.At}
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{o.Is, units}, At: f.At}, o.Score})
	}
	return ranked(out, mostReadings)
}

// margin is what remains of sales when their cost is taken off, of tables that hold both.
func (d *draft) margin(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		sold, i := principal(t), slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return c.Has("cost") && measures(c) && !c.Has("unit", "local") })
		if sold == nil || i < 0 || sold == t.Columns[i] {
			continue
		}
		left := meaning.Term{Kind: meaning.Arithmetic, Fn: "-", Args: []meaning.Term{aggregate("sum", sold, f.At), aggregate("sum", t.Columns[i], f.At)}, Name: "margin", At: f.At}
		if f.Fn == "percent" {
			hundred := meaning.Term{Kind: meaning.Number, Value: 100.0}
			over := meaning.Term{Kind: meaning.Arithmetic, Fn: "*", Args: []meaning.Term{hundred, left}}
			left = meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{over, aggregate("sum", sold, f.At)}, Name: "margin percent", At: f.At}
		}
		out = append(out, Option[meaning.Term]{left, 1})
	}
	return ranked(out, mostReadings)
}

// arithmetic is two measures of the same rows, joined.
func (d *draft) arithmetic(f phrase.Figure) []Option[meaning.Term] {
	op := "-"
	if f.Kind == phrase.Times {
		op = "*"
	}
	var out []Option[meaning.Term]
	for _, l := range d.figure(f.Args[0]) {
		for _, r := range d.figure(f.Args[1]) {
			t := meaning.Term{Kind: meaning.Arithmetic, Fn: op, Args: []meaning.Term{l.Is, r.Is}, At: f.At}
			if op == "*" {
				if l.Is.Of != r.Is.Of || l.Is.Kind != meaning.Aggregate || r.Is.Kind != meaning.Aggregate {
					continue
				}
				inner := meaning.Term{Kind: meaning.Arithmetic, Fn: op, Args: []meaning.Term{l.Is.Args[0], r.Is.Args[0]}}
				t = meaning.Term{Kind: meaning.Aggregate, Fn: "sum", Of: l.Is.Of, Args: []meaning.Term{inner}, At: f.At}
			}
			out = append(out, Option[meaning.Term]{t, (l.Score + r.Score) / 2})
		}
	}
	return ranked(out, mostReadings)
}

// seen is a figure beside those of other groups.
func (d *draft) seen(f phrase.Figure) []Option[meaning.Term] {
	kind := meaning.OfTotal
	if f.Kind == phrase.Running {
		kind = meaning.Running
	}
	var out []Option[meaning.Term]
	for _, o := range d.figure(f.Args[0]) {
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: kind, Args: []meaning.Term{o.Is}, At: f.At}, o.Score})
	}
	return out
}

// share is the part of a figure that comes from rows of a kind. Where nothing is said of what, it is the rows of the table
// that the kind belongs to.
func (d *draft) share(f phrase.Figure) []Option[meaning.Term] {
	var whole []Option[meaning.Term]
	if len(f.Noun.Name.Matches) > 0 {
		whole = append(d.measure(f.Noun, "", f.At), d.counts(f.Noun, f.At)...)
		if f.Noun.Name.Matches[0].Column == nil && !uncounted(f.Noun.Name) {
			whole = slices.DeleteFunc(whole, func(o Option[meaning.Term]) bool {
				return o.Is.Kind == meaning.Aggregate && names(f.Noun.Name, []*schema.Table{o.Is.Of})
			})
			for i := range whole {
				if whole[i].Is.Kind == meaning.Count && len(whole[i].Is.Args) == 0 && principal(whole[i].Is.Of) != nil {
					whole[i].Score += costCounted
				}
			}
		}
		// Levels are not shared out.
		whole = slices.DeleteFunc(whole, func(o Option[meaning.Term]) bool { return o.Is.Fn == "avg" })
	} else {
		for _, t := range d.holders(f.Conds[0]) {
			t.Score += 1 - costPrincipal
			if d.speaks() && !d.spokenOf(t.Is) {
				t.Score -= costLater
			}
			whole = append(whole, Option[meaning.Term]{meaning.CountOf(t.Is, f.At), t.Score})
			whole = append(whole, d.referring(t, f.At)...)
		}
	}
	var out []Option[meaning.Term]
	for _, w := range ranked(whole, 2*mostReadings) {
		part, score, ok := d.part(w.Is.Of, f.Conds)
		if !ok {
			continue
		}
		t := meaning.Term{Kind: meaning.Share, Of: w.Is.Of, Args: []meaning.Term{known(w.Is, part)}, Where: part, At: f.At}
		out = append(out, Option[meaning.Term]{t, w.Score + score})
	}
	return ranked(out, mostReadings)
}

// known is a figure over the rows of which it is known whether they are of a part: who has not sat the exam is none of those who
// failed it, what has not arrived is not late.
func known(whole meaning.Term, part []meaning.Cond) meaning.Term {
	for _, c := range part {
		if own := c.Left.Column; own != nil && own.Nullable && (own.Role == schema.Flag || c.Right != nil) && (whole.Kind == meaning.Count || whole.Kind == meaning.Aggregate) {
			whole.Where = append(slices.Clone(whole.Where), meaning.Cond{Op: meaning.NotNull, Left: c.Left, At: c.At})
		}
	}
	return whole
}

// referring counts rows that refer to those that a condition is about, where groups need them: "activation rate per variant" of
// users who were assigned one.
func (d *draft) referring(to Option[*schema.Table], at meaning.Span) []Option[meaning.Term] {
	if len(d.plan.dims) == 0 {
		return nil
	}
	var out []Option[meaning.Term]
	for _, e := range d.composer.index.Graph.Of(to.Is) {
		if e.To == to.Is && e.From != to.Is {
			out = append(out, Option[meaning.Term]{meaning.CountOf(e.From, at), to.Score - costBehind})
		}
	}
	return out
}

// part gives the conditions of a share over the rows of a table.
func (d *draft) part(of *schema.Table, conds []phrase.Cond) (out []meaning.Cond, score float64, ok bool) {
	for _, c := range conds {
		list := d.rowCond(of, c)
		if len(list) == 0 {
			return nil, 0, false
		}
		out = append(out, list[0].Is)
		score += list[0].Score
	}
	return out, score, true
}

// holders are the tables whose rows a condition may be about, by what it names; where it names a table, others stand behind it.
func (d *draft) holders(c phrase.Cond) []Option[*schema.Table] {
	var out []Option[*schema.Table]
	add := func(t *schema.Table, score float64) {
		if !slices.ContainsFunc(out, func(o Option[*schema.Table]) bool { return o.Is == t }) {
			out = append(out, Option[*schema.Table]{t, score})
		}
	}
	for _, v := range c.Values {
		for _, m := range v.Matches {
			score := 0.0
			if c.Name != nil && names(*c.Name, d.composer.index.Tables) && !names(*c.Name, []*schema.Table{m.Column.Table}) {
				score = -costLater
			}
			add(m.Column.Table, score)
		}
	}
	if c.Name != nil {
		for _, m := range c.Name.Matches {
			add(m.Table, m.Score()-1)
		}
	}
	if standing(c) {
		for _, t := range d.composer.index.Tables {
			if list := d.rowCond(t, c); len(list) > 0 {
				add(t, list[0].Score)
			}
		}
	}
	return ranked(out, mostReadings)
}
