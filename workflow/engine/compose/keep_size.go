package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file finds by what a superlative ranks rows that name no figure: their size, their lines, how long they last, what they turn over.

// extremes are the least or the greatest of a number of things by which others are compared: the suppliers with the cheapest products
// are those that have the one of the lowest price.
func (d *draft) extremes(k phrase.Keep, by []string) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range k.By.Noun.Name.Matches {
		if c := sizedBy(m.Table, by); m.Column == nil && c != nil {
			out = append(out, Option[meaning.Term]{aggregate(fnOf(k.Desc), c, k.By.At), m.Score()})
		}
	}
	return out
}

// sizedBy is the first number of a table's rows that is called by one of the words, else that has one; nil where it has none.
func sizedBy(t *schema.Table, by []string) *schema.Column {
	for _, is := range []func(*schema.Column, string) bool{plainlyCalled, func(c *schema.Column, w string) bool { return c.Has(w) }} {
		for _, w := range by {
			if i := slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return is(c, w) && measures(c) }); i >= 0 {
				return t.Columns[i]
			}
		}
	}
	return nil
}

// plainlyCalled says that a column is called by a word, a unit allowed behind it.
func plainlyCalled(c *schema.Column, w string) bool {
	return c.Words[0] == w && !slices.ContainsFunc(c.Words[1:], func(o string) bool { return !schema.SaysUnit(o) })
}

// sized lists things in the order of the first number of theirs that has one of the words: the most expensive by price.
func (d *draft) sized(k phrase.Keep, m schema.Match, by []string) []*draft {
	if lines := Telling(d.composer.index, m.Table); lines != nil && slices.Contains(by, "price") {
		return d.fork(0).byLines(k, m, lines)
	}
	c := sizedBy(m.Table, by)
	if price := slices.Contains(by, "price"); c == nil && price {
		if c = onlySum(m.Table); c != nil && tallies(c) {
			c = nil
		}
	}
	if c != nil {
		f := d.fork(-costPrincipal)
		others := func(o *schema.Column) bool { return o != c && c.Has(by...) && o.Has(by...) && measures(o) }
		if !slices.ContainsFunc(by, func(w string) bool { return plainlyCalled(c, w) }) && slices.ContainsFunc(m.Table.Columns, others) {
			f.doubt("by", c.Spoken())
		}
		f.rowsBy(m.Table, meaning.ColumnTerm(c, k.At), k)
		return f.each(k)
	}
	if slices.Contains(by, "duration") {
		return d.lasting(k, m.Table)
	}
	return nil
}

// byLines keeps the first things in the order of what their lines come to: the most expensive order is the one of the highest total, not
// the one with the line of the highest price.
func (d *draft) byLines(k phrase.Keep, m schema.Match, lines *schema.Table) []*draft {
	total := aggregate("sum", lines.Worth, k.At)
	d.takes = append(d.takes, "by "+total.Explain())
	return d.by(k, m, []Option[meaning.Term]{{Is: total, Score: 1}})
}

// lasting lists things in the order of how long they lasted, where their rows tell when they began and ended.
func (d *draft) lasting(k phrase.Keep, t *schema.Table) []*draft {
	from, to, ok := extent(t)
	if !ok {
		return nil
	}
	f := d.fork(-costPrincipal)
	lapse := meaning.Term{Kind: meaning.Between, Fn: "day", Args: []meaning.Term{to, from}, At: k.At}
	if to.Column.Optional() && slices.ContainsFunc(d.words, func(w string) bool { return english.OngoingWords[w] }) {
		lapse, k.Desc = from, !k.Desc // what has no end yet has lasted since it began
		lapse.At = k.At
	}
	f.rowsBy(t, lapse, k)
	return f.each(k)
}

// turnoverWith is what was sold to whom or what a table's rows are: customers are great by what they buy. False for those from whom
// things are bought, and where no sales refer to them.
func (d *draft) turnoverWith(t *schema.Table, at meaning.Span) (meaning.Term, bool) {
	if hasWord(t.Words, schema.Trades) || hasWord(t.Words, english.Creditors) || worthOf(t) != nil {
		return meaning.Term{}, false
	}
	for _, o := range ranked(d.turnedOver("sum", at), mostReadings) {
		facts := appendFacts(nil, o.Is)
		if len(facts) > 0 && !slices.ContainsFunc(facts, func(f *schema.Table) bool { return f == t || !meaning.Refers(d.composer.index, f, t) }) {
			return o.Is, true
		}
	}
	return meaning.Term{}, false
}

