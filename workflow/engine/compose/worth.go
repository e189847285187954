package compose

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// worth is what rows of a kind come to: "value of returns" is the first measure of their table.
func (d *draft) worth(n phrase.Noun, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.holders(n.Kind()) {
		if c := chief(t.Is); c != nil && fn != "" {
			out = append(out, Option[meaning.Term]{aggregate(fn, c, at), 1 + t.Score - costPrincipal})
		}
	}
	return out
}

// chief is the measure of a table that is asked for first, where it adds up and is what rows come to; nil for others.
func chief(t *schema.Table) *schema.Column {
	if len(t.Measures) == 0 || t.Measures[0].Aggregate != schema.Sum || t.Measures[0].Has(english.AddedTo...) {
		return nil
	}
	return t.Measures[0]
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

// since is how long ago the rows of a table came to be, people with a birth aside, whose age is counted in years from it.
func (d *draft) since(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range f.Noun.Name.Matches {
		own, ok := meaning.TimeOf(d.composer.index, m.Table)
		if m.Column != nil || !ok || own.Via != nil || m.Table.Personal() {
			continue
		}
		age := meaning.Term{Kind: meaning.Age, Fn: cmp.Or(f.Fn, "day"), Value: d.now.Format(time.DateOnly), Args: []meaning.Term{own}, At: f.At}
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Aggregate, Fn: cmp.Or(f.Args[0].Fn, "avg"), Of: m.Table, Args: []meaning.Term{age}, At: f.At}, m.Score() - costPrincipal/2})
	}
	if len(out) == 0 {
		out = d.ages(f.Args[0].Fn, f.At)
	}
	return ranked(out, mostReadings)
}

// eachWorth makes what things come to, where it is asked for beside their columns and only their lines tell it, a figure of each:
// "orders with customer, date and value".
func (d *draft) eachWorth() {
	p := &d.plan
	at := slices.IndexFunc(p.also, func(a phrase.Also) bool {
		return a.Of == nil && len(a.Names) == 1 && SaysWhole(a.Names[0].Text)
	})
	if at < 0 || len(p.figures) > 0 || len(p.dims) > 0 || len(p.nouns) == 0 || len(p.nouns[0].Name.Matches) == 0 || p.keep != nil {
		return
	}
	whole, said := p.nouns[0], p.also[at].Names[0]
	best := whole.Name.Matches[0]
	if best.Column != nil {
		return
	}
	lines := Telling(d.composer.index, best.Table)
	if lines == nil {
		p.also = withAmount(p.also, at, best.Table)
		return
	}
	said.Matches = []schema.Match{{Table: lines, Column: lines.Worth, Quality: 1, Coverage: 1, From: said.At.From, To: said.At.To}}
	p.figures = []phrase.Figure{{Kind: phrase.Plain, Fn: "sum", Noun: phrase.Noun{Name: said, At: said.At}, At: said.At}}
	p.dims = []phrase.Dimension{{Name: whole.Name, Each: true, At: whole.At}}
	p.conds = append(p.conds[:len(p.conds):len(p.conds)], whole.Conds...)
	p.nouns, p.also = p.nouns[1:], slices.Delete(slices.Clone(p.also), at, at+1)
	for _, n := range p.nouns {
		p.also = append([]phrase.Also{{Names: []phrase.Name{n.Name}, At: n.At}}, p.also...) // "orders: customer, date, value"
		p.conds = append(p.conds, n.Conds...)
	}
	p.nouns = nil
}

// withAmount gives what rows come to, which is asked for by a word that calls no column, the column that tells it.
func withAmount(list []phrase.Also, at int, of *schema.Table) []phrase.Also {
	said := list[at].Names[0]
	c := worthOf(of)
	if len(said.Matches) > 0 || c == nil {
		return list
	}
	said.Matches = []schema.Match{{Table: of, Column: c, Quality: 1, Coverage: 1, From: said.At.From, To: said.At.To}}
	list = slices.Clone(list)
	list[at].Names = []phrase.Name{said}
	return list
}

