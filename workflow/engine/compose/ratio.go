package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// ratio is one figure by another.
func (d *draft) ratio(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	over := d.figure(f.Args[0])
	if f.Args[0].Noun.Name.Text == phrase.Parts {
		over = nil
		for _, r := range d.divisor(f.Args[1]) {
			over = append(over, d.partsOf(r.Is.Of, f.Args[0].At)...)
		}
	}
	for _, l := range over {
		divisors := d.divisor(f.Args[1])
		if f.Kind == phrase.Mean && len(f.Args[0].Noun.Conds) > 0 && l.Is.Kind == meaning.Count {
			divisors = append(d.amongThose(l.Is.Of, f.Args[1].Noun), divisors...)
		}
		for _, r := range divisors {
			if l.Is.Equal(r.Is) || len(l.Is.Facts()) > 1 && r.Is.Kind == meaning.Count {
				continue // a figure made of several is not shared out once more
			}
			if f.Kind == phrase.Ratio && ofKinds(r.Is) {
				continue // "payments per status" takes them by each status, and shares them out among none
			}
			if f.Kind == phrase.Mean && l.Is.Distinct && l.Is.Of.Class == schema.Bridge && meaning.Refers(d.composer.index, l.Is.Of, r.Is.Of) {
				l.Is = meaning.CountOf(l.Is.Of, l.Is.At) // so many of each, however often elsewhere
			}
			if f.Kind == phrase.Mean && r.Is.Kind == meaning.Count && !r.Is.Distinct && d.besides(l.Is.Of, r.Is.Of) {
				r.Is = d.referredTo(l.Is.Of, r.Is.Of, r.Is.At)
			}
			t := meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{l.Is, asCounted(l.Is, r.Is)}, At: f.At}
			score := (l.Score + r.Score) / 2
			if f.Kind == phrase.Ratio && l.Is.Fn == "avg" && r.Is.Kind == meaning.Aggregate && r.Is.Of == l.Is.Of {
				t = l.Is // a price is for one of them already: "price per litre"
			}
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

// amongThose is how many things, or values, there are to which rows of a table belong by keys: what is said of the rows holds for both sides of
// "average number of dumped batches per style".
func (d *draft) amongThose(rows *schema.Table, n phrase.Noun) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range n.Name.Matches {
		path, ok := meaning.Way(d.composer.index, rows, m.Table, nil)
		column := m.Column
		switch {
		case !ok || len(path) == 0:
			continue
		case column == nil && len(path[len(path)-1].FromColumns) == 1:
			column = path[len(path)-1].FromColumns[0]
		case column == nil || column.Metric != nil || column.Condition != nil || !ofSeveral(meaning.ColumnTerm(column, n.At)):
			continue
		}
		t := meaning.Term{Kind: meaning.Count, Of: rows, Args: []meaning.Term{meaning.ColumnTerm(column, n.At)}, Distinct: true, At: n.At}
		out = append(out, Option[meaning.Term]{t, m.Score() - costStep*float64(len(path)-1)})
	}
	return out
}

// ofKinds says that a term counts what a column says of things, and no things: their kinds, or their grades.
func ofKinds(t meaning.Term) bool {
	if t.Kind != meaning.Count || len(t.Args) != 1 || t.Args[0].Column == nil {
		return false
	}
	role := t.Args[0].Column.Role
	return role == schema.Category || role == schema.Flag || role == schema.Measure
}

// meanOf is what all rows come to by how many of those there are that they belong to: "average charges per shipment". What belongs to
// things that have names is taken by them instead, unless more is said to take it by or it is what was sold.
func (d *draft) meanOf(f phrase.Figure) []Option[meaning.Term] {
	over, under := f.Args[0].Noun, f.Args[1].Noun
	var out []Option[meaning.Term]
	if thingsCounted(over.Name) {
		out = d.countedApiece(f)
	}
	for _, l := range d.measure(over, "sum", f.At) {
		for _, m := range under.Name.Matches {
			if l.Is.Of == nil {
				continue
			}
			if m.Column != nil {
				if m.Table == l.Is.Of && m.Column.Role == schema.Measure && measures(m.Column) && m.Column.Aggregate == schema.Sum {
					heads := meaning.AggregateOf("sum", m.Column, under.At)
					out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{l.Is, heads}, At: f.At}, (l.Score + m.Score()) / 2})
				}
				continue
			}
			path, ok := meaning.Way(d.composer.index, l.Is.Of, m.Table, nil)
			if m.Table == l.Is.Of && l.Is.Fn == "sum" && !m.Table.Named() {
				each := l.Is // "average amount per payment": each row has its own
				each.Fn = "avg"
				out = append(out, Option[meaning.Term]{each, (l.Score+m.Score())/2 + costPrincipal})
				continue
			}
			if !ok || len(path) == 0 || m.Table.Named() && len(d.plan.dims) == 0 && !trades(over.Name) && !ofParts(l.Is) {
				continue
			}
			wholes := d.referredTo(l.Is.Of, m.Table, under.At)
			out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{l.Is, asCounted(l.Is, wholes)}, At: f.At}, (l.Score+m.Score())/2 - costStep*float64(len(path)-1)})
		}
	}
	return ranked(out, mostReadings)
}

