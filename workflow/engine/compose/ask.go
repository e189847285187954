package compose

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// ask decides what the question is about: a superlative, figures, or things. What stands right before a noun ("late
// accounts") joins the conditions.
func ask(d *draft) []*draft {
	p := &d.plan
	switch {
	case p.keep != nil:
		return d.superlative()
	case p.asksWhy() && len(p.figures) == 0:
		return d.whyCounted()
	case len(p.figures) > 0 && p.figures[0].Kind == phrase.OfThose && len(p.nouns) > 0:
		if p.figures[0].Fn == "sum" {
			return d.nounAsMeasure(0)
		}
		return d.asFigures(0, func(n phrase.Noun) phrase.Figure { // "orders by clerk and how many of them were cancelled"
			return phrase.Figure{Kind: phrase.Count, Noun: n, At: n.At}
		})
	case len(p.figures) > 0:
		if list := d.lastOfEach(); len(list) > 0 {
			return append(list, d.askFigures()...)
		}
		return d.askFigures()
	case len(p.nouns) == 0:
		return d.implied()
	case len(p.dims) == 0 && p.compare != nil && p.compare.Listed:
		return d.nounAsMeasure(0) // "users who ordered in 2025 and 2026" are users
	case len(p.dims) == 0 && p.compare != nil && p.compare.Joined && len(p.figures) == 0:
		return nil // those that are both, or one or the other, as they are listed
	case p.sort != nil && len(p.dims) == 0 && p.compare == nil && slices.ContainsFunc(p.nouns, func(n phrase.Noun) bool { return phrase.Several(n.Name.Text) }):
		if list := append(d.ranked(), d.things()...); len(list) > 0 {
			return list // there is no order of one figure
		}
		return d.nounAsMeasure(costBareMeasure)
	case len(p.dims) > 0 || p.compare != nil:
		return slices.Concat(d.nounAsBoth(), d.nounAsMeasure(0), d.nounAsCount(costCounted), d.eachNounAsItIs())
	}
	return append(d.nounAsMeasure(costBareMeasure), d.things()...)
}

const (
	// A noun alone that is read as a figure: "freight".
	costBareMeasure = 0.1
	// A noun that is counted although nobody said so.
	costCounted = 0.15
	// Rows of money of which nobody said whether they are counted or added up: both are shown.
	costBoth = 0.05
	// Things in the plural that are read as what they come to: "invoices per firm" are so many.
	costOfSeveral = 0.1
	// Rows of a thing that was not spoken of first.
	costLater = 0.3
	// Rows that only join others, listed as if they were asked for.
	costLink = 1.2
	// A further noun that is shown as a column of things.
	gainColumn = -0.1
)

// ranked takes by things the figure by which they are to come first, where it is of the rows that refer to them: "clerks ranked by hours".
func (d *draft) ranked() []*draft {
	by := d.plan.sort
	if by.Name == nil || !by.Desc || len(d.plan.nouns) != 1 {
		return nil
	}
	thing := d.plan.nouns[0]
	f := d.fork(0)
	f.plan.sort, f.plan.nouns = nil, nil
	f.plan.figures = []phrase.Figure{{Kind: phrase.Plain, Noun: phrase.Noun{Name: *by.Name, At: by.Name.At}, At: by.Name.At}}
	f.plan.dims = append(slices.Clone(f.plan.dims), phrase.Dimension{Name: thing.Name, Each: true, At: thing.At})
	f.plan.conds = append(slices.Clone(f.plan.conds), thing.Conds...)
	return slices.DeleteFunc(f.askFigures(), func(g *draft) bool { return names(thing.Name, g.facts()) })
}

// askFigures shows the figures; nouns beside them are further measures.
func (d *draft) askFigures() []*draft {
	drafts := []*draft{d}
	for _, f := range d.plan.figures {
		if f.Beside() && d.plan.compare == nil {
			return nil
		}
		if f.Kind == phrase.Count && d.behindBy(f.Noun.At) {
			return nil // "how many by country" counts something else
		}
		var next []*draft
		for _, before := range drafts {
			for _, o := range before.ofOwn(f, before.figure(f)) {
				n := before.fork(o.Score - 1)
				n.query.Show = append(n.query.Show, o.Is)
				n.plan.conds = append(slices.Clone(n.plan.conds), nounConds(f)...)
				n.realised(f, o.Is)
				next = append(next, n)
			}
		}
		drafts = likeliest(next, mostFigured)
	}
	for _, n := range d.plan.nouns {
		drafts = alongside(drafts, n)
	}
	for _, f := range drafts {
		f.settle()
	}
	return drafts
}

