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
	for _, m := range c.Other.Matches {
		for _, t := range append([]*schema.Table{m.Table}, d.composer.index.Graph.Referring(m.Table)...) {
			actual := actualOf(t, m.Column)
			if actual == nil {
				continue
			}
			right := meaning.ColumnTerm(m.Column, c.At)
			cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(actual, c.At), Right: &right, At: c.At}
			steps, _ := d.way(t, m.Table)
			if placed, cost, ok := d.place(of, t, cond); ok {
				out = append(out, Option[meaning.Cond]{placed, m.Score() - 1 - cost - costStep*float64(steps)/2})
			}
		}
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
	return best
}
