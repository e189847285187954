package sqlite

import (
	"context"

	"parley/db"
	"parley/db/statement"
)

// Explain is EXPLAIN QUERY PLAN as a tree. SQLite gives no costs, and runs nothing.
func (d *Database) Explain(ctx context.Context, stmt *statement.Statement) (*db.Plan, error) {
	text, err := db.Readable(stmt, statement.SQLite)
	if err != nil {
		return nil, err
	}
	s, err := d.connection(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release()
	return s.plan(text)
}

// plan puts EXPLAIN QUERY PLAN before a text that prepare has found to be one reading statement: EXPLAIN before a text
// that is not would take its first word for an option.
func (s *session) plan(text string) (*db.Plan, error) {
	checked, err := s.c.prepare(text)
	if err != nil {
		return nil, err
	}
	checked.finalize()
	root := &db.Plan{Node: "Query"}
	nodes := map[int64]*db.Plan{0: root}
	err = s.each("EXPLAIN QUERY PLAN "+text, func(row *stmt) {
		node := &db.Plan{Node: row.text(3)}
		nodes[row.integer(0)] = node
		if parent := nodes[row.integer(1)]; parent != nil {
			parent.Children = append(parent.Children, node)
		}
	})
	return root, err
}
