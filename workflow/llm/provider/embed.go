package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
