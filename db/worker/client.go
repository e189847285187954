package worker

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Client is a worker as who asks it sees it. Its methods are safe for concurrent use.
type Client struct {
	process  *os.Process
	requests *os.File
	out      *writer
	memory   int64
	grace    time.Duration
	short    atomic.Bool // it was seen with most of its memory taken
	confined Confinement
	said     *tail
	gone     chan struct{} // closed when the process is no more and all calls know

	mu    sync.Mutex
	calls map[uint32]*Call
	last  uint32
	until time.Time // when the last of the calls under way is to end; zero: one of them has no end
	why   Why       // valid if told
	told  bool      // the process was ended from here
	ended *Ended    // nil while it lives
}

// Start starts a worker, and waits until it is ready.
func Start(ctx context.Context, s Spec) (*Client, error) {
	c := &Client{memory: s.Memory, grace: Grace, calls: map[uint32]*Call{}, gone: make(chan struct{}), said: &tail{}}
	answers, err := c.launch(s)
	if err != nil {
		return nil, fmt.Errorf("start the process %s: %w", s.Name, err)
	}
	ready := make(chan error, 1)
	go c.read(answers, ready)
	late := time.NewTimer(starting)
	defer late.Stop()
	select {
	case err = <-ready:
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
		err = errors.New("it did not begin to answer")
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("start the process %s: %w", s.Name, err)
	}
	return c, nil
}

// Confinement is what keeps this worker from more than it is for.
func (c *Client) Confinement() Confinement { return c.confined }

// PID is the worker's number among the system's processes.
func (c *Client) PID() int { return c.process.Pid }

// Ended is why the worker is no more; nil while it lives.
func (c *Client) Ended() *Ended {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// Close ends the worker, and waits until it is gone.
func (c *Client) Close() {
	c.kill(Closed)
	<-c.gone
}

// kill ends the process; the first reason counts.
func (c *Client) kill(why Why) {
	c.mu.Lock()
	if !c.told {
		c.told, c.why = true, why
	}
	c.mu.Unlock()
	_ = c.process.Kill() // it may be gone
}

// read takes what the worker says until it says no more, and then waits for its end.
func (c *Client) read(answers *os.File, ready chan<- error) {
	in := bufio.NewReaderSize(answers, 4<<10) // large bodies go past it
	f, err := readFrame(in)
	var first hello
	if err == nil && f.kind == kindHello {
		err = json.Unmarshal(f.body, &first)
	}
	if err == nil {
		c.confined.Calls = first.Calls
		c.confined.Memory = c.bound()
		ready <- nil
		for err == nil {
			if f, err = readFrame(in); err == nil {
				err = c.take(f)
			}
		}
	}
	if !errors.Is(err, io.EOF) {
		_ = c.process.Kill() // what it says is no message
	}
	c.bury(answers)
	select {
	case ready <- c.Ended():
	default:
	}
}

// bury waits for the process's end, and tells all calls.
func (c *Client) bury(answers *os.File) {
	e := &Ended{}
	state, err := c.process.Wait()
	if e.State = fmt.Sprint(err); err == nil {
		e.State = state.String()
	}
	c.said.wait()
	e.Said = c.said.text()
	answers.Close()
	c.requests.Close()
	c.mu.Lock()
	switch {
	case c.told:
		e.Why = c.why
	case c.short.Load():
		e.Why = Memory // libraries crash over memory that the system refuses
	case e.Reason() == "SIGXCPU":
		e.Why = Processor
	}
	c.ended = e
	calls := c.calls
	c.calls = nil
	c.mu.Unlock()
	for _, call := range calls {
		call.finish(nil, e)
	}
	close(c.gone)
}

// take gives a frame to its call.
func (c *Client) take(f frame) error {
	c.mu.Lock()
	call := c.calls[f.id]
	if f.kind == kindEnd {
		delete(c.calls, f.id)
	}
	c.mu.Unlock()
	if call == nil {
		return errFrame
	}
	switch f.kind {
	case kindHead, kindRows:
		return call.add(f)
	case kindEnd:
		var e end
		if err := json.Unmarshal(f.body, &e); err != nil {
			call.finish(nil, err)
			return err
		}
		call.finish(e.Value, e.Failure.err())
		return nil
	}
	return errFrame
}

// Call asks for something that is one value; the end of ctx ends it. into may be nil.
func (c *Client) Call(ctx context.Context, method string, args, into any) error {
	call, err := c.Begin(ctx, method, args)
	if err != nil {
		return err
	}
	defer call.Close()
	<-call.done
	if call.err != nil || into == nil {
		return call.err
	}
	if err := json.Unmarshal(call.value, into); err != nil {
		return fmt.Errorf("read the answer to %s: %w", method, err)
	}
	return nil
}

// Begin asks for something that is rows. The end of ctx ends the call.
func (c *Client) Begin(ctx context.Context, method string, args any) (*Call, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	body, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", method, err)
	}
	call := &Call{c: c, done: make(chan struct{}), more: make(chan struct{}, 1)}
	c.mu.Lock()
	if c.ended != nil {
		defer c.mu.Unlock()
		return nil, c.ended
	}
	c.last++
	call.id = c.last
	c.calls[call.id] = call
	c.bill(ctx)
	watched := len(c.calls) == 1 && c.confined.Memory
	c.mu.Unlock()
	if watched {
		go c.watch()
	}
	_ = c.out.json(kindCall, call.id, request{Method: method, Args: body}) // a failure is the worker's end, which every call is told
	call.detach = context.AfterFunc(ctx, call.Cancel)
	return call, nil
}