// mostFigured bounds the ways to read several figures together: each of them may mean several things.
const mostFigured = 200

// likeliest puts drafts in order, and keeps the first of them.
func likeliest(list []*draft, most int) []*draft {
	slices.SortStableFunc(list, func(a, b *draft) int { return cmp.Compare(b.score, a.score) })
	return list[:min(len(list), most)]
}

// ofOwn takes a figure of a list over the rows that are said beside it, and over no others.
func (d *draft) ofOwn(f phrase.Figure, list []Option[meaning.Term]) []Option[meaning.Term] {
	if !f.Own || len(f.Noun.Conds) == 0 {
		return list
	}
	var out []Option[meaning.Term]
	for _, o := range list {
		part, score, ok := d.part(o.Is.Of, f.Noun.Conds)
		if !ok {
			continue
		}
		t := o.Is
		t.Own, t.Name = true, t.Explain()
		for _, c := range part {
			t.Name += " " + d.sideName(c)
		}
		t.Where = append(slices.Clone(t.Where), part...)
		out = append(out, Option[meaning.Term]{t, o.Score + score})
	}
	return out
}

// nounConds are the conditions that stand before a figure's nouns. Those of a ratio's parts and of a share stay where they are.
func nounConds(f phrase.Figure) []phrase.Cond {
	if f.Kind == phrase.Quotient || f.Scale > 0 || f.Own {
		return nil // each part has its own
	}
	out := slices.Clone(f.Noun.Conds)
	for _, a := range f.Args {
		out = append(out, nounConds(a)...)
	}
	return out
}

// settle sets what the figures are about.
func (d *draft) settle() {
	if facts := d.facts(); len(facts) > 0 {
		d.query.Of = facts[0]
	}
	d.openAlone()
}

// alongside reads a noun beside figures as one more measure, or leaves it at a cost.
func alongside(drafts []*draft, n phrase.Noun) []*draft {
	var out []*draft
	for _, d := range drafts {
		var options []Option[meaning.Term]
		at := len(d.query.Show)
		switch {
		case d.joined(n.At) && d.counting(n.At):
			options = d.count(n, n.At) // "number of users and orders"
		case d.joined(n.At), d.joinsFigure(n.At):
			options = d.measure(n, "", n.At)
		case d.leadsFigure(n.At):
			options, at = d.asItIs(n), 0
		}
		for _, o := range options {
			f := d.fork(o.Score - 1 - costBareMeasure)
			f.query.Show = slices.Insert(f.query.Show, at, o.Is)
			f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
			out = append(out, f)
		}
		if cost, ok := d.aside(n); ok {
			f := d.fork(-cost)
			f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
			out = append(out, f)
		}
		if len(options) == 0 && len(out) == 0 {
			out = d.leave(n.At)
		}
	}
	return out
}

// joinsFigure says that a noun is joined to a figure right behind it: "turnover and margin".
func (d *draft) joinsFigure(at meaning.Span) bool {
	return at.To < len(d.words) && english.Joiners[d.words[at.To]] && slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool { return f.At.From == at.To+1 })
}

// leadsFigure says that a noun and what it is taken by stand before a further figure: "revenue per branch with number of bookings".
func (d *draft) leadsFigure(at meaning.Span) bool {
	return slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool {
		from := f.At.From
		taken := func(dim phrase.Dimension) bool { return dim.At.From >= at.To && dim.At.To < from }
		return from > at.To && slices.ContainsFunc(d.plan.dims, taken) && english.Joiners[d.words[from-1]]
	})
}

// asItIs counts things, or takes a noun for a measure.
func (d *draft) asItIs(n phrase.Noun) []Option[meaning.Term] {
	out := d.measure(n, "", n.At)
	if phrase.Several(n.Name.Text) && !uncounted(n.Name) && names(n.Name, d.composer.index.Tables) {
		out = append(d.figure(phrase.Figure{Kind: phrase.Rows, Noun: n, At: n.At}), out...)
	}
	return ranked(out, mostReadings)
}

