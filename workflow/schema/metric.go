package schema

import (
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Metric is a measure that is computed: an expression over columns, written table.column.
type Metric struct {
	// Expression holds columns qualified by their table's name.
	Expression statement.Expr
	// Aggregate says that the expression aggregates by itself; else it is summed.
	Aggregate bool
	// Tables are those of its columns.
	Tables []*Table
}

// AddMetric makes words name a metric; it must be called before the index is shared. The expression's columns must be
// columns of the database, qualified by their table.
func (x *Index) AddMetric(name string, e statement.Expr) error {
	m := &Metric{Expression: e, Aggregate: e.Aggregate()}
	for _, c := range e.Columns() {
		qualifier, column, _ := c.AsColumn()
		t := x.Table(qualifier)
		if t == nil || t.Column(column) == nil {
			return fmt.Errorf("metric %s: there is no column %s.%s", name, qualifier, column)
		}
		if !slices.Contains(m.Tables, t) {
			m.Tables = append(m.Tables, t)
		}
	}
	if len(m.Tables) == 0 {
		return fmt.Errorf("metric %s: it names no column", name)
	}
	x.addMetric(name, m)
	return nil
}

func (x *Index) addMetric(words string, m *Metric) {
	c := &Column{Column: &db.Column{Name: strings.ReplaceAll(words, " ", "_"), Type: db.Decimal}, ID: len(x.Columns) + len(x.metrics),
		Table: m.Tables[0], Role: Measure, Numeric: true, Metric: m}
	x.speller.column(c)
	x.metrics = append(x.metrics, c)
	c.Names = []Name{{c.Words, 1, Written}}
	x.addName(name{table: c.Table, column: c}, c.Names[0])
	x.stem()
}

// AddSynonym makes a word or phrase name a table or a column ("table.column"); it must be called before the index is
// shared.
func (x *Index) AddSynonym(word, target string) error {
	table, column, dotted := strings.Cut(target, ".")
	t := x.Table(target)
	if t == nil {
		t = x.Table(table)
	}
	if t == nil {
		return fmt.Errorf("synonym %s: there is no table %s", word, table)
	}
	n := name{table: t}
	if dotted && x.Table(target) == nil {
		if n.column = t.Column(column); n.column == nil {
			return fmt.Errorf("synonym %s: there is no column %s", word, target)
		}
	}
	words, _ := x.speller.read(Split(word), "")
	if len(words) == 0 {
		return fmt.Errorf("synonym %q: it has no letters", word)
	}
	x.addName(n, Name{words, 1, Written})
	x.stem()
	return nil
}

// turnover are words of trade for what was sold, when the schema keeps quantities and prices apart.
var turnover = []string{"revenue", "turnover", "sales", "income", "spending"}

// inferMetrics makes quantity × price of a table of sales known as revenue, where no column is called so.
func (x *Index) inferMetrics() {
	for _, t := range x.Tables {
		quantity, price := t.measure("quantity"), t.measure("price")
		if quantity == nil || price == nil || len(t.Foreign) == 0 {
			continue
		}
		m := &Metric{Expression: statement.Binary("*", statement.Column(t.Name, quantity.Name), statement.Column(t.Name, price.Name)), Tables: []*Table{t}}
		for _, word := range turnover {
			if len(x.postings[Lemma(word)]) == 0 {
				x.addMetric(word, m)
			}
		}
		return
	}
	x.inferIncome()
}

// inferIncome makes what a row of a table of payments or sales comes to known as revenue, where quantity and price are not
// kept.
func (x *Index) inferIncome() {
	for _, t := range x.Tables {
		for _, word := range []string{"amount", "total"} {
			c := t.measure(word)
			if c == nil || !contains(c.Words, word) || !incomes[t.Words[len(t.Words)-1]] || len(t.Foreign) == 0 {
				continue
			}
			m := &Metric{Expression: statement.Column(t.Name, c.Name), Tables: []*Table{t}}
			for _, word := range turnover {
				if len(x.postings[Lemma(word)]) == 0 {
					x.addMetric(word, m)
				}
			}
			return
		}
	}
}

// incomes are tables whose rows are money that comes in.
var incomes = map[string]bool{"payment": true, "sale": true, "invoice": true, "order": true, "purchase": true, "transaction": true}

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
