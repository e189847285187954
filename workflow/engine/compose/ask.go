package compose

import (
	"slices"

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
	case len(p.figures) > 0:
		return d.askFigures()
	case len(p.nouns) == 0:
		return nil
	case len(p.dims) > 0:
		return append(d.nounAsMeasure(0), d.nounAsCount(costCounted)...)
	}
	return append(d.nounAsMeasure(costBareMeasure), d.things()...)
}

const (
	// A noun alone that is read as a figure: "freight".
	costBareMeasure = 0.1
	// A noun that is counted although nobody said so.
	costCounted = 0.15
	// A noun that has no part beside figures.
	costLeftNoun = 0.8
	// A further noun that is shown as a column of things.
	gainColumn = -0.1
)

// askFigures shows the figures; nouns beside them are further measures.
func (d *draft) askFigures() []*draft {
	drafts := []*draft{d}
	for _, f := range d.plan.figures {
		var next []*draft
		for _, before := range drafts {
			for _, o := range before.figure(f) {
				n := before.fork(o.Score - 1)
				n.query.Show = append(n.query.Show, o.Is)
				n.plan.conds = append(slices.Clone(n.plan.conds), nounConds(f)...)
				next = append(next, n)
			}
		}
		drafts = next
	}
	for _, n := range d.plan.nouns {
		drafts = alongside(drafts, n)
	}
	for _, f := range drafts {
		f.settle()
	}
	return drafts
}

// nounConds are the conditions that stand before a figure's nouns. Those of a ratio's parts and of a share stay where they are.
func nounConds(f phrase.Figure) []phrase.Cond {
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
}

// alongside reads a noun beside figures as one more measure, or leaves it at a cost.
func alongside(drafts []*draft, n phrase.Noun) []*draft {
	var out []*draft
	for _, d := range drafts {
		var options []Option[meaning.Term]
		if d.joined(n.At) {
			options = d.measure(n, "", n.At)
		}
		for _, o := range options {
			f := d.fork(o.Score - 1 - costBareMeasure)
			f.query.Show = append(f.query.Show, o.Is)
			f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
			out = append(out, f)
		}
		if names(n.Name, d.facts()) {
			f := d.fork(-costBareMeasure)
			f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
			out = append(out, f)
		}
	}
	return out
}

// own says that a column refers to rows of its own table.
func (d *draft) own(c *schema.Column) bool {
	return slices.ContainsFunc(d.composer.index.Graph.Of(c.Table), func(e *schema.Edge) bool {
		return e.From == e.To && slices.Contains(e.FromColumns, c)
	})
}

// joined says that the word before joins what follows to what was said.
func (d *draft) joined(at meaning.Span) bool {
	return at.From > 0 && joiners[d.words[at.From-1]]
}

var joiners = map[string]bool{"and": true, ",": true, "plus": true, "with": true, "against": true, "vs": true, "versus": true, "&": true, "including": true, "/": true}

// names says that a name stands for one of the tables: "share of claims … for claims".
func names(n phrase.Name, tables []*schema.Table) bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == nil && slices.Contains(tables, m.Table) })
}

// nounAsMeasure reads all nouns as measures: "freight last month", "sales and cost by region".
func (d *draft) nounAsMeasure(cost float64) []*draft {
	return d.asFigures(cost, func(n phrase.Noun) phrase.Figure { return phrase.Figure{Kind: phrase.Plain, Noun: n, At: n.At} })
}

// nounAsCount reads all nouns as what is counted: "users by status".
func (d *draft) nounAsCount(cost float64) []*draft {
	return d.asFigures(cost, func(n phrase.Noun) phrase.Figure { return phrase.Figure{Kind: phrase.Rows, Noun: n, At: n.At} })
}

func (d *draft) asFigures(cost float64, make func(phrase.Noun) phrase.Figure) []*draft {
	f := d.fork(-cost)
	f.plan.nouns, f.plan.figures = nil, nil
	for _, n := range d.plan.nouns {
		f.plan.figures = append(f.plan.figures, make(n))
	}
	return f.askFigures()
}

// things lists the rows of a table; nouns that are columns are shown.
func (d *draft) things() []*draft {
	var out []*draft
	seen := map[*schema.Table]bool{}
	for _, n := range d.plan.nouns {
		for _, m := range n.Name.Matches {
			if !seen[m.Table] && (m.Column == nil || m.Column.Metric == nil) {
				seen[m.Table] = true
				if f := d.rowsOf(m.Table); f != nil {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// rowsOf lists the rows of a table; nil when a noun is neither the table nor a column that its rows have.
func (d *draft) rowsOf(t *schema.Table) *draft {
	f := d.fork(0)
	f.query.Of, f.entity = t, t
	self := false
	for _, n := range d.plan.nouns {
		best := Option[*schema.Column]{Score: -1}
		own := -1.0
		for _, m := range n.Name.Matches {
			steps, ok := d.way(t, m.Table)
			score := m.Score() - costStep*float64(steps)
			switch {
			case m.Column == nil && m.Table == t:
				own = m.Score()
			case !ok || m.Column != nil && m.Column.Metric != nil:
			case m.Column == nil && len(m.Table.Label) > 0 && score > best.Score:
				best = Option[*schema.Column]{m.Table.Label[0], score}
			case m.Column != nil && score > best.Score:
				best = Option[*schema.Column]{m.Column, score}
			}
		}
		f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
		switch {
		case own >= best.Score && own > 0:
			self = true
			f.score += own - 1
		case best.Is != nil && d.own(best.Is):
			return nil // whose row is meant, this one or the other?
		case best.Is != nil:
			f.query.Show = append(f.query.Show, meaning.ColumnTerm(best.Is, n.At))
			f.score += best.Score - 1 + gainColumn
		default:
			return nil
		}
	}
	if !self {
		f.score -= costColumn
		f.query.Distinct = true
	}
	return f
}
