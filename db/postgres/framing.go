package postgres

import (
	"encoding/binary"
	"errors"
	"io"
)

// A server may say what its settings are, and notify, at any time, and the driver keeps every word of it. One that does so
// without end would take all memory there is: what it says of its own accord is bounded, and so is what it says before a
// connection is ready, which no row is part of.

const (
	// mostAside is how much a server may say of its own accord between two answers, in bytes, of what the driver keeps.
	mostAside = 1 << 20
	// mostNoise is how much it may say between two answers that is no row: notices, which functions send as they please.
	mostNoise = 64 << 20
	// mostBeforeReady is how much it may say before a connection is ready.
	mostBeforeReady = 1 << 20
	// mostMessage is how long a server's message can be at all (utils/memutils.h, MaxAllocSize).
	mostMessage = 1 << 30
)

var errTalksWithoutEnd = errors.New("it sends settings and notices without end")

// errNoFrame is the end of a message in its middle: some poolers say why they end a connection there, and nobody can read it.
var errNoFrame = errors.New("it broke off in the middle of an answer, as a pooler does that allows no transactions")

// framing reads a server's messages, and breaks off when it says too much of its own accord. It follows the frames: a letter, and
// a length that counts itself (https://www.postgresql.org/docs/current/protocol-message-formats.html).
type framing struct {
	io.Reader
	close func() // the connection: the driver would read on to its end
	head  [5]byte
	have  int   // of head
	left  int64 // of the message's body
	aside int64 // said of its own accord since the last answer
	noise int64 // likewise, with all else that is no row
	last  byte  // the letter of the message before
	said  int64 // said in all, until it is ready
	ready bool
	lost  bool // what follows are no messages
}

const (
	parameterStatus      = 'S'
	notificationResponse = 'A'
	readyForQuery        = 'Z'
	dataRow              = 'D'
)

// framed follows what a server says over a connection.
func framed(r io.Reader, connection io.Writer) *framing {
	f := &framing{Reader: r, close: func() {}}
	if c, ok := connection.(io.Closer); ok {
		f.close = func() { _ = c.Close() }
	}
	return f
}

func (f *framing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	f.follow(p[:n])
	if !f.ready {
		f.said += int64(n)
	}
	if f.lost {
		f.close()
		return 0, errNoFrame
	}
	if f.aside > mostAside || f.noise > mostNoise || !f.ready && f.said > mostBeforeReady {
		f.close()
		return 0, errTalksWithoutEnd
	}
	return n, err
}

func (f *framing) follow(p []byte) {
	for len(p) > 0 {
		if f.left > 0 {
			skip := min(f.left, int64(len(p)))
			f.left -= skip
			p = p[skip:]
			continue
		}
		n := copy(f.head[f.have:], p)
		f.have += n
		p = p[n:]
		if f.have == len(f.head) {
			f.begin()
		}
	}
}

// begin takes a message's head in.
func (f *framing) begin() {
	f.have = 0
	length := int64(binary.BigEndian.Uint32(f.head[1:]))
	f.left = max(length-4, 0)
	f.lost = f.lost || f.ready && length > mostMessage
	switch kind := f.head[0]; {
	case kind == parameterStatus, kind == notificationResponse, kind == readyForQuery && f.last == readyForQuery:
		f.aside += length
	case kind == readyForQuery:
		f.aside, f.noise, f.ready = 0, 0, true
	case kind != dataRow:
		f.noise += length
	}
	f.last = f.head[0]
}
