package project

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file finds the definitions that a statement has or computes with.

// Applied are the default filters that a statement has.
func (p *Project) Applied(s *statement.Statement) []*Definition {
	if p == nil || s == nil {
		return nil
	}
	return slices.DeleteFunc(p.Defaults(), func(d *Definition) bool {
		_, there := p.Without(s, []*Definition{d})
		return !there
	})
}

// Used are the metrics and filters that a statement computes with, whoever made it.
func (p *Project) Used(s *statement.Statement) []*Definition {
	return p.using(s, func(d *Definition) []statement.Expr { return []statement.Expr{d.whole()} })
}

// Spoken are the metrics and filters of which a statement has the expression, what denies a filter, or the rows that a metric counts: what
// their words ask for.
func (p *Project) Spoken(s *statement.Statement) []*Definition {
	return p.using(s, func(d *Definition) []statement.Expr {
		if d.Kind == MetricKind {
			list := []statement.Expr{d.whole(), bare(d.expression)}
			if d.Column != nil && d.Column.Metric != nil && d.Column.Metric.Counts != nil {
				list = append(list, bare(d.Column.Metric.Counts.Condition.Expression))
			}
			return list
		}
		list := []statement.Expr{d.whole(), bare(statement.Negated(d.expression, d.nullable))}
		if happened := d.happening(); happened != nil {
			list = append(list, boundsOn(s, happened)...)
		}
		return list
	})
}

// boundsOn are the bounds that a statement sets to a moment: what happened in a time happened.
func boundsOn(s *statement.Statement, moment *schema.Column) []statement.Expr {
	q, err := s.Query()
	if err != nil {
		return nil
	}
	var out []statement.Expr
	walk(q, func(part statement.Expr) bool {
		op, of, _, ok := part.AsBinary()
		_, name, column := of.AsColumn()
		if ok && column && strings.EqualFold(name, moment.Name) && slices.Contains([]string{"=", "<", "<=", ">", ">="}, op) {
			out = append(out, part)
		}
		return true
	})
	return out
}

// whole is the expression of a metric or filter as a query of its table alone has it; a metric's is aggregated.
func (d *Definition) whole() statement.Expr {
	if d.Kind == MetricKind && !d.expression.Aggregate() {
		return statement.Call("sum", bare(d.expression))
	}
	return bare(d.expression)
}

// terms are what a statement that computes with an expression holds of it: all sides, wherever each is computed.
func (d *Definition) terms(e statement.Expr) []statement.Expr {
	if d.sides == nil {
		return e.Terms()
	}
	var out []statement.Expr
	for _, s := range d.sides {
		out = append(out, bare(s.Expr))
	}
	return out
}

// using are the metrics and filters of which a statement has one of the expressions, or all terms of one.
func (p *Project) using(s *statement.Statement, expressions func(*Definition) []statement.Expr) []*Definition {
	if p == nil || s == nil || s.Opaque() {
		return nil
	}
	q, err := s.Query()
	if err != nil {
		return nil
	}
	wanted := map[*Definition][][]statement.Expr{}
	for _, d := range p.Of(MetricKind, Value) {
		for _, e := range expressions(d) {
			wanted[d] = append(wanted[d], d.terms(e))
		}
	}
	walk(q, func(part statement.Expr) bool {
		whole := true
		for d, lists := range wanted {
			for i, terms := range lists {
				rest := slices.DeleteFunc(slices.Clone(terms), func(t statement.Expr) bool { return d.says(part, t) })
				whole = whole && len(rest) == len(terms)
				lists[i] = rest
			}
		}
		return whole
	})
	return slices.DeleteFunc(p.Of(MetricKind, Value), func(d *Definition) bool {
		found := slices.ContainsFunc(wanted[d], func(rest []statement.Expr) bool { return len(rest) == 0 })
		return !found || d.Default != ""
	})
}
