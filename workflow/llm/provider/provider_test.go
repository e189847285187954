package provider_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"parley/workflow/llm/llmtest"
	"parley/workflow/llm/provider"
)

const secret = "sk-test-0123456789"

// protocols start a server of each protocol with the same behaviour.
var protocols = map[string]func(testing.TB, func(int, llmtest.Request) llmtest.Step) *llmtest.Server{
	"openai": llmtest.OpenAI, "anthropic": llmtest.Anthropic,
}

// each runs a test for each protocol against a server that takes the steps.
func each(t *testing.T, steps []llmtest.Step, test func(t *testing.T, p provider.Provider, s *llmtest.Server)) {
	for name, start := range protocols {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t, llmtest.Steps(steps...))
			test(t, open(t, name, server.URL), server)
		})
	}
}

// open waits longer for a server than a busy machine takes to answer.
func open(t *testing.T, name, url string) provider.Provider {
	t.Helper()
	return openFor(t, name, url, 40*time.Second)
}

// openFor waits so long for the first byte of an answer.
func openFor(t *testing.T, name, url string, firstByte time.Duration) provider.Provider {
	t.Helper()
	p, err := provider.Open(t.Context(), provider.Settings{
		Provider: name, Model: "test-model", BaseURL: url, KeyCommand: "echo " + secret,
		FirstByte: firstByte, Backoff: 5 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// untilNoted is a time that is over before the server has answered, and not before it has noted the request.
const untilNoted = 800 * time.Millisecond

func call() provider.Call {
	return provider.Call{
		System: "rules", Name: "answer",
		Schema: map[string]any{"type": "object", "properties": map[string]any{"sql": map[string]any{"type": "string"}},
			"required": []string{"sql"}, "additionalProperties": false},
		Messages: []provider.Message{{Parts: []provider.Part{{Text: "schema", Stable: true}, {Text: "question"}}}},
	}
}

const answer = `{"sql": "SELECT 1", "explanation": "Žluťoučký kůň"}`

func TestAnswerArrivesInPiecesAndWhole(t *testing.T) {
	t.Parallel()
	each(t, []llmtest.Step{{Text: answer, Thinking: "let me see"}}, func(t *testing.T, p provider.Provider, s *llmtest.Server) {
		var pieces []string
		reply, err := p.Complete(t.Context(), call(), provider.Listener{Piece: func(text string) { pieces = append(pieces, text) }})
		if err != nil {
			t.Fatal(err)
		}
		if reply.Text != answer || strings.Join(pieces, "") != answer {
			t.Errorf("got %q in pieces %q", reply.Text, pieces)
		}
		if len(pieces) < 4 {
			t.Errorf("the answer came in %d pieces, not streamed", len(pieces))
		}
		if reply.Usage.Input != 100 || reply.Usage.Cached != 40 || reply.Usage.Output == 0 {
			t.Errorf("usage %+v", reply.Usage)
		}
		r := s.Requests()[0]
		if r.System != "rules" || !strings.Contains(r.Last(), "schema") || !strings.Contains(r.Last(), "question") || r.Model != "test-model" {
			t.Errorf("request %+v", r)
		}
		if key := r.Header.Get("Authorization") + r.Header.Get("X-Api-Key"); !strings.Contains(key, secret) {
			t.Errorf("the key did not arrive: %q", key)
		}
	})
}

func TestPassingFailuresAreRetried(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]llmtest.Step{
		"429":            {Status: 429, Message: "slow down", Header: map[string]string{"Retry-After": "0.01"}},
		"500":            {Status: 500, Message: "oops"},
		"529":            {Status: 529, Message: "overloaded"},
		"cut connection": {Text: answer, Cut: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, []llmtest.Step{bad, bad, {Text: answer}}, func(t *testing.T, p provider.Provider, s *llmtest.Server) {
				attempts := 0
				reply, err := p.Complete(t.Context(), call(), provider.Listener{Sending: func() { attempts++ }})
				if err != nil || reply.Text != answer {
					t.Fatalf("got %q, %v", reply.Text, err)
				}
				if n := len(s.Requests()); n != 3 || attempts != 3 {
					t.Errorf("%d requests, %d told", n, attempts)
				}
			})
		})
	}
}