// SaysWhole says that a text is a name for what rows come to: "value".
func SaysWhole(text string) bool {
	return slices.Contains(english.ComesToWords, strings.ToLower(text))
}

// Telling is the table of lines that alone tell what the rows of a table come to: orders without a total of their own, whatever their
// freight is. It is nil for others.
func Telling(x *schema.Index, t *schema.Table) *schema.Table {
	if slices.ContainsFunc(t.Measures, func(c *schema.Column) bool {
		return c.Aggregate == schema.Sum && measures(c) && !c.Has(english.AddedTo...)
	}) {
		return nil
	}
	return linesOf(x, t)
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

// turnedOver is what was sold: as it is known for the whole database, else by tables of trade.
func (d *draft) turnedOver(fn string, at meaning.Span) []Option[meaning.Term] {
	list := d.traded(schema.Trades, fn, at)
	for _, c := range d.composer.index.Metrics() {
		t := computed(d.composer.index, c, fn, at)
		if c.Metric.Turnover || phrase.Trades(c.Name) && !english.OutlayWords[c.Name] {
			known := schema.Match{Table: c.Table, Column: c, Quality: scoreTurnover - costPrincipal, Coverage: 1}
			list = slices.DeleteFunc(list, func(o Option[meaning.Term]) bool { return alike(o.Is, t) })
			return slices.Concat(list, []Option[meaning.Term]{{t, scoreTurnover}}, d.ofWhole(known, fn, at))
		}
	}
	return list
}

// alike says that two figures are the same aggregate of the same values, whatever these are called.
func alike(a, b meaning.Term) bool {
	if a.Equal(b) {
		return true
	}
	value := func(t meaning.Term) (string, bool) {
		if t.Kind != meaning.Aggregate || t.Args[0].Column == nil {
			return "", false
		}
		return t.Args[0].Column.Expression().SQL(), true
	}
	l, ok := value(a)
	r, also := value(b)
	return ok && also && a.Fn == b.Fn && l == r
}

// scoreTurnover is how surely a word of trade that names nothing is what the lines of sales come to.
const scoreTurnover = 1

// ofWhole is what the rows come to whose parts an inferred measure is over: the total of an order holds what its lines do not tell.
func (d *draft) ofWhole(m schema.Match, fn string, at meaning.Span) []Option[meaning.Term] {
	if !m.Column.Metric.Inferred {
		return nil
	}
	whole, ok := wholeOf(d.composer.index, m.Column.Metric.Tables[0])
	if !ok || len(whole.Measures) == 0 {
		return nil
	}
	for _, c := range whole.Measures {
		if c.Aggregate == schema.Sum && c.Has("amount", "total", "net", "value") && !c.Has(english.SecondaryWords...) {
			return []Option[meaning.Term]{{aggregate(fn, c, at), m.Score() + costPrincipal + gainWhole}}
		}
	}
	return nil
}

// gainWhole is a whole's own total before what its parts come to.
const gainWhole = 0.03

// wholeOf is the table of whose rows those of another are parts: orders of order lines.
func wholeOf(x *schema.Index, t *schema.Table) (*schema.Table, bool) {
	own, ok := meaning.TimeOf(x, t)
	if !ok || own.Via == nil || own.Column.Table == t || own.Column.Table.Class == schema.Calendar {
		return nil, false
	}
	return own.Column.Table, true
}

// laidOut is what was spent: by tables of what was bought, else by those of trade, whose customers spent it.
func (d *draft) laidOut(fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, o := range d.tradeTables(english.BoughtWords) {
		if c := worthOf(o.Is); c != nil {
			out = append(out, Option[meaning.Term]{aggregate(fn, c, at), o.Score})
		}
	}
	for _, o := range d.turnedOver(fn, at) {
		if !slices.ContainsFunc(out, func(b Option[meaning.Term]) bool { return alike(b.Is, o.Is) }) {
			out = append(out, Option[meaning.Term]{o.Is, o.Score - 3*costPrincipal})
		}
	}
	return out
}

// costOfBought is that rows tell of what was bought, where orders are spoken of: ours by our customers come first.
func costOfBought(t *schema.Table) float64 {
	if hasWord(t.Words, english.BoughtWords) {
		return costPrincipal / 2
	}
	return 0
}

// pieces is how many pieces were sold: the quantities of the lines of sales.
func (d *draft) pieces(fn string, at meaning.Span) []Option[meaning.Term] {
	if fn == "" {
		fn = "sum"
	}
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		c := quantityOf(t)
		if c == nil {
			continue
		}
		score := 1 - 0.02*float64(len(t.Words))
		if hasWord(t.Words, english.BoughtWords) {
			score -= costPrincipal
		}
		out = append(out, Option[meaning.Term]{aggregate(fn, c, at), score})
	}
	return out
}