// soMany says that a superlative is of how many, or how much, of its noun there is.
func (d *draft) soMany(k phrase.Keep) bool {
	return k.Noun != nil && k.Noun.At.From == k.At.From+1 && english.MostOf[d.words[k.At.From]]
}

// bulkOf is the column by which rows are big or small, where nobody said by what: what they come to, else the one amount that is called as
// such are.
func bulkOf(t *schema.Table) *schema.Column {
	if c := worthOf(t); c != nil {
		return c
	}
	for _, w := range english.BulkMoney {
		if i := slices.IndexFunc(t.Measures, func(c *schema.Column) bool { return plainlyCalled(c, w) && c.Aggregate == schema.Sum }); i >= 0 {
			return t.Measures[i]
		}
	}
	return nil
}

// greatest lists things whose size was not said: by the principal measure of their own rows, or of rows that refer to them.
func (d *draft) greatest(k phrase.Keep, m schema.Match) []*draft {
	if m.Column != nil {
		if taken := m.Column.Taken(); taken != nil && k.Noun != nil && (k.N > 1 || phrase.Several(k.Noun.Name.Text)) {
			m.Column, m.Table = taken, taken.Table // "the 5 biggest refunds" are rows
		}
		if !measures(m.Column) {
			return nil
		}
		if d.soMany(k) {
			d.score -= costAmong // "most hours" are those of somebody rather than of a row
		}
		d.rowsBy(m.Table, meaning.ColumnTerm(m.Column, k.At), k)
		return d.each(k)
	}
	if by, sized := phrase.Sized(d.words[k.At.From:min(k.At.To, len(d.words))]); sized {
		return d.sized(k, m, by) // the longest are not those that cost most
	}
	if d.soMany(k) {
		return nil // "most orders" are so many of them, and not the greatest
	}
	var out []*draft
	if m.Table.Called(english.Whys) {
		for _, o := range d.occurrences(m.Table, k.At) {
			out = append(out, d.fork(-costPrincipal).by(k, m, []Option[meaning.Term]{o})...)
		}
		return out
	}
	if by, large := phrase.Bulk(d.words[k.At.From:min(k.At.To, len(d.words))]); large {
		if c := sizedBy(m.Table, by); c != nil {
			f := d.fork(0)
			f.rowsBy(m.Table, meaning.ColumnTerm(c, k.At), k)
			return f.each(k)
		}
	}
	if lines := Telling(d.composer.index, m.Table); lines != nil {
		return d.fork(0).byLines(k, m, lines)
	}
	if c := bulkOf(m.Table); c != nil {
		f := d.fork(-costPrincipal)
		f.rowsBy(m.Table, meaning.ColumnTerm(c, k.At), k)
		if c != principal(m.Table) && !c.Has("amount", "total") {
			f.doubt("by", c.Spoken())
		}
		out = append(out, f.each(k)...)
	}
	turnover, traded := d.turnoverWith(m.Table, k.At)
	if traded {
		f := d.fork(-costPrincipal)
		f.takes = append(f.takes, "by "+turnover.Explain())
		out = append(out, f.by(k, m, []Option[meaning.Term]{{turnover, 1}})...)
	}
	for _, t := range d.composer.index.Tables {
		c, cost := principal(t), 2*costPrincipal
		if traded && c != nil && alike(aggregate("sum", c, k.At), turnover) {
			continue
		}
		if c == nil && t.Class == schema.Fact && m.Table.Personal() {
			c, cost = onlySum(t), 3*costPrincipal // who gave most did so by what they gave
			if c != nil && !c.Has("amount", "total", "value") {
				c = nil
			}
		}
		if c == nil || t == m.Table || !meaning.Refers(d.composer.index, t, m.Table) {
			continue
		}
		if !slices.ContainsFunc(t.Words, func(w string) bool { return slices.Contains(schema.Trades, w) }) {
			cost += costPrincipal
		}
		own := slices.ContainsFunc(k.Noun.Conds, func(o phrase.Cond) bool { return o.Kind == phrase.Having && names(o.Noun.Name, []*schema.Table{t}) })
		if own {
			cost = costPrincipal // "borrowers" are great by their loans
		}
		f := d.fork(-cost)
		term := aggregate("sum", c, k.At)
		if !own {
			f.doubt("by", term.Explain())
		}
		out = append(out, f.by(k, m, []Option[meaning.Term]{{term, 1}})...)
	}
	for _, o := range d.occurrences(m.Table, k.At) {
		f := d.fork(-2 * costPrincipal)
		if len(out) > 0 || traded {
			f = d.fork(-4 * costPrincipal)
			f.doubt("by", o.Is.Explain())
		}
		out = append(out, f.by(k, m, []Option[meaning.Term]{o})...)
	}
	return out
}
