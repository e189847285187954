package sqlite

import (
	"context"

	"parley/db"
)

// rows is a statement under way on a connection of its own.
type rows struct {
	d       *Database
	c       *conn
	stmt    *stmt
	columns []db.ResultColumn
	row     []db.Value

	watch  *db.Watch
	cancel context.CancelFunc

	first bool // step has read a row that Next has not given yet
	err   error
	done  bool
}

var _ db.Rows = (*rows)(nil)

// start prepares text and reads its first row, so that what is wrong with it shows now, and columns without a declared
// type have the type of their first value.
func (d *Database) start(ctx, caller context.Context, text string) (*rows, error) {
	c, err := d.acquire(ctx)
	if err != nil {
		return nil, err
	}
	r := &rows{d: d, c: c, watch: db.NewWatch(&c.interrupter, ctx, caller), cancel: func() {}}
	if r.stmt, err = c.prepare(text); err == nil {
		r.first, err = r.stmt.step()
	}
	if err != nil {
		r.finish(nil)
		return nil, err
	}
	r.describe()
	return r, nil
}

func (r *rows) describe() {
	n := r.stmt.width()
	r.columns, r.row = make([]db.ResultColumn, n), make([]db.Value, n)
	for i := range r.columns {
		native := r.stmt.declared(i)
		column := db.ResultColumn{Name: r.stmt.name(i), Native: native, Type: declaredType(native)}
		if column.Type == db.Unknown && r.first {
			column.Type = valueType(r.stmt.value(i))
		}
		r.columns[i] = column
	}
}

func (r *rows) Columns() []db.ResultColumn { return r.columns }

func (r *rows) Row() []db.Value { return r.row }

func (r *rows) Err() error { return r.err }

// Next reads one row. A ctx other than the query's stops the statement too.
func (r *rows) Next(ctx context.Context) bool {
	if r.done {
		return false
	}
	r.watch.Read(ctx)
	if err := r.watch.Err(); err != nil {
		return r.finish(err)
	}
	if !r.first {
		more, err := r.stmt.step()
		if err != nil || !more {
			return r.finish(err)
		}
	}
	r.first = false
	for i := range r.row {
		r.row[i] = r.stmt.value(i)
	}
	return true
}

// finish lets statement and connection go; false for Next to return.
func (r *rows) finish(err error) bool {
	if r.done {
		return false
	}
	r.done = true
	r.err = r.watch.End(err)
	if r.stmt != nil {
		r.stmt.finalize()
	}
	r.d.release(r.c)
	r.cancel()
	return false
}

// Close ends the statement and gives the connection back.
func (r *rows) Close() error {
	r.finish(nil)
	return nil
}
