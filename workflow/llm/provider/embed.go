package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Embedder turns texts into vectors that lie close together when the texts mean the same. It is safe for concurrent use.
type Embedder interface {
	// Target says where texts go.
	Target() Target
	// Embed gives one vector a text, in order, or *Failure, or the context's error when the context was cancelled.
	Embed(ctx context.Context, texts []string) ([][]float32, Usage, error)
}

// OpenEmbedder finds the key and opens /embeddings of a server that speaks OpenAI's protocol; Settings.Provider is not
// looked at. It sends nothing.
func OpenEmbedder(ctx context.Context, s Settings) (Embedder, error) {
	s.FirstByte = cmp.Or(s.FirstByte, 20*time.Second)
	chat, err := newOpenAI(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("open embeddings: %w", err)
	}
	return &embedder{chat}, nil
}

// At are the settings for the vectors of this provider's user at another server, or where base is empty at the provider's own
// where that speaks OpenAI's protocol. A key goes to nobody whom it is not for: what lies in the environment or the keyring
// to OpenAI's server (OPENAI_BASE_URL), what this provider uses to its own server, and keyCommand's to the one that base names.
func (s Settings) At(base, keyCommand string) Settings {
	var own Settings
	if s.Provider == "openai" {
		own = s
	}
	if base == "" {
		base = own.BaseURL
	}
	out := s
	out.Provider, out.BaseURL, out.KeyCommand, out.NoKey = "openai", base, keyCommand, false
	switch {
	case keyCommand != "":
	case s.Provider == "openai" && sameServer(base, own.BaseURL):
		out.KeyCommand, out.NoKey = own.KeyCommand, own.NoKey
	case !sameServer(base, ""):
		out.NoKey = true
	}
	return out
}

// sameServer says whether two base URLs, of which an empty one is OpenAI's own, are spoken with in one way at one host.
func sameServer(a, b string) bool {
	one, err := openAIBase(a)
	two, other := openAIBase(b)
	return err == nil && other == nil && one.Scheme == two.Scheme && strings.EqualFold(one.Host, two.Host)
}

type embedder struct{ *openAI }

type embedRequest struct {
	Input    []string `json:"input"`
	Model    string   `json:"model"`
	Encoding string   `json:"encoding_format"`
}

type embedAnswer struct {
	Data []struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
	Usage struct {
		Total int64 `json:"total_tokens"`
	} `json:"usage"`
}

func (e *embedder) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	var answer embedAnswer
	if _, err := e.keyless(Reply{}, e.answer(ctx, "/embeddings", embedRequest{texts, e.target.Model, "float"}, &answer)); err != nil {
		return nil, Usage{}, err
	}
	out := make([][]float32, len(texts))
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= len(out) || len(d.Embedding) == 0 {
			return nil, Usage{}, errors.New("the answer holds a vector for no text")
		}
		out[d.Index] = d.Embedding
	}
	for i := range out {
		if out[i] == nil || len(out[i]) != len(out[0]) {
			return nil, Usage{}, fmt.Errorf("the answer holds no vector for text %d, or one of another length", i+1)
		}
	}
	return out, Usage{Input: count(answer.Usage.Total)}, nil
}
