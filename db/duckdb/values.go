package duckdb

import (
	"context"
	"fmt"
	"time"

	"parley/db"
	"parley/db/duckdb/engine"
	"parley/db/statement"
)

const (
	// sampled is how many rows of a table are looked at for the values of a column.
	sampled = 20_000
	// valuesTimeout bounds the look at one column: a view may hide a large join, and a file may be far away.
	valuesTimeout = 2 * time.Second
	// longestValue is how long a text may be, in characters, to be worth knowing by heart.
	longestValue = 200
)

// Values returns the distinct values of a column, commonest first, among the first rows of the table.
func (d *Database) Values(ctx context.Context, table db.TableName, column string, limit int) ([]db.Value, bool, error) {
	from := quoteTable(table)
	sql := fmt.Sprintf(`WITH s AS MATERIALIZED (SELECT t.%s AS v FROM %s AS t LIMIT %d)
		SELECT v, (SELECT count(*) FROM s) FROM s WHERE v IS NOT NULL AND length(v::VARCHAR) <= %d GROUP BY v ORDER BY count(*) DESC, v LIMIT %d`,
		engine.Quote(column), from, sampled, longestValue, limit+1)
	var values []db.Value
	complete := true
	ctx, cancel := context.WithTimeout(ctx, valuesTimeout)
	defer cancel()
	err := d.each(ctx, sql, func(row []db.Value) {
		values = append(values, row[0])
		rows, _ := row[1].(int64)
		complete = rows < sampled
	})
	if err != nil {
		return nil, false, err
	}
	if len(values) > limit {
		return values[:limit], false, nil
	}
	return values, complete, nil
}

// Explain is DuckDB's plan, which runs nothing.
func (d *Database) Explain(ctx context.Context, stmt *statement.Statement) (*db.Plan, error) {
	text, err := db.Readable(stmt, statement.DuckDB)
	if err != nil {
		return nil, err
	}
	var plan *db.Plan
	err = d.call(ctx, engine.MethodPlan, text, &plan)
	return plan, err
}
