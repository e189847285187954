package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// openAI speaks /chat/completions, which OpenAI, Azure, Ollama, vLLM, llama.cpp, LM Studio and OpenRouter serve.
type openAI struct {
	wire
	temperature *float64
}

func openOpenAI(ctx context.Context, s Settings) (Provider, error) { return newOpenAI(ctx, s) }

func newOpenAI(ctx context.Context, s Settings) (*openAI, error) {
	base, err := openAIBase(s.BaseURL)
	if err != nil {
		return nil, err
	}
	secret, err := key(ctx, s, "OPENAI_API_KEY")
	if err != nil {
		return nil, err
	}
	if secret == "" && base.Host == "api.openai.com" {
		return nil, &MissingKey{Provider: "openai", Variable: "OPENAI_API_KEY"}
	}
	// A server without keys gets a word in the place of one: some insist on the header, and do not look.
	header := http.Header{"Authorization": {"Bearer " + cmp.Or(secret, "none")}}
	if secret != "" && strings.HasSuffix(base.Hostname(), ".azure.com") {
		header.Set("Api-Key", secret)
	}
	return &openAI{wire{newClient(s.FirstByte), base, target("openai", s.Model, base), header, secret}, s.Temperature}, nil
}

// openAIBase is the server of a setting, which may be empty.
func openAIBase(setting string) (*url.URL, error) {
	return baseURL(setting, "OPENAI_BASE_URL", "https://api.openai.com/v1")
}

func (p *openAI) Target() Target { return p.target }

func (p *openAI) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	return p.keyless(p.complete(ctx, c, l))
}

func (p *openAI) complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	var a chatAnswer
	err := p.stream(ctx, "/chat/completions", p.request(c), func(data []byte) (bool, error) {
		var chunk chatChunk
		if err := json.Unmarshal(data, &chunk); err != nil {
			return false, &Failure{Kind: Broken, Target: p.target, Message: "the stream holds an event of another protocol", Err: err}
		}
		if chunk.Error != nil { // an error inside the stream
			return false, &Failure{Kind: Broken, Target: p.target, Message: short(scrub(messageOf(data), p.key))}
		}
		l.piece(a.take(&chunk))
		return a.room(), nil
	})
	if err != nil {
		return Reply{}, err
	}
	return a.reply(p.target, p.key)
}

// chatRequest is the body of a request, its fields in the order in which they are shown.
type chatRequest struct {
	Model         string         `json:"model"`
	Messages      []chatMessage  `json:"messages"`
	MaxTokens     int            `json:"max_completion_tokens"`
	Temperature   *float64       `json:"temperature,omitempty"`
	Stream        bool           `json:"stream"`
	StreamOptions map[string]any `json:"stream_options"`
	Format        any            `json:"response_format,omitempty"`
	Tools         []any          `json:"tools,omitempty"`
	ToolChoice    any            `json:"tool_choice,omitempty"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func (p *openAI) request(c Call) chatRequest {
	r := chatRequest{
		Model: p.target.Model, MaxTokens: c.maxTokens(), Temperature: p.temperature, Stream: true,
		StreamOptions: map[string]any{"include_usage": true},
		Messages:      []chatMessage{{"system", c.System}},
	}
	for _, m := range c.Messages {
		r.Messages = append(r.Messages, chatMessage{m.role(), m.text()})
	}
	switch c.Format {
	case FormatSchema:
		r.Format = map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": c.Name, "strict": true, "schema": c.Schema}}
	case FormatTool:
		r.Tools = []any{map[string]any{"type": "function", "function": map[string]any{"name": c.Name, "parameters": c.Schema}}}
		r.ToolChoice = map[string]any{"type": "function", "function": map[string]any{"name": c.Name}}
	case FormatJSON:
		r.Format = map[string]any{"type": "json_object"}
	case FormatText:
	}
	return r
}

// role is who wrote the message, as both protocols call it.
func (m Message) role() string {
	if m.Assistant {
		return "assistant"
	}
	return "user"
}

// text is the message's parts as one text, for protocols whose caches find stable beginnings by themselves.
func (m Message) text() string {
	texts := make([]string, len(m.Parts))
	for i, part := range m.Parts {
		texts[i] = part.Text
	}
	return strings.Join(texts, "\n\n")
}

// chatChunk is one event of an answer.
type chatChunk struct {
	Choices []struct {
		Delta struct {
			Content   string `json:"content"`
			Refusal   string `json:"refusal"`
			ToolCalls []struct {
				Index    int `json:"index"`
				Function struct {
					Arguments string `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Prompt  int64 `json:"prompt_tokens"`
		Output  int64 `json:"completion_tokens"`
		Total   int64 `json:"total_tokens"`
		Details struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
	Error any `json:"error"`
}

// chatAnswer gathers the chunks of one answer.
type chatAnswer struct {
	gathered
	tool, refusal strings.Builder
}

// take adds a chunk and returns its piece of the answer.
func (a *chatAnswer) take(chunk *chatChunk) string {
	if u := chunk.Usage; u.Total > 0 {
		a.usage = Usage{Input: count(u.Prompt), Cached: count(u.Details.Cached), Output: count(u.Output)}
	}
	if len(chunk.Choices) == 0 {
		return ""
	}
	choice := chunk.Choices[0]
	if choice.FinishReason != "" {
		a.finish = choice.FinishReason
	}
	a.refusal.WriteString(choice.Delta.Refusal)
	var piece strings.Builder
	piece.WriteString(choice.Delta.Content)
	a.text.WriteString(choice.Delta.Content)
	for _, call := range choice.Delta.ToolCalls {
		if call.Index == 0 {
			a.tool.WriteString(call.Function.Arguments)
			piece.WriteString(call.Function.Arguments)
		}
	}
	return piece.String()
}

// room says whether there is room for more of the answer, in whichever form it comes.
func (a *chatAnswer) room() bool {
	return a.gathered.room() && a.tool.Len() < maxAnswer && a.refusal.Len() < maxAnswer
}

// reply is the whole answer: a tool's arguments before free text.
func (a *chatAnswer) reply(t Target, key string) (Reply, error) {
	if a.refusal.Len() > 0 {
		return Reply{Usage: a.usage}, &Failure{Kind: Refused, Target: t, Message: short(scrub(a.refusal.String(), key))}
	}
	if a.tool.Len() > 0 {
		a.text.Reset()
		a.text.WriteString(a.tool.String())
	}
	return a.whole(t, "length", "content_filter")
}
