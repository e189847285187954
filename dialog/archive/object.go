package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A session as one JSON object: what it is exported as, and what its file was before the log. The head is the first line and each
// message has a line of its own, so that a list reads only the head and a damaged file gives up the lines that are sound.

// objectVersion is the object's. Version 1, without a version field, has the plain messages only.
const objectVersion = 2

// objectHead closes an object's first line, objectEnd the object.
const (
	objectHead = `,"messages":[`
	objectEnd  = "\n]}\n"
)

// Encode writes a record as an object.
func Encode(r *Record) ([]byte, error) {
	h := headOf(r)
	h.Version = objectVersion
	top, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode session %s: %w", h.SessionID, err)
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(top, []byte("}")))
	b.WriteString(objectHead)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, t := range r.Turns {
		comma := ","
		if i == 0 {
			comma = ""
		}
		asked, said := messages(t, true)
		b.WriteString(comma + "\n")
		if err := e.Encode(asked); err != nil {
			return nil, fmt.Errorf("encode turn %d: %w", t.Number, err)
		}
		b.Truncate(b.Len() - 1)
		b.WriteString(",\n")
		if err := e.Encode(said); err != nil {
			return nil, fmt.Errorf("encode turn %d: %w", t.Number, err)
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString(objectEnd)
	return b.Bytes(), nil
}

// Decode reads what Encode wrote, an older format, or a log.
func Decode(text []byte) (*Record, error) {
	c, err := decode(text)
	if err != nil {
		return nil, err
	}
	return c.record(), nil
}

// decodeObject reads an object, of this version or an older one.
func decodeObject(text []byte) (*content, error) {
	var f struct {
		head
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, damage(text, err)
	}
	c := newContent(len(f.Messages))
	c.head = f.head
	switch {
	case !validID.MatchString(c.head.SessionID):
		return nil, errors.New("it has no session id")
	case c.head.Version < objectVersion:
		return migrate(c.head, f.Messages)
	}
	if len(f.Messages)%2 != 0 {
		return nil, errors.New("the last question has no answer")
	}
	for i := 0; i < len(f.Messages); i += 2 {
		if err := c.add(f.Messages[i], f.Messages[i+1]); err != nil {
			return nil, fmt.Errorf("messages %d and %d: %w", i+1, i+2, err)
		}
	}
	return c, c.head.check()
}

// add takes the two messages of a turn.
func (c *content) add(asked, said json.RawMessage) error {
	var question, reply message
	if err := errors.Join(json.Unmarshal(asked, &question), json.Unmarshal(said, &reply)); err != nil {
		return err
	}
	t, err := turnOf(question, reply)
	if err != nil {
		return err
	}
	return c.take(t, span{})
}

// damage says in words what is wrong with text that is no JSON.
func damage(text []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case len(text) == 0:
		return errors.New("it is empty")
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(text)), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("its end is missing")
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON at byte %d", syntax.Offset)
	default:
		return err
	}
}
