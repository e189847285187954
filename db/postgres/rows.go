package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parley/db"
)

// rows is a statement under way in its own transaction.
type rows struct {
	d      *Database
	conn   *pgxpool.Conn
	result *pgconn.ResultReader
	// pipeline is the rest of the transaction, which was sent with the statement; nil where it was not.
	pipeline *pgconn.Pipeline
	sql      string
	columns  []db.ResultColumn
	decode   []decoder
	row      []db.Value

	ctx    context.Context // with the deadline
	stop   context.CancelFunc
	cancel context.CancelFunc
	reader context.Context // as it was given to Next last
	unread func() bool     // ends the watch over reader

	room  *allowance // for what is kept whole: the answers to parley's own questions; nil for the person's, which have limits elsewhere
	first bool       // a row has been read that Next has not given yet
	done  bool
	err   error
}

var _ db.Rows = (*rows)(nil)

// describe waits for the description of the columns and the first row, so that what is wrong with a statement shows now.
func (r *rows) describe(cells int) error {
	r.first = r.result.NextRow()
	fields := r.result.FieldDescriptions()
	if cells > 0 && len(fields) != cells {
		leave(r.conn.Conn().PgConn(), errMisshapen)
		return errMisshapen
	}
	if !r.first {
		if _, err := r.result.Close(); err != nil {
			return err
		}
	}
	r.columns, r.decode = r.d.describe(fields)
	r.row = make([]db.Value, len(fields))
	return nil
}

func (r *rows) Columns() []db.ResultColumn { return r.columns }

func (r *rows) Row() []db.Value { return r.row }

func (r *rows) Err() error { return r.err }

// Next reads one row. The end of ctx cancels the statement on the server.
func (r *rows) Next(ctx context.Context) bool {
	if r.done {
		return false
	}
	r.watch(ctx)
	if !r.first && !r.result.NextRow() {
		_, err := r.result.Close()
		r.finish(err)
		return false
	}
	r.first = false
	values := r.result.Values()
	if err := r.fits(values); err != nil {
		leave(r.conn.Conn().PgConn(), err)
		r.finish(err)
		return false
	}
	for i, cell := range values {
		if cell == nil {
			r.row[i] = nil
		} else {
			r.row[i] = r.decode[i](cell)
		}
	}
	return true
}

// fits says what is wrong with a row: it has other columns than were described, or there is no room for it.
func (r *rows) fits(values [][]byte) error {
	switch {
	case len(values) != len(r.row):
		return errMisshapen
	case r.room != nil && !r.room.take(values):
		return errEndless
	}
	return nil
}

// watch stops the statement when the reader's context ends, with one watch for all the rows read under it.
func (r *rows) watch(ctx context.Context) {
	if ctx == r.reader {
		return
	}
	if r.unread != nil {
		r.unread()
	}
	r.reader, r.unread = ctx, context.AfterFunc(ctx, r.stop)
}

// patience is how long a result that is broken off may take to come to its end by itself.
const patience = 10 * time.Millisecond

// finish ends the statement, on the server too if rows are left, and its transaction.
func (r *rows) finish(err error) {
	if r.done {
		return
	}
	r.done = true
	if r.unread != nil {
		r.unread()
	}
	// A short result is read to its end, which is cheaper than a cancel; a long one is made short by the cancel.
	timer := time.AfterFunc(patience, r.stop)
	_, closed := r.result.Close()
	timer.Stop()
	if r.pipeline != nil {
		_ = r.pipeline.Close() // a connection that does not come to its end is closed by it, or not taken back
	}
	r.stop()
	if err == nil && !errors.Is(closed, context.Canceled) && !isCancel(closed) {
		err = closed
	}
	r.err = db.Interrupted(failure(err, r.sql), r.ctx, r.reader)
	if r.pipeline != nil {
		r.conn.Release()
	} else {
		r.d.rollback(r.conn)
	}
	r.cancel()
}

// Close ends statement and transaction.
func (r *rows) Close() error {
	r.finish(nil)
	return nil
}
