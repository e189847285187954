package schema

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Metric is what is computed: an expression over columns, written table.column.
type Metric struct {
	// Expression holds columns qualified by their table's name.
	Expression statement.Expr
	// Aggregate says that the expression aggregates by itself; else it is summed.
	Aggregate bool
	// Inferred says that nobody defined it: it is what rows of trade come to.
	Inferred bool
	// Turnover says that a person defined what was sold by it, in place of what was inferred.
	Turnover bool
	// Of, where there, says of which columns parley put it together by what they are called: "cost parts + cost labour".
	Of string
	// Moment is the column by which a figure lies on the calendar, where that was said; nil for its table's. Of a condition that looks for
	// rows of another table it is the one of theirs by which that is so at a time; nil where none is known.
	Moment *Column
	// Otherwise are the same rows' values taken in another way, by its aggregate: the average and the median of what is summed up.
	Otherwise map[string]*Column
	// Counts, where there, says of a row whether the figure counts it: its one aggregate is filtered so.
	Counts *Column
	// Said are the names that people gave it, by the one word each that questions are read with.
	Said map[string]string
	// Each, where there, is the figure of one row: what its aggregates are taken of.
	Each *Column
	// Owed says that a person defined what is still owed by it, in place of what is put together of amounts and payments.
	Owed bool
	// Tables are those of its columns.
	Tables []*Table
	// Sides are the aggregates that the expression is made of, where they are over rows of several tables of which none refers to
	// all others: each is computed over its own rows. None for an expression over the rows of one.
	Sides []*Column
}

// Within is a condition that looks for rows of another table, of those alone whose moment keeps a bound.
func (m *Metric) Within(bound func(moment statement.Expr) statement.Expr) statement.Expr {
	return m.Expression.Map(func(part statement.Expr) statement.Expr {
		q := part.Subquery()
		if _, not := part.AsNot(); not || q == nil {
			return part
		}
		for _, s := range q.From {
			if strings.EqualFold(s.Table, m.Moment.Table.Name) {
				q.Where = append(q.Where, bound(statement.Column(s.Name(), m.Moment.Name)).Terms()...)
			}
		}
		if x, _, _, ok := part.AsInQuery(); ok {
			return statement.InQuery(x, q)
		}
		return statement.Exists(q)
	})
}

// InHundred says that the figure is told in a hundred: its expression multiplies by that.
func (m *Metric) InHundred() bool {
	found := false
	m.Expression.Walk(func(part statement.Expr) bool {
		if op, l, r, ok := part.AsBinary(); ok && op == "*" {
			found = found || hundred(l) || hundred(r)
		}
		return !found
	})
	return found
}

// Taken is the column of its table whose values a figure adds up or averages, whatever they are counted in; nil where it is no figure, or
// one of more than that.
func (c *Column) Taken() *Column {
	if c.Metric == nil || len(c.Metric.Sides) > 0 {
		return nil
	}
	var found *Column
	n := 0
	c.Metric.Expression.Walk(func(part statement.Expr) bool {
		whole, _ := part.Unfiltered()
		fn, args, _, _, call := whole.AsCall()
		if !call || !part.Aggregate() {
			return true
		}
		n++
		if (fn == "sum" || fn == "avg") && len(args) == 1 {
			if _, name, plain := args[0].AsColumn(); plain {
				found = c.Metric.Tables[0].Column(name)
			}
		}
		return false
	})
	if n != 1 {
		return nil
	}
	return found
}

// hundred says that an expression is the number 100.
func hundred(e statement.Expr) bool {
	v, ok := e.AsLiteral()
	return ok && (v == int64(100) || v == 100.0)
}

func (x *Index) addMetric(words string, m *Metric) {
	c := x.figure(words, nil, m)
	x.metrics = append(x.metrics, c)
	x.makeKnown(c)
}

// figure is what is computed as a number of the rows of the first of its tables.
func (x *Index) figure(name string, words []string, m *Metric) *Column {
	c := x.computed(name, words, m.Tables[0])
	c.Type, c.Role, c.Numeric, c.Metric = db.Decimal, Measure, true, m
	return c
}

