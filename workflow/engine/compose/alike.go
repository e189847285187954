package compose

import (
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// alike is that a row has in common with another, which is named, what it is called or refers to: "in the same category as the red lamp".
func (d *draft) alike(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var named *Option[meaning.Cond]
	for _, o := range d.isValue(of, c.Kids[0]) {
		if o.Is.Left.Kind == meaning.Column && o.Is.Left.Column.Table == of && o.Is.Left.Via == nil {
			named = &o
			break
		}
	}
	if named == nil {
		return nil
	}
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		column := d.commonly(of, m)
		if column == nil || column == named.Is.Left.Column {
			continue
		}
		cond := meaning.Cond{Op: meaning.Shared, Left: meaning.ColumnTerm(column, c.At), Rows: of, Where: []meaning.Cond{named.Is}, At: c.At}
		out = append(out, Option[meaning.Cond]{cond, m.Score() - 1 + named.Score})
	}
	return ranked(out, mostReadings)
}

// commonly is the column that rows of a table may have in common by a name: one of their own, or the key of what they refer to.
func (d *draft) commonly(of *schema.Table, m schema.Match) *schema.Column {
	if m.Column != nil {
		if m.Column.Table != of || m.Column.Metric != nil || m.Column == of.PrimaryKey() {
			return nil
		}
		return m.Column
	}
	for _, e := range d.composer.index.Graph.Of(of) {
		if e.From == of && e.To == m.Table && e.To != of && len(e.FromColumns) == 1 {
			return e.FromColumns[0]
		}
	}
	return nil
}
