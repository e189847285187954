package db

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// flowed runs rows that flow.
func flowed(t *testing.T, rows Rows, limits Limits) *Rowset {
	t.Helper()
	r, _, err := Flow(t.Context(), func(context.Context) (Rows, error) { return rows, nil }, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestRowsFlowInBoundedMemoryToASlowReader(t *testing.T) {
	t.Parallel()
	const rows, memory = 300_000, 1 << 20
	r := flowed(t, numbers(rows), Limits{Memory: memory, Rows: 10, Time: time.Millisecond, Spill: 1})
	s := r.Stream()
	for i := range rows {
		if !s.Next(t.Context()) || s.Row()[0] != int64(i) {
			t.Fatalf("row %d is %v, %v", i, s.Row(), s.Err())
		}
		if i%50_000 == 0 {
			time.Sleep(5 * time.Millisecond)
		}
		r.mu.Lock()
		if r.store.memory > memory+chunkSize {
			t.Fatalf("%d bytes at row %d", r.store.memory, i)
		}
		r.mu.Unlock()
	}
	if s.Next(t.Context()) || s.Err() != nil || r.State() != Complete || r.Len() != rows || r.Cut() != "" {
		t.Errorf("state %d, %d rows, %v", r.State(), r.Len(), s.Err())
	}
}

func TestRowsLargerThanTheMemoryFlow(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3<<20)
	r := flowed(t, &stream{columns: 1, next: func(_ context.Context, i int) ([]Value, error) {
		if i == 20 {
			return nil, nil
		}
		return []Value{long}, nil
	}}, Limits{Memory: 1 << 20})
	n := 0
	for s := r.Stream(); s.Next(t.Context()); n++ {
		if s.Row()[0] != long {
			t.Fatal("a cell was clipped")
		}
	}
	if n != 20 {
		t.Errorf("%d rows", n)
	}
}

func TestRowsThatStallAreAnError(t *testing.T) {
	t.Parallel()
	var stalled chan struct{}
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	var under context.Context
	r, _, err := Flow(ctx, func(ctx context.Context) (Rows, error) {
		under = ctx
		return &stream{columns: 1, next: func(_ context.Context, i int) ([]Value, error) {
			if i == 350 {
				select {
				case <-stalled:
				case <-under.Done():
				}
				return nil, under.Err()
			}
			return []Value{int64(i)}, nil
		}}, nil
	}, Limits{Stall: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, n := r.Stream(), 0
	for s.Next(t.Context()) {
		n++
	}
	if n != 350 || KindOf(s.Err()) != Timeout || r.State() != Broken || r.Cut() == "" {
		t.Errorf("%d rows, %v, cut %q", n, s.Err(), r.Cut())
	}
}

func TestSlowReaderIsNoStall(t *testing.T) {
	t.Parallel()
	r := flowed(t, numbers(100_000), Limits{Memory: 1 << 18, Stall: 2 * time.Second})
	s, n := r.Stream(), 0
	for s.Next(t.Context()) {
		if n++; n == 10 {
			time.Sleep(2500 * time.Millisecond)
		}
	}
	if n != 100_000 || s.Err() != nil {
		t.Errorf("%d rows, %v", n, s.Err())
	}
}

func TestStatementWithoutAFirstRowIsStopped(t *testing.T) {
	t.Parallel()
	_, _, err := Flow(t.Context(), func(ctx context.Context) (Rows, error) {
		<-ctx.Done()
		return nil, &Error{Kind: Cancelled, Message: "stopped", Cause: ctx.Err()}
	}, Limits{Stall: 20 * time.Millisecond})
	if KindOf(err) != Timeout {
		t.Error(err)
	}
}

func TestFlowThatIsStoppedSaysSo(t *testing.T) {
	t.Parallel()
	r := flowed(t, numbers(1_000_000), Limits{Memory: 1 << 18})
	s := r.Stream()
	for range 10 {
		s.Next(t.Context())
	}
	r.Stop()
	for s.Next(t.Context()) {
	}
	if s.Err() == nil || errors.Is(s.Err(), errClosed) || r.Cut() != "it was stopped" {
		t.Errorf("%v, cut %q", s.Err(), r.Cut())
	}
}
