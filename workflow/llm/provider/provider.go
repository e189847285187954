// Package provider sends one request to a language model and returns its answer, whatever protocol the model speaks:
// the chat completions of OpenAI and of the many servers that copied them, Anthropic's messages, or JSON on the standard
// input and output of a program.
//
// It knows nothing of SQL or conversations. Start reading at Open: it resolves the key, opens the provider, and puts
// retries (retry.go) and the choice of an output format (negotiate.go) around it.
package provider

import "context"

// Provider is a way to a model. It is safe for concurrent use.
type Provider interface {
	// Target says where requests go.
	Target() Target
	// Complete sends the call and returns the whole answer, or *Failure, or the context's error when the context was
	// cancelled. The listener hears each attempt.
	Complete(ctx context.Context, c Call, l Listener) (Reply, error)
}

// Target is where requests go.
type Target struct {
	// Provider is "openai", "anthropic" or "command".
	Provider string
	Model    string
	// Host is the server's host name and port as the URL has it, or the program's name.
	Host string
	// Local says that the host is this machine (loopback). A program is not local: nobody knows where it sends.
	Local bool
}

// Call is one request.
type Call struct {
	// System are parley's own words, never anything from a database.
	System   string
	Messages []Message
	// Schema is the JSON schema of the answer, Name what the schema or tool is called.
	Name   string
	Schema map[string]any
	Format Format
	// MaxTokens bounds the answer; 0 means 8,000.
	MaxTokens int
}

// Message is one message of the request.
type Message struct {
	// Assistant says that the model wrote it; else the user did.
	Assistant bool
	Parts     []Part
}

// Part is a piece of a message. Stable parts are the same in the next turn; they come first so that the provider's
// cache can hold them.
type Part struct {
	Text   string
	Stable bool
}

// Format is how the answer's shape is asked for, best first.
type Format uint8

// The formats.
const (
	// FormatSchema has the server force the answer into the schema.
	FormatSchema Format = iota
	// FormatTool offers the schema as the arguments of the one tool that must be called.
	FormatTool
	// FormatJSON asks for some JSON object.
	FormatJSON
	// FormatText asks for nothing: the answer is found in what comes.
	FormatText
)

// Reply is a whole answer.
type Reply struct {
	// Text is what the model wrote, or the arguments of its tool call.
	Text  string
	Usage Usage
}

// count is a number of tokens as a provider gives it, within what can be added up: no request has a thousand million.
func count(n int64) int { return int(min(max(n, 0), 1_000_000_000)) }

// Usage counts tokens as the provider counts them; all zero when it did not say.
type Usage struct {
	Input, Cached, Output int
}

// Listener hears how a call goes; any of its functions may be nil. They are called in order, from one goroutine.
type Listener struct {
	// Sending is called before each attempt: a retry starts the answer anew.
	Sending func()
	// Piece is called with each piece of the answer as it arrives.
	Piece func(text string)
	// Ended is called after each attempt.
	Ended func(Reply, error)
}

func (l Listener) sending() {
	if l.Sending != nil {
		l.Sending()
	}
}

func (l Listener) piece(text string) {
	if l.Piece != nil && text != "" {
		l.Piece(text)
	}
}

func (l Listener) ended(r Reply, err error) {
	if l.Ended != nil {
		l.Ended(r, err)
	}
}

// maxTokens is the answer's bound: room for models that think before they write.
func (c Call) maxTokens() int {
	if c.MaxTokens > 0 {
		return c.MaxTokens
	}
	return 8000
}
