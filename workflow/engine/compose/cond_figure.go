package compose

import (
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// onFigure says that a comparison is about a figure: a count of other rows, or a sum over them.
func (d *draft) onFigure(c phrase.Cond) bool {
	if c.Kind != phrase.Compared {
		return false
	}
	if c.Figure != nil {
		return true
	}
	facts := d.facts()
	if len(facts) == 0 || c.Name == nil {
		return false
	}
	for _, m := range c.Name.Matches {
		if m.Column != nil && !m.Column.Key() && meaning.Refers(d.composer.index, facts[0], m.Table) {
			return false
		}
	}
	return true
}

// having adds a condition on a figure. Rows of things become things with their figure.
func (d *draft) having(c phrase.Cond) []*draft {
	var out []*draft
	for _, o := range d.comparedFigures(c) {
		f := d.fork(o.Score - 1)
		if len(d.query.Per) == 0 && !f.becomeFigures(o.Is) {
			continue
		}
		if !contains(f.query.Show, o.Is) {
			f.query.Show = append(f.query.Show, o.Is)
		}
		if c.Noun != nil {
			f.plan.conds = append(f.plan.conds, c.Noun.Conds...)
		}
		cond := meaning.Cond{Op: c.Op, Left: o.Is, Values: f.scaled(o.Is, c), At: c.At}
		f.query.Having = append(f.query.Having, cond)
		out = append(out, f)
	}
	return out
}

// scaled are the numbers of a comparison with a figure: shares are in a hundred.
func (d *draft) scaled(t meaning.Term, c phrase.Cond) []any {
	scale := 100.0
	if t.Kind == meaning.Share || t.Kind == meaning.OfTotal {
		scale = 1
	}
	out := []any{amount(c.Number, scale)}
	if c.High != nil {
		out = append(out, amount(c.High, scale))
	}
	return out
}

// comparedFigures are the figures that a comparison may be about.
func (d *draft) comparedFigures(c phrase.Cond) []Option[meaning.Term] {
	if c.Figure != nil {
		return d.figure(*c.Figure)
	}
	n := phrase.Noun{Name: *c.Name}
	if c.Noun != nil {
		n = *c.Noun
		return ranked(append(d.count(n, c.At), d.measure(n, "", c.At)...), mostReadings)
	}
	return d.measure(n, "", c.At)
}

// becomeFigures makes a list of things a list of things with a figure of theirs; false when the figure's rows do not refer
// to them.
func (d *draft) becomeFigures(t meaning.Term) bool {
	thing := d.query.Of
	if thing == nil || d.query.Figures() {
		return false
	}
	for _, fact := range appendFacts(nil, t) {
		if fact == thing || !meaning.Refers(d.composer.index, fact, thing) {
			return false
		}
	}
	g := things(thing, meaning.Span{})
	for _, own := range d.query.Show {
		if !contains(g.keys, own) {
			g.keys = append(g.keys, own)
		}
		if !contains(g.shown, own) {
			g.shown = append(g.shown, own)
		}
	}
	d.entity, d.query.All = thing, false
	d.query.Per, d.query.Show = g.keys, g.shown
	d.query.Of = t.Of
	return true
}

func contains(list []meaning.Term, t meaning.Term) bool {
	for _, o := range list {
		if o.Equal(t) {
			return true
		}
	}
	return false
}

// yesOf is the value by which a yes-or-no column says yes; ok is false when that is not known.
func yesOf(x *schema.Index, c *schema.Column) (any, bool) {
	if c.Type.Numeric() {
		return int64(1), true
	}
	held := x.Held(c)
	if len(held) == 0 {
		return true, true
	}
	for _, v := range held {
		switch schema.Normal(v) {
		case "yes", "y", "true", "t", "1":
			return v, true
		}
	}
	return nil, false
}
