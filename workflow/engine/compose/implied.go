package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file finds what a question is about that it does not name: owners, holders of what is named, rows behind a catalogue.

// ownersNamed are the people whose names are asked for, where a name is that of several things and rows of a kind that a person defined belong
// to them: "names of the overstayers". Nil for all others.
func (d *draft) ownersNamed(n phrase.Name) *schema.Table {
	var out *schema.Table
	for _, c := range d.plan.conds {
		if !c.TaughtRows() {
			continue
		}
		for _, o := range d.holders(c) {
			t := d.belongTo(o.Is)
			if t != nil && slices.ContainsFunc(n.Matches, func(m schema.Match) bool {
				return m.Table == t && m.Column != nil && slices.Contains(t.Label, m.Column)
			}) {
				out = t
			}
		}
	}
	return out
}

// ledBy are the tables whose rows are what a question begins with by a value in the plural: "welders: name and site" are people of that
// trade.
func (d *draft) ledBy() []Option[*schema.Table] {
	for _, c := range d.plan.conds {
		if c.At.From == 0 && c.Kind == phrase.IsValue && c.Name != nil && c.Name.Rows() != nil {
			return []Option[*schema.Table]{{c.Name.Rows(), 0}} // "branches under renovation with open orders"
		}
		plural := c.Kind == phrase.IsValue && c.Name == nil && len(c.Values) > 0 && !slices.ContainsFunc(c.Values, func(v phrase.Value) bool { return !phrase.Several(v.Text) })
		if c.At.From == 0 && plural && !c.Not {
			return d.holders(c)
		}
	}
	return nil
}

// costImplied is that nobody said what is listed: "arrivals next week".
const costImplied = 0.2

// turnsOver says that a name is a word of trade, and that the schema tells what was sold.
func (d *draft) turnsOver(n phrase.Name) bool {
	return phrase.Trades(n.Text) && len(d.composer.index.Metrics()) > 0
}

// meetPeople lets nouns for whoever it is stand for the people whom the database knows.
func (d *draft) meetPeople() {
	d.plan.nouns = slices.Clone(d.plan.nouns)
	for i, n := range d.plan.nouns {
		if n.Name.Text == phrase.Who && len(n.Name.Matches) == 0 {
			d.plan.nouns[i].Name.Matches = d.people()
		}
	}
}

// implied lists the rows that the conditions speak of, or counts them by what was said.
func (d *draft) implied() []*draft {
	var out []*draft
	var whose []*schema.Table
	conds := d.plan.conds
	if d.plan.compare != nil {
		conds = append(slices.Clone(conds), d.plan.compare.Left)
	}
	for _, c := range conds {
		if c.Kind == phrase.Both {
			c = c.Kids[0]
		}
		if c.Kind == phrase.Against && c.Name == nil && len(d.plan.dims) == 0 && d.plan.compare == nil {
			out = append(out, d.besidePlan(c)...)
			break
		}
		if c.Name == nil && len(c.Values) == 0 && !standing(c) {
			continue
		}
		c = kindBehind(c, conds)
		for _, t := range d.behindCatalogues(d.sizedHolders(d.holders(c)), c) {
			f := d.fork(t.Score - costImplied)
			if d.words[0] == phrase.Who && !t.Is.Personal() {
				if len(f.plan.dims) == 0 && f.plan.compare == nil && d.belongTo(t.Is) != nil {
					whose = append(whose, d.belongTo(t.Is))
					continue // the people are asked for, not what happened to them
				}
				f.score -= costLater
			}
			if len(f.plan.dims) > 0 || f.plan.compare != nil {
				f.query.Of = t.Is
				amassed := slices.ContainsFunc(d.words[c.At.From:min(c.At.To, len(d.words))], func(w string) bool { return english.MassNouns[schema.Lemma(w)] })
				if worth := principal(t.Is); worth != nil && (amassed || c.Kind == phrase.IsValue && c.Name == nil) {
					g := f.fork(gainMoney) // "late fees by month" are what they come to
					g.query.Show = append(g.query.Show, aggregate("sum", worth, c.At))
					out = append(out, g)
					if amassed {
						continue // nobody counts them
					}
				}
				if d.hangsApart(t.Is) {
					out = append(out, f.countedApart(t.Is, c.At)...)
					continue
				}
				f.query.Show = append(f.query.Show, meaning.CountOf(t.Is, c.At))
			} else {
				f.query.Of, f.entity = t.Is, t.Is
			}
			out = append(out, f)
		}
		break
	}
	people := slices.ContainsFunc(out, func(f *draft) bool { return f.query.Of.Personal() })
	if d.words[0] == phrase.Who && !people && len(d.plan.dims) == 0 && d.plan.compare == nil {
		for _, m := range d.people() { // "who was late more than twice"
			f := d.fork(m.Score() - 1 - costImplied)
			if slices.Contains(whose, m.Table) {
				f.score += costLater
			}
			f.query.Of, f.entity = m.Table, m.Table
			f.query.Show = terms(m.Table.Label, meaning.Span{})
			out = append(out, f)
		}
	}
	return out
}

