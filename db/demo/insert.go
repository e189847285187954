package demo

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"
)

// table makes the rows of one table, in order of its columns after the id, which counts from 1.
type table struct {
	name  string
	width int
	rows  func() [][]driver.Value
}

// batch is how many rows go into one INSERT: with more of them, a row costs less.
const batch = 50

func insert(ctx context.Context, c driver.Conn, t table) error {
	rows := t.rows()
	full := len(rows) / batch * batch
	if err := insertBy(ctx, c, t, rows[:full], 0, batch); err != nil {
		return err
	}
	return insertBy(ctx, c, t, rows[full:], full, 1)
}

// insertBy inserts rows n at a time; before is how many the table has already.
func insertBy(ctx context.Context, c driver.Conn, t table, rows [][]driver.Value, before, n int) error {
	if len(rows) == 0 {
		return nil
	}
	prepared, err := c.Prepare(insertSQL(t, n))
	if err != nil {
		return err
	}
	defer prepared.Close()
	statement, ok := prepared.(driver.StmtExecContext)
	if !ok {
		return errors.New("the SQLite driver cannot run statements")
	}
	args := make([]driver.NamedValue, n*(t.width+1))
	for i := 0; i < len(rows); i += n {
		bind(args, rows[i:i+n], before+i)
		// The values do not depend on ctx; it is looked at once a batch, for the driver would start a goroutine each.
		if _, err := statement.ExecContext(context.Background(), args); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func bind(args []driver.NamedValue, rows [][]driver.Value, before int) {
	at := 0
	put := func(v driver.Value) {
		args[at] = driver.NamedValue{Ordinal: at + 1, Value: v}
		at++
	}
	for i, row := range rows {
		put(int64(before + i + 1))
		for _, v := range row {
			put(v)
		}
	}
}

func insertSQL(t table, rows int) string {
	one := "(?" + strings.Repeat(",?", t.width) + ")"
	return "INSERT INTO " + t.name + " VALUES " + strings.TrimSuffix(strings.Repeat(one+",", rows), ",")
}
