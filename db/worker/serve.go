package worker

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"parley/db"
)

// Handler does one call. What it gives goes through the answer; an error ends the call with it.
type Handler func(ctx context.Context, method string, args json.RawMessage, answer *Answer) error

// The streams of a worker beside the usual three, which lead nowhere but for errors.
const (
	requestsFD = 3
	answersFD  = 4
)

// Run makes this process the worker of that name, if it was started as one, and does not return then. It belongs into an init
// function of the package that asks: a worker then starts before the rest of the program does, in every program and test that has
// the package.
func Run(name string, handle Handler) {
	if len(os.Args) != 1 || os.Args[0] != name {
		return
	}
	go endOfTime()
	out := &writer{out: os.NewFile(answersFD, "answers")}
	if err := out.json(kindHello, 0, hello{Calls: confineCalls() == nil}); err != nil {
		os.Exit(1)
	}
	serve(os.NewFile(requestsFD, "requests"), out, handle)
	os.Exit(0) // whoever asked is gone; there is nothing to tidy that it does not
}

// endOfTime ends the worker when the system says that it took what it may of the processors, which Go's runtime passes over.
func endOfTime() {
	over := make(chan os.Signal, 1)
	signal.Notify(over, syscall.SIGXCPU)
	<-over
	fmt.Fprintln(os.Stderr, "SIGXCPU")
	os.Exit(1)
}

// server is the calls under way in a worker.
type server struct {
	out    *writer
	handle Handler

	mu    sync.Mutex
	calls map[uint32]*Answer
}

// serve answers until the requests end.
func serve(in io.Reader, out *writer, handle Handler) {
	s := &server{out: out, handle: handle, calls: map[uint32]*Answer{}}
	requests := bufio.NewReader(in)
	for {
		f, err := readFrame(requests)
		if err != nil {
			return
		}
		s.take(f)
	}
}

func (s *server) take(f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.calls[f.id]
	switch {
	case f.kind == kindCall && a == nil:
		ctx, cancel := context.WithCancel(context.Background())
		a = &Answer{s: s, id: f.id, cancel: cancel, credit: window, more: make(chan struct{}, 1)}
		s.calls[f.id] = a
		go a.run(ctx, f.body)
	case a == nil: // it ended meanwhile
	case f.kind == kindCancel:
		a.cancel()
	case f.kind == kindCredit && len(f.body) == 4:
		a.pay(int(binary.LittleEndian.Uint32(f.body)))
	}
}

// Answer is where a handler puts what it gives.
type Answer struct {
	s      *server
	id     uint32
	cancel context.CancelFunc
	value  json.RawMessage

	mu     sync.Mutex
	credit int           // bytes of rows that may be sent
	more   chan struct{} // gets a value when credit comes
}

func (a *Answer) run(ctx context.Context, body []byte) {
	defer a.cancel()
	var last end
	err := a.do(ctx, body)
	last.Failure = failureOf(err)
	if err == nil {
		last.Value = a.value
	}
	a.s.mu.Lock()
	delete(a.s.calls, a.id)
	a.s.mu.Unlock()
	if a.s.out.json(kindEnd, a.id, last) != nil {
		os.Exit(0)
	}
}

func (a *Answer) do(ctx context.Context, body []byte) error {
	var r request
	if err := json.Unmarshal(body, &r); err != nil {
		return fmt.Errorf("read a request: %w", err)
	}
	return a.s.handle(ctx, r.Method, r.Args, a)
}

// Give is the answer of a call without rows.
func (a *Answer) Give(v any) (err error) {
	a.value, err = json.Marshal(v)
	return err
}

// Head is what stands before the rows.
func (a *Answer) Head(v any) error { return a.s.out.json(kindHead, a.id, v) }

// Rows sends a chunk, once so many of those before were taken that there is room on the way.
func (a *Answer) Rows(ctx context.Context, c *db.Chunk) error {
	if err := a.room(ctx); err != nil {
		return err
	}
	sent := 0
	err := a.s.out.send(kindRows, a.id, func(b []byte) []byte {
		before := len(b)
		b = c.Encode(b)
		sent = len(b) - before
		return b
	})
	a.pay(-sent)
	return err
}

func (a *Answer) room(ctx context.Context) error {
	for {
		a.mu.Lock()
		room := a.credit > 0
		a.mu.Unlock()
		if room {
			return ctx.Err()
		}
		select {
		case <-a.more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (a *Answer) pay(bytes int) {
	a.mu.Lock()
	a.credit += bytes
	a.mu.Unlock()
	select {
	case a.more <- struct{}{}:
	default:
	}
}
