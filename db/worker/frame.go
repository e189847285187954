package worker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"parley/db"
)

// kind is what a frame is for. Each belongs to one call, by its number.
type kind byte

const (
	kindCall   kind = iota + 1 // to the worker: a request
	kindCancel                 // to the worker: the call is to end
	kindCredit                 // to the worker: so many bytes of rows were taken
	kindHello                  // from the worker: it is ready; call 0
	kindHead                   // from the worker: what stands before rows
	kindRows                   // from the worker: a chunk
	kindEnd                    // from the worker: the answer, or why there is none
)

// frame is one message: the length of its body, kind and number, little-endian, and the body.
type frame struct {
	kind kind
	id   uint32
	body []byte
}

const (
	headerSize = 9
	// largestFrame bounds what one frame may hold: a row of a few of the largest cells that are read.
	largestFrame = 512 << 20
)

var errFrame = errors.New("what came from the other process is no message of parley's")

func readFrame(r io.Reader) (frame, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return frame{}, err
	}
	size := binary.LittleEndian.Uint32(header[:])
	if size > largestFrame {
		return frame{}, errFrame
	}
	f := frame{kind: kind(header[4]), id: binary.LittleEndian.Uint32(header[5:]), body: make([]byte, size)}
	_, err := io.ReadFull(r, f.body)
	return f, err
}

// writer writes whole frames, from any goroutine.
type writer struct {
	mu  sync.Mutex
	out io.Writer
	buf []byte
}

// send writes a frame whose body add appends.
func (w *writer) send(k kind, id uint32, add func([]byte) []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := append(w.buf[:0], 0, 0, 0, 0, byte(k))
	b = binary.LittleEndian.AppendUint32(b, id)
	if add != nil {
		b = add(b)
	}
	size := len(b) - headerSize
	if size > largestFrame {
		return &db.Error{Kind: db.TooLarge, Position: -1, Message: fmt.Sprintf("A row is larger than the %d MB that parley reads.", largestFrame>>20),
			Hint: "Select fewer columns, or a part of a text with left(…, 1000)."}
	}
	binary.LittleEndian.PutUint32(b, uint32(size))
	if w.buf = b; cap(b) > 4*window {
		w.buf = nil
	}
	_, err := w.out.Write(b)
	return err
}

func (w *writer) json(k kind, id uint32, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return w.send(k, id, func(b []byte) []byte { return append(b, body...) })
}

// request is the body of a call.
type request struct {
	Method string          `json:"method"`
	Args   json.RawMessage `json:"args"`
}

// hello is what a worker says first.
type hello struct {
	Calls bool `json:"calls"` // see Confinement
}

// end is the body of the last frame of a call.
type end struct {
	Value   json.RawMessage `json:"value,omitempty"`
	Failure *failure        `json:"failure,omitempty"`
}

// failure is an error on its way; Known says that it is a *db.Error.
type failure struct {
	Known    bool    `json:"known"`
	Kind     db.Kind `json:"kind"`
	Message  string  `json:"message"`
	Hint     string  `json:"hint"`
	Position int     `json:"position"`
	Cause    string  `json:"cause"`
}

func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	var e *db.Error
	if !errors.As(err, &e) {
		return &failure{Message: err.Error()}
	}
	f := &failure{Known: true, Kind: e.Kind, Message: e.Message, Hint: e.Hint, Position: e.Position}
	if e.Cause != nil {
		f.Cause = e.Cause.Error()
	}
	return f
}

func (f *failure) err() error {
	switch {
	case f == nil:
		return nil
	case !f.Known:
		return errors.New(f.Message)
	}
	e := &db.Error{Kind: f.Kind, Message: f.Message, Hint: f.Hint, Position: f.Position}
	if f.Cause != "" {
		e.Cause = errors.New(f.Cause)
	}
	return e
}
