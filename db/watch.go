package db

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// Interrupter stops what one connection of an embedded engine runs. Interrupt is the engine's own call: it may come from
// any goroutine, and the engine forgets one that comes before a statement has begun.
type Interrupter struct {
	Interrupt func()

	mu sync.Mutex // held while interrupting, so that no interrupt comes late
}

// On interrupts when ctx ends, again and again until stop; after stop none comes, so that the connection's next user is
// safe.
func (i *Interrupter) On(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	detach := context.AfterFunc(ctx, func() {
		for i.once(done) {
			time.Sleep(5 * time.Millisecond)
		}
	})
	return func() {
		detach()
		i.mu.Lock()
		defer i.mu.Unlock()
		close(done)
	}
}

// once reports whether it is to be repeated.
func (i *Interrupter) once(done <-chan struct{}) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	select {
	case <-done:
		return false
	default:
		i.Interrupt()
		return true
	}
}

// Watch ends a statement with the contexts that it runs and is read under.
type Watch struct {
	engine  *Interrupter
	bounded context.Context // the query's, with the deadline
	reader  context.Context // as it was given to Read last
	stop    func()          // ends the watch over bounded
	unread  func()          // ends that over reader, if it has one of its own
}

// NewWatch watches over bounded, which comes from caller.
func NewWatch(engine *Interrupter, bounded, caller context.Context) *Watch {
	return &Watch{engine: engine, bounded: bounded, reader: caller, stop: engine.On(bounded)}
}

// Read is called for each row with the reader's context: there is one watch for all the rows read under it.
func (w *Watch) Read(ctx context.Context) {
	if ctx == w.reader {
		return
	}
	w.endReader()
	w.reader, w.unread = ctx, w.engine.On(ctx)
}

func (w *Watch) endReader() {
	if w.unread != nil {
		w.unread()
		w.unread = nil
	}
}

// Err is why the statement is to end; nil while it may go on.
func (w *Watch) Err() error { return cmp.Or(w.bounded.Err(), w.reader.Err()) }

// End ends the watching, and tells a failure that comes from the end of a context as what it is. It is called once.
func (w *Watch) End(err error) error {
	err = Interrupted(err, w.bounded, w.reader)
	w.stop()
	w.endReader()
	return err
}
