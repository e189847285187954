package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file asks about each of the present rows what other tables hold on it: whether there is anything, how many, and
// whom a key into the same table points to. The rows themselves stay as they are.

// related reads a text as one table that this SELECT does not read.
func (ed *editor) related(text string) *schema.Table {
	var found *schema.Table
	for _, it := range ed.tag(text) {
		t, score := it.BestTable()
		switch {
		case t != nil && score >= strongName && found == nil && !slices.Contains(ed.scope().tables(), t):
			found = t
		case !skippable(&it) && !it.Is(Missing, Exists):
			return nil
		}
	}
	return found
}

// belonging keeps the rows that some row elsewhere belongs to, or none: "only those without orders", "who have reviews".
func (ed *editor) belonging(text string, some bool) bool {
	t := ed.related(text)
	return t != nil && ed.belongs(t, some)
}

// countEach shows for each row how many rows of another table belong to it.
func (ed *editor) countEach(text string) bool {
	t := ed.related(text)
	return t != nil && ed.forEach(t, statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(t.Name)})
}

// countRelated counts the rows of another table that belong to the present rows: "how many orders did they place".
func (ed *editor) countRelated(text string) bool {
	t := ed.related(text)
	if t == nil || t.PrimaryKey() == nil || ed.settled() || len(measures(ed.block())) > 0 {
		return false
	}
	x, err := ed.scope().reach(t.PrimaryKey())
	if err != nil {
		return false
	}
	ed.understand(fmt.Sprintf("rows of %s that belong to these", t.Name))
	ed.block().Distinct = false
	return ed.instead(statement.Item{Expr: statement.Call("count", x).Distinct(), Alias: "count"})
}

// superior shows the row that a key into the same table points to: "and who is their manager", "who do they report to".
func (ed *editor) superior(text string) bool {
	edge := ed.selfEdge()
	if edge == nil || len(ed.label(edge.To)) == 0 || ed.query.Set != nil || ed.block().Grouped() {
		return false
	}
	words := lemmasOf(schema.Words(text))
	role := ""
	if len(words) == 1 && english.Superiors[words[0]] {
		role = words[0]
	}
	if role == "" && !allIn(words, edge.FromColumns[0].Words) {
		return false
	}
	if role == "" {
		role = "superior"
	}
	s := ed.scope()
	s.qualifyAll()
	x, _ := s.refIn(edge.From, edge.FromColumns[0])
	name, err := s.query.AddSource(statement.Source{
		Join: statement.JoinLeft, Schema: edge.To.Schema, Table: edge.To.Name, Alias: role,
		On: statement.Binary("=", statement.Column(role, edge.ToColumns[0].Name), x),
	}, ed.index)
	if err != nil || name != role {
		return false
	}
	for _, c := range ed.label(edge.To) {
		if !ed.append(statement.Item{Expr: statement.Column(role, c.Name), Alias: strings.ToLower(role + "_" + c.Name)}) {
			return false
		}
	}
	ed.understand(fmt.Sprintf("%s = the %s that %s points to", role, edge.To.Name, edge.FromColumns[0]))
	return true
}

// selfEdge is a key of the first table into itself; nil when it has none.
func (ed *editor) selfEdge() *schema.Edge {
	for _, t := range ed.scope().tables()[:min(1, len(ed.scope().tables()))] {
		for _, e := range ed.index.Graph.Of(t) {
			if e.From == t && e.To == t && len(e.FromColumns) == 1 {
				return e
			}
		}
	}
	return nil
}

// allIn says that there are words, and that all of them are among the others.
func allIn(words, others []string) bool {
	for _, w := range words {
		if !slices.Contains(others, w) {
			return false
		}
	}
	return len(words) > 0
}

// speaks says that a word of the text names something, or is a number or a time.
func (ed *editor) speaks(text string) bool {
	return slices.ContainsFunc(ed.tag(text), func(it Item) bool { return it.Mention() || it.HasNumber || it.Period != nil })
}
