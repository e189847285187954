package schema

import (
	"slices"
	"strings"

	"parley/db/statement"
)

// This file finds what the numbers of one row come to together, where no column says it: the parts of a cost, and how far a meter
// moved between two readings.

// additive are words that amounts share which are parts of one.
var additive = []string{"cost", "fee", "charge", "expense"}

// notParts are words of amounts that are no part of the others that share a word with them: they say the same otherwise.
var notParts = []string{"total", "net", "gross", "sum", "planned", "plan", "actual", "estimated", "estimate", "budgeted", "budget", "expected", "target", "standard", "minimum", "maximum", "average", "per", "unit", "list", "previous", "last", "limit", "quoted", "original"}

// readings are the words that two readings of one meter differ in, the earlier first.
var readings = [][2]string{{"out", "in"}, {"start", "end"}, {"begin", "end"}, {"beginning", "ending"}, {"opening", "closing"}, {"open", "close"}, {"previous", "current"}, {"initial", "final"}}

// meters are words of numbers that a meter shows: what counts is how far it moved.
var meters = []string{"odometer", "kilometer", "mile", "mileage", "meter", "reading", "counter", "register"}

// moved are words for how far a meter moved, beside its own.
var moved = map[string][]string{"odometer": {"distance", "kilometer driven", "mile driven"}, "kilometer": {"distance", "kilometer driven"}, "mile": {"distance", "mile driven"}, "mileage": {"distance", "mile driven"}, "meter": {"usage", "consumption"}, "reading": {"usage", "consumption"}, "counter": {"usage"}, "register": {"usage"}}

// inferFormulas makes known what the rows of a table come to by several of its numbers.
func (x *Index) inferFormulas() {
	found := false
	for _, t := range x.Tables {
		t.Gross = x.grossOf(t)
		found = x.sumParts(t) || found
		found = x.subtractReadings(t) || found
	}
	if found {
		x.stem()
	}
}

// sumParts makes the amounts of a table that share a word known as one: the cost of cost_parts and cost_labour.
func (x *Index) sumParts(t *Table) bool {
	found := false
	for _, word := range additive {
		parts := t.partsOf(word)
		if len(parts) < 2 || x.namesWhole(t, word) {
			continue
		}
		sum := known(parts[0])
		for _, c := range parts[1:] {
			sum = statement.Binary("+", sum, known(c))
		}
		said := parts[0].Spoken()
		for _, c := range parts[1:] {
			said += " + " + c.Spoken()
		}
		x.formula(parts[0].Unit, &Metric{Expression: sum, Tables: []*Table{t}, Of: said}, word, "total "+word)
		found = true
	}
	return found
}

