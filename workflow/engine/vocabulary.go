package engine

import (
	"strings"

	"parley/dialog"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// Vocabulary is what detection asks about a database: the index's names, values and keys in the dialog core's own form.
func Vocabulary(x *schema.Index) *dialog.Lexicon { return vocabulary(x, nil) }

// vocabulary is the same with the words of a project.
func vocabulary(x *schema.Index, p *project.Project) *dialog.Lexicon {
	l := dialog.NewLexicon()
	for _, d := range p.Of(project.Word, project.MetricKind, project.Value, project.JoinKind) {
		if e, ok := entityOf(d); ok {
			for _, name := range d.Words {
				l.Add(name, e)
			}
		}
	}
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

// entityOf is what the words of a definition speak of; ok is false where they speak of nothing that detection knows.
func entityOf(d *project.Definition) (e dialog.Entity, ok bool) {
	if d.Table == nil || d.Scope == project.Guessed {
		return e, false
	}
	e = dialog.Entity{Kind: dialog.ColumnEntity, Table: strings.ToLower(d.Table.Name)}
	switch {
	case d.Kind == project.Word && d.Column == nil:
		e.Kind = dialog.SubjectEntity
		return e, true
	case d.Column == nil:
		return e, false
	case d.Kind == project.Value:
		e.Kind = dialog.ValueEntity
	}
	e.Column = strings.ToLower(d.Column.Name)
	return e, true
}