// belongTo is the one table of people to whom rows belong that are none: those whom they are about before those who are employed. Nil where
// there is none, or several.
func (d *draft) belongTo(t *schema.Table) *schema.Table {
	var about, staff []*schema.Table
	for _, e := range d.composer.index.Graph.Of(t) {
		switch {
		case e.From != t || e.To == t || !e.To.Personal() || len(e.To.Label) == 0:
		case e.To.Employed():
			staff = append(staff, e.To)
		default:
			about = append(about, e.To)
		}
	}
	if len(about) == 0 {
		about = staff
	}
	if len(about) != 1 {
		return nil
	}
	return about[0]
}

// kindBehind is the condition that stands for rows of a kind a person defined, where one does right behind others, which are said of those:
// "elderly inpatients" are inpatients.
func kindBehind(c phrase.Cond, conds []phrase.Cond) phrase.Cond {
	for {
		i := slices.IndexFunc(conds, func(o phrase.Cond) bool { return o.At.Said() && o.At.From == c.At.To && o.TaughtRows() })
		if i < 0 {
			return c
		}
		c = conds[i]
	}
}

// countedApart counts a table's rows each once, by rows that refer to them, in groups that hang on those alone.
func (d *draft) countedApart(t *schema.Table, at meaning.Span) []*draft {
	var out []*draft
	for _, o := range d.among(phrase.Noun{At: at}, schema.Match{Table: t, Quality: 1, Coverage: 1}, at) {
		f := d.fork(o.Score - 1)
		f.query.Of, f.query.Show = o.Is.Of, append(f.query.Show, o.Is)
		out = append(out, f)
	}
	return out
}

// behindCatalogues adds what happened that refers to rows of a catalogue, where a value speaks of it.
func (d *draft) behindCatalogues(holders []Option[*schema.Table], kind phrase.Cond) []Option[*schema.Table] {
	if kind.Kind != phrase.IsValue || kind.Name != nil || kind.Not {
		return holders
	}
	var out []Option[*schema.Table]
	for _, t := range holders {
		steps := d.stepsBehind(t.Is, kind)
		behind := d.ofItsKind(t, kind)
		if !steps || len(behind) == 0 {
			out = append(out, t)
		}
		if steps || len(d.plan.dims) > 0 {
			out = append(out, behind...)
		}
	}
	return out
}

// sizedHolders adds the tables whose rows have the size that a comparative tells of, where those that a word names have none: "pastas
// that cost more than 12" are dishes of that kind.
func (d *draft) sizedHolders(list []Option[*schema.Table]) []Option[*schema.Table] {
	i := slices.IndexFunc(d.plan.conds, func(c phrase.Cond) bool { return c.Sized })
	if i < 0 {
		return list
	}
	var out []Option[*schema.Table]
	for _, o := range list {
		if len(sized(o.Is, *d.plan.conds[i].Name).Matches) > 0 {
			out = append(out, o)
			continue
		}
		for _, t := range d.composer.index.Graph.Referring(o.Is) {
			if steps, ok := d.way(t, o.Is); ok && len(sized(t, *d.plan.conds[i].Name).Matches) > 0 {
				out = append(out, Option[*schema.Table]{t, o.Score - costStep*float64(steps)})
			}
		}
	}
	return out
}
