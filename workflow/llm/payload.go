package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"parley/workflow"
	"parley/workflow/llm/provider"
	"parley/workflow/schema"
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

// Preview is the request that a turn would send to the model, if it were asked. A question of its own is a workflow.Refine
// without a current statement. Nothing is sent, with one exception: where the schema does not fit and its tables have
// vectors, which of them the request lists hangs on the question's own vector, so that is asked for as the turn would, and
// goes into the books.
func (a *Assistant) Preview(ctx context.Context, r workflow.Refine) (Payload, error) {
	if a.settings.policy() == EngineOnly {
		return Payload{}, errors.New("nothing is sent: the rules answer alone")
	}
	if r.Current == nil {
		r = a.standing(r.Request)
	}
	if err := a.mayAsk(r); err != nil {
		return Payload{}, err
	}
	p, err := provider.Preview(ctx, a.model.way(), a.prompt(ctx, r, a.previewed(r)))
	return Payload{Payload: p, Sent: a.model.sent()}, err
}

// previewed finds tables for a preview by the vectors that there are; it has none made.
func (a *Assistant) previewed(r workflow.Refine) meaning {
	if a.model.vectors == nil || a.near.ready() == nil {
		return nil
	}
	var turn Spent
	return func(ctx context.Context, text string) []*schema.Table { return a.nearTo(ctx, r.Tell, text, &turn) }
}

// Payload is Preview as text.
func (a *Assistant) Payload(ctx context.Context, r workflow.Refine) (string, error) {
	var asked []workflow.Sent
	report := r.Report
	r.Report = func(p workflow.Progress) {
		if p.Kind == workflow.Answered {
			asked = append(asked, p.Sent)
		}
		if report != nil {
			report(p)
		}
	}
	p, err := a.Preview(ctx, r)
	if err != nil {
		return "", err
	}
	return a.aboutVectors(asked) + "This would go " + p.String(), nil
}

// aboutVectors says what a preview has to do with vectors.
func (a *Assistant) aboutVectors(asked []workflow.Sent) string {
	v := a.model.vectors
	switch {
	case v == nil:
		return ""
	case len(asked) > 0:
		return fmt.Sprintf("The question went to %s at %s, to find the tables that it speaks of: %d tokens%s.\n",
			asked[0].Model, asked[0].Host, asked[0].InputTokens, failure(asked[0]))
	case a.near.ready() == nil:
		return "The tables have no vectors yet: the first turn whose schema does not fit has them made.\n"
	default:
		return ""
	}
}

// Sent is the last request as text, with what the session took so far.
func (a *Assistant) Sent() string {
	all := a.Payloads()
	if len(all) == 0 {
		return "Nothing was sent in this session."
	}
	last, spent := all[len(all)-1], a.Spent()
	text := fmt.Sprintf("This went %s\n%d + %d tokens%s", last, last.Sent.InputTokens, last.Sent.OutputTokens, failure(last.Sent))
	text += fmt.Sprintf("\nSession so far: %d requests, %d tokens", spent.Requests, spent.Tokens)
	if last.Sent.Priced {
		text += fmt.Sprintf(", %.4f", spent.Cost)
	}
	return text
}

func failure(s workflow.Sent) string {
	if s.Failure == "" {
		return ""
	}
	return "; no answer: " + s.Failure
}

// unescaped shows the texts inside a JSON body as they are meant.
var unescaped = strings.NewReplacer(`\\`, `\`, `\n`, "\n      ", `\"`, `"`, `\t`, "\t", `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// String is the payload for reading: where it goes, and the body, indented, its texts unescaped.
func (p Payload) String() string {
	place := "to " + p.Target.Host
	if p.Target.Local {
		place += " on this machine"
	}
	var body bytes.Buffer
	if json.Indent(&body, p.Body, "", "  ") != nil {
		body.Write(p.Body)
	}
	return fmt.Sprintf("%s (privacy: %s) %s\n%s", place, p.Sent.Level, p.URL, unescaped.Replace(body.String()))
}
