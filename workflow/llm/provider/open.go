package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"
)

// Settings say which model, and where.
type Settings struct {
	// Provider is "openai", "anthropic" or "command".
	Provider string
	// Model is the model's name; for a command, the command line.
	Model string
	// BaseURL is the server; empty means OPENAI_BASE_URL or ANTHROPIC_BASE_URL, else the maker's own.
	BaseURL string
	// KeyCommand prints the key; empty means the environment, then the keyring.
	KeyCommand string
	// NoKey sends none: the key that lies there is another server's.
	NoKey bool
	// Temperature is sent only when set: many models refuse one.
	Temperature *float64
	// FirstByte is how long a server may be silent; 0 means 20 s.
	FirstByte time.Duration
	// Attempts bounds how often a call is tried; 0 means 3. Backoff is the first pause; 0 means 400 ms.
	Attempts int
	Backoff  time.Duration
}

// Open finds the key and opens the provider. It sends nothing.
func Open(ctx context.Context, s Settings) (Provider, error) {
	if s.FirstByte == 0 {
		s.FirstByte = 20 * time.Second
	}
	open := map[string]func(context.Context, Settings) (Provider, error){
		"openai": openOpenAI, "anthropic": openAnthropic, "command": openCommand,
	}[s.Provider]
	if open == nil {
		return nil, fmt.Errorf("no provider is called %q: openai, anthropic or command", s.Provider)
	}
	if s.Model == "" {
		return nil, errors.New("no model is named: a model's name, or with the provider command the program to run")
	}
	p, err := open(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("open provider %s: %w", s.Provider, err)
	}
	return &negotiating{Provider: retrying{Provider: p, attempts: cmp.Or(s.Attempts, 3), pause: cmp.Or(s.Backoff, 400*time.Millisecond)}}, nil
}

// Payload is a request as it goes on the wire, without the headers that hold the key.
type Payload struct {
	Target Target
	URL    string
	Body   []byte
}

// Preview is the payload that Complete would send first. Nothing is sent.
func Preview(ctx context.Context, p Provider, c Call) (Payload, error) {
	seen := &capture{dry: true}
	_, err := p.Complete(withCapture(ctx, seen), c, Listener{})
	if seen.body == nil && err != nil {
		return Payload{}, fmt.Errorf("preview the payload: %w", err)
	}
	return Payload{Target: p.Target(), URL: seen.url, Body: seen.body}, nil
}

// Record has calls under the context leave what they sent last in the payload that the returned function gives.
func Record(ctx context.Context, p interface{ Target() Target }) (context.Context, func() Payload) {
	seen := &capture{}
	return withCapture(ctx, seen), func() Payload {
		return Payload{Target: p.Target(), URL: seen.url, Body: seen.body}
	}
}

// baseURL is the first that is set of the setting, the environment variable and the maker's own.
func baseURL(setting, variable, own string) (*url.URL, error) {
	text := cmp.Or(setting, os.Getenv(variable), own)
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the base URL cannot be read")
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("the base URL must start with http:// or https:// and name a host")
	}
	return u, nil
}
