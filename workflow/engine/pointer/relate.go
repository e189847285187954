package pointer

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file asks about each of the present rows what other tables hold on it: whether there is anything, how many, and
// whom a key into the same table points to. The rows themselves stay as they are.

// related reads a text as one table that this SELECT does not read.
func related(ed *edit.Editor, text string) *schema.Table {
	var found *schema.Table
	for _, it := range ed.Tag(text) {
		t, score := it.BestTable()
		switch {
		case t != nil && score >= tag.StrongName && found == nil && !slices.Contains(ed.Scope().Tables(), t):
			found = t
		case !edit.Skippable(&it) && !it.Is(tag.Missing, tag.Exists):
			return nil
		}
	}
	return found
}

// Belonging keeps the rows that some row elsewhere belongs to, or none: "only those without orders", "who have reviews".
func Belonging(ed *edit.Editor, text string, some bool) bool {
	t := related(ed, text)
	return t != nil && measure.Belongs(ed, t, some)
}

// CountEach shows for each row how many rows of another table belong to it.
func CountEach(ed *edit.Editor, text string) bool {
	t := related(ed, text)
	return t != nil && clause.ForEach(ed, t, statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(t.Name)})
}

// CountRelated counts the rows of another table that belong to the present rows: "how many orders did they place".
func CountRelated(ed *edit.Editor, text string) bool {
	t := related(ed, text)
	if t == nil || t.PrimaryKey() == nil || clause.Settled(ed) || len(edit.Measures(ed.Block())) > 0 {
		return false
	}
	x, err := ed.Scope().Reach(t.PrimaryKey())
	if err != nil {
		return false
	}
	ed.Understand(fmt.Sprintf("rows of %s that belong to these", t.Name))
	ed.Block().Distinct = false
	return clause.Instead(ed, statement.Item{Expr: statement.Call("count", x).Distinct(), Alias: "count"})
}

// Superior shows the row that a key into the same table points to: "and who is their manager", "who do they report to".
func Superior(ed *edit.Editor, text string) bool {
	edge := selfEdge(ed)
	if edge == nil || len(ed.Label(edge.To)) == 0 || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	words := edit.LemmasOf(schema.Words(text))
	role := ""
	if len(words) == 1 && english.Superiors[words[0]] {
		role = words[0]
	}
	if role == "" && !AllIn(words, edge.FromColumns[0].Words) {
		return false
	}
	if role == "" {
		role = "superior"
	}
	s := ed.Scope()
	s.QualifyAll()
	x, _ := s.RefIn(edge.From, edge.FromColumns[0])
	name, err := s.Query.AddSource(statement.Source{
		Join: statement.JoinLeft, Schema: edge.To.Schema, Table: edge.To.Name, Alias: role,
		On: statement.Binary("=", statement.Column(role, edge.ToColumns[0].Name), x),
	}, ed.Index)
	if err != nil || name != role {
		return false
	}
	for _, c := range ed.Label(edge.To) {
		if !ed.Append(statement.Item{Expr: statement.Column(role, c.Name), Alias: strings.ToLower(role + "_" + c.Name)}) {
			return false
		}
	}
	ed.Understand(fmt.Sprintf("%s = the %s that %s points to", role, edge.To.Name, edge.FromColumns[0]))
	return true
}

// selfEdge is a key of the first table into itself; nil when it has none.
func selfEdge(ed *edit.Editor) *schema.Edge {
	for _, t := range ed.Scope().Tables()[:min(1, len(ed.Scope().Tables()))] {
		for _, e := range ed.Index.Graph.Of(t) {
			if e.From == t && e.To == t && len(e.FromColumns) == 1 {
				return e
			}
		}
	}
	return nil
}

// AllIn says that there are words, and that all of them are among the others.
func AllIn(words, others []string) bool {
	for _, w := range words {
		if !slices.Contains(others, w) {
			return false
		}
	}
	return len(words) > 0
}

// Speaks says that a word of the text names something, or is a number or a time.
func Speaks(ed *edit.Editor, text string) bool {
	return slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool { return it.Mention() || it.HasNumber || it.Period != nil })
}
