package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// program runs an external program for each request: JSON on its standard input, the answer on its standard output.
// Nothing is passed in arguments, where `ps` would show it.
//
// Input, one object: {"version": 1, "system", "messages": [{"role": "user"|"assistant", "content"}], "schema",
// "max_tokens"}.
//
// Output, either the answer itself, in any form, or JSON objects one after the other: {"delta": "a piece of the answer"},
// {"text": "the whole answer"}, {"usage": {"input_tokens", "cached_tokens", "output_tokens"}},
// {"error": "why there is none", "retry": true}. A program that fails exits with another status than 0.
//
// A program that parley knows (preset.go) gets the request as text instead, and its output is the answer.
type program struct {
	argv   []string
	target Target
	preset *preset
}

func openCommand(_ context.Context, s Settings) (Provider, error) {
	argv, err := words(s.Model)
	if err != nil {
		return nil, fmt.Errorf("the program: %w", err)
	}
	if argv[0], err = exec.LookPath(argv[0]); err != nil {
		return nil, fmt.Errorf("find the program: %w", err)
	}
	name := filepath.Base(argv[0])
	return &program{argv: argv, target: Target{Provider: "command", Model: name, Host: name}, preset: presetOf(argv)}, nil
}

func (p *program) Target() Target { return p.target }

// programRequest is what the program reads.
type programRequest struct {
	Version   int              `json:"version"`
	System    string           `json:"system"`
	Messages  []programMessage `json:"messages"`
	Schema    map[string]any   `json:"schema"`
	MaxTokens int              `json:"max_tokens"`
}

type programMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func (p *program) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	body, err := p.body(c)
	if err != nil {
		return Reply{}, fmt.Errorf("write the request: %w", err)
	}
	if seen, ok := ctx.Value(captureKey{}).(*capture); ok {
		seen.body = body
		if seen.dry {
			return Reply{}, errDry
		}
	}
	return p.run(ctx, body, l)
}

func (p *program) body(c Call) ([]byte, error) {
	if p.preset != nil {
		return p.preset.prompt(c), nil
	}
	return json.Marshal(p.request(c))
}

func (p *program) request(c Call) programRequest {
	r := programRequest{Version: 1, System: c.System, Schema: c.Schema, MaxTokens: c.maxTokens()}
	for _, m := range c.Messages {
		role := "user"
		if m.Assistant {
			role = "assistant"
		}
		r.Messages = append(r.Messages, programMessage{role, m.text()})
	}
	return r
}

// run starts the program and reads its answer; the context's end kills it.
func (p *program) run(ctx context.Context, body []byte, l Listener) (Reply, error) {
	cmd, leave, err := p.command(ctx)
	if err != nil {
		return Reply{}, fmt.Errorf("start the program: %w", err)
	}
	defer leave()
	cmd.Stdin = bytes.NewReader(body)
	cmd.WaitDelay = time.Second
	complaint := &head{limit: 4 << 10}
	cmd.Stderr = complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		return Reply{}, fmt.Errorf("start the program: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return Reply{}, &Failure{Kind: Unreachable, Target: p.target, Message: short(err.Error()), Err: err}
	}
	a := programAnswer{listener: l}
	readErr := a.read(out)
	if err := cmd.Wait(); err != nil {
		return Reply{}, p.failure(ctx, &a, cmp.Or(complaint.String(), a.text.String(), err.Error()), err)
	}
	if readErr != nil {
		return Reply{}, transportFailure(ctx, p.target, readErr)
	}
	return a.reply(p.target)
}

func (p *program) failure(ctx context.Context, a *programAnswer, message string, err error) error {
	if ctx.Err() != nil {
		return transportFailure(ctx, p.target, err)
	}
	f := &Failure{Kind: Rejected, Target: p.target, Message: short(cmp.Or(a.complaint, message)), Err: err}
	if a.retry {
		f.Kind = Broken
	}
	return f
}

// programAnswer gathers what the program prints.
type programAnswer struct {
	listener  Listener
	text      strings.Builder
	usage     Usage
	complaint string
	retry     bool
}

// programLine is one object of the program's output.
type programLine struct {
	Delta *string `json:"delta"`
	Text  *string `json:"text"`
	Usage *struct {
		Input  int `json:"input_tokens"`
		Cached int `json:"cached_tokens"`
		Output int `json:"output_tokens"`
	} `json:"usage"`
	Error *string `json:"error"`
	Retry bool    `json:"retry"`
}

// read takes objects as long as they are of the protocol; the rest is the answer as it stands.
func (a *programAnswer) read(out io.Reader) error {
	limited := io.LimitReader(out, maxAnswer)
	var seen bytes.Buffer
	decoder := json.NewDecoder(io.TeeReader(limited, &seen))
	for known := int64(0); ; known = decoder.InputOffset() {
		var line programLine
		err := decoder.Decode(&line)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || !a.take(&line) {
			rest, err := io.ReadAll(limited)
			a.say(string(seen.Bytes()[known:]) + string(rest))
			return err
		}
	}
}

// take uses an object, and says whether it was one of the protocol.
func (a *programAnswer) take(line *programLine) bool {
	switch {
	case line.Delta != nil:
		a.say(*line.Delta)
	case line.Text != nil:
		a.say(*line.Text)
	case line.Error != nil:
		a.complaint, a.retry = *line.Error, line.Retry
	case line.Usage == nil:
		return false
	}
	if u := line.Usage; u != nil {
		a.usage = Usage{Input: count(int64(u.Input)), Cached: count(int64(u.Cached)), Output: count(int64(u.Output))}
	}
	return true
}

func (a *programAnswer) say(text string) {
	a.text.WriteString(text)
	a.listener.piece(text)
}

func (a *programAnswer) reply(t Target) (Reply, error) {
	reply := Reply{Text: a.text.String(), Usage: a.usage}
	if a.complaint == "" {
		return reply, nil
	}
	f := &Failure{Kind: Rejected, Target: t, Message: short(a.complaint)}
	if a.retry {
		f.Kind = Broken
	}
	return reply, f
}

// head keeps the beginning of what is written to it.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.limit - h.Len(); room > 0 {
		h.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
