package provider

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

// openAI speaks /chat/completions, which OpenAI, Azure, Ollama, vLLM, llama.cpp, LM Studio and OpenRouter serve.
type openAI struct {
	chat        openai.ChatCompletionService
	target      Target
	key         string
	temperature *float64
	options     []option.RequestOption
}

func openOpenAI(ctx context.Context, s Settings) (Provider, error) { return newOpenAI(ctx, s) }

func newOpenAI(ctx context.Context, s Settings) (*openAI, error) {
	base, err := baseURL(s.BaseURL, "OPENAI_BASE_URL", "https://api.openai.com/v1")
	if err != nil {
		return nil, err
	}
	p := &openAI{target: target("openai", s.Model, base), temperature: s.Temperature}
	if p.key, err = key(ctx, s, "OPENAI_API_KEY"); err != nil {
		return nil, err
	}
	if p.key == "" && base.Host == "api.openai.com" {
		return nil, &MissingKey{Provider: "openai", Variable: "OPENAI_API_KEY"}
	}
	p.options = p.requestOptions(s, base)
	p.chat = openai.NewChatCompletionService(p.options...)
	return p, nil
}

// requestOptions configure the SDK without its own reading of the environment: the key is parley's to find, and so are the
// retries.
func (p *openAI) requestOptions(s Settings, base *url.URL) []option.RequestOption {
	root, query := *base, base.Query()
	root.RawQuery = ""
	options := []option.RequestOption{
		option.WithHTTPClient(newClient(s.FirstByte)),
		option.WithBaseURL(root.String()),
		option.WithMaxRetries(0),
	}
	for name, values := range query { // api-version, where Azure wants one
		for _, value := range values {
			options = append(options, option.WithQueryAdd(name, value))
		}
	}
	// A server without keys gets a word in the place of one: the SDK insists, and such servers do not look.
	options = append(options, option.WithAPIKey(p.keyOr("none")))
	if p.key != "" && strings.HasSuffix(base.Hostname(), ".azure.com") {
		options = append(options, option.WithHeader("Api-Key", p.key))
	}
	return options
}

func (p *openAI) keyOr(word string) string {
	if p.key == "" {
		return word
	}
	return p.key
}

func (p *openAI) Target() Target { return p.target }

func (p *openAI) Complete(ctx context.Context, c Call, l Listener) (Reply, error) {
	stream := p.chat.NewStreaming(ctx, p.params(c))
	defer func() { _ = stream.Close() }() // what was read is what counts
	var a chatAnswer
	for stream.Next() && a.room() {
		chunk := stream.Current()
		l.piece(a.take(&chunk))
	}
	if err := stream.Err(); err != nil {
		return Reply{}, p.failure(ctx, err)
	}
	return a.reply(p.target)
}

// params build the request.
func (p *openAI) params(c Call) openai.ChatCompletionNewParams {
	params := openai.ChatCompletionNewParams{
		Model:               p.target.Model,
		MaxCompletionTokens: openai.Int(int64(c.maxTokens())),
		StreamOptions:       openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
		Messages:            []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(c.System)},
	}
	if p.temperature != nil {
		params.Temperature = openai.Float(*p.temperature)
	}
	for _, m := range c.Messages {
		params.Messages = append(params.Messages, chatMessage(m))
	}
	chatFormat(&params, c)
	return params
}

func chatMessage(m Message) openai.ChatCompletionMessageParamUnion {
	if m.Assistant {
		return openai.AssistantMessage(m.text())
	}
	return openai.UserMessage(m.text())
}

// text is the message's parts as one text, for protocols whose caches find stable beginnings by themselves.
func (m Message) text() string {
	texts := make([]string, len(m.Parts))
	for i, part := range m.Parts {
		texts[i] = part.Text
	}
	return strings.Join(texts, "\n\n")
}

// chatFormat asks for the answer's shape.
func chatFormat(params *openai.ChatCompletionNewParams, c Call) {
	switch c.Format {
	case FormatSchema:
		schema := shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: c.Name, Strict: openai.Bool(true), Schema: c.Schema}
		params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: schema}
	case FormatTool:
		params.Tools = []openai.ChatCompletionToolUnionParam{
			openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: c.Name, Parameters: c.Schema}),
		}
		params.ToolChoice = openai.ToolChoiceOptionFunctionToolChoice(openai.ChatCompletionNamedToolChoiceFunctionParam{Name: c.Name})
	case FormatJSON:
		params.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	case FormatText:
	}
}

func (p *openAI) failure(ctx context.Context, err error) error {
	var api *openai.Error
	if !errors.As(err, &api) {
		return transportFailure(ctx, p.target, err)
	}
	f := statusFailure(p.target, api.StatusCode, nil, scrub(api.Message, p.key), err)
	if api.Response != nil {
		f.After = retryAfter(api.Response.Header)
	}
	return f
}

// chatAnswer gathers the chunks of one answer.
type chatAnswer struct {
	gathered
	tool, refusal strings.Builder
}

// take adds a chunk and returns its piece of the answer.
func (a *chatAnswer) take(chunk *openai.ChatCompletionChunk) string {
	if u := chunk.Usage; u.TotalTokens > 0 {
		a.usage = Usage{Input: count(u.PromptTokens), Cached: count(u.PromptTokensDetails.CachedTokens), Output: count(u.CompletionTokens)}
	}
	if len(chunk.Choices) == 0 {
		return ""
	}
	choice := chunk.Choices[0]
	if choice.FinishReason != "" {
		a.finish = choice.FinishReason
	}
	a.refusal.WriteString(choice.Delta.Refusal)
	piece := choice.Delta.Content
	a.text.WriteString(piece)
	for _, call := range choice.Delta.ToolCalls {
		if call.Index == 0 {
			a.tool.WriteString(call.Function.Arguments)
			piece += call.Function.Arguments
		}
	}
	return piece
}

// reply is the whole answer: a tool's arguments before free text.
func (a *chatAnswer) reply(t Target) (Reply, error) {
	if a.refusal.Len() > 0 {
		return Reply{Usage: a.usage}, &Failure{Kind: Refused, Target: t, Message: short(a.refusal.String())}
	}
	if a.tool.Len() > 0 {
		a.text.Reset()
		a.text.WriteString(a.tool.String())
	}
	return a.whole(t, "length", "content_filter")
}
