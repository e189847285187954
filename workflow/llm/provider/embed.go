package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/openai/openai-go/v3"
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
	return &embedder{openAI: chat, embeddings: openai.NewEmbeddingService(chat.options...)}, nil
}

type embedder struct {
	*openAI
	embeddings openai.EmbeddingService
}

func (e *embedder) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	answer, err := e.embeddings.New(ctx, openai.EmbeddingNewParams{
		Model: e.target.Model, Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
		EncodingFormat: openai.EmbeddingNewParamsEncodingFormatFloat,
	})
	if err != nil {
		return nil, Usage{}, e.failure(ctx, err)
	}
	out := make([][]float32, len(texts))
	for _, d := range answer.Data {
		if d.Index < 0 || int(d.Index) >= len(out) || len(d.Embedding) == 0 {
			return nil, Usage{}, errors.New("the answer holds a vector for no text")
		}
		out[d.Index] = floats(d.Embedding)
	}
	for i := range out {
		if out[i] == nil || len(out[i]) != len(out[0]) {
			return nil, Usage{}, fmt.Errorf("the answer holds no vector for text %d, or one of another length", i+1)
		}
	}
	return out, Usage{Input: count(int64(answer.Usage.TotalTokens))}, nil
}

func floats(list []float64) []float32 {
	out := make([]float32, len(list))
	for i, f := range list {
		out[i] = float32(f)
	}
	return out
}
