package main

import (
	"context"
	"time"

	"parley/db"
	"parley/db/likeness"
	"parley/db/statement"
)

// rows is a result as text cells.
type rows [][]string

const maxRows = 200_000

// run executes a statement, within five seconds.
func run(ctx context.Context, d db.Database, stmt *statement.Statement, write likeness.Writing) (rows, error) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	list, err := d.Query(ctx, stmt)
	if err != nil {
		return nil, err
	}
	t, err := likeness.Read(ctx, list, write, maxRows)
	return t.Rows, err
}

// same says whether the rows are those of a gold query, in order where it orders; columns may be permuted.
func same(want, got rows, gold string) bool {
	return likeness.Rule{Ordered: likeness.Orders(gold), Exactly: true}.Same(want, got)
}