// countedApiece is how many things there are for one of those to which they refer: "average bookings per member".
func (d *draft) countedApiece(f phrase.Figure) []Option[meaning.Term] {
	over := f.Args[0].Noun
	var out []Option[meaning.Term]
	for _, l := range d.count(over, over.At) {
		for _, r := range d.amongThose(l.Is.Of, f.Args[1].Noun) {
			out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{l.Is, r.Is}, At: f.At}, (l.Score + r.Score) / 2})
		}
	}
	if len(out) > 0 {
		return out
	}
	args := []phrase.Figure{{Kind: phrase.Count, Noun: over, At: over.At}, f.Args[1]}
	return d.ratio(phrase.Figure{Kind: phrase.Mean, Args: args, At: f.At})
}

// averaged makes the average of what things come to that were said in the plural less likely: "average bookings" are so many of them.
func (d *draft) averaged(f phrase.Figure, list []Option[meaning.Term]) []Option[meaning.Term] {
	if f.Fn == "avg" && thingsCounted(f.Noun.Name) {
		for i := range list {
			list[i].Score -= costLater
		}
	}
	return list
}

// thingsCounted says that a name in the plural is that of rows alone, which are things and no money.
func thingsCounted(n phrase.Name) bool {
	if len(n.Matches) == 0 || !phrase.Several(n.Text) || uncounted(n) || trades(n) {
		return false
	}
	first := n.Matches[0]
	return first.Column == nil && first.Exact() && !slices.ContainsFunc(first.Table.Words, func(w string) bool { return slices.Contains(english.MoneyTables, w) })
}

// trades says that a name is one of what was sold.
func trades(n phrase.Name) bool {
	words := schema.Words(asSaid(n))
	return len(words) > 0 && phrase.Trades(words[len(words)-1])
}

// ofParts says that a figure adds up what was computed of each row: rows are its parts, and a mean of theirs says nothing.
func ofParts(t meaning.Term) bool {
	if t.Kind != meaning.Aggregate || t.Args[0].Column == nil || t.Args[0].Column.Metric == nil {
		return false
	}
	c := t.Args[0].Column
	return c.Metric.Otherwise["avg"] != nil && c.Taken() == nil
}

// asCounted is how many of things a figure is shared out among: of those in its own rows, the ones in rows that its definition counts.
func asCounted(figure, heads meaning.Term) meaning.Term {
	if figure.Kind != meaning.Aggregate || figure.Args[0].Column == nil || figure.Args[0].Column.Metric == nil || heads.Kind != meaning.Count || heads.Of != figure.Of {
		return heads
	}
	if counts := figure.Args[0].Column.Metric.Counts; counts != nil && len(heads.Where) == 0 {
		heads.Where = []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(counts, heads.At), Values: []any{true}, At: heads.At}}
	}
	return heads
}

