package engine

import (
	"strings"

	"parley/dialog"
	"parley/workflow/schema"
)

// Vocabulary is what detection asks about a database: the index's names, values and keys in the dialog core's own form.
func Vocabulary(x *schema.Index) *dialog.Lexicon {
	l := dialog.NewLexicon()
	for _, t := range x.Tables {
		table := strings.ToLower(t.Name)
		l.AddTable(table)
		l.Add(strings.Join(t.Words, " "), dialog.Entity{Kind: dialog.SubjectEntity, Table: table})
		for _, c := range t.Columns {
			e := dialog.Entity{Kind: dialog.ColumnEntity, Table: table, Column: strings.ToLower(c.Name)}
			l.Add(c.Name, e)
			l.Add(strings.Join(c.Words, " "), e)
		}
	}
	for _, c := range x.Metrics() {
		l.Add(strings.Join(c.Words, " "), dialog.Entity{Kind: dialog.ColumnEntity, Table: strings.ToLower(c.Table.Name), Column: strings.ToLower(c.Name)})
	}
	for _, edge := range x.Graph.Edges {
		l.AddKey(strings.ToLower(edge.From.Name), strings.ToLower(edge.To.Name))
	}
	for m := range x.EachValue() {
		table, column := strings.ToLower(m.Column.Table.Name), strings.ToLower(m.Column.Name)
		l.Add(m.Text, dialog.Entity{Kind: dialog.ValueEntity, Table: table, Column: column})
	}
	l.Seal()
	return l
}
