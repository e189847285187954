package memory

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strconv"
	"syscall"

	"github.com/redis/go-redis/v9"
)

// A server says how long its answer is before it gives it, and the client makes room for as much. So what it says is read first
// (https://redis.io/docs/latest/develop/reference/protocol-spec/), and an answer that is too long breaks the connection off.

const (
	// longestReply is the longest text that a server may answer with, in bytes; no state comes near it.
	longestReply = 16 << 20
	// mostSaid is how much a server may say until it is asked again, in bytes.
	mostSaid = longestReply + 1<<20
	// mostParts is how many parts an answer may have.
	mostParts = 4096
	// longestLine is how long a line may be, in bytes: a length, a number or an error.
	longestLine = 64 << 10
)

var errTooLong = errors.New("its answer is longer than any that parley keeps there")

// dialBounded connects as the options say, and bounds what is answered.
func dialBounded(options *redis.Options) func(context.Context, string, string) (net.Conn, error) {
	dial := redis.NewDialer(options)
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		b := &bounded{Conn: c}
		if raw, ok := c.(syscall.Conn); ok { // by which the client sees that an idle connection has ended
			return &boundedRaw{b, raw}, nil
		}
		return b, nil
	}
}

// bounded is a connection whose answers are followed.
type bounded struct {
	net.Conn
	line []byte // as far as it has come
	skip int    // bytes of a text that are still to come
	said int    // bytes since something was asked
	left bool   // it said too much
}

type boundedRaw struct {
	*bounded
	syscall.Conn
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left {
		return 0, errTooLong
	}
	n, err := b.Conn.Read(p)
	b.said += n
	if b.said > mostSaid || b.follow(p[:n]) != nil {
		b.left = true
		_ = b.Close()
		return 0, errTooLong
	}
	return n, err
}

func (b *bounded) Write(p []byte) (int, error) {
	b.said = 0
	return b.Conn.Write(p)
}

func (b *bounded) follow(p []byte) error {
	for len(p) > 0 {
		if b.skip > 0 {
			n := min(b.skip, len(p))
			b.skip, p = b.skip-n, p[n:]
			continue
		}
		part, rest, whole := bytes.Cut(p, []byte("\n"))
		if b.line = append(b.line, part...); len(b.line) > longestLine {
			return errTooLong
		}
		if !whole {
			return nil
		}
		if err := b.begin(bytes.TrimRight(b.line, "\r")); err != nil {
			return err
		}
		b.line, p = b.line[:0], rest
	}
	return nil
}

// begin takes in a line: what begins with a sign for a length is followed by so much.
func (b *bounded) begin(line []byte) error {
	if len(line) == 0 {
		return nil
	}
	length, err := strconv.Atoi(string(line[1:]))
	switch sign := line[0]; {
	case bytes.IndexByte([]byte("$=!"), sign) >= 0:
		if err != nil || length > longestReply {
			return errTooLong
		}
		if length >= 0 {
			b.skip = length + len("\r\n")
		}
	case bytes.IndexByte([]byte("*%~>|"), sign) >= 0:
		if err != nil || length > mostParts {
			return errTooLong
		}
	}
	return nil
}
