package phrase

import (
	"parley/workflow/schema"
)

// qualityPlanned is how surely a word for a plan or a bound is a column whose name has a form of it among others: "budget" of
// budgeted_cost.
const qualityPlanned = 0.85

// plans notes a word for what was planned as the measures that are called so among other words.
func (l *lattice) plans(i int, name func(from, to int, m schema.Match)) {
	w := l.words[i]
	if !Plans(w) || l.tokens[i].Quoted {
		return
	}
	for _, t := range l.index.Tables {
		for _, c := range t.Columns {
			if c.Role != schema.Measure || c.Hidden {
				continue
			}
			for _, own := range c.Words {
				if schema.Kin(own) == schema.Kin(w) {
					name(i, i+1, schema.Match{From: i, To: i + 1, Table: t, Column: c, Quality: qualityPlanned, Coverage: 1})
					break
				}
			}
		}
	}
}