// makeKnown lets a computed column be found by the words of its name.
func (x *Index) makeKnown(c *Column) {
	x.speller.column(c, "")
	c.Names = []Name{{c.Words, 1, Written}}
	x.addName(name{table: c.Table, column: c}, c.Names[0])
}

// computed is a column of no table: what is said of the rows of one.
func (x *Index) computed(name string, words []string, t *Table) *Column {
	x.made++
	return &Column{Column: &db.Column{Name: strings.Join(Words(name), "_")}, ID: len(x.Columns) + x.made - 1, Table: t, Words: words}
}

// All are its tables; none of a nil one.
func (m *Metric) All() []*Table {
	if m == nil {
		return nil
	}
	return m.Tables
}

// Whole says that what is computed is no number of one row: it aggregates by itself, or is over rows of several tables. A nil one is
// a column of the database.
func (m *Metric) Whole() bool { return m != nil && (m.Aggregate || len(m.Tables) != 1) }

// Nullable says that columns of the expression may have no value, so that a condition may be neither true nor false.
func (m *Metric) Nullable() bool {
	for _, c := range m.Expression.Columns() {
		table, name, _ := c.AsColumn()
		for _, t := range m.Tables {
			if column := t.Column(name); t.Name == table && column != nil && column.Nullable {
				return true
			}
		}
	}
	return false
}

// Stands says of a condition that it is on how rows stand, which changes: on a status or a flag of theirs, or on whether a day has come.
func (m *Metric) Stands() bool {
	standing := false
	m.Expression.Walk(func(part statement.Expr) bool {
		x, _, null := part.AsNull()
		if !null {
			x = part
		}
		if c := m.column(x); c != nil {
			standing = standing || c.Role == Flag || slices.Contains(c.Table.Status, c) || null && c.Role == Moment
		}
		return !standing
	})
	return standing
}

// column is the column of one of the tables that an expression is; nil for other expressions.
func (m *Metric) column(e statement.Expr) *Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for _, t := range m.Tables {
		if c := t.Column(name); c != nil && (qualifier == "" || strings.EqualFold(t.Name, qualifier)) {
			return c
		}
	}
	return nil
}

// turnover are words of trade for what was sold, when the schema keeps quantities and prices apart.
var turnover = []string{"revenue", "turnover", "sales", "income", spending}

// inferMetrics finds what the rows of tables come to that tell of a quantity at a price, and makes what was sold known as revenue:
// by the lines of sales, else by tables of income, and only where there is nothing else by the lines of what was bought.
func (x *Index) inferMetrics() {
	var sold, other, bought *Column
	for _, t := range x.Tables {
		t.Worth = x.worthOf(t)
		switch {
		case t.Worth == nil:
		case t.Called(outgo), t.atCost():
			bought = bought.or(t.Worth)
		case t.ofTrade():
			sold = sold.or(t.Worth)
		default:
			other = other.or(t.Worth) // the materials of a job, what a grower is to deliver
		}
	}
	sold = sold.or(x.income()).or(other)
	if sold != nil && bought != nil && !x.traded(spending) {
		x.addMetric(spending, bought.metric())
	}
	if c := sold.or(bought); c != nil {
		x.addTurnover(c.metric())
	}
	if sold != nil {
		x.inferCost(sold.Table)
	}
}

// inferCost makes known what the rows of what was sold cost, where they tell of a quantity and of what one cost.
func (x *Index) inferCost(t *Table) {
	quantity := t.measure("quantity")
	at := slices.IndexFunc(t.Columns, func(c *Column) bool {
		return c.Has("cost") && c.Has("unit", "each", "price") && c.Type.Numeric() && !c.Key()
	})
	known := func(c *Column) bool { return c.Has("cost") && c.Aggregate == Sum && c.Role == Measure }
	if t.Worth == nil || quantity == nil || at < 0 || t.Columns[at] == quantity || slices.ContainsFunc(t.Columns, known) {
		return
	}
	t.Cost = x.figure("cost", []string{"cost"}, &Metric{Expression: statement.Binary("*", quantity.Expression(), t.Columns[at].Expression()), Tables: []*Table{t}})
	t.Cost.Aggregate = Sum
	m := t.Columns[at].metric()
	if t.Columns[at].InHundredths() {
		m.Expression = statement.Binary("*", quantity.Expression(), m.Expression)
	} else {
		m.Expression = t.Cost.Expression()
	}
	x.addMetric("cost", m)
}

