package reader

import (
	"context"
	"fmt"

	"parley/db/statement"
)

// Brings says whether a query brings a row that holds anything; an error says that the database does not take it. The
// plan tells whether it is taken, and a cheaper query whether there are rows.
func (e *Engine) Brings(ctx context.Context, stmt *statement.Statement, q *statement.Query) (bool, error) {
	cheap := probe(q)
	if cheap == nil {
		return e.someRows(ctx, stmt)
	}
	if err := e.Takes(ctx, stmt); err != nil {
		return false, err
	}
	s, err := cheap.Build(e.Dialect)
	if err != nil {
		return false, fmt.Errorf("look for a row: %w", err)
	}
	return e.someRows(ctx, s)
}

// Takes asks for the plan of a statement: an error says that the database does not take it.
func (e *Engine) Takes(ctx context.Context, stmt *statement.Statement) error {
	trial, stop := context.WithTimeout(ctx, e.trials.one()+e.away())
	defer stop()
	_, err := e.Database.Explain(trial, stmt)
	return ifNot(trial, err)
}

// probe is a query that has a row when q has one that is more than NULL and a count of zero: one row will do, in no
// order, and what is counted or grouped need not be. It is nil where q must be run as it is.
func probe(q *statement.Query) *statement.Query {
	if q.Set != nil || len(q.Having) > 0 || !q.Offset.IsZero() || len(q.From) == 0 {
		return nil
	}
	out := q.Clone()
	out.Distinct = false
	out.ClearOrder()
	out.Limit = statement.Literal(int64(1))
	if q.Grouped() {
		out.GroupBy, out.Items = nil, []statement.Item{{Expr: statement.Literal(int64(1))}}
	}
	return out
}
