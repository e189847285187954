package meaning

import (
	"slices"

	"parley/workflow/schema"
)

// Span is the words of the input that made a node, [From, To). The zero Span says that nobody said it: it is assumed; a
// negative one that it comes from the query in force.
type Span struct{ From, To int }

// Said says that words of the input made the node.
func (s Span) Said() bool { return s.To > s.From && s.From >= 0 }

// Join is the least span that holds both; one that was not said adds nothing.
func (s Span) Join(o Span) Span {
	switch {
	case !o.Said():
		return s
	case !s.Said():
		return o
	}
	return Span{min(s.From, o.From), max(s.To, o.To)}
}

// Kind is the kind of a term.
type Kind uint8

// The kinds of terms.
const (
	NoTerm     Kind = iota
	Column          // a column of the row or of one that it refers to; cut to Grain
	Time            // the row's own time (see TimeOf), cut to Grain
	Number          // a number: Value
	Count           // the rows of Of, or the distinct values of Args[0]
	Aggregate       // Fn (sum, avg, min, max, median) of Args[0] over the rows of Of
	Arithmetic      // Args[0] Fn Args[1]: + - *
	Ratio           // Args[0] by Args[1], with fractions
	Share           // Args[0] of the rows that satisfy Where, in a hundred of Args[0] of all
	OfTotal         // Args[0] in a hundred of its total over all groups
	Running         // Args[0] added up along Args[1], in each group of the further Args
	Change          // Args[0] less its value in the group before along Args[1], of those alike in the further Args; Fn "percent": in a hundred of that
	Between         // the time from Args[1] to Args[0], in the unit Fn
	Weekend         // whether the row's own time is a Saturday or Sunday
	Age             // whole years from Args[0] to today; with a unit in Fn the time in it to the day in Value
	Overall         // the figure Args[0] over all rows that satisfy Where; the mean of it over groups, where more Args are their keys
	Alike           // the figure Args[0] over the rows of Of that satisfy Where and have the same Args[1] as the row
	Decoded         // what the code in Column means, from the table of codes
	Among           // Fn of Args[0] among the rows of Of that refer to the row and satisfy Where: its first order
)

// Term is a value of a row or a figure over rows.
type Term struct {
	Kind   Kind
	Column *schema.Column
	// Via is the key by which the column's table is reached, where several lead there.
	Via *schema.Edge
	// Of is the table whose rows a figure is about.
	Of       *schema.Table
	Fn       string
	Grain    string
	Distinct bool
	Value    any
	Args     []Term
	// Where narrows the rows of a figure.
	Where []Cond
	// Own says that a list names rows of which this figure is taken, and not the others beside it.
	Own bool
	// Name is what it is called in the result; empty for the database's own name.
	Name string
	At   Span
}

// Figure says that the term is made of aggregates.
func (t Term) Figure() bool {
	switch t.Kind {
	case Count, Aggregate, Share, OfTotal, Running, Change:
		return true
	case Overall, Alike, Among:
		return false
	}
	return slices.ContainsFunc(t.Args, Term.Figure)
}

// leaves are the aggregates that the term is made of: what is computed over the rows of one table.
func (t Term) leaves() []Term {
	switch t.Kind {
	case Count, Aggregate, Share:
		if sides := t.sides(); sides != nil {
			return sides
		}
		return []Term{t}
	case Overall, Alike, Among:
		return nil // made of rows of their own
	}
	var out []Term
	for _, a := range t.Args {
		out = append(out, a.leaves()...)
	}
	return out
}

// sides are the aggregates of a figure over several grains; none for others.
func (t Term) sides() []Term {
	if t.Kind != Aggregate || len(t.Args) != 1 || t.Args[0].Column == nil || t.Args[0].Column.Metric == nil {
		return nil
	}
	var out []Term
	for _, c := range t.Args[0].Column.Metric.Sides {
		out = append(out, AggregateOf("sum", c, t.At))
	}
	return out
}

// Facts are the tables whose rows the term is computed over.
func (t Term) Facts() []*schema.Table {
	var out []*schema.Table
	for _, leaf := range t.leaves() {
		if leaf.Of != nil && !slices.Contains(out, leaf.Of) {
			out = append(out, leaf.Of)
		}
	}
	return out
}

// Equal says that two terms are the same value, whichever words made them.
func (t Term) Equal(o Term) bool {
	return t.Kind == o.Kind && t.Column == o.Column && t.Via == o.Via && t.Of == o.Of && t.Fn == o.Fn && t.Grain == o.Grain && t.Distinct == o.Distinct &&
		t.Value == o.Value && slices.EqualFunc(t.Args, o.Args, Term.Equal) && slices.EqualFunc(t.Where, o.Where, Cond.Equal)
}

// ColumnTerm is a column.
func ColumnTerm(c *schema.Column, at Span) Term { return Term{Kind: Column, Column: c, At: at} }

// CountOf is the number of rows of a table.
func CountOf(t *schema.Table, at Span) Term { return Term{Kind: Count, Of: t, At: at} }

// AggregateOf is an aggregate of a column over the rows of the column's table.
func AggregateOf(fn string, c *schema.Column, at Span) Term {
	return Term{Kind: Aggregate, Fn: fn, Of: c.Table, Args: []Term{ColumnTerm(c, at)}, At: at}
}
