package compose

import (
	"slices"

	"parley/workflow/engine/phrase"
)

// This file reads a measure that stands before the nouns that say whose it is.

// firstAsMeasure reads the first of several nouns as a measure, and those behind prepositions as whose it is: "turnover of customers in Kenya".
func (d *draft) firstAsMeasure(cost float64) []*draft {
	n := d.plan.nouns
	f := d.fork(-cost)
	f.plan.nouns, f.plan.figures = n[1:], append([]phrase.Figure{plainly(n[0])}, d.plan.figures...)
	return f.askFigures()
}

// whose says that all nouns behind the first, which names no rows, name rows and stand behind prepositions.
func (d *draft) whose() bool {
	n, tables := d.plan.nouns, d.composer.index.Tables
	return len(n) > 1 && !names(n[0].Name, tables) && !slices.ContainsFunc(n[1:], func(n phrase.Noun) bool { return !d.after(n.At) || !names(n.Name, tables) })
}

// plainly is a noun as a figure that nobody said how to take.
func plainly(n phrase.Noun) phrase.Figure {
	return phrase.Figure{Kind: phrase.Plain, Noun: n, At: n.At}
}
