package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// onFigure says that a comparison is about a figure: a count of other rows, or a sum over them.
func (d *draft) onFigure(c phrase.Cond) bool {
	if c.Kind != phrase.Compared || c.Sized || c.Kin != nil {
		return false // how long a row took is of the row
	}
	if c.Figure != nil {
		return true
	}
	facts := d.facts()
	if c.Name == nil && len(d.query.Per) > 0 && !d.ofEachRow(c) {
		return true // "orders per customer, only those with more than 20"
	}
	if len(facts) == 0 || c.Name == nil {
		return false
	}
	if c.Noun != nil && c.Noun.Name.Text == phrase.Who && len(d.heads(facts[0], c)) > 0 {
		return false
	}
	table := 0.0
	for _, m := range c.Name.Matches {
		if m.Column == nil && c.Noun != nil {
			table = max(table, m.Score())
		}
	}
	for _, m := range c.Name.Matches {
		if m.Score() < table-nearlyNamed {
			continue // the rows of that name are meant, not a column that is called a little like them
		}
		if m.Column != nil && c.Noun != nil && beyond(m.Column, c.Number) {
			continue // "at least 20 ratings" of one to five are so many
		}
		if m.Column != nil && !m.Column.Key() && meaning.Refers(d.composer.index, facts[0], m.Table) {
			return false
		}
	}
	return true
}

// ofEachRow says that a number alone stands right behind the rows that are counted, and that each of them comes to something: "number of
// orders over 1000 by country".
func (d *draft) ofEachRow(c phrase.Cond) bool {
	if c.Number == (phrase.Average{}) || phrase.Tally(d.unitSaid(c)) {
		return false
	}
	return slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool {
		if f.Kind != phrase.Count && f.Kind != phrase.Rows || f.Noun.Name.At.To != c.At.From {
			return false
		}
		facts := d.facts()
		return len(facts) > 0 && (worthOf(facts[0]) != nil || Telling(d.composer.index, facts[0]) != nil)
	})
}

// nearlyNamed is how far behind a table's name a column may be to be meant by the same words.
const nearlyNamed = 0.05

// beyond says that a number lies outside of all that a column holds.
func beyond(c *schema.Column, number any) bool {
	if !c.Numeric || c.Distinct < 2 {
		return false
	}
	var v float64
	switch n := number.(type) {
	case int64:
		v = float64(n)
	case float64:
		v = n
	default:
		return false
	}
	return v < c.Low || v > c.High
}

// having adds a condition on a figure. Rows of things become things with their figure.
func (d *draft) having(c phrase.Cond) []*draft {
	var out []*draft
	for _, o := range d.comparedFigures(c) {
		if moreThanThere(o.Is, c) {
			o.Score -= costMoreThanThere
		}
		f := d.fork(o.Score - 1)
		if len(d.query.Per) == 0 && !f.becomeFigures(o.Is) {
			continue
		}
		if !contains(f.query.Show, o.Is) {
			f.query.Show = append(f.query.Show, o.Is)
		}
		cond := meaning.Cond{Op: c.Op, Left: o.Is, Values: f.scaled(o.Is, c), At: c.At}
		switch {
		case c.Number == (phrase.Average{}):
			cond.Values, cond.Right = nil, f.average(o.Is)
		case c.Than != nil:
			bound := f.bound(o.Is, *c.Than)
			if bound == nil {
				continue
			}
			cond.Values, cond.Right = nil, bound
		}
		f.query.Having = append(f.query.Having, cond)
		out = append(out, f.narrowed(specifics(c))...)
	}
	return out
}

// narrowed adds the conditions of the rows that a figure counts; which moment a period of theirs is of, the others tell.
func (d *draft) narrowed(conds []phrase.Cond) []*draft {
	outer := d.plan.conds
	d.plan.conds = slices.Concat(outer, conds)
	out := []*draft{d}
	for _, own := range conds {
		out = each(out, func(f *draft) []*draft { return f.where(own) })
	}
	for _, f := range out {
		f.plan.conds = outer
	}
	return out
}

// costMoreThanThere is a count that is to be above how many rows there are.
const costMoreThanThere = 0.15

// moreThanThere says that a count is to be above how many rows there are: "deals over 50k" are seldom things with so many deals.
func moreThanThere(t meaning.Term, c phrase.Cond) bool {
	n, whole := c.Number.(int64)
	return whole && t.Kind == meaning.Count && t.Of != nil && t.Of.Rows > 0 && n > t.Of.Rows && (c.Op == meaning.Greater || c.Op == meaning.GreaterOrEqual)
}

