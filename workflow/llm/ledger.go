package llm

import (
	"errors"
	"fmt"
	"sync"

	"parley/workflow"
	"parley/workflow/llm/provider"
)

// Limits bound what models may take; 0 means no limit. A request is not sent when the turn or the session has reached
// its limit, so a limit is passed by one request at most.
type Limits struct {
	TurnTokens, SessionTokens int
	TurnCost, SessionCost     float64
}

// Price is money for a million tokens, in whatever currency. Cached 0 means the price of Input.
type Price struct{ Input, Cached, Output float64 }

// OverLimit is returned when a limit is reached: the rules answer.
type OverLimit struct{ What string }

func (e *OverLimit) Error() string { return "the limit is reached: " + e.What }

// Spent is what requests took.
type Spent struct {
	Requests, Tokens int
	Cost             float64
}

func (s *Spent) add(sent workflow.Sent) {
	s.Requests++
	s.Tokens += sent.InputTokens + sent.OutputTokens
	s.Cost += sent.Cost
}

// spentOn adds requests up.
func spentOn(sent []workflow.Sent) *Spent {
	s := &Spent{}
	for _, one := range sent {
		s.add(one)
	}
	return s
}

// ledger adds up a session.
type ledger struct {
	limits Limits
	price  Price

	mu      sync.Mutex
	session Spent
}

// validate refuses a limit in money without a price: it would never stop anything.
func (l *ledger) validate() error {
	if (l.limits.TurnCost > 0 || l.limits.SessionCost > 0) && l.price == (Price{}) {
		return errors.New("a limit in money needs a price for a million tokens")
	}
	return nil
}

// cost is the price of a request.
func (p Price) cost(u provider.Usage) float64 {
	cached := p.Cached
	if cached == 0 {
		cached = p.Input
	}
	return (float64(u.Input-u.Cached)*p.Input + float64(u.Cached)*cached + float64(u.Output)*p.Output) / 1e6
}

// record adds a request to the session and to the turn; one in the background is part of no turn.
func (l *ledger) record(sent workflow.Sent, turn *Spent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session.add(sent)
	if turn != nil {
		turn.add(sent)
	}
}

// allow says whether another request may be sent in this turn, or in the background.
func (l *ledger) allow(turn *Spent) error {
	session := l.spent()
	if turn == nil {
		turn = &Spent{}
	}
	for _, c := range []struct {
		over bool
		what string
	}{
		{reached(turn.Tokens, l.limits.TurnTokens), fmt.Sprintf("%d tokens in this turn", l.limits.TurnTokens)},
		{reached(session.Tokens, l.limits.SessionTokens), fmt.Sprintf("%d tokens in this session", l.limits.SessionTokens)},
		{reached(turn.Cost, l.limits.TurnCost), fmt.Sprintf("%g for this turn", l.limits.TurnCost)},
		{reached(session.Cost, l.limits.SessionCost), fmt.Sprintf("%g for this session", l.limits.SessionCost)},
	} {
		if c.over {
			return &OverLimit{What: c.what}
		}
	}
	return nil
}

func reached[N int | float64](spent, limit N) bool { return limit > 0 && spent >= limit }

func (l *ledger) spent() Spent {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session
}
