package provider

import (
	"context"
	"encoding/json"
	"net/http"
)

// claude speaks Anthropic's /v1/messages.
type claude struct {
	wire
	temperature *float64
}

func openAnthropic(ctx context.Context, s Settings) (Provider, error) {
	base, err := baseURL(s.BaseURL, "ANTHROPIC_BASE_URL", "https://api.anthropic.com")
	if err != nil {
		return nil, err
	}
	secret, err := key(ctx, s, "ANTHROPIC_API_KEY")
	if err != nil {
		return nil, err
	}
	if secret == "" && base.Host == "api.anthropic.com" {
		return nil, &MissingKey{Provider: "anthropic", Variable: "ANTHROPIC_API_KEY"}
	}
	header := http.Header{"Anthropic-Version": {"2023-06-01"}}
	if secret != "" {
		header.Set("X-Api-Key", secret)
	}
	return &claude{wire{newClient(s.FirstByte), base, target("anthropic", s.Model, base), header, secret}, s.Temperature}, nil
}

func (p *claude) Target() Target { return p.target }

func (p *claude) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	return p.keyless(p.complete(ctx, c, l))
}

func (p *claude) complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	if c.Format == FormatJSON { // the protocol has no such mode
		c.Format = FormatText
	}
	var a messageAnswer
	err := p.stream(ctx, "/v1/messages", p.request(c), func(data []byte) (bool, error) {
		var event messageEvent
		if err := json.Unmarshal(data, &event); err != nil {
			return false, &Failure{Kind: Broken, Target: p.target, Message: "the stream holds an event of another protocol", Err: err}
		}
		if event.Type == "error" {
			return false, p.failed(event.Error.Type, messageOf(data))
		}
		l.piece(a.take(&event))
		return a.room() && event.Type != "message_stop", nil
	})
	if err != nil {
		return Reply{}, err
	}
	return a.whole(p.target, "max_tokens", "refusal")
}

// failed is an error event inside the stream, as the status that it would have been.
func (p *claude) failed(kind, message string) error {
	status := map[string]int{"overloaded_error": 529, "rate_limit_error": 429}[kind]
	if status == 0 {
		status = http.StatusInternalServerError
	}
	return statusFailure(p.target, status, nil, scrub(message, p.key), nil)
}

// messageRequest is the body of a request, its fields in the order in which they are shown.
type messageRequest struct {
	Model        string        `json:"model"`
	System       []messageText `json:"system"`
	Messages     []messageTurn `json:"messages"`
	MaxTokens    int           `json:"max_tokens"`
	Temperature  *float64      `json:"temperature,omitempty"`
	Stream       bool          `json:"stream"`
	OutputConfig any           `json:"output_config,omitempty"`
	Tools        []any         `json:"tools,omitempty"`
	ToolChoice   any           `json:"tool_choice,omitempty"`
}

type messageTurn struct {
	Role    string        `json:"role"`
	Content []messageText `json:"content"`
}

type messageText struct {
	Type  string            `json:"type"`
	Text  string            `json:"text"`
	Cache map[string]string `json:"cache_control,omitempty"`
}

// request builds the body. The last stable part carries the mark up to which the provider caches.
func (p *claude) request(c Call) messageRequest {
	r := messageRequest{
		Model: p.target.Model, MaxTokens: c.maxTokens(), Temperature: p.temperature, Stream: true,
		System: []messageText{{Type: "text", Text: c.System}},
	}
	for _, m := range c.Messages {
		turn := messageTurn{Role: m.role()}
		for i, part := range m.Parts {
			block := messageText{Type: "text", Text: part.Text}
			if part.Stable && (i+1 == len(m.Parts) || !m.Parts[i+1].Stable) {
				block.Cache = map[string]string{"type": "ephemeral"}
			}
			turn.Content = append(turn.Content, block)
		}
		r.Messages = append(r.Messages, turn)
	}
	switch c.Format {
	case FormatSchema:
		r.OutputConfig = map[string]any{"format": map[string]any{"type": "json_schema", "schema": c.Schema}}
	case FormatTool:
		r.Tools = []any{map[string]any{"name": c.Name, "input_schema": c.Schema}}
		r.ToolChoice = map[string]any{"type": "tool", "name": c.Name}
	case FormatJSON, FormatText:
	}
	return r
}

// messageEvent is one event of an answer.
type messageEvent struct {
	Type    string `json:"type"`
	Message struct {
		Usage struct {
			Input   int64 `json:"input_tokens"`
			Read    int64 `json:"cache_read_input_tokens"`
			Written int64 `json:"cache_creation_input_tokens"`
		} `json:"usage"`
	} `json:"message"`
	Delta struct {
		Text       string `json:"text"`
		Partial    string `json:"partial_json"`
		StopReason string `json:"stop_reason"`
	} `json:"delta"`
	Usage struct {
		Output int64 `json:"output_tokens"`
	} `json:"usage"`
	Error struct {
		Type string `json:"type"`
	} `json:"error"`
}

// messageAnswer gathers the events of one answer.
type messageAnswer struct{ gathered }

// take adds an event and returns its piece of the answer. What a model thinks before it answers is no part of it.
func (a *messageAnswer) take(event *messageEvent) string {
	switch event.Type {
	case "message_start":
		u := event.Message.Usage
		a.usage.Cached = count(u.Read)
		a.usage.Input = count(u.Input) + count(u.Written) + a.usage.Cached
	case "message_delta":
		a.usage.Output = count(event.Usage.Output)
		a.finish = event.Delta.StopReason
	case "content_block_delta":
		piece := event.Delta.Text + event.Delta.Partial
		a.text.WriteString(piece)
		return piece
	}
	return ""
}
