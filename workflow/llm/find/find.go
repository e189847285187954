// Package find looks for language models that a person has already: keys in the environment or the keyring, servers on this machine's
// loopback ports, programs on the PATH that people are logged in with. It asks nobody but those ports, for the list of their
// models, and only when it is called.
//
// Start reading at Look.
package find

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"sync"
	"time"

	"parley/workflow/llm/provider"
)

// Model is a model that was found, or a place where one may be.
type Model struct {
	// Name says what it is, Where how it is reached.
	Name, Where string
	// Settings reach it. Their Model is empty where a person must name one.
	Settings provider.Settings
	// Local says that nothing leaves this machine.
	Local bool
}

// server is a program that serves models on a port of this machine, as they come by default.
type server struct {
	name string
	port int
}

var servers = []server{{"Ollama", 11434}, {"LM Studio", 1234}, {"llama.cpp", 8080}, {"vLLM", 8000}}

// Finder looks for models. The zero value looks on this machine.
type Finder struct {
	// Base is the address of a port of this machine.
	Base func(port int) string
	// Patience is how long a port may take; 0 means 700 ms: a server on this machine answers in milliseconds.
	Patience time.Duration
	// LookPath finds programs, KeyPlace keys.
	LookPath func(name string) (string, error)
	KeyPlace func(ctx context.Context, provider string) string
}

const (
	patience = 700 * time.Millisecond
	// longest bounds what a server may say of its models, most how many of them are taken.
	longest = 1 << 20
	most    = 40
)

// Look finds what there is: what stays on this machine first.
func (f Finder) Look(ctx context.Context) []Model {
	if f.Base == nil {
		f.Base = func(port int) string { return fmt.Sprintf("http://127.0.0.1:%d/v1", port) }
	}
	if f.LookPath == nil {
		f.LookPath = exec.LookPath
	}
	if f.KeyPlace == nil {
		f.KeyPlace = provider.KeyPlace
	}
	found := make([][]Model, len(servers))
	var wait sync.WaitGroup
	for i, s := range servers {
		wait.Go(func() { found[i] = serving(ctx, s.name, f.Base(s.port), cmp.Or(f.Patience, patience)) })
	}
	wait.Wait()
	out := slices.Concat(found...)
	for _, name := range provider.Programs() {
		path, err := f.LookPath(name)
		if err != nil || name == "ollama" { // its models are those of its server
			continue
		}
		out = append(out, Model{Name: name, Where: "the program " + path, Settings: provider.Settings{Provider: "command", Model: name}})
	}
	for _, p := range []struct{ provider, name string }{{"anthropic", "Anthropic"}, {"openai", "OpenAI"}} {
		if place := f.KeyPlace(ctx, p.provider); place != "" {
			out = append(out, Model{Name: p.name, Where: "the key in " + place, Settings: provider.Settings{Provider: p.provider}})
		}
	}
	return out
}

// serving are the models of a server; none when nothing answers there.
func serving(ctx context.Context, name, base string, patience time.Duration) []Model {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/models", nil)
	if err != nil {
		return nil
	}
	client := http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if response.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(response.Body, longest)).Decode(&list) != nil {
		return nil
	}
	var out []Model
	for _, m := range list.Data[:min(len(list.Data), most)] {
		if m.ID != "" {
			out = append(out, Model{Name: m.ID, Where: name + " on this machine", Settings: provider.Settings{Provider: "openai", Model: m.ID, BaseURL: base, NoKey: true}, Local: true})
		}
	}
	return out
}