// counting says that what a noun is joined to is counted.
func (d *draft) counting(at meaning.Span) bool {
	return slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool {
		return f.Kind == phrase.Count && f.Noun.At.Said() && f.Noun.At.To == at.From-1
	})
}

// costAside is a noun beside figures to which their rows refer: "average order value for customers in Kenya".
const costAside = 0.15

// aside says that a noun beside figures only tells whose they are: it names their rows or rows that these refer to.
func (d *draft) aside(n phrase.Noun) (cost float64, ok bool) {
	facts := d.facts()
	if names(n.Name, facts) {
		return costBareMeasure, true
	}
	before := slices.ContainsFunc(d.plan.figures, func(f phrase.Figure) bool { return f.Noun.At.From == n.At.To })
	if !before && !d.after(n.At) {
		return 0, false
	}
	for _, m := range n.Name.Matches {
		if m.Column != nil || len(facts) == 0 {
			continue
		}
		if steps, ok := d.reach(m.Table); ok {
			return costAside + costStep*float64(steps)/2 + 1 - m.Score(), true
		}
	}
	return 0, false
}

// calledAmong says that all words of a name are among those of a table's: "ticket" of ticket orders.
func calledAmong(n phrase.Name, t *schema.Table) bool {
	words := schema.Words(n.Text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(t.Words, schema.Lemma(w)) })
}

// own says that a column refers to rows of its own table.
func (d *draft) own(c *schema.Column) bool {
	return slices.ContainsFunc(d.composer.index.Graph.Of(c.Table), func(e *schema.Edge) bool {
		return e.From == e.To && slices.Contains(e.FromColumns, c)
	})
}

// joined says that the word before joins what follows to what was said.
func (d *draft) joined(at meaning.Span) bool {
	return at.From > 0 && english.Joiners[d.words[at.From-1]]
}

// after says that a preposition stands before a noun, a word that tells whose between them allowed.
func (d *draft) after(at meaning.Span) bool {
	i := at.From - 1
	if i > 0 && english.WhoseWords[d.words[i]] {
		i--
	}
	return i >= 0 && english.Prepositions[d.words[i]]
}

// unled is a name without the words at its end that lead on: "reservations for".
func unled(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for len(words) > 1 && english.Prepositions[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// names says that a name stands for one of the tables: "share of claims … for claims".
func names(n phrase.Name, tables []*schema.Table) bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == nil && slices.Contains(tables, m.Table) })
}

// nounAsMeasure reads all nouns as measures: "freight last month", "sales and cost by region".
func (d *draft) nounAsMeasure(cost float64) []*draft {
	if slices.ContainsFunc(d.plan.nouns, func(n phrase.Noun) bool {
		return phrase.Several(n.Name.Text) && !uncounted(n.Name) && names(n.Name, d.composer.index.Tables)
	}) {
		cost += costOfSeveral
	}
	if d.whose() {
		return d.firstAsMeasure(cost)
	}
	return d.asFigures(cost, plainly)
}

// nounAsCount reads all nouns as what is counted: "users by status".
func (d *draft) nounAsCount(cost float64) []*draft {
	if d.whose() {
		return nil
	}
	return d.asFigures(cost, func(n phrase.Noun) phrase.Figure { return phrase.Figure{Kind: phrase.Rows, Noun: n, At: n.At} })
}

// nounAsBoth counts rows of money and adds up what they come to: "payments by method" are so much, in so many.
func (d *draft) nounAsBoth() []*draft {
	if len(d.plan.nouns) != 1 || d.plan.compare != nil || uncounted(d.plan.nouns[0].Name) || !phrase.Several(d.plan.nouns[0].Name.Text) {
		return nil
	}
	var out []*draft
	for _, f := range d.nounAsCount(costCounted) {
		if len(f.query.Show) != 1 || f.query.Show[0].Kind != meaning.Count || len(f.query.Show[0].Args)+len(f.query.Show[0].Where) > 0 {
			continue
		}
		worth := principal(f.query.Show[0].Of)
		if worth == nil || worth.Aggregate != schema.Sum {
			continue
		}
		f = f.fork(2*costCounted - costBoth)
		f.query.Show = []meaning.Term{aggregate("sum", worth, f.query.Show[0].At), f.query.Show[0]}
		out = append(out, f)
	}
	return out
}

