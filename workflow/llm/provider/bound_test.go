package provider_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/workflow/llm/provider"
)

// endless answers with a status and a body that does not end by itself, and counts what left.
func endless(t *testing.T, status int) (url string, left *atomic.Int64) {
	t.Helper()
	left = &atomic.Int64{}
	piece := []byte(strings.Repeat("x", 64<<10))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		for left.Load() < 1<<30 {
			n, err := w.Write(piece)
			if err != nil {
				return
			}
			left.Add(int64(n))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, left
}

func TestBodyOfAnErrorIsReadUpToABound(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"openai", "anthropic"} {
		url, left := endless(t, http.StatusBadRequest)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_, err := open(t, name, url).Complete(ctx, call(), provider.Listener{})
		// What the server has sent lies in the buffers of both sockets beside what was read.
		if err == nil || left.Load() > 32<<20 {
			t.Errorf("%s: %v, after %d MB", name, err, left.Load()>>20)
		}
	}
}

func TestUsageThatCannotBeIsBounded(t *testing.T) {
	t.Parallel()
	const most = "9223372036854775807"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\n")
		fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[],\"usage\":{\"prompt_tokens\":%[1]s,\"completion_tokens\":%[1]s,\"total_tokens\":%[1]s}}\n\ndata: [DONE]\n\n", most)
	}))
	t.Cleanup(server.Close)
	reply, err := open(t, "openai", server.URL).Complete(t.Context(), call(), provider.Listener{})
	if total := reply.Usage.Input + reply.Usage.Output; err != nil || total <= 0 || total > 4_000_000_000 {
		t.Errorf("%+v, %v", reply.Usage, err)
	}
}
