package provider

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync/atomic"
)

// negotiating finds out which output format the server takes: it starts with the best and steps down when the server
// rejects the request, and remembers the format that was taken. Servers say in many ways that they do not know a
// format, so any rejected request steps down; a request that plain text cannot mend fails with the first answer.
type negotiating struct {
	Provider
	// taken is the best format that the server is known to take, plus one; 0 while nothing is known.
	taken atomic.Int32
}

func (p *negotiating) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	if taken := p.taken.Load(); taken > 0 && c.Format < Format(taken-1) {
		c.Format = Format(taken - 1)
	}
	var first error
	for {
		reply, err := p.Provider.Complete(ctx, c, l)
		if err == nil {
			p.taken.Store(int32(c.Format) + 1)
			return reply, nil
		}
		if !formatRejected(err) {
			return reply, err
		}
		first = cmp.Or(first, err)
		if c.Format == FormatText {
			return reply, first
		}
		c.Format++
	}
}

// formatRejected says whether the server may have rejected the request for its format.
func formatRejected(err error) bool {
	var f *Failure
	if !errors.As(err, &f) || f.Kind != Rejected {
		return false
	}
	return f.Status == http.StatusBadRequest || f.Status == http.StatusUnprocessableEntity || f.Status == http.StatusNotImplemented
}
