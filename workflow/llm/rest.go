package llm

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"parley/workflow/llm/provider"
)

// rest leaves a server alone for a while after it could not be reached or did not answer in time, so that the next turns
// do not wait for it.
type rest struct {
	pause time.Duration

	mu    sync.Mutex
	until time.Time
	why   error
}

// note remembers how a request went.
func (r *rest) note(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var f *provider.Failure
	switch {
	case err == nil:
		r.why = nil
	case errors.As(err, &f):
		r.why = err
		if f.Kind == provider.Unreachable || f.Kind == provider.TimedOut {
			r.until = time.Now().Add(r.pause)
		}
	}
}

// wrong remembers that a server answered and its answer was of no use.
func (r *rest) wrong(model string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.why = fmt.Errorf("the answer of %s did not pass", model)
}

// forget lets the server be asked again at once.
func (r *rest) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.until, r.why = time.Time{}, nil
}

// over says whether the server may be asked again; else why not.
func (r *rest) over() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.why
	}
	return nil
}

// last is why the last request failed; nil when it did not.
func (r *rest) last() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.why
}