// quantityOf is the quantity of a row that tells of one at a price; nil for others.
func quantityOf(t *schema.Table) *schema.Column {
	i := slices.IndexFunc(t.Columns, isQuantity)
	if t.Worth == nil && (i < 0 || t.Columns[i].Has("quantity") || worthOf(t) == nil || !hasWord(t.Words, schema.Trades)) || i < 0 {
		return nil
	}
	return t.Columns[i]
}

// isQuantity says that a column is how many pieces a row is of.
func isQuantity(c *schema.Column) bool {
	return c.Aggregate == schema.Sum && c.Has("quantity", "piece", "copy", "pack", "bottle", "carton") && measures(c)
}

// selling is what sells best is told by: how many pieces were sold, or what for.
func (d *draft) selling(f phrase.Figure) []Option[meaning.Term] {
	out := d.pieces("sum", f.At)
	for _, o := range d.measure(f.Noun, "", f.At) {
		out = append(out, Option[meaning.Term]{o.Is, o.Score - costPrincipal})
	}
	return ranked(out, 2*mostReadings)
}

// sold is how many of some things were sold: the quantities of the lines that refer to them, or how many there are.
func (d *draft) sold(f phrase.Figure) []Option[meaning.Term] {
	if f.Fn == phrase.Grouped && len(d.plan.dims) == 0 && d.plan.compare == nil {
		return nil
	}
	lines := d.pieces("sum", f.At)
	if len(f.Noun.Name.Matches) == 0 {
		return lines
	}
	var out []Option[meaning.Term]
	for _, m := range f.Noun.Name.Matches {
		for _, o := range lines {
			if m.Column == nil && (o.Is.Of != m.Table || m.Coverage < 1) && meaning.Refers(d.composer.index, o.Is.Of, m.Table) {
				out = append(out, Option[meaning.Term]{o.Is, m.Score() + o.Score - 1})
			}
		}
	}
	if len(out) == 0 && f.Fn == "" {
		return d.count(f.Noun, f.At)
	}
	return ranked(out, mostReadings)
}

