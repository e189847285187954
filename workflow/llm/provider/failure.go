package provider

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Kind says what a failure means for the next step.
type Kind uint8

// The kinds of failures.
const (
	// Unreachable: refused, no such host, no route. Not retried; the rules answer at once.
	Unreachable Kind = iota
	// TimedOut: no first byte, or no end, in time. Not retried.
	TimedOut
	// Busy: too many requests, or overloaded. Retried after the time the server named.
	Busy
	// Broken: the server failed. Retried.
	Broken
	// Cut: the connection ended inside the answer. Retried.
	Cut
	// Denied: no key, a wrong key, or no right to the model.
	Denied
	// Rejected: the server does not take this request.
	Rejected
	// Refused: the model would not answer.
	Refused
)

// Failure is returned when a provider gave no answer.
type Failure struct {
	Kind Kind
	// Target is who failed.
	Target Target
	// Status is the HTTP status, 0 when there was none.
	Status int
	// Message is the server's own words: untrusted text, make it visible before showing it.
	Message string
	// After is how long the server wants to be left alone; 0 when it did not say.
	After time.Duration
	Err   error
}

func (f *Failure) Error() string {
	text := f.Target.Host + " " + f.what()
	if f.Message != "" {
		text += ": " + f.Message
	}
	return text
}

func (f *Failure) Unwrap() error { return f.Err }

// what says in a few words what happened.
func (f *Failure) what() string {
	switch f.Kind {
	case Unreachable:
		return "cannot be reached"
	case TimedOut:
		return "took too long"
	case Busy:
		return "is busy"
	case Broken:
		return "failed" + f.status()
	case Cut:
		return "cut the answer short"
	case Denied:
		return "does not accept the key" + f.status()
	case Refused:
		return "would not answer"
	default:
		return "does not take the request" + f.status()
	}
}

func (f *Failure) status() string {
	if f.Status == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d)", f.Status)
}

// passing says whether trying again may help.
func (f *Failure) passing() bool { return f.Kind == Busy || f.Kind == Broken || f.Kind == Cut }

// statusFailure classifies an HTTP answer that is no success.
func statusFailure(t Target, status int, header http.Header, message string, err error) *Failure {
	f := &Failure{Kind: Rejected, Target: t, Status: status, Message: short(message), Err: err}
	switch {
	case status == http.StatusTooManyRequests, status == 529: // 529 is Anthropic's "overloaded"
		f.Kind = Busy
	case status >= 500 && status != http.StatusNotImplemented:
		f.Kind = Broken
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		f.Kind = Denied
	case status == http.StatusRequestTimeout:
		f.Kind = TimedOut
	}
	f.After = retryAfter(header)
	return f
}

// retryAfter reads the header in seconds; the date form is left alone, since clocks differ.
func retryAfter(h http.Header) time.Duration {
	if h == nil {
		return 0
	}
	if ms, err := strconv.Atoi(h.Get("Retry-After-Ms")); err == nil && ms > 0 {
		return time.Duration(ms) * time.Millisecond
	}
	if s, err := strconv.ParseFloat(h.Get("Retry-After"), 64); err == nil && s > 0 && s < 86400 {
		return time.Duration(s * float64(time.Second))
	}
	return 0
}

// transportFailure classifies an error below HTTP, or inside a stream. A cancelled context comes back as it is.
func transportFailure(ctx context.Context, t Target, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	f := &Failure{Kind: Cut, Target: t, Message: "", Err: err}
	var dns *net.DNSError
	var op *net.OpError
	var timeout net.Error
	switch {
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		f.Kind = TimedOut
	case errors.As(err, &dns), errors.Is(err, syscall.ECONNREFUSED), errors.As(err, &op) && op.Op == "dial":
		f.Kind, f.Message = Unreachable, short(innermost(err).Error())
	case errors.As(err, &timeout) && timeout.Timeout():
		f.Kind = TimedOut
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
	default:
		f.Kind, f.Message = Broken, short(err.Error())
	}
	return f
}

// innermost is the error at the bottom: "connection refused", without the address that the failure names anyway.
func innermost(err error) error {
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return errors.New(dns.Err)
	}
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}

// short bounds a server's words to one line.
func short(message string) string {
	const limit = 300
	message = strings.Join(strings.Fields(message), " ")
	if len(message) > limit {
		message = strings.ToValidUTF8(message[:limit], "") + "…"
	}
	return message
}
