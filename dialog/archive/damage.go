package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

// content is a file as read: its head, and its turns decoded and as they stand.
type content struct {
	head  head
	turns []Turn
	lines []line
}

func (c *content) record() *Record {
	r := c.head.record()
	r.Turns = c.turns
	return r
}

// read reads a session's file. A file that is no session's, or another's, is a *DamagedError.
func read(path string) (*content, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &ReadError{Path: path, Cause: plain(err)}
	}
	c, err := decode(text)
	if err == nil && c.head.SessionID != idOf(path) {
		err = fmt.Errorf("it holds session %s", c.head.SessionID)
	}
	var newer *NewerError
	if errors.As(err, &newer) {
		newer.Path = path
		return nil, newer
	}
	if err != nil {
		return nil, &DamagedError{Path: path, Cause: err}
	}
	return c, nil
}

func idOf(path string) string { return strings.TrimSuffix(filepath.Base(path), fileSuffix) }

// Decode reads what Encode wrote, or an older format.
func Decode(text []byte) (*Record, error) {
	c, err := decode(text)
	if err != nil {
		return nil, err
	}
	return c.record(), nil
}

func decode(text []byte) (*content, error) {
	var f struct {
		head
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, damage(text, err)
	}
	c := &content{head: f.head}
	switch {
	case c.head.Version > formatVersion:
		return nil, &NewerError{Version: c.head.Version}
	case !validID.MatchString(c.head.SessionID):
		return nil, errors.New("it has no session id")
	case c.head.Version < formatVersion:
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

// check says whether the head's indexes hold together.
func (h *head) check() error {
	if h.Current < 0 || h.Current > max(len(h.Databases)-1, 0) {
		return fmt.Errorf("it speaks of database %d of %d", h.Current+1, len(h.Databases))
	}
	return nil
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
	if t.Database < 0 || t.Database > max(len(c.head.Databases)-1, 0) {
		return fmt.Errorf("turn %d speaks of database %d of %d", t.Number, t.Database+1, len(c.head.Databases))
	}
	text := make([]byte, 0, len(asked)+len(said)+2)
	text = append(append(append(text, asked...), ",\n"...), said...)
	c.turns = append(c.turns, t)
	c.lines = append(c.lines, newLine(t, text))
	return nil
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

// salvage reads the turns of a damaged file that are sound, line by line; nil when there are none.
func salvage(text []byte, id string) *content {
	c := soundLines(text, id)
	if len(c.turns) == 0 {
		return nil
	}
	c.mend()
	if c.relineate() != nil {
		return nil
	}
	return c
}

func soundLines(text []byte, id string) *content {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	c := &content{head: salvageHead(first, id)}
	headless := len(c.head.Databases) == 0
	var question json.RawMessage
	for raw := range bytes.Lines(rest) {
		raw = bytes.TrimSuffix(bytes.TrimSpace(raw), []byte(","))
		var m message
		switch {
		case json.Unmarshal(raw, &m) != nil || m.Role != "user" && m.Role != "assistant":
			question = nil
		case m.Role == "user":
			question = raw
		case question != nil:
			c.adopt(question, raw, headless)
			question = nil
		}
	}
	return c
}

// adopt takes a turn of a damaged file when it is sound; what is none stays in the file that was set aside.
func (c *content) adopt(asked, said json.RawMessage, headless bool) {
	const mostDatabases = 64
	var m message
	if headless && json.Unmarshal(said, &m) == nil && m.Turn != nil {
		for len(c.head.Databases) <= min(m.Turn.Database, mostDatabases) {
			c.head.Databases = append(c.head.Databases, databaseJSON{})
		}
	}
	_ = c.add(asked, said)
}

// salvageHead is the head that the first line still holds; one with the id alone when it is lost.
func salvageHead(first []byte, id string) head {
	var h head
	closed := append(bytes.TrimSuffix(bytes.TrimSpace(first), []byte(headEnd)), '}')
	if json.Unmarshal(closed, &h) != nil || h.SessionID != id || h.Version != formatVersion {
		h = head{SessionID: id}
	}
	if h.check() != nil {
		h.Current = 0
	}
	h.Version = formatVersion
	return h
}

// mend hangs turns whose parent is lost on the turn before them, and lets each conversation stand on a turn that is there.
func (c *content) mend() {
	known := make(map[uuid.UUID]bool)
	last := make(map[int]*Turn)
	for i := range c.turns {
		t := &c.turns[i]
		if before := last[t.Database]; !known[t.Parent] && t.Parent != uuid.Nil && before != nil {
			t.Parent = before.ID
		} else if before == nil {
			t.Parent = uuid.Nil
		}
		known[t.ID], last[t.Database] = true, t
	}
	for i := range c.head.Databases {
		c.head.Databases[i].mend(known, last[i])
	}
	first, newest := c.turns[0].Time, c.turns[len(c.turns)-1].Time
	c.head.UUID = uuidOr(c.head.UUID, c.head.SessionID)
	c.head.CreatedAt = cmp.Or(c.head.CreatedAt, first)
	c.head.UpdatedAt = cmp.Or(c.head.UpdatedAt, newest)
}

func (d *databaseJSON) mend(known map[uuid.UUID]bool, last *Turn) {
	if last == nil {
		*d = databaseJSON{Name: d.Name, Targets: d.Targets, Dialect: d.Dialect, Parameters: d.Parameters}
		return
	}
	if !known[d.At] {
		d.At = last.ID
	}
	d.Last = max(d.Last, last.Number)
	for from, to := range d.Redo {
		if !known[from] || !known[to] {
			delete(d.Redo, from)
		}
	}
}

// uuidOr is a UUID, or one that follows from the session's id where it is lost.
func uuidOr(id uuid.UUID, session string) uuid.UUID {
	if id != uuid.Nil {
		return id
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("parley:"+session))
}