func TestLastingFailuresSayWhatHappened(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		step     llmtest.Step
		kind     provider.Kind
		requests int
	}{
		{"busy for ever", llmtest.Step{Status: 429, Message: "slow down"}, provider.Busy, 3},
		{"broken for ever", llmtest.Step{Status: 503, Message: "down"}, provider.Broken, 3},
		{"wrong key", llmtest.Step{Status: 401, Message: "bad key " + secret}, provider.Denied, 1},
		{"no such model", llmtest.Step{Status: 404, Message: "no model"}, provider.Rejected, 1},
		{"slow first byte", llmtest.Step{Wait: time.Hour, Text: answer}, provider.TimedOut, 1},
		{"cut for ever", llmtest.Step{Text: answer, Cut: true}, provider.Cut, 3},
		{"no stream", llmtest.Step{Raw: "<html>hello</html>"}, provider.Cut, 3},
		{"broken events", llmtest.Step{Raw: "event: message_start\ndata: {\"oops\n\n"}, provider.Broken, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, []llmtest.Step{c.step}, func(t *testing.T, p provider.Provider, s *llmtest.Server) {
				if c.step.Wait > 0 {
					p = openFor(t, path.Base(t.Name()), s.URL, untilNoted)
				}
				_, err := p.Complete(t.Context(), call(), provider.Listener{})
				var f *provider.Failure
				if !errors.As(err, &f) || f.Kind != c.kind {
					t.Fatalf("got %v (%+v)", err, f)
				}
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the key is in the error: %v", err)
				}
				if n := len(s.Requests()); n != c.requests {
					t.Errorf("%d requests, want %d", n, c.requests)
				}
			})
		})
	}
}

func TestServerWithoutFormatsIsAskedDownTheLine(t *testing.T) {
	t.Parallel()
	for name, start := range protocols {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t, func(_ int, r llmtest.Request) llmtest.Step {
				if r.Format != "text" {
					return llmtest.Step{Status: 400, Message: "unknown field"}
				}
				return llmtest.Step{Text: answer}
			})
			p := open(t, name, server.URL)
			for range 2 {
				if _, err := p.Complete(t.Context(), call(), provider.Listener{}); err != nil {
					t.Fatal(err)
				}
			}
			var formats []string
			for _, r := range server.Requests() {
				formats = append(formats, r.Format)
			}
			want := map[string]string{"openai": "schema tool json text text", "anthropic": "schema tool text text"}[name]
			if got := strings.Join(formats, " "); got != want {
				t.Errorf("asked %q, want %q: the format that works is remembered", got, want)
			}
		})
	}
}

func TestToolArgumentsAreTheAnswer(t *testing.T) {
	t.Parallel()
	each(t, []llmtest.Step{{Text: answer}}, func(t *testing.T, p provider.Provider, _ *llmtest.Server) {
		c := call()
		c.Format = provider.FormatTool
		reply, err := p.Complete(t.Context(), c, provider.Listener{})
		if err != nil || reply.Text != answer {
			t.Errorf("got %q, %v", reply.Text, err)
		}
	})
}

func TestRefusedConnectionFailsAtOnce(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	for name := range protocols {
		started := time.Now()
		_, err := open(t, name, "http://"+address).Complete(t.Context(), call(), provider.Listener{})
		var f *provider.Failure
		if !errors.As(err, &f) || f.Kind != provider.Unreachable {
			t.Errorf("%s: got %v", name, err)
		}
		if took := time.Since(started); took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}

func TestCancelStopsTheRequest(t *testing.T) {
	t.Parallel()
	each(t, []llmtest.Step{{Text: answer, Pause: time.Second}}, func(t *testing.T, p provider.Provider, _ *llmtest.Server) {
		ctx, cancel := context.WithCancel(t.Context())
		started := time.Now()
		_, err := p.Complete(ctx, call(), provider.Listener{Piece: func(string) { cancel() }})
		if !errors.Is(err, context.Canceled) || time.Since(started) > 20*time.Second {
			t.Errorf("got %v after %v", err, time.Since(started))
		}
	})
}

func TestDeadlineIsNotRetried(t *testing.T) {
	t.Parallel()
	each(t, []llmtest.Step{{Text: answer, Pause: time.Hour}}, func(t *testing.T, p provider.Provider, s *llmtest.Server) {
		ctx, cancel := context.WithTimeout(t.Context(), untilNoted)
		defer cancel()
		_, err := p.Complete(ctx, call(), provider.Listener{})
		var f *provider.Failure
		if !errors.As(err, &f) || f.Kind != provider.TimedOut || len(s.Requests()) != 1 {
			t.Errorf("got %v after %d requests", err, len(s.Requests()))
		}
	})
}

func TestPreviewIsWhatIsSentAndSendsNothing(t *testing.T) {
	t.Parallel()
	each(t, []llmtest.Step{{Text: answer}}, func(t *testing.T, p provider.Provider, s *llmtest.Server) {
		before, err := provider.Preview(t.Context(), p, call())
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Requests()) != 0 {
			t.Fatal("the preview sent something")
		}
		ctx, recorded := provider.Record(t.Context(), p)
		if _, err := p.Complete(ctx, call(), provider.Listener{}); err != nil {
			t.Fatal(err)
		}
		sent := string(s.Requests()[0].Body)
		if after := recorded(); string(before.Body) != sent || string(after.Body) != sent || !json.Valid(before.Body) {
			t.Errorf("preview %s\nrecord %s\nsent %s", before.Body, after.Body, sent)
		}
		if strings.Contains(sent, secret) {
			t.Error("the key is in the payload")
		}
	})
}