// partsOf counts the rows that the ones of a figure are made of.
func (d *draft) partsOf(whole *schema.Table, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		if of, ok := wholeOf(d.composer.index, t); ok && of == whole {
			out = append(out, Option[meaning.Term]{meaning.CountOf(t, at), 1 - costPrincipal - costOfBought(t)})
		}
	}
	return out
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
	inStock := false
	for _, m := range f.Noun.Name.Matches {
		if m.Column != nil {
			if t, ok := stockWorth(m.Column, f.At); ok {
				out = append(out, Option[meaning.Term]{t, m.Score() + costPrincipal})
				inStock = true
			}
			if c := worthOf(m.Table); c != nil && c != m.Column {
				out = append(out, Option[meaning.Term]{aggregate("sum", c, f.At), m.Score() - costPrincipal})
			}
			continue
		}
		c := chief(m.Table)
		if amount := amountOf(m.Table); c != nil && tallies(c) && amount != nil {
			c = amount // they come to money, and not to so many pieces
		}
		if c != nil {
			out = append(out, Option[meaning.Term]{aggregate("sum", c, f.At), m.Score() - costPrincipal})
		} else {
			out = append(out, d.ofLines(m, "sum", f.At)...)
		}
		out = append(out, d.ofRows(m, f.At)...)
	}
	if inStock {
		return ranked(out, mostReadings)
	}
	out = append(out, d.measure(f.Noun, "sum", f.At)...)
	counts := func(o Option[meaning.Term]) bool { return o.Is.Kind == meaning.Count }
	if told := slices.DeleteFunc(slices.Clone(out), counts); len(told) > 0 {
		out = told // "order value" is no number of orders
	}
	return ranked(out, mostReadings)
}

// StockWorth says that a column is of pieces in stock of which rows tell what they come to.
func StockWorth(c *schema.Column) bool {
	_, ok := stockWorth(c, meaning.Span{})
	return ok
}

// stockWorth is what pieces in stock come to at what one of them costs, or else sells for. False where rows tell neither, or several such
// numbers.
func stockWorth(pieces *schema.Column, at meaning.Span) (t meaning.Term, ok bool) {
	if !measures(pieces) || !pieces.Has(english.StockWords...) {
		return t, false
	}
	for _, each := range []string{"cost", "price"} {
		var one *schema.Column
		for _, c := range pieces.Table.Columns {
			if c.Hidden || c == pieces || !measures(c) || !c.Has(each) {
				continue
			}
			if one != nil {
				return t, false
			}
			one = c
		}
		if one != nil {
			worth := meaning.Term{Kind: meaning.Arithmetic, Fn: "*", Args: []meaning.Term{meaning.ColumnTerm(pieces, at), meaning.ColumnTerm(one, at)}, At: at}
			return meaning.Term{Kind: meaning.Aggregate, Fn: "sum", Of: pieces.Table, Args: []meaning.Term{worth}, At: at}, true
		}
	}
	return t, false
}

// costOfRows is a thing's worth taken from rows that refer to it.
const costOfRows = 0.2

// ofRows is what a thing comes to by the rows that refer to it: a surcharge by what was charged for it.
func (d *draft) ofRows(m schema.Match, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, e := range d.composer.index.Graph.Of(m.Table) {
		if e.To != m.Table || e.From == m.Table || len(e.FromColumns) != 1 {
			continue
		}
		if c := worthOf(e.From); c != nil {
			out = append(out, Option[meaning.Term]{aggregate("sum", c, at), m.Score() - costOfRows})
		}
	}
	return out
}

