package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file holds rows of which two things of one kind differ: hires in another class than was booked.

// leading is a column that leads to, or holds, a thing of a kind, so many keys away from a row.
type leading struct {
	column *schema.Column
	steps  int
}

// differs is a condition that two things of a kind differ to which a row leads, of which one is called as was said.
func (d *draft) differs(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		list := d.leadings(of, m)
		for i, a := range list {
			for _, b := range list[:i] {
				if !d.calledFor(a.column, *c.Other) && !d.calledFor(b.column, *c.Other) {
					continue
				}
				right := meaning.ColumnTerm(b.column, c.At)
				cond := meaning.Cond{Op: meaning.NotEqual, Left: meaning.ColumnTerm(a.column, c.At), Right: &right, At: c.At}
				out = append(out, Option[meaning.Cond]{cond, m.Score() - 1 - costStep*float64(a.steps+b.steps)})
			}
		}
	}
	return ranked(out, mostReadings)
}

// leadings are the columns of a row, and of the rows that it refers to, that lead to the things that a name stands for, the nearest first.
func (d *draft) leadings(of *schema.Table, m schema.Match) []leading {
	kind := d.kindOf(m)
	if kind == nil {
		return nil
	}
	var out []leading
	for _, e := range d.composer.index.Graph.Of(kind) {
		if e.To != kind || e.From == kind || len(e.FromColumns) != 1 {
			continue
		}
		if steps, ok := d.way(of, e.From); ok {
			out = append(out, leading{e.FromColumns[0], steps})
		}
	}
	slices.SortStableFunc(out, func(a, b leading) int { return a.steps - b.steps })
	return out
}

// kindOf is the table of the things that a name stands for: by its own name, by what they are called, or by a key to them.
func (d *draft) kindOf(m schema.Match) *schema.Table {
	if m.Column == nil || slices.Contains(m.Table.Label, m.Column) && m.Table.Class == schema.List {
		return m.Table
	}
	for _, e := range d.composer.index.Graph.Of(m.Table) {
		if e.From == m.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == m.Column {
			return e.To
		}
	}
	return nil
}

// calledFor says that a column is called by a word, or belongs to rows that tell of what it says was done.
func (d *draft) calledFor(c *schema.Column, n phrase.Name) bool {
	words := schema.Words(n.Text)
	if hasStem(c.Words, words) || hasStem(c.Table.Words, words) {
		return true
	}
	said := func(w string) bool {
		return len(w) >= leastCalled && strings.HasPrefix(w, words[0][:min(len(words[0]), leastCalled)])
	}
	return len(words) > 0 && slices.ContainsFunc(c.Words, said)
}

// leastCalled is how many letters a word has in common with another that says the same.
const leastCalled = 4
