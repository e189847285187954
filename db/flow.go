package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Rows that flow go on to a file or a pipe: all of them, however many. Those that nobody has taken yet are kept within
// Limits.Memory, and the statement waits while that is full; those that were taken are let go. What bounds reading ahead for
// the screen does not bound them; only a database that gives no row for Limits.Stall ends them, with an error.

// wholeCell is the longest cell that a chunk can say the length of.
const wholeCell = 1<<31 - 1

// errStalled is why a result that flows stops its own statement.
var errStalled = errors.New("the database gave no row for too long")

// Flow runs a statement whose rows flow. The timeouts of the settings do not hold for it, Limits.Stall does.
func Flow(ctx context.Context, query func(context.Context) (Rows, error), limits Limits) (r *Rowset, remark string, err error) {
	limits = limits.flowing()
	ctx, cancel := context.WithCancelCause(WithTimeout(ctx, -1))
	stall := newWatchdog(limits.Stall, cancel)
	rows, err := query(ctx)
	if err != nil {
		stall.stop()
		err = limits.told(ctx, err)
		cancel(nil)
		return nil, "", err
	}
	return startReading(ctx, cancel, rows, limits, stall), Remark(rows), nil
}

// flowing is the limits without those that are the screen's.
func (l Limits) flowing() Limits {
	return Limits{Rows: 1<<63 - 1, Spill: 1<<63 - 1, Memory: positive(l.Memory, 8<<20), Cell: wholeCell, Stall: l.Stall, flow: true}
}

// told is err, or, where the watchdog ended the statement, that.
func (l Limits) told(ctx context.Context, err error) error {
	if !errors.Is(context.Cause(ctx), errStalled) {
		return err
	}
	return &Error{Kind: Timeout, Position: -1, Cause: err,
		Message: fmt.Sprintf("The database gave no row for %s, so the statement was stopped.", l.Stall), Hint: TimeoutHint}
}

// watchdog ends a statement whose next row does not come. A nil watchdog watches nothing.
type watchdog struct {
	timer *time.Timer
	after time.Duration
}

func newWatchdog(after time.Duration, cancel context.CancelCauseFunc) *watchdog {
	if after <= 0 {
		return nil
	}
	return &watchdog{timer: time.AfterFunc(after, func() { cancel(errStalled) }), after: after}
}

// seen says that a row came; the next one has as long again.
func (w *watchdog) seen() {
	if w != nil {
		w.timer.Reset(w.after)
	}
}

// stop ends the watching: nothing is asked of the database.
func (w *watchdog) stop() {
	if w != nil {
		w.timer.Stop()
	}
}

// Stream takes the rows as they come, each once. It is for one reader, which lets go what it has read.
func (r *Rowset) Stream() Rows { return &taker{of: r} }

// taker takes rows that flow.
type taker struct {
	of   *Rowset
	next int
	full *Chunk // the one being read, where no row is added to it any more
	row  []Value
	err  error
}

func (s *taker) Columns() []ResultColumn { return s.of.columns }
func (s *taker) Row() []Value            { return s.row }
func (s *taker) Err() error              { return s.err }

// Close implements Rows. The rowset stays open: it is the conversation's.
func (s *taker) Close() error { return nil }

// Next waits for a row. At the end of rows that were cut there is an error.
func (s *taker) Next(ctx context.Context) bool {
	if s.full != nil && s.next < s.full.first+s.full.rows {
		s.row = s.full.Row(s.next - s.full.first)
		s.next++
		return true
	}
	for {
		switch got, err := s.take(); {
		case err != nil:
			s.err = err
			return false
		case got:
			s.next++
			return true
		case s.of.State() != Reading:
			if s.of.Len() > s.next { // the last rows came with the end
				continue
			}
			s.err = s.of.broken()
			return false
		}
		select {
		case <-s.of.changed:
		case <-s.of.done:
		case <-ctx.Done():
			s.err = ctx.Err()
			return false
		}
	}
}

// take gets the next row if it is there, and lets the chunks before it go.
func (s *taker) take() (got bool, err error) {
	r := s.of
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false, errClosed
	}
	if r.limits.flow && r.store.pass(s.next) {
		select {
		case r.room <- struct{}{}:
		default:
		}
	}
	r.waiting = s.next >= r.store.rows
	if r.waiting {
		return false, nil
	}
	c, growing, err := r.store.chunkOf(s.next)
	if err != nil {
		return false, err
	}
	s.full, s.row = nil, c.Row(s.next-c.first)
	if !growing {
		s.full = c
	}
	return true, nil
}

// broken is why the rows that were read are not all there were; nil where they are.
func (r *Rowset) broken() error {
	if err := r.Err(); err != nil || r.State() == Complete {
		return err
	}
	return &Error{Kind: Cancelled, Position: -1, Message: "The statement was stopped."}
}
