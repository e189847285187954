package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Limits bound what a Rowset reads ahead and keeps. A zero field means its default.
type Limits struct {
	Rows   int           // rows read; default 1,000,000
	Memory int           // bytes of rows kept in memory, older ones go to a temporary file; default 8 MB
	Spill  int64         // bytes of that file; default 512 MB
	Time   time.Duration // from the first row on; default 10 s
	Cell   int           // bytes kept of one cell; default 1 MB
	Folder string        // where the temporary file lies; default the system's
}

// WithDefaults is the limits as they hold.
func (l Limits) WithDefaults() Limits {
	l.Rows = positive(l.Rows, 1_000_000)
	l.Memory = positive(l.Memory, 8<<20)
	l.Spill = positive(l.Spill, 512<<20)
	l.Time = positive(l.Time, 10*time.Second)
	l.Cell = positive(l.Cell, 1<<20)
	return l
}

func positive[N int | int64 | time.Duration](n, otherwise N) N {
	if n > 0 {
		return n
	}
	return otherwise
}

// RowsetState is how far a Rowset is.
type RowsetState uint8

// The states of a Rowset; all but Reading are final, and no statement or transaction is open in them.
const (
	Reading  RowsetState = iota // rows still come
	Complete                    // these are all the rows
	Capped                      // a limit was reached: there are, or may be, more rows
	Broken                      // the server or the disk failed; the rows before that are kept
	Stopped                     // the user stopped it; the rows before that are kept
)

// Rowset is a result that was read ahead: any row that has been read can be had at once, memory stays bounded, and the
// statement ends as soon as the rows are in, or a limit is reached, so that nothing is held open on the server while
// the user thinks. It is safe for concurrent use.
type Rowset struct {
	columns []ResultColumn
	limits  Limits
	asOf    time.Time
	cancel  context.CancelCauseFunc
	changed chan struct{}
	done    chan struct{}

	mu     sync.Mutex
	store  store
	state  RowsetState
	more   bool
	err    error
	closed bool
}

// Collect reads rows in a goroutine of its own until they end, a limit is reached or ctx ends, and closes them.
func Collect(ctx context.Context, rows Rows, limits Limits) *Rowset {
	ctx, cancel := context.WithCancelCause(ctx)
	columns := rows.Columns()
	limits = limits.WithDefaults()
	r := &Rowset{
		columns: columns, limits: limits, asOf: time.Now(), cancel: cancel,
		changed: make(chan struct{}, 1), done: make(chan struct{}),
		store: store{width: len(columns), limits: limits},
	}
	go r.read(ctx, rows)
	return r
}

// errTime and errClosed are why a Rowset stops its own statement.
var (
	errTime   = errors.New("the time for reading ahead is over")
	errClosed = errors.New("the result was closed")
)

func (r *Rowset) read(ctx context.Context, rows Rows) {
	defer close(r.done)
	defer r.cancel(nil)
	defer func() { // a defect of a driver ends the result, not the program
		if v := recover(); v != nil {
			rows.Close()
			r.end(ctx, false, fmt.Errorf("read rows: %v", v))
		}
	}()
	clock := progress{r: r}
	for rows.Next(ctx) {
		if clock.rows == 0 {
			defer time.AfterFunc(r.limits.Time, func() { r.cancel(errTime) }).Stop()
		}
		if full, err := r.add(rows.Row()); full || err != nil {
			rows.Close()
			r.end(ctx, full, err)
			return
		}
		clock.tick()
	}
	err := rows.Err()
	rows.Close()
	r.end(ctx, false, err)
}

// progress tells waiting readers of new rows: of the first ones at once, later ones now and then.
type progress struct {
	r    *Rowset
	rows int
}

// told is every how many rows readers are told.
const told = 512

func (p *progress) tick() {
	p.rows++
	if p.rows&(p.rows-1) == 0 || p.rows%told == 0 {
		p.r.tell()
	}
}

func (r *Rowset) tell() {
	select {
	case r.changed <- struct{}{}:
	default: // one is waiting already
	}
}

// add keeps a row; full says that the limit was reached before it, and the row is left out.
func (r *Rowset) add(row []Value) (full bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.store.rows >= r.limits.Rows || r.store.spilled() >= r.limits.Spill {
		return true, nil
	}
	return false, r.store.add(row)
}

// end settles the final state.
func (r *Rowset) end(ctx context.Context, full bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.tell()
	switch cause := context.Cause(ctx); {
	case full, errors.Is(cause, errTime):
		r.state, r.more = Capped, true
	case cause != nil:
		r.state, r.more = Stopped, true
	case err != nil:
		r.state, r.err, r.more = Broken, err, true
	default:
		r.state = Complete
	}
}

// Columns are the columns of the result.
func (r *Rowset) Columns() []ResultColumn { return r.columns }

// Len is the number of rows read so far.
func (r *Rowset) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.store.rows
}

// Row is row i, counted from 0, one of the Len rows read.
func (r *Rowset) Row(i int) ([]Value, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	return r.store.row(i)
}

// State is how far reading is.
func (r *Rowset) State() RowsetState {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}

// More says that there are, or may be, rows beyond those read; while reading it is true.
func (r *Rowset) More() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.more || r.state == Reading
}

// Err is why reading failed; nil for a result that was capped or stopped.
func (r *Rowset) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// AsOf is when the statement was run.
func (r *Rowset) AsOf() time.Time { return r.asOf }

// Changed gives a value after more rows or a new state; several changes may make one value.
func (r *Rowset) Changed() <-chan struct{} { return r.changed }

// Wait returns when reading has ended, with Err, or when ctx ends.
func (r *Rowset) Wait(ctx context.Context) error {
	select {
	case <-r.done:
		return r.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stop ends reading; the rows read so far stay.
func (r *Rowset) Stop() {
	r.cancel(errClosed)
	<-r.done
}

// Rest moves what is in memory to the temporary file, for a result that nobody looks at now: any row can still be had. What
// the file does not take stays in memory.
func (r *Rowset) Rest() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.store.rest()
	}
}

// Close ends reading and lets rows and temporary file go.
func (r *Rowset) Close() error {
	r.Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return r.store.close()
}
