package duckdb

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
)

// rows is a statement under way on a connection of its own. It streams: DuckDB computes one chunk after the other.
type rows struct {
	d       *Database
	c       *conn
	result  duck.Result
	columns []db.ResultColumn
	cells   []cell
	row     []db.Value

	chunk duck.DataChunk
	size  int // rows of the chunk
	at    int // the next row of it

	watch  *db.Watch
	cancel context.CancelFunc

	open bool // result is to be destroyed
	err  error
	done bool
}

var _ db.Rows = (*rows)(nil)

// query runs text, which must be one SELECT, behind the engine's own layers alone.
func (d *Database) query(ctx context.Context, text string) (*rows, error) {
	return d.run(ctx, text, duck.StatementTypeSelect)
}

func (d *Database) run(ctx context.Context, text string, kind duck.StatementType) (*rows, error) {
	bounded, cancel := d.settings.Deadline(ctx)
	for {
		r, err := d.attempt(ctx, bounded, text, kind)
		if err == nil {
			r.cancel = cancel
			return r, nil
		}
		if db.KindOf(err) != db.Resources || !d.shift() {
			cancel()
			return nil, d.short(err)
		}
	}
}

// attempt runs the statement in the gear that is in.
func (d *Database) attempt(ctx, bounded context.Context, text string, kind duck.StatementType) (*rows, error) {
	c, err := d.acquire()
	if err != nil {
		return nil, err
	}
	r := &rows{d: d, c: c, watch: db.NewWatch(&c.interrupter, bounded, ctx), cancel: func() {}}
	if err := r.start(text, kind); err != nil {
		err = db.Interrupted(err, bounded)
		r.finish(nil)
		return nil, err
	}
	return r, nil
}

// start runs the statement, and reads its first chunk, so that what is wrong with it shows now.
func (r *rows) start(text string, kind duck.StatementType) error {
	prepared, err := r.c.prepare(text, kind)
	if err != nil {
		return err
	}
	defer func() { duck.DestroyPrepare(&prepared) }()
	columns := columnsOf(prepared)
	for _, c := range columns {
		r.columns = append(r.columns, c.ResultColumn)
	}
	if readable := castOthers(text, columns); readable != text {
		duck.DestroyPrepare(&prepared)
		if prepared, err = r.c.prepare(readable, kind); err != nil {
			return err
		}
	}
	var pending duck.PendingResult
	defer duck.DestroyPending(&pending)
	if duck.PendingPreparedStreaming(prepared, &pending) == duck.StateError {
		return failure(duck.PendingError(pending))
	}
	r.open = true
	if duck.ExecutePending(pending, &r.result) == duck.StateError {
		return failure(duck.ResultError(&r.result))
	}
	r.cells = cellsOf(&r.result, columns)
	r.row = make([]db.Value, len(columns))
	return r.fetch()
}

// castOthers lets DuckDB itself write the values that cells.go cannot read as text.
func castOthers(text string, columns []column) string {
	selected, names, needed := make([]string, len(columns)), make([]string, len(columns)), false
	for i, c := range columns {
		names[i] = fmt.Sprintf("c%d", i)
		selected[i] = names[i]
		if !c.readable {
			selected[i], needed = names[i]+"::VARCHAR", true
		}
	}
	if !needed {
		return text
	}
	return fmt.Sprintf("SELECT %s FROM (%s\n) AS result(%s)", strings.Join(selected, ", "), strings.TrimRight(text, "; \t\r\n"), strings.Join(names, ", "))
}

// fetch reads the next chunk; size is 0 at the end.
func (r *rows) fetch() error {
	if r.size > 0 {
		duck.DestroyDataChunk(&r.chunk)
	}
	r.size, r.at = 0, 0
	r.chunk = duck.FetchChunk(r.result)
	if r.chunk.Ptr == nil {
		if message := duck.ResultError(&r.result); message != "" {
			return failure(message)
		}
		return nil
	}
	r.size = int(duck.DataChunkGetSize(r.chunk))
	for i := range r.cells {
		r.cells[i].point(duck.DataChunkGetVector(r.chunk, duck.IdxT(i)))
	}
	if r.size == 0 {
		duck.DestroyDataChunk(&r.chunk)
	}
	return nil
}

func (r *rows) Columns() []db.ResultColumn { return r.columns }

func (r *rows) Row() []db.Value { return r.row }

func (r *rows) Err() error { return r.err }

// Next reads one row. The end of ctx stops the statement.
func (r *rows) Next(ctx context.Context) bool {
	if r.done {
		return false
	}
	r.watch.Read(ctx)
	if r.at == r.size && r.size > 0 {
		if err := cmp.Or(r.watch.Err(), r.fetch()); err != nil {
			return r.finish(err)
		}
	}
	if r.size == 0 {
		return r.finish(nil)
	}
	for i := range r.cells {
		if r.cells[i].tooLarge(r.at) {
			return r.finish(&db.Error{Kind: db.TooLarge, Message: fmt.Sprintf("A cell is larger than the %d MB that parley reads.", maxCell>>20),
				Hint: "Select a part of the column, with left(…, 1000).", Position: -1})
		}
		r.row[i] = r.cells[i].value(r.at)
	}
	r.at++
	return true
}

// finish lets result and connection go; false for Next to return.
func (r *rows) finish(err error) bool {
	if r.done {
		return false
	}
	r.done = true
	r.err = r.d.short(r.watch.End(err))
	if r.size > 0 {
		duck.DestroyDataChunk(&r.chunk)
	}
	if r.open {
		duck.DestroyResult(&r.result)
	}
	r.d.release(r.c)
	r.cancel()
	if db.KindOf(r.err) == db.Resources && r.d.shift() {
		r.err = again(r.err)
	}
	return false
}

// Remark says that the statement took more memory than it should; see db.Remark.
func (r *rows) Remark() string { return r.d.raised() }

// Close ends the statement.
func (r *rows) Close() error {
	r.finish(nil)
	return nil
}

// check says whether a text is one that query would run.
func (d *Database) check(text string) error {
	c, err := d.acquire()
	if err != nil {
		return err
	}
	defer d.release(c)
	prepared, err := c.prepare(text, duck.StatementTypeSelect)
	if err == nil {
		duck.DestroyPrepare(&prepared)
	}
	return err
}
