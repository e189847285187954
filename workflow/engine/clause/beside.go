package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file says what the rows in force are, and takes rows of other tables, or figures over them, that belong to one of them.

// AsRows is what the rows in force are, as one may be asked about.
type AsRows struct {
	// Table is what a row, or a group, is; nil for a group of rows by a value of theirs.
	Table *schema.Table
	// Key tells them apart, and called is the column by which one is named in a question.
	Key, Called *schema.Column
	// Fact is the table whose rows the groups are made of; nil where the rows are no groups.
	Fact *schema.Table
}

// Picked is a query for every column of such rows, those that a query in force leaves; nil where no key tells them apart.
func (rows AsRows) Picked(ed *edit.Editor) *statement.Query {
	if rows.Table == nil || rows.Key == nil {
		return nil
	}
	keys, ok := Cell(ed, rows.Key)
	if !ok {
		return nil
	}
	return RowsIn(rows.Table, rows.Key, keys)
}

// Identity is the column by which this SELECT tells the rows of a table apart: its key, or among groups what they go by.
func Identity(s edit.View, t *schema.Table) *schema.Column {
	if len(s.Query.GroupBy) == 0 {
		if key := t.PrimaryKey(); key != nil {
			if _, ok := s.Ref(key); ok {
				return key
			}
		}
		return nil
	}
	var found *schema.Column
	for _, e := range s.Query.GroupBy {
		c := s.Column(s.Query.Meaning(e))
		if c != nil && c.Table == t && (c.Key() || found == nil) {
			found = c
		}
	}
	return found
}

// Beside is a query over the rows of t that belong to one row of this SELECT; its items are left to the caller. Not ok
// when t is read here already, or lies too far away.
func Beside(s edit.View, t *schema.Table) (*statement.Query, bool) {
	path := s.Index.Graph.Path(s.Tables(), t)
	if len(path) == 0 || len(path) > edit.MostHops {
		return nil, false
	}
	q := statement.NewQuery()
	inner := edit.View{Index: s.Index, Query: q}
	first := path[0]
	added, there, near, far := first.From, first.To, first.ToColumns, first.FromColumns
	if slices.Contains(s.Tables(), first.From) {
		added, there, near, far = first.To, first.From, first.FromColumns, first.ToColumns
	}
	if s.Query.Source(added.Name) >= 0 {
		return nil, false
	}
	q.From = []statement.Source{{Schema: added.Schema, Table: added.Name}}
	for _, edge := range path[1:] {
		if inner.AddEdge(edge) != nil {
			return nil, false
		}
	}
	for i := range near {
		x, _ := s.RefIn(there, near[i])
		q.Where = append(q.Where, statement.Binary("=", statement.Column(added.Name, far[i].Name), x))
	}
	return q, true
}

// ForEach shows for each row what is computed over the rows of t that belong to it.
func ForEach(ed *edit.Editor, t *schema.Table, item statement.Item) bool {
	q := ed.Block()
	if ed.Query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	if made, ok := ed.MadeAlready(t, item); ok {
		return ed.Append(made)
	}
	inner, ok := Beside(ed.Scope(), t)
	if !ok {
		return false
	}
	alias := item.Alias
	item.Alias = ""
	inner.Items = []statement.Item{item}
	ed.Understand(fmt.Sprintf("%s of each row, over %s", strings.ToLower(item.Expr.SQL()), t.Name))
	return ed.Append(statement.Item{Expr: statement.Scalar(inner), Alias: alias})
}

// AlongKeys are the rows of the table at the end of a way of keys that begins at rows by their key; nil where a key has several columns,
// or the way does not hang together.
func AlongKeys(rows AsRows, inner *statement.Query, way []*schema.Edge) (*statement.Query, *schema.Table) {
	at, held := rows.Table, rows.Key
	var q *statement.Query
	for _, e := range way {
		if len(e.FromColumns) != 1 || e.From != at && e.To != at {
			return nil, nil
		}
		leave, enter := e.ToColumns[0], e.FromColumns[0]
		next := e.From
		if e.From == at {
			leave, enter, next = enter, leave, e.To
		}
		switch {
		case q != nil:
			inner = q
			inner.Items = []statement.Item{{Expr: statement.Column("", leave.Name)}}
		case leave != held:
			return nil, nil
		}
		q = RowsIn(next, enter, inner)
		at, held = next, nil
	}
	return q, at
}

// RowsOfTable is a query for all rows of a table.
func RowsOfTable(t *schema.Table) *statement.Query {
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	q.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	return q
}

// RowsIn is a query for the rows of a table in whose column stands one of the values that another query finds.
func RowsIn(t *schema.Table, c *schema.Column, found *statement.Query) *statement.Query {
	q := RowsOfTable(t)
	q.Where = []statement.Expr{statement.InQuery(statement.Column("", c.Name), found)}
	return q
}

// Cell is the values of a column in the rows in force, as a query: in an order only where that says which rows these are.
func Cell(ed *edit.Editor, c *schema.Column) (*statement.Query, bool) {
	q := ed.Query.Clone()
	x, ok := edit.View{Index: ed.Index, Query: edit.Leftmost(q)}.Ref(c)
	if !ok {
		return nil, false
	}
	if _, err := q.SetItems(statement.Item{Expr: x}); err != nil {
		return nil, false
	}
	if q.Limit.IsZero() {
		q.ClearOrder()
	}
	return q, true
}
