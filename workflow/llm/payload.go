package llm

import (
	"context"
	"errors"
	"sync"
	"time"

	"parley/workflow"
	"parley/workflow/llm/provider"
)

// Payload is one request as it went on the wire, without the headers that hold the key, and what came of it.
type Payload struct {
	provider.Payload
	Sent workflow.Sent
	At   time.Time
}

// kept is how many payloads a session remembers.
const kept = 20

// payloads are the last requests, for /payload.
type payloads struct {
	mu   sync.Mutex
	last []Payload
}

func (p *payloads) add(one Payload) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = append(p.last, one)
	if len(p.last) > kept {
		p.last = append([]Payload(nil), p.last[len(p.last)-kept:]...)
	}
}

// Payloads are the last requests to the model, oldest first.
func (a *Assistant) Payloads() []Payload {
	p := &a.model.payloads
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Payload(nil), p.last...)
}

// Preview is the request that a turn would send first, if the model were asked; nothing is sent. A question of its own is
// a workflow.Refine without a current statement.
func (a *Assistant) Preview(ctx context.Context, r workflow.Refine) (Payload, error) {
	if a.settings.policy() == EngineOnly {
		return Payload{}, errors.New("nothing is sent: the rules answer alone")
	}
	if err := a.mayAsk(r); err != nil {
		return Payload{}, err
	}
	p, err := provider.Preview(ctx, a.model.provider, a.prompt(ctx, r))
	return Payload{Payload: p, Sent: a.model.sent()}, err
}
