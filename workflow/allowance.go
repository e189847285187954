package workflow

import (
	"context"
	"sync/atomic"
	"time"
)

// allowance is what a model took of a turn so far, in nanoseconds, however often it was asked: for the intent, for the query, for
// the same with what was read of the database anew.
type allowance struct{ taken atomic.Int64 }

type allowanceKey struct{}

// WithAllowance begins to count the time that models take under a context. Plan.Run does so for each turn.
func WithAllowance(ctx context.Context) context.Context {
	return context.WithValue(ctx, allowanceKey{}, &allowance{})
}

// Took notes that a model took so long.
func Took(ctx context.Context, d time.Duration) {
	if a, ok := ctx.Value(allowanceKey{}).(*allowance); ok {
		a.taken.Add(int64(d))
	}
}

// Taken is what models took so far; 0 where nobody counts.
func Taken(ctx context.Context) time.Duration {
	if a, ok := ctx.Value(allowanceKey{}).(*allowance); ok {
		return time.Duration(a.taken.Load())
	}
	return 0
}