// partsOf are the amounts of a table that are a word and what tells them apart: cost_parts, cost_labour; or amounts of what work is
// charged by: labour_amount, material_amount.
func (t *Table) partsOf(word string) []*Column {
	var out []*Column
	for _, c := range t.Measures {
		last := len(c.Words) - 1
		named := last > 0 && (c.Words[0] == word || c.Words[last] == word)
		if c.Aggregate != Sum || !named && !(word == "cost" && last == 1 && c.Has("amount") && c.Has(ofWork...)) {
			continue
		}
		if c.Has(notParts...) || named && last == 1 && c.Has(ofOther...) {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// ofOther are words beside such a word that make it the whole, or a number of another kind.
var ofOther = []string{"amount", "value", "count", "number", "quantity", "percent", "rate", "code", "type"}

// ofWork are words of amounts that work is charged by.
var ofWork = []string{"labour", "labor", "material", "part", "spare", "wage", "travel"}

// namesWhole says that a column of the table is called by the word alone, or as the whole of it.
func (x *Index) namesWhole(t *Table, word string) bool {
	return slices.ContainsFunc(t.Columns, func(c *Column) bool {
		return c.Has(word) && (len(c.Words) == 1 || c.Has("total", "net", "gross", "sum"))
	})
}

// subtractReadings makes how far the meters of a table moved known: the kilometers of km_out and km_in.
func (x *Index) subtractReadings(t *Table) bool {
	found := false
	for _, from := range t.Columns {
		if !from.Type.Numeric() || from.Key() || !from.Has(meters...) {
			continue
		}
		to, of := t.readAfter(from)
		if to == nil {
			continue
		}
		names := []string{strings.Join(of, " ")}
		for _, w := range of {
			names = append(names, moved[w]...)
		}
		way := &Metric{Expression: statement.Binary("-", to.Expression(), from.Expression()), Tables: []*Table{t}, Of: to.Spoken() + " - " + from.Spoken()}
		x.formula(from.Unit, way, names...)
		from.Aggregate, to.Aggregate = Latest, Latest // what a meter shows does not add up
		found = true
	}
	return found
}

// readAfter is the later reading of the same meter, and the words that both share.
func (t *Table) readAfter(from *Column) (to *Column, of []string) {
	for _, pair := range readings {
		at := slices.Index(from.Words, pair[0])
		if at < 0 {
			continue
		}
		later := slices.Clone(from.Words)
		later[at] = pair[1]
		for _, c := range t.Columns {
			if c.Type.Numeric() && slices.Equal(c.Words, later) {
				return c, slices.Delete(later, at, at+1)
			}
		}
	}
	return nil, nil
}

// known is a column with nothing for what is missing.
func known(c *Column) statement.Expr {
	if !c.Nullable {
		return c.Expression()
	}
	return statement.Call("coalesce", c.Expression(), statement.Literal(int64(0)))
}

// formula makes a number that is computed of columns of a table, in their unit, known by words.
func (x *Index) formula(unit string, m *Metric, words ...string) {
	for _, said := range words {
		c := x.figure(said, nil, m)
		c.Aggregate, c.Unit = Sum, unit
		x.makeKnown(c)
	}
}

// taxes are words of what is added to a net amount.
var taxes = []string{"tax", "vat", "gst", "duty"}

// grossOf is what the rows of a table come to with the tax on it: a column says so, the total beside a tax, or the net amount and the
// tax of each row. Nil where the table tells of no tax.
func (x *Index) grossOf(t *Table) *Column {
	var net, tax, total *Column
	for _, c := range t.Columns {
		switch {
		case !c.Type.Numeric() || c.Key() || c.Hidden:
		case c.Has("gross"):
			return c
		case c.Has("total") && c.Aggregate == Sum && !c.Has(taxes...) && !c.Has("net"):
			total = total.or(c)
		case c.Has(taxes...) && !c.Has("number", "code", "identifier"):
			tax = tax.or(c)
		case c.Aggregate == Sum && !c.Has(partOnly...) && (net == nil || c.weightAsMeasure() < net.weightAsMeasure()):
			net = c
		}
	}
	switch {
	case tax == nil:
		return nil
	case total != nil: // beside a tax of its own it holds it
		return total
	case net == nil:
		return nil
	}
	c := x.figure("amount with tax", []string{"amount", "with", "tax"}, &Metric{Expression: withTax(net, tax), Tables: []*Table{t}, Of: net.Spoken() + " with " + tax.Spoken()})
	c.Aggregate, c.Unit = Sum, net.Unit
	return c
}

// withTax adds a tax to a net amount: an amount, or a rate in percent or as a share of one.
func withTax(net, tax *Column) statement.Expr {
	rate := known(tax)
	switch {
	case tax.Fraction:
	case tax.Unit == "%" || tax.Has("percent", "percentage", "rate"):
		rate = statement.Binary("/", rate, statement.Literal(100.0))
	default:
		return statement.Binary("+", net.Expression(), rate)
	}
	return statement.Binary("*", net.Expression(), statement.Binary("+", statement.Literal(int64(1)), rate))
}
