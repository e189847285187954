package compose

import (
	"cmp"
	"slices"
	"time"

	"parley/db"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Condition is one reading of words as conditions on the rows of a table.
type Condition struct {
	// Conds must hold all.
	Conds []meaning.Cond
	// Score is as that of a Candidate; Lost and Doubts too.
	Score  float64
	Lost   []string
	Doubts []string
}

// Conditions reads words as conditions on the rows of a table, best first: "only those from Kenya", "not cancelled",
// "price above 5". Readings in which something else was said than conditions are left out.
//
// A refinement adds them to the statement in force so:
//
//	scope, ok := meaning.Onto(index, dialect, query)
//	for _, r := range composer.Conditions(words, scope.Root(), now) { expr, err := scope.Cond(r.Conds[0]) … }
func (c *Composer) Conditions(input string, of *schema.Table, now time.Time) []Condition {
	parse := c.reader.Read(input, now)
	words := float64(max(len(parse.Words()), 1))
	var out []Condition
	for _, cover := range parse.Covers(c.width().covers) {
		p := planOf(cover.Pieces)
		d := &draft{composer: c, plan: p, query: &meaning.Query{Of: of, All: true}, now: now, words: parse.Words()}
		if slices.ContainsFunc(p.conds, bare) {
			continue // the rows in hand may be groups, whose figure is meant
		}
		if len(p.figures)+len(p.dims)+len(p.also)+len(p.loose) > 0 || p.keep != nil || p.sort != nil || !d.nounConditions() || len(d.plan.conds) == 0 {
			continue
		}
		for _, f := range restrict(d) {
			if len(f.query.Having) == 0 {
				out = append(out, Condition{f.query.Where, (cover.Score+f.score)/words - p.strangers(of, f.query.Where), cover.Lost, f.doubts})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Condition) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// strangers is what it costs that conditions beside a noun are of the rows in hand, and not of what the noun names: closed branches are
// branches that closed.
func (p *plan) strangers(of *schema.Table, conds []meaning.Cond) float64 {
	cost := 0.0
	for _, n := range p.nouns {
		named := func(m schema.Match) bool { return m.Column == nil && m.Exact() }
		i := slices.IndexFunc(n.Name.Matches, named)
		if i < 0 || n.Name.Matches[i].Table == of {
			continue
		}
		for _, c := range conds {
			beside := c.At.To == n.Name.At.From || c.At.From >= n.Name.At.To && c.At.From <= n.Name.At.To+1
			if beside && c.Left.Column != nil && c.Left.Column.Table == of {
				cost += costStranger
			}
		}
	}
	return cost
}

// bare says that a number is compared with nothing that was named.
func bare(c phrase.Cond) bool {
	return c.Kind == phrase.Compared && c.Name == nil && c.Figure == nil && c.Number != (phrase.Average{})
}

// Term reads words as one term about the rows of a table, best first: a column, or a figure over them ("average price",
// "number of orders").
func (c *Composer) Term(input string, of *schema.Table, now time.Time) []Option[meaning.Term] {
	parse := c.reader.Read(input, now)
	var out []Option[meaning.Term]
	for _, cover := range parse.Covers(c.width().covers) {
		if len(cover.Pieces) != 1 || len(cover.Lost) > 0 {
			continue
		}
		d := &draft{composer: c, query: &meaning.Query{Of: of}, now: now}
		switch v := cover.Pieces[0].Value.(type) {
		case phrase.Figure:
			out = append(out, d.figure(v)...)
		case phrase.Noun:
			for _, o := range d.columns(v.Name, nil) {
				out = append(out, Option[meaning.Term]{o.Is[0], o.Score})
			}
			out = append(out, d.measure(v, "", v.At)...)
		}
	}
	return ranked(out, mostReadings)
}

// nounConditions makes what is said right before a noun a condition: "the Leeds branch" is one on the branch, "late orders" on
// the rows themselves. A noun for the rows, or for what they are grouped by, says nothing more. It is false where a noun names
// neither.
func (d *draft) nounConditions() bool {
	for _, n := range d.plan.nouns {
		i := slices.IndexFunc(n.Name.Matches, func(m schema.Match) bool {
			_, ok := d.way(d.query.Of, m.Table)
			return ok && (m.Column == nil || len(n.Conds) > 0)
		})
		if i < 0 {
			return false
		}
		for _, c := range n.Conds {
			if c.Name == nil && n.Name.Matches[i].Table != d.query.Of {
				c.Name = &n.Name
			}
			d.plan.conds = append(slices.Clone(d.plan.conds), c)
		}
	}
	return true
}

// saysYesOrNo says that a column holds yes and no, whatever it is called.
func saysYesOrNo(c *schema.Column) bool {
	if c.Role == schema.Flag {
		return true
	}
	_, no := c.No()
	return c.Type == db.Text && !c.Numeric && no
}