func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	other := llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: answer}))
	each(t, []llmtest.Step{{Status: 307, Header: map[string]string{"Location": other.URL + "/chat/completions"}}},
		func(t *testing.T, p provider.Provider, _ *llmtest.Server) {
			if _, err := p.Complete(t.Context(), call(), provider.Listener{}); err == nil {
				t.Error("a redirect brought an answer")
			}
			if len(other.Requests()) != 0 {
				t.Error("the payload went to another host")
			}
		})
}

func TestProgramAnswersInAnyOfItsForms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"whole":    {`printf '%s' '{"sql": "SELECT 1"}'`, `{"sql": "SELECT 1"}`},
		"prose":    {`echo 'Here it is: SELECT 1'`, "Here it is: SELECT 1\n"},
		"pieces":   {`echo '{"delta": "SELECT"}'; echo '{"delta": " 1"}'; echo '{"usage": {"input_tokens": 7, "output_tokens": 2}}'`, "SELECT 1"},
		"one text": {`echo '{"text": "SELECT 1", "usage": {"input_tokens": 7, "output_tokens": 2}}'`, "SELECT 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command, request := llmtest.Program(t, c.body)
			p, err := provider.Open(t.Context(), provider.Settings{Provider: "command", Model: command})
			if err != nil {
				t.Fatal(err)
			}
			before, err := provider.Preview(t.Context(), p, call())
			if err != nil {
				t.Fatal(err)
			}
			var streamed strings.Builder
			reply, err := p.Complete(t.Context(), call(), provider.Listener{Piece: func(s string) { streamed.WriteString(s) }})
			if err != nil || reply.Text != c.want || streamed.String() != c.want {
				t.Errorf("got %q, streamed %q, %v", reply.Text, streamed.String(), err)
			}
			sent, err := os.ReadFile(request)
			if err != nil || string(sent) != string(before.Body) {
				t.Errorf("preview %s\nsent %s, %v", before.Body, sent, err)
			}
		})
	}
}

func TestProgramThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body, message string
		kind          provider.Kind
	}{
		"exit":    {`echo 'no model here' >&2; exit 3`, "no model here", provider.Rejected},
		"error":   {`echo '{"error": "not today"}'`, "not today", provider.Rejected},
		"passing": {`echo '{"error": "busy", "retry": true}'; exit 1`, "busy", provider.Broken},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command, _ := llmtest.Program(t, c.body)
			p, err := provider.Open(t.Context(), provider.Settings{Provider: "command", Model: command, Backoff: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Complete(t.Context(), call(), provider.Listener{})
			var f *provider.Failure
			if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Message, c.message) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestProgramIsKilledOnCancel(t *testing.T) {
	t.Parallel()
	command, _ := llmtest.Program(t, "exec sleep 30")
	p, err := provider.Open(t.Context(), provider.Settings{Provider: "command", Model: command})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	started := time.Now()
	_, err = p.Complete(ctx, call(), provider.Listener{})
	var f *provider.Failure
	if !errors.As(err, &f) || f.Kind != provider.TimedOut || time.Since(started) > 20*time.Second {
		t.Errorf("got %v after %v", err, time.Since(started))
	}
}

// A server may begin to refuse and never come to the end of it: that is a timeout, after which it is left alone, and no failure
// to be tried again.
func TestARefusalThatNeverEndsTookTooLong(t *testing.T) {
	t.Parallel()
	for _, status := range []int{429, 500, 401} {
		each(t, []llmtest.Step{{Status: status, Message: "wait", Pause: time.Hour}}, func(t *testing.T, p provider.Provider, s *llmtest.Server) {
			ctx, cancel := context.WithTimeout(t.Context(), untilNoted)
			defer cancel()
			_, err := p.Complete(ctx, call(), provider.Listener{})
			var f *provider.Failure
			if !errors.As(err, &f) || f.Kind != provider.TimedOut || len(s.Requests()) != 1 {
				t.Errorf("%d: got %v after %d requests", status, err, len(s.Requests()))
			}
		})
	}
}

// TestTheKeyIsInNothingThatAServerSays: it may echo what it got in its status, its errors and its answers.
func TestTheKeyIsInNothingThatAServerSays(t *testing.T) {
	t.Parallel()
	chunk := func(delta string) string {
		return "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\ndata: {\"choices\":[{\"delta\":" + delta + ",\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
	}
	for name, said := range map[string]string{
		"a status that is none":         "HTTP/1.1 KEY\r\n\r\n",
		"a key where the words are cut": "HTTP/1.1 " + strings.Repeat("x", 180) + "KEY\r\n\r\n",
		"a header that is none":         "HTTP/1.1 200 OK\r\nKEY\r\n\r\n",
		"a refusal":                     chunk(`{"refusal": "KEY"}`),
		"a refusal that is cut":         chunk(`{"refusal": "` + strings.Repeat("x", 290) + `KEY"}`),
		"an answer":                     chunk(`{"content": "{\"explanation\": \"KEY\"}"}`),
		"a tool's arguments":            chunk(`{"tool_calls": [{"function": {"arguments": "KEY"}}]}`),
		"an error inside the stream":    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\ndata: {\"error\": \"KEY\"}\n\n",
		"an error":                      "HTTP/1.1 500 KEY\r\nConnection: close\r\n\r\n{\"error\": \"KEY\"}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, "openai", raw(t, strings.ReplaceAll(said, "KEY", secret)))
			reply, err := p.Complete(t.Context(), call(), provider.Listener{})
			if text := fmt.Sprint(reply.Text, err); strings.Contains(text, secret[:8]) {
				t.Error(text)
			}
		})
	}
}

// raw is a server that says the same to everybody.
func raw(t *testing.T, said string) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if request, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				_, _ = io.Copy(io.Discard, request.Body)
				_, _ = io.WriteString(c, said)
			}
			c.Close()
		}
	}()
	return "http://" + l.Addr().String()
}

