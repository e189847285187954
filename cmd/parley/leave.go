package main

import (
	"context"
	"time"
)

// grace is how long the program may take to end after it was asked to by a signal. What was said is on disk turn by turn; an
// engine that does not hear of its interrupt (DuckDB while it makes one huge list) is not waited for, and the keeper puts the
// terminal back.
const grace = 1500 * time.Millisecond

// leave ends the program some time after the context's end, if it has not ended by itself until then.
func leave(ctx context.Context, after time.Duration, exit func(code int)) {
	context.AfterFunc(ctx, func() { time.AfterFunc(after, func() { exit(exitCancelled) }) })
}
