package memory

import (
	"bytes"
	"context"
	"sync"
	"time"
)

// Store keeps one value a key. Its methods are safe for concurrent use.
type Store interface {
	// Load returns the value, or nil when there is none (any more).
	Load(ctx context.Context, key string) ([]byte, error)
	// Swap writes next when old is still there (nil: nothing is), to be forgotten after ttl. It is false when somebody
	// else wrote meanwhile.
	Swap(ctx context.Context, key string, old, next []byte, ttl time.Duration) (bool, error)
	// Name is what the status bar calls it.
	Name() string
	Close() error
}

// Process is a store in the program's own memory: gone when it ends. It is the default.
type Process struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	mu     sync.Mutex
	values map[string]kept
}

type kept struct {
	data  []byte
	until time.Time
}

// Load implements Store.
func (p *Process) Load(_ context.Context, key string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.get(key), nil
}

func (p *Process) get(key string) []byte {
	v, ok := p.values[key]
	if !ok || !p.now().Before(v.until) {
		delete(p.values, key)
		return nil
	}
	return v.data
}

// Swap implements Store.
func (p *Process) Swap(_ context.Context, key string, old, next []byte, ttl time.Duration) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !bytes.Equal(p.get(key), old) {
		return false, nil
	}
	if p.values == nil {
		p.values = make(map[string]kept)
	}
	p.values[key] = kept{bytes.Clone(next), p.now().Add(ttl)}
	return true, nil
}

// Name implements Store.
func (p *Process) Name() string { return "in process" }

// Close implements Store.
func (p *Process) Close() error { return nil }

func (p *Process) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}

var _ Store = (*Process)(nil)