// bill has the system end a worker that computes on when all calls should have ended: parley itself may have been stopped, and
// nobody be there to do it. A call was added.
func (c *Client) bill(ctx context.Context) {
	end, ends := ctx.Deadline()
	switch {
	case !ends:
		c.until = time.Time{}
	case len(c.calls) == 1 || !c.until.IsZero() && end.After(c.until):
		c.until = end
	}
	if c.until.IsZero() {
		c.allow(-1)
		return
	}
	c.allow(c.Processor() + (time.Until(c.until)+2*c.grace)*time.Duration(runtime.NumCPU()))
}

// Processor is what the worker took of the processors so far; 0 where the system does not tell.
func (c *Client) Processor() time.Duration { return processor(c.process.Pid) }

// busy says whether a call is under way.
func (c *Client) busy() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.calls) > 0
}

// Call is a call under way.
type Call struct {
	c      *Client
	id     uint32
	detach func() bool

	done  chan struct{} // closed by finish
	value json.RawMessage
	err   error
	once  sync.Once

	more chan struct{} // gets a value when a frame came

	mu     sync.Mutex
	queue  []frame
	bytes  int // in the queue
	taken  int // that the worker does not know of yet
	killer *time.Timer
}

// Cancel tells the worker to end the call, and kills it if it does not.
func (call *Call) Cancel() {
	call.mu.Lock()
	defer call.mu.Unlock()
	if call.killer != nil || call.isDone() {
		return
	}
	call.killer = time.AfterFunc(call.c.grace, func() {
		if !call.isDone() {
			call.c.kill(Stuck)
		}
	})
	go call.c.out.send(kindCancel, call.id, nil) //nolint:errcheck // a failure is the worker's end
}

func (call *Call) isDone() bool {
	select {
	case <-call.done:
		return true
	default:
		return false
	}
}

// Close ends the call if it has not ended, and waits for that.
func (call *Call) Close() {
	call.Cancel()
	<-call.done
	call.detach()
}

func (call *Call) finish(value json.RawMessage, err error) {
	call.once.Do(func() {
		call.mu.Lock()
		defer call.mu.Unlock()
		call.value, call.err = value, err
		if call.killer != nil {
			call.killer.Stop()
		}
		close(call.done)
	})
}

// add keeps a frame until it is taken. A worker that sends more than it may is none.
func (call *Call) add(f frame) error {
	call.mu.Lock()
	defer call.mu.Unlock()
	if call.bytes > window {
		return errFrame
	}
	call.queue = append(call.queue, f)
	if f.kind == kindRows {
		call.bytes += len(f.body)
	}
	select {
	case call.more <- struct{}{}:
	default:
	}
	return nil
}

// Head waits for what stands before the rows.
func (call *Call) Head(ctx context.Context, into any) error {
	f, err := call.next(ctx)
	if err != nil {
		return err
	}
	if f.kind != kindHead {
		return errFrame
	}
	return json.Unmarshal(f.body, into)
}

// Rows waits for the next chunk, as bytes; io.EOF is the end. The end of ctx is told to the worker, not waited for.
func (call *Call) Rows(ctx context.Context) ([]byte, error) {
	f, err := call.next(ctx)
	if err != nil {
		return nil, err
	}
	if f.kind != kindRows {
		return nil, errFrame
	}
	return f.body, nil
}

func (call *Call) next(ctx context.Context) (frame, error) {
	for {
		if f, ok := call.pop(); ok {
			return f, nil
		}
		select {
		case <-call.more:
		case <-call.done:
			if f, ok := call.pop(); ok {
				return f, nil
			}
			if call.err != nil {
				return frame{}, call.err
			}
			return frame{}, io.EOF
		case <-ctx.Done():
			call.Cancel()
			return frame{}, ctx.Err()
		}
	}
}

// pop takes the next frame, and lets the worker send as much more, in portions.
func (call *Call) pop() (frame, bool) {
	call.mu.Lock()
	if len(call.queue) == 0 {
		call.mu.Unlock()
		return frame{}, false
	}
	f := call.queue[0]
	call.queue[0] = frame{}
	call.queue = call.queue[1:]
	pay := 0
	if f.kind == kindRows {
		call.bytes -= len(f.body)
		if call.taken += len(f.body); call.taken >= window/4 {
			pay, call.taken = call.taken, 0
		}
	}
	call.mu.Unlock()
	if pay > 0 && !call.isDone() {
		_ = call.c.out.send(kindCredit, call.id, func(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, uint32(pay)) })
	}
	return f, true
}
