package compose

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// overPlan compares what was planned with what came of it, which nobody named: "campaigns over budget", "lines sold below list price".
func (d *draft) overPlan(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, p := range d.planned(*c.Other) {
		right := meaning.ColumnTerm(p.plan, c.At)
		cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(p.actual, c.At), Right: &right, At: c.At}
		t := p.actual.Table
		steps, _ := d.way(t, p.plan.Table)
		placed, cost, ok := d.place(of, t, cond)
		if !ok {
			continue
		}
		if when, kept := d.composer.snapshot(t); kept && placed.Op == meaning.Exists {
			placed.Where = append(placed.Where, meaning.Cond{Op: meaning.Last, Left: when, At: c.At})
			cost += costKept
		}
		out = append(out, Option[meaning.Cond]{placed, p.score - 1 - cost - costStep*float64(steps)/2})
	}
	return out
}

// costKept is that it is said of things alone how they stood, which their own rows do not tell.
const costKept = 0.2

// planned is a column that says what was planned, or a bound, and the one that tells what came of it.
type planned struct {
	plan, actual *schema.Column
	score        float64
}

// planned are those that a name may stand for, with what came of it in their own rows or in rows that refer to them.
func (d *draft) planned(n phrase.Name) []planned {
	var out []planned
	for _, m := range n.Matches {
		for _, t := range append([]*schema.Table{m.Table}, d.composer.index.Graph.Referring(m.Table)...) {
			if actual := actualOf(t, m.Column); actual != nil {
				out = append(out, planned{m.Column, actual, m.Score()})
			}
		}
	}
	return out
}

// besidePlan shows what came of a plan, and the plan, of the things whose plan it is, told apart by what else the rows are of.
func (d *draft) besidePlan(c phrase.Cond) []*draft {
	var out []*draft
	for _, p := range d.planned(*c.Other) {
		of := p.actual.Table
		f := d.fork(p.score - 1 - costImplied)
		f.query.Of, f.entity = of, of
		if of != p.plan.Table {
			f.entity = p.plan.Table
			f.query.Show = things(p.plan.Table, meaning.Span{}).shown
		}
		for _, name := range of.Primary {
			if key := of.Column(name); key != nil && key.Role == schema.Category {
				f.query.Show = append(f.query.Show, meaning.ColumnTerm(key, meaning.Span{}))
			}
		}
		out = append(out, f)
	}
	return out
}

// actualOf is the measure of a table that tells what came of what a column planned: its name has the same words, those of plans aside,
// or says that it is what was so in the end.
func actualOf(t *schema.Table, plan *schema.Column) *schema.Column {
	var best *schema.Column
	most := 0
	for _, c := range t.Columns {
		if c == plan || !measures(c) || c.Role != schema.Measure || slices.ContainsFunc(c.Words, phrase.Plans) {
			continue
		}
		same := 0
		if c.Has("actual", "spent", "real", "final") {
			same++
		}
		for _, w := range plan.Words {
			if !phrase.Plans(w) && w != "amount" && c.Has(w) {
				same++
			}
		}
		if same > most {
			best, most = c, same
		}
	}
	if best == nil && slices.ContainsFunc(plan.Words, phrase.Bounds) {
		return levelOf(t)
	}
	return best
}

// levelOf is how much there is of what a row tells of: a quantity, not its value.
func levelOf(t *schema.Table) *schema.Column {
	i := slices.IndexFunc(t.Columns, func(c *schema.Column) bool {
		return c.Aggregate == schema.Latest && measures(c) && !c.Has("value", "amount", "cost", "price", "reserved") && !slices.ContainsFunc(c.Words, phrase.Bounds)
	})
	if i < 0 {
		return nil
	}
	return t.Columns[i]
}
