package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"parley/dialog/bounded"
)

// content is a file as read.
type content struct {
	head  head
	turns []Turn
	// spans are where the turns are in a log; known are their indexes.
	spans []span
	known map[uuid.UUID]int
	// size is how much of a log is whole, torn that something stands behind it. A file that is no log has no size.
	size int64
	torn bool
	// asked is how many turns of a damaged file come back with their question alone.
	asked int
	// typed is what a damaged line tells of a draft that no sound line tells; unsure says that the draft came back that way.
	typed  []string
	unsure bool
}

// newContent has room for the turns of so many lines.
func newContent(lines int) *content {
	n := lines/2 + 1
	return &content{turns: make([]Turn, 0, n), spans: make([]span, 0, n), known: make(map[uuid.UUID]int, n)}
}

// take takes a turn in, or a later state of one.
func (c *content) take(t Turn, at span) error {
	if t.Database < 0 || t.Database > max(len(c.head.Databases)-1, 0) {
		return fmt.Errorf("turn %d speaks of database %d of %d", t.Number, t.Database+1, len(c.head.Databases))
	}
	if i, known := c.known[t.ID]; known {
		c.turns[i], c.spans[i] = t, at
		return nil
	}
	c.known[t.ID] = len(c.turns)
	c.turns, c.spans = append(c.turns, t), append(c.spans, at)
	return nil
}

func (c *content) record() *Record {
	r := c.head.record()
	r.Turns = c.turns
	return r
}

// fileSize is the largest file that is read, in bytes: what a whole folder of unnamed sessions may take, five times.
const fileSize = 1 << 30

// read reads a session's file. A file that is no session's, or another's, is a *DamagedError.
func read(path string) (*content, error) {
	text, err := bounded.File(path, fileSize)
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

func decode(text []byte) (*content, error) {
	if version, ok := later(text); ok {
		return nil, &NewerError{Version: version}
	}
	if isLog(text) {
		return decodeLog(text)
	}
	return decodeObject(text)
}

// check says whether the head's indexes hold together.
func (h *head) check() error {
	if h.Current < 0 || h.Current > max(len(h.Databases)-1, 0) {
		return fmt.Errorf("it speaks of database %d of %d", h.Current+1, len(h.Databases))
	}
	return nil
}

// database is a database of the session by its index.
func (h *head) database(index int) (*databaseJSON, error) {
	if index < 0 || index >= len(h.Databases) {
		return nil, fmt.Errorf("it speaks of database %d of %d", index+1, len(h.Databases))
	}
	return &h.Databases[index], nil
}

// salvage reads the turns of a damaged file that are sound, line by line; nil when there are none.
func salvage(text []byte, id string) *content {
	c := salvageLog(text, id)
	if c.empty() {
		c = salvageObject(text, id)
	}
	if c.empty() {
		return nil
	}
	c.mend()
	return c
}

func (c *content) empty() bool { return len(c.turns) == 0 && len(c.head.draft) == 0 }

// salvageLog takes the lines of a log that are sound, under its last head that is.
func salvageLog(text []byte, id string) *content {
	text = parted(text)
	read := items(text)
	c := newContent(len(read))
	var line []byte
	last := lastHead(read, text)
	if last >= 0 {
		line = read[last].in(text)
	}
	var headless bool
	c.head, headless = salvageHead(line, id)
	unsent := c.head.Unsent
	c.head.setDraft(nil)
	for i := range read {
		if t := read[i].turn; t.Turn != nil && headless {
			c.head.reach(t.Database)
		}
		switch {
		case last >= 0 && i > last && read[i].turn.Turn != nil:
			c.adopt(&read[i])
		case c.fold(&read[i], text) != nil: // the rest of it stays in the file that was set aside
			c.ask(read[i].in(text))
			c.hear(read[i].in(text))
		case read[i].is(draftStart, text):
			c.typed = nil
		case i == last:
			c.regain(unsent)
		}
	}
	if last < 0 && len(c.typed) > 0 {
		c.regain(firstWords(c.typed[len(c.typed)-1]))
	}
	c.size = 0 // the file is not there any more: it is written anew
	return c
}

func salvageObject(text []byte, id string) *content {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	c := newContent(0)
	var headless bool
	c.head, headless = salvageHead(append(bytes.TrimSuffix(bytes.TrimSpace(first), []byte(objectHead)), '}'), id)
	c.head.setDraft(nil) // an object holds none
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
			if headless && m.Turn != nil {
				c.head.reach(m.Turn.Database)
			}
			_ = c.add(question, raw)
			question = nil
		}
	}
	return c
}

// reach makes room for a database of which the head that is lost would tell.
func (h *head) reach(index int) {
	const mostDatabases = 64
	for index >= 0 && len(h.Databases) <= min(index, mostDatabases) {
		h.Databases = append(h.Databases, databaseJSON{})
	}
}

// salvageHead is the head that a line still holds, or one with the id alone; headless says that it names no database.
func salvageHead(line []byte, id string) (h head, headless bool) {
	if json.Unmarshal(line, &h) != nil || h.SessionID != id {
		h = head{SessionID: id}
	}
	if h.check() != nil {
		h.Current = 0
	}
	return h, len(h.Databases) == 0
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
	c.head.UUID = uuidOr(c.head.UUID, c.head.SessionID)
	if n := len(c.turns); n > 0 {
		c.head.CreatedAt = cmp.Or(c.head.CreatedAt, c.turns[0].Time)
		c.head.UpdatedAt = cmp.Or(c.head.UpdatedAt, c.turns[n-1].Time)
	}
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
