package find

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestLookFindsServersProgramsAndKeys(t *testing.T) {
	t.Parallel()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Method != http.MethodGet || r.URL.Path != "/v1/models" || r.ContentLength > 0 {
			t.Errorf("a server is asked %s %s", r.Method, r.URL)
		}
		_, _ = w.Write([]byte(`{"data": [{"id": "first"}, {"id": ""}, {"id": "second"}]}`))
	}))
	defer server.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	defer closed.Close()
	found := Finder{
		Patience: 40 * time.Second,
		Base: func(port int) string {
			if port == 11434 {
				return server.URL + "/v1"
			}
			return closed.URL
		},
		LookPath: func(name string) (string, error) {
			if name == "llm" || name == "ollama" {
				return "/bin/" + name, nil
			}
			return "", errors.New("not here")
		},
		KeyPlace: func(_ context.Context, provider string) string {
			return map[string]string{"openai": "OPENAI_API_KEY"}[provider]
		},
	}.Look(context.Background())
	var names []string
	for _, m := range found {
		names = append(names, m.Name+" in "+m.Where)
		if m.Local != (m.Settings.BaseURL != "") || m.Settings.NoKey != m.Local {
			t.Errorf("%s: local is %v, gets no key is %v", m.Name, m.Local, m.Settings.NoKey)
		}
	}
	want := []string{"first in Ollama on this machine", "second in Ollama on this machine", "llm in the program /bin/llm", "OpenAI in the key in OPENAI_API_KEY"}
	if len(names) != len(want) || asked != 1 {
		t.Fatalf("found %q, asked %d times", names, asked)
	}
	for i := range want {
		if names[i] != want[i] {
			t.Errorf("found %q, want %q", names[i], want[i])
		}
	}
}
