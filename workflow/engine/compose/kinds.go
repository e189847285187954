package compose

import (
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file counts how many different things the rows of others are of: "members who booked in more than two cities".

// kindsOf counts the different things of a figure's noun that rows of its argument refer to, themselves or through their lines.
func (d *draft) kindsOf(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range f.Args[0].Noun.Name.Matches {
		rows := m.Table
		if at, ok := momentOfMatch(m); ok {
			rows = at.of
		}
		for _, of := range f.Noun.Name.Matches {
			for _, o := range d.differing(rows, of, f.At) {
				o.Score += m.Score() - 1
				out = append(out, o)
			}
		}
	}
	return ranked(out, mostReadings)
}

// differing counts what rows of a table differ in by a name: the things called so that they refer to, or the values of a column. Where they
// do not refer to it, their lines may.
func (d *draft) differing(rows *schema.Table, m schema.Match, at meaning.Span) []Option[meaning.Term] {
	what := m.Column
	if what == nil {
		what = m.Table.PrimaryKey()
	}
	if what == nil || rows == m.Table && m.Column == nil || what.Role == schema.Measure || what.Role == schema.Flag {
		return nil
	}
	var out []Option[meaning.Term]
	for _, from := range []*schema.Table{rows, linesOf(d.composer.index, rows)} {
		if from == nil || from == m.Table && m.Column == nil {
			continue
		}
		steps, ok := d.way(from, m.Table)
		if !ok {
			continue
		}
		t := meaning.Term{Kind: meaning.Count, Of: from, Args: []meaning.Term{meaning.ColumnTerm(what, at)}, Distinct: true, At: at}
		if m.Column == nil {
			t.Name = "number of " + schema.Plural(meaning.Called(m.Table))
		}
		cost := costStep * float64(steps) / 2
		if from != rows {
			cost += costStep
		}
		out = append(out, Option[meaning.Term]{t, m.Score() - cost})
	}
	return out
}