// quotient is one figure by another, as the words say how it is made up.
func (d *draft) quotient(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	if by := f.Args[1].Noun; by.At.From > 0 && d.words[by.At.From-1] == "over" && slices.ContainsFunc(schema.Words(by.Name.Text), phrase.Plans) {
		return nil // "campaigns over budget" are some that cost more
	}
	for _, l := range d.side(f.Args[0]) {
		for _, r := range d.side(f.Args[1]) {
			if l.Is.Equal(r.Is) {
				continue
			}
			over := l.Is
			scale := float64(f.Scale)
			if f.Fn == phrase.InHundred {
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

// side is a side of a quotient: a measure, or how many there are, each over the rows that were said.
func (d *draft) side(f phrase.Figure) []Option[meaning.Term] {
	list := d.figure(f)
	if f.Kind == phrase.Plain {
		list = append(list, d.counts(f.Noun, f.At)...)
	}
	if len(f.Noun.Name.Matches) == 0 && len(f.Noun.Conds) == 1 && len(list) == 0 {
		for _, t := range d.behindCatalogues(d.holders(f.Noun.Conds[0]), f.Noun.Conds[0]) {
			list = append(list, Option[meaning.Term]{meaning.CountOf(t.Is, f.At), 1 + t.Score - costPrincipal}) // "debits to credits"
		}
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
	switch {
	case f.Kind == phrase.Running:
		kind = meaning.Running
	case f.Kind == phrase.Change && !slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool { return dim.Grain != "" }):
		return nil // there is no unit before
	case f.Kind == phrase.Change:
		kind = meaning.Change
	}
	list := d.figure(f.Args[0])
	if n := f.Args[0].Noun; len(list) == 0 && f.Args[0].Kind == phrase.Plain && phrase.Several(n.Name.Text) {
		list = d.counts(n, f.At) // "orders per month with the change": how many they are
	}
	if f.Fn == phrase.EachShare {
		if !d.sharedOut() {
			return nil
		}
		if n := f.Args[0].Noun; !uncounted(n.Name) {
			list = slices.DeleteFunc(list, func(o Option[meaning.Term]) bool {
				return o.Is.Kind == meaning.Aggregate && names(n.Name, []*schema.Table{o.Is.Of})
			})
			list = ranked(append(list, d.counts(n, f.At)...), mostReadings)
		}
	}
	var out []Option[meaning.Term]
	for _, o := range list {
		if o.Is.Fn == "avg" && kind != meaning.Change {
			continue // levels are not shared out
		}
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: kind, Args: []meaning.Term{o.Is}, At: f.At}, o.Score})
	}
	return out
}

// sharedOut says that a figure is taken by something, and that nothing but a time, and what is left out, says of which rows: each has its
// share of all.
func (d *draft) sharedOut() bool {
	alone := len(d.plan.figures) == 1 && len(d.plan.nouns) == 0
	return alone && len(d.plan.dims) > 0 && !slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool {
		leftOut := c.Kind == phrase.IsValue && c.Not
		return !leftOut && (c.Kind != phrase.InPeriod || c.Name != nil)
	})
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
	outer := d.plan.conds
	defer func() { d.plan.conds = outer }()
	d.plan.conds = slices.Concat(outer, conds) // which moment a period is of, the others tell: orders cancelled last month
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

// thingsOf is the table whose rows are of the kinds that a list names: homeowners are applicants whose type is that, not types. Nil for
// lists of something else.
func (d *draft) thingsOf(list *schema.Table) *schema.Table {
	if list.Class != schema.List && !(sorted(list) && list.Rows <= fewKinds && list.Class == schema.Thing) {
		return nil
	}
	var found *schema.Table
	for _, e := range d.composer.index.Graph.Of(list) {
		if e.To != list || e.From == list || !sorted(list) && (len(list.Words) <= len(e.From.Words) || !within(e.From.Words, list.Words)) {
			continue
		}
		switch thing := e.From.Class == schema.Thing; {
		case found == nil || thing && found.Class != schema.Thing:
			found = e.From
		case thing || found.Class != schema.Thing:
			return nil
		}
	}
	return found
}

// fewKinds is up to how many rows a table that is called one of sorts of things lists them, whatever else it tells of each.
const fewKinds = 50

// sorted says that a list is called one of sorts of things.
func sorted(list *schema.Table) bool {
	return hasWord(list.Words, []string{"type", "category", "kind", "class", "genre", "sort", "group", "segment"})
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
			if kind := d.thingsOf(m.Column.Table); kind != nil && c.Name == nil {
				add(kind, score)
				score -= costLater
			}
			add(m.Column.Table, score)
		}
	}
	if c.Name != nil {
		for _, m := range c.Name.Matches {
			add(m.Table, m.Score()-1)
		}
	}
	if standing(c) || c.Kind == phrase.Pending && c.Name == nil {
		for _, t := range d.composer.index.Tables {
			if list := d.rowCond(t, c); len(list) > 0 {
				add(t, list[0].Score-d.owedElsewhere(t, c, list[0].Is))
			}
		}
	}
	return ranked(out, mostReadings)
}

// costOwed is rows that are not done with and owe no money, where what is unpaid or outstanding is asked for.
const costOwed = 0.3

// owedElsewhere is what it costs that rows which are not done with are none that people pay: "unpaid" is said of invoices.
func (d *draft) owedElsewhere(t *schema.Table, c phrase.Cond, is meaning.Cond) float64 {
	if c.Kind != phrase.Pending || !c.At.Said() {
		return 0
	}
	said := strings.Join(d.words[c.At.From:min(c.At.To, len(d.words))], " ")
	paid := is.Left.Column != nil && is.Left.Column.Has("pay", "paid", "payment")
	switch {
	case strings.Contains(said, "paid") && !paid, strings.Contains(said, "outstanding") && !paid && principal(t) == nil:
		return costOwed
	}
	return 0
}
