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

// mostHops is over how many keys a table may still belong to a row.
const mostHops = 2

// beside is a query over the rows of t that belong to one row of this SELECT; its items are left to the caller. Not ok
// when t is read here already, or lies too far away.
func (s view) beside(t *schema.Table) (*statement.Query, bool) {
	path := s.index.Graph.Path(s.tables(), t)
	if len(path) == 0 || len(path) > mostHops {
		return nil, false
	}
	q := statement.NewQuery()
	inner := view{s.index, q}
	first := path[0]
	added, there, near, far := first.From, first.To, first.ToColumns, first.FromColumns
	if slices.Contains(s.tables(), first.From) {
		added, there, near, far = first.To, first.From, first.FromColumns, first.ToColumns
	}
	if s.query.Source(added.Name) >= 0 {
		return nil, false
	}
	q.From = []statement.Source{{Schema: added.Schema, Table: added.Name}}
	for _, edge := range path[1:] {
		if inner.addEdge(edge) != nil {
			return nil, false
		}
	}
	for i := range near {
		x, _ := s.refIn(there, near[i])
		q.Where = append(q.Where, statement.Binary("=", statement.Column(added.Name, far[i].Name), x))
	}
	return q, true
}

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

// belongs keeps the rows that some row of t belongs to, or none.
func (ed *editor) belongs(t *schema.Table, some bool) bool {
	if ed.query.Set != nil {
		return false
	}
	q, ok := ed.scope().beside(t)
	if !ok {
		return false
	}
	q.Items = []statement.Item{{Expr: statement.Literal(int64(1))}}
	p := statement.Exists(q)
	if !some {
		p = statement.Not(p)
	}
	said := "without rows of %s"
	if some {
		said = "with rows of %s"
	}
	ed.understand(fmt.Sprintf(said, t.Name))
	return ed.block().AddPredicate(p) == nil
}

// compareRelated compares how many rows of another table belong to a row: "which of those have more than one review".
func (ed *editor) compareRelated(c condition, m mode) bool {
	q, ok := ed.scope().beside(c.related)
	if !ok || ed.query.Set != nil {
		return false
	}
	operator := c.operator
	if m == excludeMode {
		operator = complement(operator)
	}
	q.Items = []statement.Item{{Expr: statement.CountStar()}}
	ed.understand(fmt.Sprintf("number of %s of each row", c.related.Name))
	return ed.block().AddPredicate(statement.Binary(operator, statement.Scalar(q), c.values[0])) == nil
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

// forEach shows for each row what is computed over the rows of t that belong to it.
func (ed *editor) forEach(t *schema.Table, item statement.Item) bool {
	q := ed.block()
	if ed.query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	if made, ok := ed.madeAlready(t, item); ok {
		return ed.append(made)
	}
	inner, ok := ed.scope().beside(t)
	if !ok {
		return false
	}
	alias := item.Alias
	item.Alias = ""
	inner.Items = []statement.Item{item}
	ed.understand(fmt.Sprintf("%s of each row, over %s", strings.ToLower(item.Expr.SQL()), t.Name))
	return ed.append(statement.Item{Expr: statement.Scalar(inner), Alias: alias})
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
