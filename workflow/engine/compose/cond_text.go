package compose

import (
	"strings"

	"parley/db"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// holding is a condition on a text: of the column that was named, else of what the rows, or those that they refer to by what was named, go by.
func (d *draft) holding(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if c.Name == nil && len(d.subjects()) == 0 {
		return nil // the rows are on screen, and what is shown of them is meant
	}
	if c.Name == nil || phrase.IsTitle(c.Name.Text) {
		if own := holdingIn(of.Label, c); own.Op != "" {
			return []Option[meaning.Cond]{{own, 0}}
		}
	}
	if c.Name == nil {
		return nil
	}
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		columns := m.Table.Label
		if m.Column != nil {
			columns = []*schema.Column{m.Column}
		}
		steps, ok := d.way(of, m.Table)
		if is := holdingIn(columns, c); ok && is.Op != "" {
			out = append(out, Option[meaning.Cond]{is, m.Score() - 1 - costStep*float64(steps)})
		}
	}
	return out
}

// holdingIn is the condition on one of the columns that rows go by: their name begins with the first, ends with the last, and holds what any
// of them does. Without an Op where none is a text.
func holdingIn(columns []*schema.Column, c phrase.Cond) meaning.Cond {
	pattern := c.Values[0].Text
	either := meaning.Cond{Op: meaning.Or, At: c.At}
	for _, column := range columns {
		if column.Type == db.Text {
			either.Kids = append(either.Kids, meaning.Cond{Op: meaning.Like, Left: meaning.ColumnTerm(column, c.At), Values: []any{pattern}, At: c.At})
		}
	}
	switch n := len(either.Kids); {
	case n == 0:
		return meaning.Cond{}
	case n == 1 || !strings.HasPrefix(pattern, "%"):
		return either.Kids[0]
	case !strings.HasSuffix(pattern, "%"):
		return either.Kids[n-1]
	}
	return either
}