// ofTrade says that the rows of a table are what was sold, or the lines of that, by its name or by a comment.
func (t *Table) ofTrade() bool {
	trade := func(w string) bool { return slices.Contains(Trades, w) }
	return slices.ContainsFunc(t.Words, trade) || slices.ContainsFunc(t.Names, func(n Name) bool {
		last := len(n.Words) - 1
		if last > 0 && (lineWords[n.Words[last]] || n.Words[last] == "line") {
			last--
		}
		return trade(n.Words[last]) && !slices.Contains(n.Words, "material")
	})
}

// atCost says that rows of a quantity tell only what it cost, and are called nothing that is sold.
func (t *Table) atCost() bool {
	return t.measure("price") == nil && !slices.ContainsFunc(t.Words, func(w string) bool { return slices.Contains(Trades, w) })
}

// spending is the word of trade for what was bought, where the schema tells of that, and else for what customers bought.
const spending = "spending"

// metric is the column as what is computed.
func (c *Column) metric() *Metric {
	e := c.Expression()
	if c.InHundredths() {
		e = statement.Binary("/", e, statement.Literal(100.0))
	}
	return &Metric{Expression: e, Tables: []*Table{c.Table}, Inferred: true}
}

// worthOf is what a row of a table comes to that tells of a quantity at a price: a column says so, or the two multiplied.
func (x *Index) worthOf(t *Table) *Column {
	quantity, price := t.measure("quantity"), t.measure("price")
	if price == nil {
		price = t.measure("cost")
	}
	if quantity == nil || price == nil || quantity == price || quantity.Aggregate == Latest || !x.Graph.refersOn(t) {
		return nil
	}
	for _, c := range t.Measures {
		if c.Aggregate == Sum && c.Has("net", "total", "amount", "value", "extended", "subtotal") && !c.Has(partOnly...) && c != quantity {
			return c
		}
	}
	if price.Has(wholes...) {
		return price
	}
	c := x.figure("worth", []string{"worth"}, &Metric{Expression: t.discounted(statement.Binary("*", quantity.Expression(), price.Expression()), price), Tables: []*Table{t}})
	c.Aggregate = Sum
	return c
}

// discounted is what rows of a price come to less the discount that they tell of: a share of it, a percentage or an amount.
func (t *Table) discounted(worth statement.Expr, price *Column) statement.Expr {
	d := t.measure("discount")
	switch {
	case d == nil || d.Distinct == 0:
		return worth
	case d.fraction():
		return statement.Binary("*", worth, statement.Binary("-", statement.Literal(int64(1)), known(d)))
	case d.Has("percent", "percentage", "rate") || d.Unit == "%":
		return statement.Binary("*", worth, statement.Binary("-", statement.Literal(int64(1)), statement.Binary("/", known(d), statement.Literal(100.0))))
	case d.Type == db.Decimal || d.Type == price.Type:
		return statement.Binary("-", worth, known(d))
	}
	return worth
}

// partOnly are words of amounts that are only a part of what a row comes to, or what it should.
var partOnly = []string{"tax", "vat", "discount", "fee", "cost", "shipping", "tip", "commission", "refund", "limit", "target", "budget", "quantity"}

// Expression is the column as an expression over its table.
func (c *Column) Expression() statement.Expr {
	if c.Metric != nil {
		return c.Metric.Expression
	}
	return statement.Column(c.Table.Name, c.Name)
}