// bound is what the things' figures are compared with: a number of theirs, or a figure of other rows that refer to them; it is shown. Nil
// where they have none of that name.
func (d *draft) bound(of meaning.Term, f phrase.Figure) *meaning.Term {
	for _, m := range f.Noun.Name.Matches {
		if m.Column == nil || !m.Column.Type.Numeric() || m.Column.Key() || m.Table != d.entity {
			continue
		}
		t := meaning.ColumnTerm(m.Column, f.At)
		t.Via = d.above
		if !contains(d.query.Per, t) {
			d.query.Per, d.query.Show = append(d.query.Per, t), append(d.query.Show, t)
		}
		return &t
	}
	for _, o := range d.figure(f) {
		if o.Is.Kind == meaning.Count && of.Kind == meaning.Count {
			return nil // a rule compares how many there are of two things, and shows the whole rows
		}
		if o.Is.Of == nil || d.entity == nil || !meaning.Refers(d.composer.index, o.Is.Of, d.entity) || contains(d.query.Show, o.Is) {
			continue
		}
		d.query.Show = append(d.query.Show, o.Is)
		return &o.Is
	}
	return nil
}

// average is what a figure is on average: a mean is that of all rows, others the mean over the groups.
func (d *draft) average(t meaning.Term) *meaning.Term {
	out := meaning.Term{Kind: meaning.Overall, Args: []meaning.Term{t}, At: t.At}
	if t.Fn != "avg" && t.Kind != meaning.Share && t.Kind != meaning.Ratio {
		out.Args = append(out.Args, d.query.Per...)
	}
	return &out
}

// specifics are what was said of the rows that a compared figure is about: "more than 2 cancelled orders".
func specifics(c phrase.Cond) []phrase.Cond {
	switch {
	case c.Figure != nil:
		return nounConds(*c.Figure)
	case c.Noun != nil:
		return c.Noun.Conds
	}
	return nil
}

// many is a condition on how many rows refer to the row, or on a figure over them: "customers with more than 3 orders", "with an average
// rating above 4".
func (d *draft) many(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	c = d.asFigure(c)
	var figures []Option[meaning.Term]
	switch {
	case c.Number == (phrase.Average{}):
		return nil
	case c.Figure != nil:
		figures = d.figure(*c.Figure)
	case c.Noun != nil && (d.countsValues() || !names(c.Noun.Name, []*schema.Table{of})): // nothing refers to itself
		figures = d.count(*c.Noun, c.At)
	}
	if d.countsValues() {
		return d.manyOfValue(of, c, figures)
	}
	var out []Option[meaning.Cond]
	for _, o := range figures {
		if _, ok := d.way(o.Is.Of, of); !ok || o.Is.Of == of || o.Is.Kind != meaning.Count && (o.Is.Kind != meaning.Aggregate || c.Figure == nil) {
			continue
		}
		many := meaning.Cond{Op: c.Op, Left: o.Is, Values: d.scaled(o.Is, c), At: c.At}
		cond := meaning.Cond{Op: meaning.Exists, Rows: o.Is.Of, At: c.At}
		if o.Is.Kind == meaning.Count && (c.Op == meaning.Less || c.Op == meaning.LessOrEqual) {
			cond.Op, many = meaning.NotExists, many.Negated() // none are few, too
		}
		cond.Many = &many
		where, score, ok := d.part(o.Is.Of, specifics(c))
		if !ok {
			continue
		}
		cond.Where = where
		out = append(out, Option[meaning.Cond]{cond, o.Score - 1 + score})
	}
	return ranked(out, mostReadings)
}

// manyOfValue is a condition on how many rows have a value, or on a figure over them: "how many countries have more than 3 customers".
func (d *draft) manyOfValue(of *schema.Table, c phrase.Cond, figures []Option[meaning.Term]) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, o := range figures {
		steps, ok := d.way(o.Is.Of, of)
		if !ok || o.Is.Kind != meaning.Count && (o.Is.Kind != meaning.Aggregate || c.Figure == nil) {
			continue
		}
		where, score, ok := d.part(o.Is.Of, specifics(c))
		if !ok {
			continue
		}
		many := meaning.Cond{Op: c.Op, Left: o.Is, Values: d.scaled(o.Is, c), At: c.At}
		cond := meaning.Cond{Op: meaning.Shared, Left: d.valueAsked(), Rows: o.Is.Of, Where: where, Many: &many, At: c.At}
		if o.Is.Kind == meaning.Count && (c.Op == meaning.Less || c.Op == meaning.LessOrEqual) {
			negated := many.Negated()
			cond.Op, cond.Many = meaning.Unshared, &negated // none are few, too
		}
		out = append(out, Option[meaning.Cond]{cond, o.Score - 1 + score - costStep*float64(steps)/2})
	}
	return ranked(out, mostReadings)
}

