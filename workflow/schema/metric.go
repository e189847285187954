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
	// Tables are those of its columns.
	Tables []*Table
	// Sides are the aggregates that the expression is made of, where they are over rows of several tables of which none refers to
	// all others: each is computed over its own rows. None for an expression over the rows of one.
	Sides []*Column
}

func (x *Index) addMetric(words string, m *Metric) {
	c := x.computed(words, nil, m.Tables[0])
	c.Type, c.Role, c.Numeric, c.Metric = db.Decimal, Measure, true, m
	x.speller.column(c, "")
	x.metrics = append(x.metrics, c)
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

// turnover are words of trade for what was sold, when the schema keeps quantities and prices apart.
var turnover = []string{"revenue", "turnover", "sales", "income", "spending"}

// inferMetrics makes quantity × price of a table of sales known as revenue, where no column is called so.
func (x *Index) inferMetrics() {
	for _, t := range x.Tables {
		quantity, price := t.measure("quantity"), t.measure("price")
		if quantity == nil || price == nil || !x.Graph.refersOn(t) {
			continue
		}
		m := &Metric{Expression: statement.Binary("*", statement.Column(t.Name, quantity.Name), statement.Column(t.Name, price.Name)), Tables: []*Table{t}}
		x.addTurnover(m)
		return
	}
	x.inferIncome()
}

// inferIncome makes what a row of a table of payments or sales comes to known as revenue, where quantity and price are not
// kept: what is left after discounts before what was asked. Of several such tables the plainest is taken: invoices before fuel
// transactions.
func (x *Index) inferIncome() {
	var best *Column
	for _, t := range x.Tables {
		if t.income() < 0 || t.Called(outgo) || !x.Graph.refersOn(t) || best != nil && best.Table.income() <= t.income() {
			continue
		}
		at := slices.IndexFunc(t.Measures, func(c *Column) bool {
			return c.Aggregate == Sum && c.Has("amount", "total", "price", "fare") && !c.Has("tax", "discount", "cost", "tip", "deposit", "commission", "refund", "limit")
		})
		if at >= 0 {
			best = t.Measures[at]
		}
	}
	if best != nil {
		x.addTurnover(&Metric{Expression: statement.Column(best.Table.Name, best.Name), Tables: []*Table{best.Table}})
	}
}

// income ranks tables whose rows are money that comes in, 0 for the likeliest; negative for others, and where a comment tells of
// what was bought.
func (t *Table) income() int {
	at := slices.Index(Trades, t.Words[len(t.Words)-1])
	if at < 0 || slices.ContainsFunc(t.Names, func(n Name) bool { return n.Source == Commented && spent[n.Words[len(n.Words)-1]] }) {
		return -1
	}
	return at*16 + min(len(t.Words), 16) - 1
}

// addTurnover makes the words of trade that nothing is called by stand for a metric.
func (x *Index) addTurnover(m *Metric) {
	for _, word := range turnover {
		if len(x.postings[Lemma(word)]) == 0 {
			x.addMetric(word, m)
		}
	}
	x.stem()
}

// Trades are words of tables whose rows are what was sold, the likeliest first, and behind them those of the money for it: revenue
// is what was charged, whether it was paid or not.
var Trades = strings.Fields("sale invoice order charge ticket booking reservation purchase payment receipt transaction")

// spent are words of comments for money that goes out.
var spent = wordSet("purchase cost expense expenditure")

// outgo are words of tables whose rows are no money that comes in: work orders, purchase orders.
var outgo = wordSet("work purchase service maintenance transfer supplier vendor bank fuel repair claim")

// measure is the numeric column of a table that has the word in its name.
func (t *Table) measure(word string) *Column {
	for _, c := range t.Columns {
		if c.Has(word) && c.Type.Numeric() && !c.Key() {
			return c
		}
	}
	return nil
}

// Metrics are the computed measures, in the order in which they were made known. Each stands as a column of the first of
// its tables.
func (x *Index) Metrics() []*Column { return x.metrics }
