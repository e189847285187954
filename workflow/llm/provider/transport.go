package provider

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// The payload a user reads is the request's body itself, taken where it goes on the wire, so that it cannot differ from
// what is sent. A dry run goes the same way and stops there.

// errDry ends a dry run in the place of the network.
var errDry = errors.New("dry run")

// capture receives the body of the last request made under a context.
type capture struct {
	dry  bool
	url  string
	body []byte
}

type captureKey struct{}

// withCapture has requests under the context leave their body in c.
func withCapture(ctx context.Context, c *capture) context.Context {
	return context.WithValue(ctx, captureKey{}, c)
}

// recorder is a transport that shows bodies to captures.
type recorder struct{ next http.RoundTripper }

func (t recorder) RoundTrip(r *http.Request) (*http.Response, error) {
	c, ok := r.Context().Value(captureKey{}).(*capture)
	if !ok {
		return t.answer(r)
	}
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
		c.body = body
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	c.url = r.URL.Redacted()
	if c.dry {
		return nil, errDry
	}
	return t.answer(r)
}

// answer sends the request. What comes back is read up to a bound: an error's text is a few lines, and a stream of answers no
// longer than the longest answer.
func (t recorder) answer(r *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	most := int64(maxBody)
	if response.StatusCode >= http.StatusBadRequest {
		most = maxErrorBody
	}
	response.Body = bounded{io.LimitReader(response.Body, most), response.Body}
	return response, nil
}

// maxErrorBody and maxBody are the longest bodies that are read, in bytes.
const maxErrorBody, maxBody = 64 << 10, 64 << 20

// bounded is a body that is read up to a bound.
type bounded struct {
	io.Reader
	io.Closer
}

// newClient is an HTTP client that gives up on a silent server soon, and follows no redirect: neither key nor payload
// goes to a host that nobody named.
func newClient(firstByte time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: 1500 * time.Millisecond, KeepAlive: 30 * time.Second}
	return &http.Client{
		Transport: recorder{&http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           dialer.DialContext,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: firstByte,
			ForceAttemptHTTP2:     true,
			MaxIdleConnsPerHost:   2,
			IdleConnTimeout:       90 * time.Second,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// target reads where a base URL points.
func target(provider, model string, base *url.URL) Target {
	return Target{Provider: provider, Model: model, Host: base.Host, Local: loopback(base.Hostname())}
}

// loopback says whether a host name is this machine, without asking a name server.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
