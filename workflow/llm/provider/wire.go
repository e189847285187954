package provider

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// wire sends JSON to a server and reads what it answers: server-sent events, or one JSON object.
type wire struct {
	client *http.Client
	base   *url.URL
	target Target
	header http.Header
	// key is what must never be in an error.
	key string
}

// at is the URL of a path below the base, whose query it keeps: Azure wants a version there.
func (w *wire) at(path string) string {
	u := *w.base
	u.Path = strings.TrimSuffix(u.Path, "/") + path
	return u.String()
}

// post sends a body; an answer that is no success is a *Failure. The caller closes the answer's body.
func (w *wire) post(ctx context.Context, path string, body any) (*http.Response, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.at(path), bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	request.Header = w.header.Clone()
	request.Header.Set("Content-Type", "application/json")
	response, err := w.client.Do(request)
	if errors.Is(err, errDry) {
		return nil, errDry
	}
	if err != nil {
		return nil, w.broken(ctx, err)
	}
	if response.StatusCode/100 != 2 {
		defer response.Body.Close()
		return nil, w.refusal(ctx, response)
	}
	return response, nil
}

// broken is a failure below HTTP or inside an answer, whose words may be the server's.
func (w *wire) broken(ctx context.Context, err error) error {
	if err != nil {
		err = &keylessError{err, scrub(err.Error(), w.key)}
	}
	return transportFailure(ctx, w.target, err)
}

// refusal is what an answer that is no success says; one that does not come to its end in time took too long, whatever it was to say.
func (w *wire) refusal(ctx context.Context, r *http.Response) error {
	body, err := io.ReadAll(r.Body)
	if ctx.Err() != nil {
		return w.broken(ctx, err)
	}
	return statusFailure(w.target, r.StatusCode, r.Header, scrub(messageOf(body), w.key), err)
}

// messageOf is the sentence inside an error's body: {"error": {"message"}}, {"error": "…"} or {"message"}; empty in any other.
func messageOf(body []byte) string {
	var e struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &e) != nil {
		return ""
	}
	var nested struct {
		Message string `json:"message"`
	}
	var plain string
	_ = json.Unmarshal(e.Error, &nested) // it may be the other form
	_ = json.Unmarshal(e.Error, &plain)
	return cmp.Or(nested.Message, plain, e.Message)
}

// maxEvent bounds one event; the transport bounds all of them.
const maxEvent = 4 << 20

// stream sends a body and hands the data of each server-sent event to take, until that says that it has enough.
func (w *wire) stream(ctx context.Context, path string, body any, take func(data []byte) (more bool, err error)) error {
	response, err := w.post(ctx, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, maxEvent)
	var data []byte
	for lines.Scan() {
		line := lines.Bytes()
		if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(rest, []byte(" "))...), '\n')
			continue
		}
		if len(line) > 0 || len(data) == 0 {
			continue
		}
		more, err := w.event(data, take)
		if err != nil || !more {
			return err
		}
		data = data[:0]
	}
	if err := lines.Err(); err != nil {
		return w.broken(ctx, err)
	}
	if len(data) > 0 { // the last event may end with the stream
		_, err = w.event(data, take)
	}
	return err
}

// event hands one event on; data that says that the stream has ended, or is no JSON, is dealt with here.
func (w *wire) event(data []byte, take func([]byte) (bool, error)) (bool, error) {
	data = bytes.TrimSpace(data)
	if string(data) == "[DONE]" {
		return false, nil
	}
	if !json.Valid(data) {
		return false, &Failure{Kind: Broken, Target: w.target, Message: "the stream holds an event that is no JSON"}
	}
	return take(data)
}

// answer sends a body and reads one JSON object.
func (w *wire) answer(ctx context.Context, path string, body, into any) error {
	response, err := w.post(ctx, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return w.broken(ctx, err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &Failure{Kind: Broken, Target: w.target, Message: "the answer is no JSON of the protocol", Err: err}
	}
	return nil
}
