// Package llmtest holds servers that speak the protocols of model providers on loopback, for tests: they answer as a
// test says, well or badly, and remember what they were asked. There is no model in them.
//
// Start reading at Server.
package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Request is what a server was asked, read from the protocol.
type Request struct {
	Path   string
	Header http.Header
	Body   []byte
	Model  string
	System string
	// Messages are the texts of the messages, in order, without the system's.
	Messages []string
	// Format is "schema", "tool", "json" or "text".
	Format string
}

// Last is the text of the last message.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1]
}

// Step is what a server does with one request.
type Step struct {
	// Text is the answer; it is streamed in pieces.
	Text string
	// Status, when not 0, is answered in the place of the text, with Header and Message.
	Status  int
	Header  map[string]string
	Message string
	// Wait is the time before the first byte; Pause the time between pieces.
	Wait, Pause time.Duration
	// Cut closes the connection in the middle of the text.
	Cut bool
	// Raw, when set, is written as the body as it stands.
	Raw string
	// Thinking is streamed before the answer where the protocol has a place for it.
	Thinking string
}

// Server is a running server.
type Server struct {
	// URL is the base URL for the provider's settings.
	URL string

	mu       sync.Mutex
	requests []Request
	answer   func(n int, r Request) Step
}

// Requests are the requests so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Steps answers the requests with the steps, one after the other, the last one for ever.
func Steps(steps ...Step) func(int, Request) Step {
	return func(n int, _ Request) Step { return steps[min(n, len(steps)-1)] }
}

// OpenAI starts a server that speaks /chat/completions.
func OpenAI(t testing.TB, answer func(n int, r Request) Step) *Server {
	return start(t, "/v1", answer, readChat, streamChat)
}

// Anthropic starts a server that speaks /v1/messages.
func Anthropic(t testing.TB, answer func(n int, r Request) Step) *Server {
	return start(t, "", answer, readMessages, streamMessages)
}

type (
	reader   func(body []byte, r *Request) error
	streamer func(w io.Writer, flush func(), step Step, format string)
)

func start(t testing.TB, root string, answer func(int, Request) Step, read reader, stream streamer) *Server {
	t.Helper()
	s := &Server{answer: answer}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(t, w, r, read, stream) }))
	t.Cleanup(h.Close)
	s.URL = h.URL + root
	return s
}

// serve reads a request and does what the test says.
func (s *Server) serve(t testing.TB, w http.ResponseWriter, r *http.Request, read reader, stream streamer) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	q := Request{Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
	if err := read(body, &q); err != nil {
		t.Errorf("the request is not of the protocol: %v: %s", err, body)
	}
	step := s.note(q)
	if !pause(r, step.Wait) {
		return
	}
	for name, value := range step.Header {
		w.Header().Set(name, value)
	}
	if step.Status != 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(step.Status)
		body, _ := json.Marshal(map[string]any{"type": "error", "error": map[string]string{"type": "test", "message": step.Message}})
		fmt.Fprintf(w, "%s", body[:1])
		w.(http.Flusher).Flush()
		pause(r, step.Pause)
		fmt.Fprintf(w, "%s", body[1:])
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if step.Raw != "" {
		fmt.Fprint(w, step.Raw)
		return
	}
	out := &cutting{w: w, r: r, step: step}
	stream(out, out.flush, step, q.Format)
}

func (s *Server) note(q Request) Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.requests)
	s.requests = append(s.requests, q)
	return s.answer(n, q)
}

// pause waits, and says whether the client is still there.
func pause(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
		return false
	}
}

// cutting writes events with pauses, and cuts the connection when the step says so.
type cutting struct {
	w      http.ResponseWriter
	r      *http.Request
	step   Step
	pieces int
}

func (c *cutting) Write(p []byte) (int, error) { return c.w.Write(p) }

func (c *cutting) flush() {
	c.w.(http.Flusher).Flush()
	c.pieces++
	if c.step.Cut && c.pieces == 3 {
		panic(http.ErrAbortHandler)
	}
	pause(c.r, c.step.Pause)
}

// pieces cuts a text into five or so, between characters.
func pieces(text string) []string {
	runes := []rune(text)
	size := max(1, (len(runes)+4)/5)
	var out []string
	for len(runes) > 0 {
		n := min(size, len(runes))
		out = append(out, string(runes[:n]))
		runes = runes[n:]
	}
	return out
}

// event writes one server-sent event.
func event(w io.Writer, name string, value any) {
	data, _ := json.Marshal(value)
	if name != "" {
		fmt.Fprint(w, "event: "+name+"\n")
	}
	fmt.Fprint(w, "data: "+string(data)+"\n\n")
}

// tokens is a count that looks like one.
func tokens(text string) int { return len(strings.Fields(text)) + 1 }
