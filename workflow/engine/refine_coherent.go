package engine

import (
	"parley/db/statement"
	"parley/workflow/schema"
)

// coherent says that what a grouping query shows and sorts by has one value in each group: it is an aggregate, a group
// key, or a column of rows that a key names. That is PostgreSQL's rule (manual, GROUP BY clause, functional dependence),
// wider in that any column of a table stands for its rows, and a reference for the rows it points to.
func (s view) coherent() bool {
	q := s.query
	if !grouped(q) {
		return true
	}
	keys, rows := map[string]bool{}, map[*schema.Table]bool{}
	for _, key := range q.GroupBy {
		key = keyed(q, key)
		keys[s.sign(key)] = true
		if c := s.column(key); c != nil {
			rows[c.Table] = true
			for _, e := range s.index.Graph.Of(c.Table) {
				if e.From == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == c {
					rows[e.To] = true
				}
			}
		}
	}
	single := func(e statement.Expr) bool {
		if keys[s.sign(e)] || e.Aggregate() || e.IsWindow() {
			return true
		}
		if _, star := e.AsStar(); star {
			return false
		}
		for _, x := range e.Columns() {
			if c := s.column(x); c != nil && !rows[c.Table] && !keys[s.sign(x)] {
				return false
			}
		}
		return true
	}
	for _, item := range q.Items {
		if !single(item.Expr) {
			return false
		}
	}
	for _, key := range q.OrderBy {
		if !single(keyed(q, key.Expr)) {
			return false
		}
	}
	return true
}
