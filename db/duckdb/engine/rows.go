package engine

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
)

// Rows is a statement under way on a connection of its own. It streams: DuckDB computes one chunk after the other.
type Rows struct {
	d       *Database
	c       *conn
	result  duck.Result
	columns []db.ResultColumn
	cells   []cell

	chunk duck.DataChunk
	size  int // rows of the chunk
	at    int // the next row of it

	watch *db.Watch

	open bool // result is to be destroyed
	err  error
	done bool
}

// Run runs text, which must be one SELECT. The end of ctx stops it.
func (d *Database) Run(ctx context.Context, text string) (*Rows, error) {
	return d.run(ctx, text, duck.StatementTypeSelect)
}

func (d *Database) run(ctx context.Context, text string, kind duck.StatementType) (*Rows, error) {
	for {
		r, err := d.attempt(ctx, text, kind)
		if err == nil {
			return r, nil
		}
		if db.KindOf(err) != db.Resources || !d.shift() {
			return nil, d.short(err)
		}
	}
}

// attempt runs the statement in the gear that is in.
func (d *Database) attempt(ctx context.Context, text string, kind duck.StatementType) (*Rows, error) {
	c, err := d.acquire()
	if err != nil {
		return nil, err
	}
	r := &Rows{d: d, c: c, watch: db.NewWatch(&c.interrupter, ctx, ctx)}
	if err := r.start(text, kind); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// start runs the statement, and reads its first chunk, so that what is wrong with it shows now.
func (r *Rows) start(text string, kind duck.StatementType) error {
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
func (r *Rows) fetch() error {
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

// Columns are the result's.
func (r *Rows) Columns() []db.ResultColumn { return r.columns }

// Err is why the rows ended before they were all read; nil at their end.
func (r *Rows) Err() error { return r.err }

// portion is about how many bytes of texts are handed on at once.
const portion = 1 << 20

// Fill reads the next rows into an empty chunk: those that DuckDB has ready, or the first of them if they are large. It says
// whether there are any; otherwise the rows are at their end, or Err says why not.
func (r *Rows) Fill(rows *db.Chunk) bool {
	rows.Reset()
	if r.done {
		return false
	}
	if r.at == r.size && r.size > 0 {
		if err := cmp.Or(r.watch.Err(), r.fetch()); err != nil {
			return r.finish(err)
		}
	}
	if r.size == 0 {
		return r.finish(nil)
	}
	end, err := r.portion()
	if err != nil {
		return r.finish(err)
	}
	for i := range r.cells {
		r.cells[i].add(rows.Column(i), r.at, end)
	}
	rows.Added(end - r.at)
	r.at = end
	return true
}

// portion is where the rows end that are handed on next.
func (r *Rows) portion() (int, error) {
	bytes := 0
	for at := r.at; at < r.size; at++ {
		for i := range r.cells {
			size := r.cells[i].size(at)
			if size > maxCell && at > r.at {
				return at, nil
			}
			if size > maxCell {
				return 0, &db.Error{Kind: db.TooLarge, Message: fmt.Sprintf("A cell is larger than the %d MB that parley reads.", maxCell>>20),
					Hint: "Select a part of the column, with left(…, 1000).", Position: -1}
			}
			bytes += size
		}
		if bytes > portion {
			return at + 1, nil
		}
	}
	return r.size, nil
}

// finish lets result and connection go; false for Fill to return.
func (r *Rows) finish(err error) bool {
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
	if db.KindOf(r.err) == db.Resources && r.d.shift() {
		r.err = again(r.err)
	}
	return false
}

// Close ends the statement.
func (r *Rows) Close() { r.finish(nil) }

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
