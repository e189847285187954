package sqlite

import (
	"cmp"
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

	ctx    context.Context // with the deadline
	caller context.Context // as it was given to Query
	cancel context.CancelFunc
	stop   func()          // ends the watch over ctx
	reader context.Context // as it was given to Next last, if it is another than caller
	unread func()          // ends the watch over reader

	first bool // step has read a row that Next has not given yet
	err   error
	done  bool
}

var _ db.Rows = (*rows)(nil)

// start prepares text and reads its first row, so that what is wrong with it shows now, and columns without a declared
// type have the type of their first value.
func (d *Database) start(ctx context.Context, text string) (*rows, error) {
	c, err := d.acquire(ctx)
	if err != nil {
		return nil, err
	}
	r := &rows{d: d, c: c, ctx: ctx, caller: ctx, cancel: func() {}, stop: c.interruptOn(ctx)}
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
	r.watch(ctx)
	if err := cmp.Or(r.ctx.Err(), ctx.Err()); err != nil {
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

// watch interrupts the statement when the reader's context ends, with one watch for all the rows read under it.
func (r *rows) watch(ctx context.Context) {
	if ctx == r.caller || ctx == r.reader {
		return
	}
	if r.unread != nil {
		r.unread()
	}
	r.reader, r.unread = ctx, r.c.interruptOn(ctx)
}

// finish lets statement and connection go; false for Next to return.
func (r *rows) finish(err error) bool {
	if r.done {
		return false
	}
	r.done = true
	r.err = db.Interrupted(err, r.ctx, r.reader)
	r.stop()
	if r.unread != nil {
		r.unread()
	}
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
