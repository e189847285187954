package duckdb

import (
	"context"
	"errors"
	"io"

	"parley/db"
	"parley/db/duckdb/engine"
	"parley/db/worker"
)

// rows is a statement under way in the worker.
type rows struct {
	d       *Database
	call    *worker.Call
	bounded context.Context
	cancel  context.CancelFunc
	head    engine.Head

	chunk *db.Chunk
	at    int // the current row of the chunk

	err  error
	done bool
}

var _ db.Chunked = (*rows)(nil)

// query runs a text, which must be one SELECT, behind the engine's own layers alone.
func (d *Database) query(ctx context.Context, q engine.Query) (r *rows, err error) {
	bounded, cancel := d.settings.Deadline(ctx)
	err = d.again(func() error {
		r = &rows{d: d, bounded: bounded, cancel: cancel}
		return r.begin(q)
	})
	if err != nil {
		cancel()
		return nil, err
	}
	return r, nil
}

// begin starts the statement, and waits until its first rows are there, so that what is wrong with it shows now.
func (r *rows) begin(q engine.Query) error {
	client, err := r.d.acquire(r.bounded)
	if err != nil {
		return err
	}
	if r.call, err = client.Begin(r.bounded, engine.MethodQuery, q); err == nil {
		if err = r.call.Head(r.bounded, &r.head); err == nil {
			return nil
		}
		r.call.Close()
	}
	r.d.release()
	return db.Interrupted(r.told(err), r.bounded)
}

// told is why the statement ended, in a sentence: it may be that it was told to stop and did not.
func (r *rows) told(err error) error {
	var e *worker.Ended
	if errors.As(err, &e) && e.Why == worker.Stuck && r.bounded.Err() != nil {
		return r.bounded.Err()
	}
	return ended(err)
}

func (r *rows) Columns() []db.ResultColumn { return r.head.Columns }

func (r *rows) Row() []db.Value { return r.chunk.Row(r.at) }

func (r *rows) Chunk() (*db.Chunk, int) { return r.chunk, r.at }

func (r *rows) Skip(rows int) { r.at += rows }

func (r *rows) Err() error { return r.err }

// Remark says that the statement took more memory than it should; see db.Remark.
func (r *rows) Remark() string { return r.head.Remark }

// Next reads one row. The end of ctx stops the statement.
func (r *rows) Next(ctx context.Context) bool {
	if r.done {
		return false
	}
	r.at++
	for r.chunk == nil || r.at >= r.chunk.Len() {
		if err := r.fetch(ctx); err != nil {
			return r.finish(err, ctx)
		}
	}
	return true
}

func (r *rows) fetch(ctx context.Context) error {
	b, err := r.call.Rows(ctx)
	if err != nil {
		return err
	}
	r.at = 0
	r.chunk, err = db.DecodeChunk(b, len(r.head.Columns))
	return err
}

// finish ends the statement; false for Next to return.
func (r *rows) finish(err error, reader context.Context) bool {
	if r.done {
		return false
	}
	r.done = true
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = db.Interrupted(r.told(err), r.bounded, reader)
	}
	r.call.Close()
	r.d.release()
	r.cancel()
	return false
}

// Close ends the statement.
func (r *rows) Close() error {
	r.finish(nil, nil)
	return nil
}