// worthOf is the column that says what a row of trade comes to.
func worthOf(t *schema.Table) *schema.Column {
	if t.Worth != nil {
		return t.Worth
	}
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

// onlySum is the one measure of a table that adds up: what "total value of permits" is of; nil for none, and for several.
func onlySum(t *schema.Table) *schema.Column {
	var one *schema.Column
	for _, c := range t.Measures {
		if c.Aggregate != schema.Sum || c.Metric != nil || c.Has(english.AddedTo...) || c.Has(english.Numbering...) {
			continue
		}
		if one != nil {
			return nil
		}
		one = c
	}
	return one
}

// amountOf is what the value of a table's rows is: their one measure that adds up, else an amount of them.
func amountOf(t *schema.Table) *schema.Column {
	if c := onlySum(t); c != nil {
		return c
	}
	if c := worthOf(t); c != nil && !c.Has(english.AddedTo...) && !c.Has(english.Numbering...) {
		return c
	}
	return nil
}

// saysWorth says that the words of a figure ask what things come to, and not how many there are.
func (d *draft) saysWorth(at meaning.Span) bool {
	return at.Said() && slices.ContainsFunc(d.words[at.From:min(at.To, len(d.words))], func(w string) bool {
		return w == "value" || w == "values" || w == "amount" || w == "worth"
	})
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

// measures says that a column's values can be added up or averaged.
func measures(c *schema.Column) bool {
	return c.Metric == nil && c.Type.Numeric() && !c.Key() && !c.Has("key", "identifier", "code", "number") && c.Role != schema.Flag && !c.Year && c.Coded() == ""
}

// computed is a computed measure: over the rows of the table that refers to its others.
func computed(x *schema.Index, c *schema.Column, fn string, at meaning.Span) meaning.Term {
	if other := c.Metric.Otherwise[fn]; other != nil {
		c = other
	}
	of := overRows(x, c.Metric)
	switch {
	case c.Metric.Aggregate, fn == "" && c.Aggregate != schema.Average:
		fn = "sum"
	case fn == "":
		fn = "avg"
	}
	return meaning.Term{Kind: meaning.Aggregate, Fn: fn, Of: of, Args: []meaning.Term{meaning.ColumnTerm(c, at)}, Name: strings.ReplaceAll(c.Name, "_", " "), At: at}
}

// overRows is the table whose rows a figure is computed over: the one that refers to its others.
func overRows(x *schema.Index, m *schema.Metric) *schema.Table {
	for _, t := range m.Tables {
		if !slices.ContainsFunc(m.Tables, func(o *schema.Table) bool { return !meaning.Refers(x, t, o) }) {
			return t
		}
	}
	return m.Tables[0]
}

// levels says that values of a column are averaged where nothing is said: they do not add up.
func levels(c *schema.Column) bool {
	agreed := c.Aggregate == schema.Sum && c.Has("price") // of a contract
	return c.Aggregate == schema.Average || c.Has(english.AveragedWords...) && !c.Has("total") && !agreed
}

func aggregate(fn string, c *schema.Column, at meaning.Span) meaning.Term {
	if fn == "" {
		fn = "sum"
		if levels(c) {
			fn = "avg"
		}
	}
	t := meaning.AggregateOf(fn, c, at)
	if c.Metric != nil {
		t.Name = c.Name
	}
	return t
}

// principal is the column that a table's name stands for; nil when there is none.
func principal(t *schema.Table) *schema.Column {
	if !massive(t) && !slices.ContainsFunc(t.Words, func(w string) bool { return slices.Contains(english.MoneyTables, w) }) {
		return nil
	}
	return principalOf(t)
}

// principalBy is the same for a table that a name stands for, which may be said for what its rows come to: donations of gifts.
func principalBy(n phrase.Name, t *schema.Table) *schema.Column {
	if c := principal(t); c != nil || !uncounted(n) {
		return c
	}
	return principalOf(t)
}

// principalOf is the column that says what rows of a table come to; nil when there is none.
func principalOf(t *schema.Table) *schema.Column {
	if t.Worth != nil {
		return t.Worth
	}
	var best *schema.Column
	score := 0
	for _, c := range t.Columns {
		if !measures(c) || c.Metric != nil {
			continue
		}
		s := 0
		for i, w := range english.PrincipalWords {
			if c.Has(w) {
				s += len(english.PrincipalWords) - i
			}
		}
		if c.Has(english.SecondaryWords...) {
			s -= len(english.PrincipalWords)
		}
		if s > score {
			best, score = c, s
		}
	}
	if best == nil {
		for _, c := range t.Measures {
			if c.Aggregate == schema.Sum && c.Has("cost", "spend", "fee", "charge", "amount", "premium", "price", "duration", "hour", "minute", "consumption", "usage", "quantity", "volume") && (best == nil || best.Unit == "" && c.Unit != "") {
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

// massive says that a table is called by a word for what its rows come to.
func massive(t *schema.Table) bool {
	return t.Called(english.MassNouns) || len(t.Words) > 0 && english.MassEndings[t.Words[len(t.Words)-1]]
}

// asSaid is a name as it was said, where a word stands for that of a taught figure.
func asSaid(n phrase.Name) string {
	for _, m := range n.Matches {
		if m.Column != nil && m.Column.Metric != nil && m.Column.Metric.Said[strings.ToLower(n.Text)] != "" {
			return m.Column.Metric.Said[strings.ToLower(n.Text)]
		}
	}
	return n.Text
}

// uncounted says that a noun is said for what rows come to, whatever was done with them: "sales", "donations received", not "orders".
func uncounted(n phrase.Name) bool {
	words := schema.Words(asSaid(n))
	for len(words) > 1 && schema.Participle(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return false
	}
	last := schema.Lemma(words[len(words)-1])
	return english.MassNouns[last] || english.MassEndings[last]
}

// ownFigure is the measure by whose name a table's name ends: hours of volunteer_hours. Its rows are not what anybody counts.
func ownFigure(t *schema.Table) *schema.Column {
	if len(t.Words) < 2 {
		return nil
	}
	for _, c := range t.Measures {
		if c.Aggregate == schema.Sum && len(c.Words) == 1 && c.Words[0] == t.Words[len(t.Words)-1] {
			return c
		}
	}
	return nil
}

// endsIn says that the last word of a name is that of a column.
func endsIn(n phrase.Name, c *schema.Column) bool {
	words := schema.Words(n.Text)
	return len(words) > 0 && schema.Lemma(words[len(words)-1]) == c.Words[0]
}

// gainMass is a table that is called by such a word, read as its measure.
const gainMass = 0.3

// margin is what remains of sales when their cost is taken off, of tables that hold both.
func (d *draft) margin(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		sold, i := principal(t), slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return c.Has("cost") && measures(c) && !c.Has("unit", "local") })
		if sold == nil {
			sold = t.Worth
		}
		cost := t.Cost
		if i >= 0 {
			cost = t.Columns[i]
		}
		if sold == nil || sold == cost || sold.Has("cost") {
			continue
		}
		costs, ok := d.costOf(t)
		if cost != nil {
			costs, ok = aggregate("sum", cost, f.At), true
		}
		if !ok {
			continue
		}
		left := meaning.Term{Kind: meaning.Arithmetic, Fn: "-", Args: []meaning.Term{aggregate("sum", sold, f.At), costs}, Name: "margin", At: f.At}
		if f.Fn == phrase.InHundred {
			left = inHundred(left, aggregate("sum", sold, f.At), "margin percent", f.At)
		}
		out = append(out, Option[meaning.Term]{left, 1})
	}
	return ranked(out, mostReadings)
}

// costOf is what rows of what was sold cost by the things that they refer to: so many at what one of these costs.
func (d *draft) costOf(t *schema.Table) (meaning.Term, bool) {
	quantity := quantityOf(t)
	if quantity == nil {
		return meaning.Term{}, false
	}
	for _, e := range d.composer.index.Graph.Of(t) {
		if e.From != t || e.To == t || e.To.Class == schema.Fact {
			continue
		}
		i := slices.IndexFunc(e.To.Columns, costsEach)
		if i < 0 {
			continue
		}
		of := meaning.Term{Kind: meaning.Arithmetic, Fn: "*", Args: []meaning.Term{meaning.ColumnTerm(quantity, meaning.Span{}), {Kind: meaning.Column, Column: e.To.Columns[i], Via: e}}}
		return meaning.Term{Kind: meaning.Aggregate, Fn: "sum", Of: t, Args: []meaning.Term{of}, Name: "total cost"}, true
	}
	return meaning.Term{}, false
}

// costsEach says that a column is what one of a thing costs who sells it.
func costsEach(c *schema.Column) bool {
	return !c.Hidden && c.Type.Numeric() && !c.Key() && (c.Has("cost") && len(c.Words) <= 2 || c.Has("purchase", "buy", "buying") && c.Has("price")) && !c.Has("shipping", "delivery", "total")
}
