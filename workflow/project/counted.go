package project

import (
	"slices"

	"parley/db/statement"
)

// A figure that was defined with a filter leaves rows out as a default filter does, for itself alone; they are let in by the same words:
// "net revenue including cancelled orders". What no filter is called cannot be named, and stays out.

// letsIn are the words that let in what a figure leaves out: those of including that begin no other condition.
var letsIn = []string{"including", "include", "incl", "also including", "and include", "counting", "not excluding", "do count", "count also"}

// leftOut are the filters whose rows the figures of a question do not count, as if they were excluded by default.
func (p *Project) leftOut(words []word) []*Definition {
	var out []*Definition
	for f := range p.names(words) {
		if !f.figure {
			continue
		}
		metric := p.Find(f.name)
		if metric == nil || metric.Column == nil || metric.Column.Metric == nil || metric.Column.Metric.Counts == nil {
			continue
		}
		counted := metric.Column.Metric.Counts.Condition.Expression.Terms()
		for _, d := range p.Of(Value) {
			excluded := *d
			excluded.Default, excluded.counted = "exclude", true
			if d.Default == "" && slices.ContainsFunc(counted, excluded.leavesOut) {
				out = append(out, &excluded)
			}
		}
	}
	return out
}

// leavesOut says that a condition keeps the rows that are not the filter's.
func (d *Definition) leavesOut(e statement.Expr) bool {
	return e.Equal(d.wanted()) || e.Equal(statement.Negated(d.expression, false))
}

// recount takes what leaves the filter's rows out from the figures of a query, and says whether any had it.
func (d *Definition) recount(q *statement.Query, i int) bool {
	if !d.counted || !isTable(q.From[i], d.Table.Schema, d.Table.Name) {
		return false
	}
	out, ok := d.on(q, i)
	plain := *d
	plain.nullable = false
	also, known := plain.on(q, i)
	found := false
	all := func(e statement.Expr) statement.Expr {
		return e.Map(func(part statement.Expr) statement.Expr {
			call, rows := part.Unfiltered()
			rest := slices.DeleteFunc(slices.Clone(rows.Terms()), func(t statement.Expr) bool { return ok && t.Equal(out) || known && t.Equal(also) })
			if rows.IsZero() || len(rest) == len(rows.Terms()) {
				return part
			}
			found = true
			if len(rest) == 0 {
				return call
			}
			return call.Filter(statement.And(rest...))
		})
	}
	for at := range q.Items {
		q.Items[at].Expr = all(q.Items[at].Expr)
	}
	for at := range q.Having {
		q.Having[at] = all(q.Having[at])
	}
	for at := range q.OrderBy {
		q.OrderBy[at].Expr = all(q.OrderBy[at].Expr)
	}
	return found
}

// Recount is a statement whose figures count what they leave out by their definitions, where that was lifted, and the filters by which
// they did.
func (p *Project) Recount(s *statement.Statement, lifted []*Definition) (*statement.Statement, []*Definition) {
	own := slices.DeleteFunc(slices.Clone(lifted), func(d *Definition) bool { return !d.counted })
	if out, there := p.Without(s, own); there {
		return out, own
	}
	return s, nil
}
