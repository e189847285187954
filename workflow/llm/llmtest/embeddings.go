package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// EmbeddingServer speaks /embeddings, with vectors that the test makes.
type EmbeddingServer struct {
	// URL is the base URL for the settings.
	URL string

	mu     sync.Mutex
	texts  []string
	status int
}

// Embeddings starts a server of vectors.
func Embeddings(t testing.TB, vector func(text string) []float64) *EmbeddingServer {
	t.Helper()
	s := &EmbeddingServer{}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(t, w, r, vector) }))
	t.Cleanup(h.Close)
	s.URL = h.URL + "/v1"
	return s
}

// Texts are what was asked for so far.
func (s *EmbeddingServer) Texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.texts...)
}

// Fail has the server answer every request with a status; 0 ends that.
func (s *EmbeddingServer) Fail(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

func (s *EmbeddingServer) serve(t testing.TB, w http.ResponseWriter, r *http.Request, vector func(string) []float64) {
	var q struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Model == "" || len(q.Input) == 0 || r.URL.Path != "/v1/embeddings" {
		t.Errorf("the request is not of the protocol: %s %v", r.URL.Path, err)
	}
	s.mu.Lock()
	s.texts = append(s.texts, q.Input...)
	status := s.status
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if status != 0 {
		w.WriteHeader(status)
		fmt.Fprint(w, `{"error": {"message": "no vectors today"}}`)
		return
	}
	data := make([]map[string]any, len(q.Input))
	for i, text := range q.Input { // the last one first: the index tells which is which
		data[len(data)-1-i] = map[string]any{"object": "embedding", "index": i, "embedding": vector(text)}
	}
	answer := map[string]any{"object": "list", "data": data, "model": q.Model, "usage": map[string]int{"prompt_tokens": 7, "total_tokens": 7}}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		t.Errorf("answer embeddings: %v", err)
	}
}
