package provider

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

// claude speaks Anthropic's /v1/messages.
type claude struct {
	messages    anthropic.MessageService
	target      Target
	key         string
	temperature *float64
}

func openAnthropic(ctx context.Context, s Settings) (Provider, error) {
	base, err := baseURL(s.BaseURL, "ANTHROPIC_BASE_URL", "https://api.anthropic.com")
	if err != nil {
		return nil, err
	}
	p := &claude{target: target("anthropic", s.Model, base), temperature: s.Temperature}
	if p.key, err = key(ctx, s, "ANTHROPIC_API_KEY"); err != nil {
		return nil, err
	}
	if p.key == "" && base.Host == "api.anthropic.com" {
		return nil, &MissingKey{Provider: "anthropic", Variable: "ANTHROPIC_API_KEY"}
	}
	p.messages = anthropic.NewMessageService(p.options(s, base)...)
	return p, nil
}

// options configure the SDK without its own reading of environment and profiles.
func (p *claude) options(s Settings, base *url.URL) []option.RequestOption {
	options := []option.RequestOption{
		option.WithHTTPClient(newClient(s.FirstByte)),
		option.WithBaseURL(base.String()),
		option.WithMaxRetries(0),
	}
	if p.key != "" {
		options = append(options, option.WithAPIKey(p.key))
	}
	return options
}

func (p *claude) Target() Target { return p.target }

func (p *claude) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	if c.Format == FormatJSON { // the protocol has no such mode
		c.Format = FormatText
	}
	stream := p.messages.NewStreaming(ctx, p.params(c))
	defer func() { _ = stream.Close() }() // what was read is what counts
	var a messageAnswer
	for stream.Next() && a.room() {
		event := stream.Current()
		l.piece(a.take(&event))
	}
	if err := stream.Err(); err != nil {
		return Reply{}, p.failure(ctx, err)
	}
	return a.whole(p.target, "max_tokens", "refusal")
}

// params build the request. The last stable part carries the mark up to which the provider caches.
func (p *claude) params(c Call) anthropic.MessageNewParams {
	params := anthropic.MessageNewParams{
		Model:     p.target.Model,
		MaxTokens: int64(c.maxTokens()),
		System:    []anthropic.TextBlockParam{{Text: c.System}},
	}
	if p.temperature != nil {
		params.Temperature = anthropic.Float(*p.temperature)
	}
	for _, m := range c.Messages {
		params.Messages = append(params.Messages, claudeMessage(m))
	}
	claudeFormat(&params, c)
	return params
}

func claudeMessage(m Message) anthropic.MessageParam {
	var blocks []anthropic.ContentBlockParamUnion
	for i, part := range m.Parts {
		block := anthropic.NewTextBlock(part.Text)
		if part.Stable && (i+1 == len(m.Parts) || !m.Parts[i+1].Stable) {
			block.OfText.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		blocks = append(blocks, block)
	}
	if m.Assistant {
		return anthropic.NewAssistantMessage(blocks...)
	}
	return anthropic.NewUserMessage(blocks...)
}

// claudeFormat asks for the answer's shape.
func claudeFormat(params *anthropic.MessageNewParams, c Call) {
	switch c.Format {
	case FormatSchema:
		params.OutputConfig.Format = anthropic.JSONOutputFormatParam{Schema: c.Schema}
	case FormatTool:
		required, _ := c.Schema["required"].([]string)
		input := anthropic.ToolInputSchemaParam{Properties: c.Schema["properties"], Required: required}
		params.Tools = []anthropic.ToolUnionParam{anthropic.ToolUnionParamOfTool(input, c.Name)}
		params.ToolChoice = anthropic.ToolChoiceParamOfTool(c.Name)
	case FormatJSON, FormatText:
	}
}

func (p *claude) failure(ctx context.Context, err error) error {
	var api *anthropic.Error
	if !errors.As(err, &api) {
		return transportFailure(ctx, p.target, err)
	}
	status := api.StatusCode
	if status == 200 { // an error event inside the stream
		status = map[anthropic.ErrorType]int{"overloaded_error": 529, "rate_limit_error": 429}[api.Type()]
		if status == 0 {
			status = 500
		}
	}
	f := statusFailure(p.target, status, nil, scrub(claudeMessageOf(api), p.key), err)
	if api.Response != nil {
		f.After = retryAfter(api.Response.Header)
	}
	return f
}

// claudeMessageOf is the sentence inside an error's body.
func claudeMessageOf(e *anthropic.Error) string {
	var body struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal([]byte(e.RawJSON()), &body) != nil {
		return ""
	}
	return body.Error.Message
}

// messageAnswer gathers the events of one answer.
type messageAnswer struct{ gathered }

// take adds an event and returns its piece of the answer. What a model thinks before it answers is no part of it.
func (a *messageAnswer) take(event *anthropic.MessageStreamEventUnion) string {
	switch event.Type {
	case "message_start":
		u := event.Message.Usage
		a.usage.Cached = count(u.CacheReadInputTokens)
		a.usage.Input = count(u.InputTokens) + count(u.CacheCreationInputTokens) + a.usage.Cached
	case "message_delta":
		a.usage.Output = count(event.Usage.OutputTokens)
		a.finish = string(event.Delta.StopReason)
	case "content_block_delta":
		piece := event.Delta.Text + event.Delta.PartialJSON
		a.text.WriteString(piece)
		return piece
	}
	return ""
}
