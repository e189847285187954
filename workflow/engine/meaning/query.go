package meaning

import (
	"slices"

	"parley/workflow/schema"
)

// Query is a question as it is meant.
type Query struct {
	// Of is the table whose rows are listed; for figures the table of the first.
	Of *schema.Table
	// Show are the columns of the result.
	Show []Term
	// All shows every column of Of, before Show.
	All bool
	// Where are conditions on rows, all of them; Having on figures.
	Where, Having []Cond
	// Per are the keys by which figures are taken.
	Per  []Term
	Sort []Key
	Keep Keep
	// Distinct shows each row once.
	Distinct bool
}

// Key is one key of the order.
type Key struct {
	Term Term
	Desc bool
	At   Span
}

// Keep is which rows of the order stay.
type Keep struct {
	N, Offset int
	// Each keeps so many in each group of these keys.
	Each []Term
	At   Span
}

// Figures says that the query is about figures.
func (q *Query) Figures() bool {
	return len(q.Per) > 0 || slices.ContainsFunc(q.Show, Term.Figure)
}

// facts are the tables whose rows the query's figures are about, in the order in which they are shown.
func (q *Query) facts() []*schema.Table {
	var out []*schema.Table
	add := func(t Term) {
		for _, of := range t.Facts() {
			if !slices.Contains(out, of) {
				out = append(out, of)
			}
		}
	}
	for _, t := range q.Show {
		add(t)
	}
	for _, c := range q.Having {
		c.terms(add)
	}
	for _, k := range q.Sort {
		add(k.Term)
	}
	if len(out) == 0 && q.Of != nil {
		out = append(out, q.Of)
	}
	return out
}
