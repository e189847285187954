package edit

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Coherent says that what a grouping query shows and sorts by has one value in each group. Strictly, a group of anything but
// a key or a name has no one value of the rest of the row.
func (s View) Coherent(strict bool) bool {
	q, fixes := s.Query, s.fixes
	if strict {
		fixes = s.Names
	}
	for _, item := range q.Items {
		if !q.OnePerGroup(item.Expr, fixes) {
			return false
		}
	}
	return !slices.ContainsFunc(q.OrderBy, func(k statement.Key) bool { return !q.OnePerGroup(q.Meaning(k.Expr), fixes) })
}

// fixes says that a group key fixes an expression: they mean the same, or the expression is a column of rows that the key
// names. That is PostgreSQL's rule (manual, GROUP BY clause, functional dependence), wider in that any column of a table
// stands for its rows, and a reference for the rows it points to. What is no column of the schema is not doubted.
func (s View) fixes(key, e statement.Expr) bool {
	if s.Sign(key) == s.Sign(e) {
		return true
	}
	_, _, isColumn := e.AsColumn()
	k, c := s.Column(key), s.Column(e)
	if !isColumn || c == nil {
		return isColumn
	}
	return k != nil && (k.Table == c.Table || s.refersTo(k, c.Table))
}

// Names is fixes where the key names rows: by a key or by what they are called.
func (s View) Names(key, e statement.Expr) bool {
	k := s.Column(key)
	return s.fixes(key, e) && (k == nil || k.Key() || k.Role == schema.Label || s.Sign(key) == s.Sign(e))
}

// refersTo says that the column by itself refers to rows of the table.
func (s View) refersTo(c *schema.Column, t *schema.Table) bool {
	return slices.ContainsFunc(s.Index.Graph.Of(c.Table), func(e *schema.Edge) bool {
		return e.From == c.Table && e.To == t && len(e.FromColumns) == 1 && e.FromColumns[0] == c
	})
}
