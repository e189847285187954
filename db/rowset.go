package db

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"strings"
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
	Stall  time.Duration // for rows that flow: the longest wait for the next one; 0 is for ever
	flow   bool          // the rows flow (flow.go)
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
	changed chan struct{}
	done    chan struct{}
	room    chan struct{} // gets a value when rows that flow were taken
	stall   *watchdog

	mu      sync.Mutex
	cancel  context.CancelCauseFunc // nil once reading has ended: it holds on to the context
	store   store
	state   RowsetState
	more    bool
	waiting bool // a reader waits for the next row
	limit   string
	err     error
	closed  bool
}

// Collect reads rows in a goroutine of its own until they end, a limit is reached or ctx ends, and closes them.
func Collect(ctx context.Context, rows Rows, limits Limits) *Rowset {
	ctx, cancel := context.WithCancelCause(ctx)
	return startReading(ctx, cancel, rows, limits.WithDefaults(), nil)
}

func startReading(ctx context.Context, cancel context.CancelCauseFunc, rows Rows, limits Limits, stall *watchdog) *Rowset {
	columns := rows.Columns()
	r := &Rowset{
		columns: columns, limits: limits, asOf: time.Now(), cancel: cancel, stall: stall,
		changed: make(chan struct{}, 1), done: make(chan struct{}), room: make(chan struct{}, 1),
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
	defer r.release()
	defer r.stall.stop()
	defer func() { // a defect of a driver ends the result, not the program
		if v := recover(); v != nil {
			rows.Close()
			r.end(ctx, fmt.Errorf("read rows: %v", v))
		}
	}()
	clock := progress{r: r}
	for rows.Next(ctx) {
		if clock.rows == 0 && !r.limits.flow {
			defer time.AfterFunc(r.limits.Time, func() { r.interrupt(errTime) }).Stop()
		}
		if err := r.take(ctx, rows, &clock); err != nil {
			rows.Close()
			r.end(ctx, err)
			return
		}
	}
	err := rows.Err()
	rows.Close()
	r.end(ctx, err)
}

// interrupt ends reading for a reason, unless it has ended.
func (r *Rowset) interrupt(cause error) {
	r.mu.Lock()
	cancel := r.cancel
	r.mu.Unlock()
	if cancel != nil {
		cancel(cause)
	}
}

// release lets the context go, which a result that is kept would hold on to for as long as the program runs.
func (r *Rowset) release() {
	r.interrupt(nil)
	r.mu.Lock()
	r.cancel = nil
	r.mu.Unlock()
}

// progress tells waiting readers of new rows: of the first ones at once, later ones now and then.
type progress struct {
	r    *Rowset
	rows int
}

// told is every how many rows readers are told.
const told = 512

func (p *progress) tick(rows int) {
	before := p.rows
	p.rows += rows
	if bits.Len(uint(p.rows)) > bits.Len(uint(before)) || p.rows/told > before/told {
		p.r.tell()
	}
}

func (r *Rowset) tell() {
	select {
	case r.changed <- struct{}{}:
	default: // one is waiting already
	}
}

// limitError is the limit at which reading stopped; the row that reached it is left out.
type limitError struct{ limit string }

func (e *limitError) Error() string { return "the limit of " + e.limit }

// Chunked is a result whose rows are in chunks already: a Rowset takes them without making values of them.
type Chunked interface {
	Rows
	// Chunk is where the current row stands, and its number there.
	Chunk() (c *Chunk, at int)
	// Skip passes over rows of the chunk behind the current one.
	Skip(rows int)
}

// portion is how many rows of a chunk are kept at once.
const portion = 64

// take keeps the current row, and those that came with it.
func (r *Rowset) take(ctx context.Context, rows Rows, clock *progress) error {
	chunked, ok := rows.(Chunked)
	if !ok {
		row := rows.Row()
		err := r.add(ctx, 1, func(int) error { return r.store.add(row) })
		clock.tick(1)
		return err
	}
	c, first := chunked.Chunk()
	for at := first; at < c.Len(); {
		n := min(portion, c.Len()-at)
		if at == 0 && c.settled {
			n = c.Len()
		}
		err := r.add(ctx, n, func(room int) error {
			n = room
			return r.store.take(c, at, at+n)
		})
		if err != nil {
			return err
		}
		clock.tick(n)
		at += n
	}
	chunked.Skip(c.Len() - 1 - first)
	return nil
}

// add keeps up to so many rows. Of rows that flow it waits until there is room.
func (r *Rowset) add(ctx context.Context, rows int, keep func(room int) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return errClosed
	case r.limits.flow:
		if err := r.makeRoom(ctx); err != nil {
			return err
		}
	case r.store.rows >= r.limits.Rows:
		return &limitError{Thousands(r.limits.Rows) + " rows"}
	case r.store.spilled() >= r.limits.Spill:
		return &limitError{fmt.Sprintf("%d MB", r.limits.Spill>>20)}
	}
	if err := keep(min(rows, r.limits.Rows-r.store.rows)); err != nil {
		return err
	}
	if r.waiting {
		r.tell()
	}
	return nil
}

// makeRoom waits, without the lock, until rows were taken. The database is not to blame for the time.
func (r *Rowset) makeRoom(ctx context.Context) error {
	r.stall.seen()
	for r.store.memory > r.limits.Memory && !r.closed && ctx.Err() == nil {
		r.stall.stop()
		r.mu.Unlock()
		r.tell()
		select {
		case <-r.room:
		case <-ctx.Done():
		}
		r.mu.Lock()
		r.stall.seen()
	}
	return ctx.Err()
}

// end settles the final state.
func (r *Rowset) end(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.tell()
	var limit *limitError
	switch cause := context.Cause(ctx); {
	case errors.As(err, &limit):
		r.state, r.more, r.limit = Capped, true, limit.limit
	case errors.Is(cause, errTime):
		r.state, r.more, r.limit = Capped, true, r.limits.Time.String()
	case errors.Is(cause, errStalled):
		r.state, r.more, r.err = Broken, true, r.limits.told(ctx, err)
	case cause != nil:
		r.state, r.more = Stopped, true
	case err != nil:
		r.state, r.err, r.more = Broken, err, true
	default:
		r.state = Complete
	}
}

// Limit is the limit at which reading stopped, "10s" or "1,000,000 rows"; empty where it did not stop at one.
func (r *Rowset) Limit() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.limit
}

// Cut says why there are, or may be, more rows than were read, without a full stop; empty for a result that is complete or
// still being read. It may hold text of the engine.
func (r *Rowset) Cut() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.limit != "":
		return "reading stopped at the limit of " + r.limit
	case r.err != nil:
		return strings.TrimSuffix(r.err.Error(), ".")
	case r.state == Stopped:
		return "it was stopped"
	}
	return ""
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

// Texts are the first rows, at most so many, as Format writes them; fewer where one can no longer be had.
func (r *Rowset) Texts(most int) [][]string {
	var out [][]string
	for i := range min(most, r.Len()) {
		row, err := r.Row(i)
		if err != nil {
			break
		}
		line := make([]string, len(row))
		for k, v := range row {
			line[k] = Format(v)
		}
		out = append(out, line)
	}
	return out
}

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
	r.interrupt(errClosed)
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