// countsThings says that things are counted, or whatever else where nothing takes it in groups: what is asked of each of them is a
// condition on it.
func (d *draft) countsThings() bool {
	return d.entity == nil && slices.ContainsFunc(d.query.Show, func(t meaning.Term) bool {
		return t.Kind == meaning.Count && len(t.Args) == 0 && (t.Of.Class == schema.Thing || len(d.plan.dims) == 0)
	})
}

// onThings says that a comparison is on each of the things that are counted.
func (d *draft) onThings(c phrase.Cond) bool {
	c = d.asFigure(c)
	return (c.Noun != nil || c.Figure != nil) && (d.countsThings() || d.countsValues() || d.asksMoreOfThings(c)) && len(d.many(d.facts()[0], c)) > 0
}

// asFigure is a comparison as that of a figure of each thing, where one was defined, or where more is asked of the things.
func (d *draft) asFigure(c phrase.Cond) phrase.Cond {
	c = ofTaught(c)
	if c.Noun == nil && c.Figure == nil && d.asksMoreOfThings(c) {
		return ofComputed(c)
	}
	return c
}

// ofComputed is a comparison of what was sold, or is computed of lines, as that of a figure: "customers with revenue above 4000".
func ofComputed(c phrase.Cond) phrase.Cond {
	if c.Name == nil || len(c.Name.Matches) == 0 && !phrase.Trades(c.Name.Text) || len(c.Name.Matches) > 0 && (c.Name.Matches[0].Column == nil || c.Name.Matches[0].Column.Metric == nil) {
		return c
	}
	return ofName(c)
}

// ofTaught is a comparison of a taught figure as that of any other figure: "customers with a net revenue above 4000".
func ofTaught(c phrase.Cond) phrase.Cond {
	if c.Figure != nil || c.Noun != nil || c.Name == nil || len(c.Name.Matches) == 0 || c.Name.Matches[0].Column == nil || !c.Name.Matches[0].Column.Metric.Whole() {
		return c
	}
	return ofName(c)
}

// asksMoreOfThings says that things are listed of which there are to be rows of another kind, or none, besides so many of one: which
// rows those are is asked of the thing, not of the rows that are counted.
func (d *draft) asksMoreOfThings(c phrase.Cond) bool {
	if d.query.Of == nil || d.query.Figures() || d.query.Distinct {
		return false
	}
	return slices.ContainsFunc(d.plan.conds, func(o phrase.Cond) bool {
		return o.At != c.At && (o.Kind == phrase.Without || o.Kind == phrase.Having || o.Kind == phrase.Acted || o.Kind == phrase.Both)
	})
}

// ofName is a comparison with the figure that its name calls.
func ofName(c phrase.Cond) phrase.Cond {
	c.Figure = &phrase.Figure{Kind: phrase.Plain, Noun: phrase.Noun{Name: *c.Name, At: c.Name.At}, At: c.Name.At}
	return c
}

// withPeriods gives comparisons of how many there are of each thing the periods that were said right behind them: "had more than 3
// orders this year".
func (d *draft) withPeriods(conds []phrase.Cond) []phrase.Cond {
	for i, c := range conds {
		if !d.onFigure(c) || !d.onThings(c) {
			continue
		}
		at := slices.IndexFunc(conds, func(o phrase.Cond) bool { return o.Kind == phrase.InPeriod && o.Name == nil && o.At.From == c.At.To })
		if at < 0 {
			continue
		}
		switch f := d.asFigure(c); {
		case c.Noun != nil:
			n := *c.Noun
			n.Conds = append(slices.Clone(n.Conds), conds[at])
			conds[i].Noun = &n
		case c.Figure == nil && f.Figure != nil && d.asksMoreOfThings(c):
			f.Figure.Noun.Conds = append(slices.Clone(f.Figure.Noun.Conds), conds[at])
			conds[i] = f
		default:
			continue
		}
		return slices.Delete(conds, at, at+1)
	}
	return conds
}

// scaled are the numbers of a comparison with a figure: shares are in a hundred.
func (d *draft) scaled(t meaning.Term, c phrase.Cond) []any {
	scale := 100.0
	if inHundreds(t) {
		scale = 1
	}
	out := []any{amount(c.Number, scale)}
	if c.High != nil {
		out = append(out, amount(c.High, scale))
	}
	return out
}