// income is what a row of a table of payments or sales comes to, where quantity and price are not kept: what is left after
// discounts before what was asked. Of several such tables the plainest is taken: invoices before fuel transactions.
func (x *Index) income() *Column {
	var best *Column
	for _, t := range x.Tables {
		if t.income() < 0 || t.Called(outgo) || x.settlesOutgo(t) || !x.Graph.refersOn(t) || best != nil && best.Table.income() <= t.income() {
			continue
		}
		at := -1
		if t.measure("tax") != nil {
			at = slices.IndexFunc(t.Measures, func(c *Column) bool { return c.Aggregate == Sum && c.Has("net") && !c.Has(partOnly...) })
		}
		if at < 0 {
			at = slices.IndexFunc(t.Measures, func(c *Column) bool {
				return c.Aggregate == Sum && c.Has("amount", "total", "price", "fare") && !c.Has("tax", "discount", "cost", "tip", "deposit", "commission", "refund", "limit")
			})
		}
		if at < 0 {
			at = slices.IndexFunc(t.Measures, func(c *Column) bool { return c.Aggregate == Sum && c.Has("net", "gross") })
		}
		if at >= 0 {
			best = t.Measures[at]
		}
	}
	return best
}

// income ranks tables whose rows are money that comes in, 0 for the likeliest; negative for others, and where a comment tells of
// what was bought.
func (t *Table) income() int {
	words := t.Words
	if last := len(words) - 1; last > 0 && (lineWords[words[last]] || words[last] == "line") {
		words = words[:last] // charge lines are charges
	}
	at := slices.Index(Trades, words[len(words)-1])
	for _, n := range t.Names {
		if at < 0 && n.Source == Commented { // "Billing: invoices to customers"
			at = slices.Index(Trades, n.Words[len(n.Words)-1])
		}
	}
	if at < 0 || slices.ContainsFunc(t.Names, func(n Name) bool { return n.Source == Commented && spent[n.Words[len(n.Words)-1]] }) {
		return -1
	}
	return at*16 + min(len(t.Words), 16) - 1
}

// addTurnover makes the words of trade that nothing is called by stand for a metric. What has more to its name is something else:
// the annual revenue of a customer.
func (x *Index) addTurnover(m *Metric) {
	for _, word := range turnover {
		if !x.traded(word) {
			x.addMetric(word, m)
		}
	}
	x.stem()
}

// lineWords are last words of tables whose rows are parts of what the words before say.
var lineWords = wordsOf("lineWords")

// settlesOutgo says that rows of a table pay for what money goes out for, by what they refer to: the payments of claims.
func (x *Index) settlesOutgo(t *Table) bool {
	return slices.ContainsFunc(x.Graph.Of(t), func(e *Edge) bool {
		return e.From == t && e.Sure() && e.To.Called(outgo) && !e.To.Called(claimed)
	})
}

// traded says that something is called by a word of trade: by it alone, or a table by it among others.
func (x *Index) traded(word string) bool {
	return slices.ContainsFunc(x.postings[Lemma(word)], func(p posting) bool {
		n := x.names[p.name]
		return n.column == nil || !n.column.Has(qualifiers...)
	})
}

// qualifiers are words of figures that say of whom, of when or how sure they are: they are not what was sold.
var qualifiers = []string{"annual", "yearly", "expected", "forecast", "projected", "planned", "estimated", "target", "budget"}

// Trades are words of tables whose rows are what was sold, the likeliest first, and behind them those of the money for it: revenue
// is what was charged, whether it was paid or not.
var Trades = strings.Fields("sale invoice bill billing order charge ticket booking reservation purchase donation gift contribution payment receipt transaction")

// spent are words of comments for money that goes out.
var spent = wordsOf("spent")

// claimed are words of what may be paid to whoever has the books as well as by them.
var claimed = wordsOf("claimed")

// outgo are words of tables whose rows are no money that comes in: work orders, purchase orders.
var outgo = wordsOf("outgo")

// measure is the numeric column of a table that has the word in its name.
func (t *Table) measure(word string) *Column {
	for _, c := range t.Columns {
		if c.Has(word) && c.Type.Numeric() && !c.Key() {
			return c
		}
	}
	return nil
}

// totals says that a figure adds up values, whatever it does with the sum; of a number of rows, nobody is the biggest.
func (m *Metric) totals() bool {
	sums := !m.Expression.Aggregate()
	m.Expression.Walk(func(part statement.Expr) bool {
		fn, _, _, _, ok := part.AsCall()
		sums = sums || ok && fn == "sum"
		return true
	})
	return sums && len(m.Sides) == 0
}

// Metrics are the computed measures, in the order in which they were made known. Each stands as a column of the first of
// its tables.
func (x *Index) Metrics() []*Column { return x.metrics }
