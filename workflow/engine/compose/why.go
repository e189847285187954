package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// reasoned leaves one of the parts that ask why; what only says so once more is none of its own.
func (p *plan) reasoned() {
	isWhy := func(d phrase.Dimension) bool { return d.Why }
	first := slices.IndexFunc(p.dims, func(d phrase.Dimension) bool { return d.Why && !d.Again })
	switch {
	case first >= 0:
		why := p.dims[first]
		p.dims = append(slices.DeleteFunc(slices.Clone(p.dims), isWhy), why)
	case slices.ContainsFunc(p.dims, isWhy):
		p.loose = append(p.loose, "reasons") // without a part: this way to cover the words is none
	}
}

// asksWhy says that what happened is taken by its reasons.
func (p *plan) asksWhy() bool {
	return slices.ContainsFunc(p.dims, func(d phrase.Dimension) bool { return d.Why })
}

// whyCounted counts what happened: "why do we lose deals".
func (d *draft) whyCounted() []*draft {
	if len(d.plan.nouns) == 0 {
		return d.implied()
	}
	return d.asFigures(0, func(n phrase.Noun) phrase.Figure { return phrase.Figure{Kind: phrase.Count, Noun: n, At: n.At} })
}

// alsoWhy shows the reason of each row, or takes the figures by it.
func (d *draft) alsoWhy(at meaning.Span) []*draft {
	var out []*draft
	for _, o := range d.reasons(at) {
		f := d.fork(o.Score - 1)
		if f.query.Figures() {
			f.query.Per = append(f.query.Per, o.Is.keys...)
		}
		f.query.Show = append(f.query.Show, o.Is.shown...)
		out = append(out, f)
	}
	return out
}

// reasons are what the rows of the figures, or rows that they refer to, hold of why it happened.
func (d *draft) reasons(at meaning.Span) []Option[grouping] {
	var out []Option[grouping]
	for _, t := range d.composer.index.Tables {
		steps, ok := d.reach(t)
		if !ok || steps > 1 || t.Hidden() {
			continue
		}
		if steps == 1 && t.Called(english.Whys) {
			out = append(out, Option[grouping]{things(t, at), 1})
		}
		if steps > 0 {
			continue
		}
		for _, c := range t.Columns {
			if c.Hidden || c.Role == schema.Moment || c.Role == schema.Flag || c.Role == schema.Measure || !slices.ContainsFunc(c.Words, func(w string) bool { return english.Whys[w] }) {
				continue
			}
			score := 1.0
			if d.tellsOf(schema.Match{Table: t, Column: c}) {
				score += gainTold
			}
			if target := d.target(c); target != nil {
				out = append(out, Option[grouping]{through(target, at), score + gainHead})
				continue
			}
			out = append(out, Option[grouping]{oneKey(meaning.ColumnTerm(c, at)), score})
		}
	}
	return ranked(out, mostReadings)
}

// because is that something was done with a row, as a column tells that holds why: what has a rejection reason was rejected.
func (d *draft) because(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		if m.Column == nil || !phrase.SaysWhy(m.Column) {
			continue
		}
		cond := meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(m.Column, c.At), At: c.At}
		if placed, cost, ok := d.place(of, m.Table, cond); ok {
			out = append(out, Option[meaning.Cond]{placed, m.Score() - 1 - cost})
		}
	}
	return ranked(out, mostReadings)
}