// inHundreds says that a figure is told in a hundred: a share, what is multiplied by it, a mean of what is held so.
func inHundreds(t meaning.Term) bool {
	switch {
	case t.Kind == meaning.Share, t.Kind == meaning.OfTotal:
		return true
	case t.Kind == meaning.Number:
		return t.Value == 100.0
	case t.Kind == meaning.Arithmetic, t.Kind == meaning.Ratio:
		return slices.ContainsFunc(t.Args, inHundreds)
	case t.Kind != meaning.Aggregate || len(t.Args) != 1 || t.Args[0].Column == nil:
		return false
	}
	c := t.Args[0].Column
	if c.Metric != nil {
		return c.Metric.InHundred()
	}
	return t.Fn != "sum" && c.High > 1
}

// comparedFigures are the figures that a comparison may be about.
func (d *draft) comparedFigures(c phrase.Cond) []Option[meaning.Term] {
	if c.Figure != nil {
		return d.figure(*c.Figure)
	}
	if c.Name == nil {
		for _, t := range d.query.Show {
			if t.Figure() {
				return []Option[meaning.Term]{{t, 1}}
			}
		}
		return nil
	}
	n := phrase.Noun{Name: *c.Name}
	if c.Noun != nil {
		n = *c.Noun
		within := slices.DeleteFunc(d.measure(n, "", c.At), func(o Option[meaning.Term]) bool {
			return o.Is.Fn == "avg" && len(o.Is.Args) == 1 && o.Is.Args[0].Column != nil && beyond(o.Is.Args[0].Column, c.Number)
		})
		return ranked(append(d.count(n, c.At), within...), mostReadings)
	}
	done := d.doneFor(n.Name, c.At)
	n.Name.Matches = slices.DeleteFunc(slices.Clone(n.Name.Matches), counted)
	return ranked(append(d.measure(n, "", c.At), done...), mostReadings)
}

// doneFor is what rows of what was done come to: "who donated more than 500".
func (d *draft) doneFor(n phrase.Name, at meaning.Span) []Option[meaning.Term] {
	if words := schema.Words(n.Text); len(words) != 1 || !schema.Participle(words[0]) {
		return nil
	}
	var out []Option[meaning.Term]
	seen := map[*schema.Table]bool{}
	for _, m := range n.Matches {
		done, isMoment := momentOfMatch(m)
		if m.Column != nil && !isMoment || seen[m.Table] {
			continue
		}
		seen[m.Table] = true
		c := worthOf(m.Table)
		if c == nil {
			continue
		}
		sum := aggregate("sum", c, at)
		if isMoment && done.nullable && !d.dated() {
			sum.Where = []meaning.Cond{{Op: meaning.NotNull, Left: done.key(at), At: at}}
		}
		out = append(out, Option[meaning.Term]{sum, m.Score() - costPrincipal})
	}
	return out
}

// momentOfMatch is the time that a match names; ok is false where it names none.
func momentOfMatch(m schema.Match) (moment, bool) {
	if m.Column == nil {
		return moment{}, false
	}
	return momentOf(m.Column)
}

// counted says that a name is that of a table whose rows are counted: "with invoices above 400" is of an invoice, "with sales
// above 400" of what they come to.
func counted(m schema.Match) bool { return m.Column == nil && !m.Table.Called(english.MassNouns) }

// becomeFigures makes a list of things a list of things with a figure of theirs; false when the figure's rows do not refer
// to them.
func (d *draft) becomeFigures(t meaning.Term) bool {
	thing := d.query.Of
	if thing == nil || d.query.Figures() {
		return false
	}
	if d.query.Distinct && !d.query.All {
		return d.becomeGroups(t)
	}
	if t.Via != nil && t.Via.To == thing {
		g := through(t.Via, meaning.Span{})
		d.entity, d.above, d.query.All = thing, t.Via, false
		d.query.Per, d.query.Show, d.query.Of = g.keys, append(g.shown, d.query.Show...), t.Of
		return true
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

// becomeGroups takes a figure by the columns that are listed: "cities with more than one customer".
func (d *draft) becomeGroups(t meaning.Term) bool {
	for _, fact := range appendFacts(nil, t) {
		if fact != d.query.Of && !meaning.Refers(d.composer.index, fact, d.query.Of) {
			return false
		}
	}
	d.entity, d.query.Distinct = nil, false
	d.query.Per, d.query.Of = slices.Clone(d.query.Show), t.Of
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
