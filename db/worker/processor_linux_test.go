package worker

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestComputingPastTheEndOfAllCallsIsEndedByTheSystem(t *testing.T) {
	t.Parallel()
	c := started(t, Spec{})
	call, err := c.Begin(t.Context(), "compute", "")
	if err != nil {
		t.Fatal(err)
	}
	c.allow(c.Processor()) // as if its end had come and nobody were there to end it
	<-call.done
	var e *Ended
	if !errors.As(call.err, &e) || e.Why != Processor {
		t.Errorf("got %v", call.err)
	}
}

func TestTheProcessorIsBoundedByTheLastCallsEnd(t *testing.T) {
	t.Parallel()
	c := started(t, Spec{})
	begin := func(timeout time.Duration) *Call {
		ctx, cancel := context.WithCancel(t.Context())
		if timeout > 0 {
			ctx, cancel = context.WithTimeout(t.Context(), timeout)
		}
		t.Cleanup(cancel)
		call, err := c.Begin(ctx, "wait", "")
		if err != nil {
			t.Fatal(err)
		}
		return call
	}
	cpus := uint64(runtime.NumCPU())
	seconds := func() uint64 {
		var limit unix.Rlimit
		if err := unix.Prlimit(c.PID(), unix.RLIMIT_CPU, nil, &limit); err != nil {
			t.Fatal(err)
		}
		return limit.Cur
	}
	long := begin(time.Hour)
	if got := seconds(); got < 3560*cpus || got > 3610*cpus {
		t.Errorf("of a call of an hour the system knows %d s", got)
	}
	short := begin(time.Minute)
	if got := seconds(); got < 3560*cpus {
		t.Errorf("beside a call of an hour the system knows %d s", got)
	}
	endless := begin(0)
	if got := seconds(); got != unix.RLIM_INFINITY {
		t.Errorf("beside a call without end the system knows %d s", got)
	}
	for _, call := range []*Call{long, short, endless} {
		call.Close()
	}
	begin(time.Minute).Close()
	if got := seconds(); got > 70*cpus {
		t.Errorf("after them the system knows %d s for a minute", got)
	}
}
