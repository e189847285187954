package engine

import (
	"slices"

	"parley/workflow/engine/phrase"
	"parley/workflow/project"
)

// mind makes the words of a project and those of the language go together: what several words say at once is not torn apart by a taught one
// of them ("outstanding amount" is what is owed, whatever outstanding invoices are), and a figure that was defined by such words is meant by
// all that say the same. A column that was called by such words is meant by them.
func mind(p *project.Project) {
	p.Mind(phrase.SaysOwed, phrase.Says)
	for _, d := range p.Of(project.MetricKind) {
		if d.Column != nil && slices.ContainsFunc(d.Words, callsOwed) {
			d.Column.Metric.Owed = true
		}
	}
}

// callsOwed says that a figure of this name is what is owed: "receivables", "outstanding", "owed to us".
func callsOwed(name string) bool {
	return phrase.SaysOwed(name) || phrase.SaysOwed(name+" amount") || phrase.SaysOwed("amount "+name)
}