func TestAServerThatIsToGetNoKeyGetsNone(t *testing.T) {
	t.Parallel()
	for name, start := range protocols {
		server := start(t, llmtest.Steps(llmtest.Step{Text: answer}))
		p, err := provider.Open(t.Context(), provider.Settings{Provider: name, Model: "m", BaseURL: server.URL, KeyCommand: "echo " + secret, NoKey: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Complete(t.Context(), call(), provider.Listener{}); err != nil {
			t.Error(err)
		}
		if h := fmt.Sprint(server.Requests()[0].Header); strings.Contains(h, secret) {
			t.Errorf("%s got %s", name, h)
		}
	}
}

// TestAKeyGoesToNoOtherServersVectors: what lies in the environment is OpenAI's, what a provider is given is that provider's.
func TestAKeyGoesToNoOtherServersVectors(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "env-"+secret)
	got := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got <- fmt.Sprint(r.Header)
		_, _ = io.WriteString(w, `{"data": [{"index": 0, "embedding": [1]}]}`)
	}))
	t.Cleanup(server.Close)
	const other = "http://127.0.0.1:9/v1"
	own, command := "env-"+secret, "cmd-"+secret
	for _, c := range []struct {
		says          string
		s             provider.Settings
		base, command string
		openai        string
		want          string
	}{
		{"another server than OpenAI's", provider.Settings{Provider: "openai"}, server.URL, "", "", ""},
		{"another than the provider's", provider.Settings{Provider: "openai", BaseURL: other, KeyCommand: "echo " + command}, server.URL, "", "", ""},
		{"another port of one host", provider.Settings{Provider: "openai", BaseURL: other}, server.URL, "", "", ""},
		{"beside Anthropic", provider.Settings{Provider: "anthropic", KeyCommand: "echo " + command}, server.URL, "", "", ""},
		{"beside a program", provider.Settings{Provider: "command"}, server.URL, "", "", ""},
		{"the provider's own", provider.Settings{Provider: "openai", BaseURL: server.URL, KeyCommand: "echo " + command}, "", "", "", command},
		{"the provider's own, named again", provider.Settings{Provider: "openai", BaseURL: server.URL}, server.URL + "/v2", "", "", own},
		{"the provider's own, which is to get none", provider.Settings{Provider: "openai", BaseURL: server.URL, NoKey: true}, "", "", "", ""},
		{"OpenAI's, as the environment has it", provider.Settings{Provider: "anthropic", KeyCommand: "echo " + command}, "", "", server.URL, own},
		{"one with a key of its own", provider.Settings{Provider: "anthropic", KeyCommand: "echo " + own}, server.URL, "echo " + command, "", command},
	} {
		t.Run(c.says, func(t *testing.T) {
			t.Setenv("OPENAI_BASE_URL", c.openai)
			settings := c.s.At(c.base, c.command)
			settings.Model = "m"
			e, err := provider.OpenEmbedder(t.Context(), settings)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := e.Embed(t.Context(), []string{"text"}); err != nil {
				t.Fatal(err)
			}
			header := <-got
			if strings.Contains(header, secret) != (c.want != "") || !strings.Contains(header, c.want) {
				t.Errorf("it got %s, wanted %q", header, c.want)
			}
		})
	}
}
