package provider

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// retrying tries again what may pass: too many requests, a failed server, a cut connection. The pauses double and
// are shaken, so that many clients do not come back together. A refused connection or a timeout is not tried again: the
// rules answer meanwhile.
type retrying struct {
	Provider
	attempts int
	pause    time.Duration
}

func (p retrying) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	for attempt := 1; ; attempt++ {
		reply, err := p.once(ctx, c, l)
		var failure *Failure
		if err == nil || !errors.As(err, &failure) || !failure.passing() || attempt >= p.attempts {
			return reply, err
		}
		if sleep(ctx, p.delay(attempt, failure.After)) != nil {
			return reply, err
		}
	}
}

// once is one attempt, told to the listener.
func (p retrying) once(ctx context.Context, c Call, l Listener) (Reply, error) {
	l.sending()
	reply, err := p.Provider.Complete(ctx, c, l)
	l.ended(reply, err)
	return reply, err
}

// delay is the pause before the next attempt: what the server asked for, or twice the last one, up to a half more.
func (p retrying) delay(attempt int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked
	}
	pause := p.pause << (attempt - 1)
	return pause + time.Duration(rand.Int64N(int64(pause)/2+1))
}

// sleep waits, unless the context ends first or would end before the pause does.
func sleep(ctx context.Context, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