// eachNounAsItIs counts things and takes columns for measures, where both are spoken of: "hectares and members by adviser".
func (d *draft) eachNounAsItIs() []*draft {
	counted := func(n phrase.Noun) bool {
		return phrase.Several(n.Name.Text) && !uncounted(n.Name) && len(n.Name.Matches) > 0 && n.Name.Matches[0].Column == nil
	}
	things := 0
	for i, n := range d.plan.nouns {
		if counted(n) {
			things++
		}
		if i > 0 && !d.joined(n.At) {
			return nil
		}
	}
	if things == 0 || things == len(d.plan.nouns) {
		return nil
	}
	return d.asFigures(0, func(n phrase.Noun) phrase.Figure {
		f := plainly(n)
		if counted(n) {
			f.Kind = phrase.Rows
		}
		return f
	})
}

func (d *draft) asFigures(cost float64, make func(phrase.Noun) phrase.Figure) []*draft {
	f := d.fork(-cost)
	f.plan.nouns, f.plan.figures = nil, nil
	for _, n := range d.plan.nouns {
		f.plan.figures = append(f.plan.figures, make(n))
	}
	f.plan.figures = append(f.plan.figures, d.plan.figures...) // parts of those
	n := d.plan.nouns
	if len(n) != 2 || n[0].At.To != n[1].At.From {
		return f.askFigures()
	}
	// "teaching hours": the first only tells which, of the rows whose figure it is.
	var out []*draft
	g := d.fork(-cost)
	g.plan.nouns, g.plan.figures = n[:1], []phrase.Figure{make(n[1])}
	for _, h := range g.askFigures() {
		if names(n[0].Name, h.facts()) || slices.ContainsFunc(h.facts(), func(t *schema.Table) bool { return calledAmong(n[0].Name, t) }) || slices.ContainsFunc(n[0].Name.Matches, func(m schema.Match) bool { return m.Column != nil && slices.Contains(h.facts(), m.Table) }) {
			out = append(out, h)
		} else {
			out = append(out, h.leave(n[0].At)...)
		}
	}
	return out
}

