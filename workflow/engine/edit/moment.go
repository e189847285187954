package edit

import (
	"cmp"
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file finds the time that a query in force is about.

// defaultMoment is the date of what is measured, or of what that is a part of (the order of an order item), else of the
// first table that has one, or leads to one.
func (ed *Editor) defaultMoment() *schema.Column {
	if c := cmp.Or(ed.figureMoment(), ed.stateMoment()); c != nil {
		return c
	}
	tables := ed.Scope().Home()
	if t := ed.Fact(); t != nil {
		tables = append(append([]*schema.Table{t}, ed.wholes(t)...), tables...)
	}
	for _, t := range tables {
		if t.Moment != nil {
			return t.Moment
		}
	}
	for _, t := range tables {
		for _, e := range ed.Index.Graph.Of(t) {
			if e.From == t && e.To.Moment != nil {
				return e.To.Moment
			}
		}
	}
	return nil
}

// figureMoment is the date that a figure in force was defined with; nil where none was, or where figures have several.
func (ed *Editor) figureMoment() *schema.Column {
	var found *schema.Column
	for _, i := range Measures(ed.Block()) {
		for _, c := range ed.Index.Metrics() {
			if c.Metric.Moment == nil || !ed.computes(ed.Block().Items[i].Expr, c.Metric) {
				continue
			}
			if found != nil && found != c.Metric.Moment {
				return nil
			}
			found = c.Metric.Moment
		}
	}
	return found
}

// Moment is the column by which the block's rows lie on the calendar: one that is filtered or shown, else the default
// of the first table that has one.
func (ed *Editor) Moment() *schema.Column {
	s := ed.Scope()
	for _, p := range s.Query.Where {
		if _, _, presence := p.AsNull(); presence {
			continue // whether there is a date bounds none
		}
		if c := s.Subject(p); c != nil && c.Role == schema.Moment && !c.Year {
			return c
		}
	}
	for _, item := range s.Query.Items {
		if c := s.Subject(item.Expr); c != nil && c.Role == schema.Moment && !c.Year {
			return c
		}
	}
	return ed.defaultMoment()
}

// MomentOf is the one moment of a table whose name has a word of a family.
func MomentOf(t *schema.Table, word string) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		const least = 4 // letters: shorter words are of no family
		if c.Role != schema.Moment || c.Hidden || len(word) < least && word != "pay" || !slices.ContainsFunc(c.Words, func(w string) bool { return schema.Stem(w) == schema.Stem(word) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// taughtMoment is when the rows came to be as the query asks, as somebody told it; nil where nobody did.
func (ed *Editor) taughtMoment() *schema.Column {
	s := ed.Scope()
	for _, state := range ed.Index.States {
		if met, ok := s.conditionIn(state); ok && slices.ContainsFunc(s.Query.Where, func(p statement.Expr) bool { return s.plain(p).Equal(s.plain(met)) }) {
			return state.Moment
		}
	}
	return nil
}

// stateMoment is when the rows came to be as the query asks: the close date of deals that are closed, or won. It is nil where the query
// asks for no such state, or the date is not told.
func (ed *Editor) stateMoment() *schema.Column {
	s := ed.Scope()
	if at := ed.taughtMoment(); at != nil {
		return at
	}
	for _, p := range s.Query.Where {
		c := s.Subject(p)
		_, negated := p.AsNot()
		_, there, isNull := p.AsNull()
		if c == nil || negated || isNull && !there || c.Role == schema.Moment {
			continue
		}
		words := LemmasOf(c.Words)
		if held, ok := ConstraintOf(p); ok {
			if held.Negated || Flag(c) && !held.Values[0].Equal(Truth(c)) {
				continue
			}
			for _, v := range held.Values {
				if value, literal := v.AsLiteral(); literal && !Flag(c) {
					words = append(words, ed.CalledValue(c, value)...)
				}
			}
		}
		for _, w := range words {
			for _, date := range append([]string{w}, endings[w]...) {
				if m := MomentOf(c.Table, date); m != nil {
					return m
				}
			}
		}
	}
	return nil
}
