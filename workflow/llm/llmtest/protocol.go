package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// chatRequest is the part of /chat/completions that the servers read.
type chatRequest struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	ResponseFormat struct {
		Type string `json:"type"`
	} `json:"response_format"`
	Tools []json.RawMessage `json:"tools"`
}

func readChat(body []byte, r *Request) error {
	var c chatRequest
	if err := json.Unmarshal(body, &c); err != nil {
		return err
	}
	if !c.Stream || c.Model == "" || len(c.Messages) < 2 || c.Messages[0].Role != "system" {
		return errors.New("stream, model, a system message and a user message are needed")
	}
	r.Model, r.System = c.Model, c.Messages[0].Content
	for _, m := range c.Messages[1:] {
		r.Messages = append(r.Messages, m.Content)
	}
	switch {
	case c.ResponseFormat.Type == "json_schema":
		r.Format = "schema"
	case len(c.Tools) > 0:
		r.Format = "tool"
	case c.ResponseFormat.Type == "json_object":
		r.Format = "json"
	default:
		r.Format = "text"
	}
	return nil
}

func streamChat(w io.Writer, flush func(), step Step, format string) {
	chunk := func(delta map[string]any, finish any) {
		event(w, "", map[string]any{"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "test",
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
		flush()
	}
	chunk(map[string]any{"role": "assistant", "content": ""}, nil)
	for _, piece := range pieces(step.Text) {
		if format == "tool" {
			chunk(map[string]any{"tool_calls": []any{map[string]any{"index": 0, "function": map[string]any{"arguments": piece}}}}, nil)
		} else {
			chunk(map[string]any{"content": piece}, nil)
		}
	}
	chunk(map[string]any{}, "stop")
	event(w, "", map[string]any{"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "test", "choices": []any{},
		"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": tokens(step.Text), "total_tokens": 100 + tokens(step.Text),
			"prompt_tokens_details": map[string]any{"cached_tokens": 40}}})
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// messagesRequest is the part of /v1/messages that the servers read.
type messagesRequest struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	System   []textBlock
	Messages []struct {
		Role    string      `json:"role"`
		Content []textBlock `json:"content"`
	} `json:"messages"`
	OutputConfig struct {
		Format struct {
			Type string `json:"type"`
		} `json:"format"`
	} `json:"output_config"`
	Tools []json.RawMessage `json:"tools"`
}

type textBlock struct {
	Text string `json:"text"`
}

func readMessages(body []byte, r *Request) error {
	var m messagesRequest
	if err := json.Unmarshal(body, &m); err != nil {
		return err
	}
	if !m.Stream || m.Model == "" || len(m.System) == 0 || len(m.Messages) == 0 {
		return errors.New("stream, model, a system text and a message are needed")
	}
	r.Model, r.System = m.Model, m.System[0].Text
	for _, message := range m.Messages {
		var texts []string
		for _, block := range message.Content {
			texts = append(texts, block.Text)
		}
		r.Messages = append(r.Messages, strings.Join(texts, "\n\n"))
	}
	switch {
	case m.OutputConfig.Format.Type != "":
		r.Format = "schema"
	case len(m.Tools) > 0:
		r.Format = "tool"
	default:
		r.Format = "text"
	}
	return nil
}

func streamMessages(w io.Writer, flush func(), step Step, format string) {
	send := func(kind string, value map[string]any) {
		value["type"] = kind
		event(w, kind, value)
		flush()
	}
	send("message_start", map[string]any{"message": map[string]any{"id": "m", "type": "message", "role": "assistant", "model": "test",
		"content": []any{}, "usage": map[string]any{"input_tokens": 60, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 0, "output_tokens": 1}}})
	if step.Thinking != "" {
		send("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": "thinking_delta", "thinking": step.Thinking}})
	}
	for _, piece := range pieces(step.Text) {
		delta := map[string]any{"type": "text_delta", "text": piece}
		if format == "tool" {
			delta = map[string]any{"type": "input_json_delta", "partial_json": piece}
		}
		send("content_block_delta", map[string]any{"index": 0, "delta": delta})
	}
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": "end_turn"}, "usage": map[string]any{"output_tokens": tokens(step.Text)}})
	send("message_stop", map[string]any{})
}