// things lists the rows of a table; nouns that are columns are shown.
func (d *draft) things() []*draft {
	var out []*draft
	seen := map[*schema.Table]bool{}
	d.meetPeople()
	led := d.ledBy()
	for _, o := range led {
		if f := d.rowsOf(o.Is); f != nil && !seen[o.Is] {
			seen[o.Is] = true
			f.score += o.Score + costColumn
			f.query.Distinct = false // each of them was spoken of
			out = append(out, f)
		}
	}
	for i, n := range d.plan.nouns {
		owners := d.ownersNamed(n.Name)
		for _, m := range n.Name.Matches {
			if owners != nil && m.Table != owners {
				continue // the names are theirs
			}
			if !seen[m.Table] && (m.Column == nil || m.Column.Metric == nil) {
				seen[m.Table] = true
				if m.Column == nil && len(d.plan.nouns) == 1 && d.plan.sort == nil && uncounted(n.Name) && (principal(m.Table) != nil || d.turnsOver(n.Name) || phrase.Trades(n.Name.Text) && !m.Exact()) {
					continue // "spend last month" is a sum, and "sales" are no sales orders
				}
				if f := d.rowsOf(m.Table); f != nil {
					if m.Table.Link {
						f.score -= costLink
					}
					if len(led) > 0 {
						f.score -= costLater
					}
					if i > 0 && names(d.plan.nouns[0].Name, d.composer.index.Tables) && !names(d.plan.nouns[0].Name, []*schema.Table{m.Table}) {
						f.score -= costLater
					}
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// gainMoney is what rows of a kind come to before how many there are, where their table's name stands for money.
const gainMoney = 0.04

// rowsOf lists the rows of a table; nil when a noun is neither the table nor a column that its rows have.
func (d *draft) rowsOf(t *schema.Table) *draft {
	f := d.fork(0)
	f.query.Of, f.entity = t, t
	self, others := false, false
	once := slices.ContainsFunc(d.plan.nouns, func(n phrase.Noun) bool { return n.Distinct && !names(n.Name, []*schema.Table{t}) })
	for i, n := range d.plan.nouns {
		if called, score := d.goesBy(n.Name, t); called != nil {
			f.query.Show = append(f.query.Show, terms(called, n.At)...)
			f.score += score - 1 + gainColumn
			continue
		}
		best := Option[*schema.Column]{Score: -1}
		var called []*schema.Column // what a row of the best table is called, where that is no single column
		own := -1.0
		for _, m := range n.Name.Matches {
			steps, ok := d.way(t, m.Table)
			score := m.Score() - costStep*float64(steps)
			switch {
			case m.Column == nil && m.Table == t:
				own = m.Score()
			case !ok || m.Column != nil && m.Column.Metric != nil:
			case m.Column == nil && len(m.Table.Label) > 0 && score > best.Score:
				best, called = Option[*schema.Column]{m.Table.Label[0], score}, m.Table.Label
			case m.Column != nil && score > best.Score:
				best, called = Option[*schema.Column]{m.Column, score}, nil
			}
		}
		f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
		switch {
		case best.Is != nil && best.Is.Role == schema.Flag && best.Score > own:
			name := n.Name
			f.plan.conds = append(f.plan.conds, phrase.Cond{Kind: phrase.Flagged, Name: &name, At: n.At})
			f.score += best.Score - 1
		case own >= best.Score && own > 0:
			self = true
			f.score += own - 1
			if n.Name.Text == phrase.Who {
				f.query.Show = append(f.query.Show, terms(t.Label, n.At)...) // who it is goes by the name
			}
		case best.Is != nil && d.own(best.Is) && best.Is.Table == t && len(d.plan.nouns) == 1 && phrase.Several(n.Name.Text):
			// "supervisors" are those who somebody is below.
			self, f.query.All = true, true
			name := n.Name
			name.Matches, name.Below = []schema.Match{{Table: t, Column: best.Is, Quality: 1, Coverage: 1}}, true
			f.plan.conds = append(f.plan.conds, phrase.Cond{Kind: phrase.Having, Noun: &phrase.Noun{Name: name, At: n.At}, At: n.At})
			f.score += best.Score - 1
		case best.Is != nil && d.own(best.Is):
			return nil // whose row is meant, this one or the other?
		case best.Is != nil && best.Is.Role == schema.Moment && best.Is.Table == t && phrase.Several(unled(n.Name.Text)):
			self, f.query.All = true, true // "certificates that expire next month" are their rows
			f.score += best.Score - 1 + gainColumn
		case best.Is != nil && once && !n.Distinct && called != nil:
			f.score += best.Score - 1 // "different positions of players" are no players
		case best.Is != nil:
			shown := []meaning.Term{meaning.ColumnTerm(best.Is, n.At)}
			if len(called) > 1 {
				shown = terms(called, n.At)
			}
			if day, ok := d.dayBehind(best.Is); ok {
				day.At = n.At
				shown = []meaning.Term{day}
			} else if target := d.target(best.Is); target != nil && best.Is.Role == schema.Reference {
				shown = through(target, n.At).shown
			}
			f.query.Show = append(f.query.Show, shown...)
			f.score += best.Score - 1 + gainColumn
			others = others || i == 0 && called != nil
		case d.leaving:
			f = f.leave(n.At)[0]
		default:
			return nil
		}
	}
	if self && others && !slices.ContainsFunc(f.query.Show, func(s meaning.Term) bool { return s.Column != nil && s.Column.Table == t }) {
		f.query.Distinct = true // "which customers got a reminder" names each once
	}
	if once && len(f.query.Show) > 0 && !f.query.All {
		f.entity, f.query.Distinct = nil, true
	}
	if !self {
		f.score -= costColumn
		f.query.Distinct = true
		if slices.ContainsFunc(f.plan.conds, func(c phrase.Cond) bool { return c.Kind == phrase.Without || c.Not }) {
			f.score -= costLater // one row that is not so says nothing about the others of the thing
		}
	}
	return f
}
