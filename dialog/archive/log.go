package archive

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"regexp"
	"strconv"
	"sync"

	"github.com/google/uuid"
)

// A session's file is a log, so that a turn costs the same whether it is the tenth or the ten thousandth: one JSON value a line, each
// sealed with a checksum of what stands before it in the line. There are five kinds:
//
//	{"version":3,"session_id":…}             the head: everything but turns, redo and parameters. It ends every write.
//	{"messages":[…],"turn":{…}}              a turn: the question, what was said to it, and the rest; a later one of the same id counts
//	{"redo":{from:to},"database":0}          where redo leads from a turn; to none where the way was taken back
//	{"parameters":{…},"database":0}          what is remembered of a database, in place of what was
//	{"draft":["…"]}                          what was typed and not sent, in place of what was
//
// What stands behind the last head is a write that was cut off: nobody was told that it is kept. Turns in it that are whole are
// taken, the line in which it was cut is let go. Any other line that is not as its checksum says is damage.

// logVersion is what this parley writes. Version 2 was one JSON object, as Encode still writes it; version 1, without a version field,
// had the plain messages only.
const logVersion = 3

// Starts of lines.
const (
	headStart       = `{"version":`
	turnStart       = `{"messages":`
	redoStart       = `{"redo":`
	parametersStart = `{"parameters":`
	draftStart      = `{"draft":`
)

// The seal is the last member of a line's object.
const (
	sealStart = `,"sum":"`
	sealEnd   = `"}`
	sealSize  = len(sealStart) + 2*crc32.Size + len(sealEnd)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal is a value as a line of the log.
func seal(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	return fmt.Appendf(body, "%s%08x%s\n", sealStart, crc32.Checksum(body, castagnoli), sealEnd), nil
}

// closed says whether a line was written to its end: it has a seal there.
func closed(line []byte) bool {
	at := len(line) - sealSize
	return at >= 0 && string(line[at:at+len(sealStart)]) == sealStart
}

// sealed says whether a line is as it was written; the line's end is not part of it.
func sealed(line []byte) bool {
	if !closed(line) {
		return false
	}
	at := len(line) - sealSize
	var sum [crc32.Size]byte
	if _, err := hex.Decode(sum[:], line[at+len(sealStart):len(line)-len(sealEnd)]); err != nil {
		return false
	}
	want := crc32.Checksum(line[:at], castagnoli)
	return want == uint32(sum[0])<<24|uint32(sum[1])<<16|uint32(sum[2])<<8|uint32(sum[3])
}

// turnLine is a turn in the log.
type turnLine struct {
	Messages [2]message `json:"messages"`
	Turn     *turnJSON  `json:"turn"`
}

// redoLine tells where redo leads from turns of a database since the line before; to the zero UUID where it leads nowhere any more.
type redoLine struct {
	Redo     map[uuid.UUID]uuid.UUID `json:"redo"`
	Database int                     `json:"database"`
}

// parametersLine is what is remembered of a database.
type parametersLine struct {
	Parameters json.RawMessage `json:"parameters"`
	Database   int             `json:"database"`
}

// sealTurn is a turn's line; rows says whether its first rows may be written. What the messages say already is not said again.
func sealTurn(t Turn, rows bool) ([]byte, error) {
	asked, said := messages(t, rows)
	l := turnLine{Messages: [2]message{asked, said}, Turn: said.Turn}
	l.Messages[1].Turn = nil
	if r := l.Turn.Result; r != nil && r.SQL == said.Content {
		r.SQL = ""
	}
	if f := l.Turn.Failure; f != nil && f.Message == said.Content {
		f.Message = ""
	}
	text, err := seal(l)
	if err != nil {
		return nil, fmt.Errorf("encode turn %d: %w", t.Number, err)
	}
	return text, nil
}

// notes are the lines of what a database has beside its turns.
func (d *databaseJSON) notes(index int) (lines [][]byte, err error) {
	if len(d.Redo) > 0 {
		line, err := seal(redoLine{d.Redo, index})
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	if d.Parameters != nil {
		line, err := seal(parametersLine{d.Parameters, index})
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// line is the head as a line of the log.
func (h *head) line() ([]byte, error) {
	written := *h
	written.Version = logVersion
	written.Databases = make([]databaseJSON, len(h.Databases))
	for i, d := range h.Databases {
		d.Redo, d.Parameters = nil, nil
		written.Databases[i] = d
	}
	line, err := seal(written)
	if err != nil {
		return nil, fmt.Errorf("encode session %s: %w", h.SessionID, err)
	}
	return line, nil
}

// span is where a line is in a file, its end included.
type span struct{ from, to int64 }

func (s span) size() int64 { return s.to - s.from }

func (s span) in(text []byte) []byte { return bytes.TrimSuffix(text[s.from:s.to], []byte("\n")) }

// isLog says whether a text is a log, whole or not.
func isLog(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	if sealed(first) {
		return true
	}
	rest := bytes.TrimSuffix(text, []byte("\n"))
	return sealed(rest[bytes.LastIndexByte(rest, '\n')+1:])
}

// laterVersion is the version that a file's first line tells, when it is later than this parley's.
var laterVersion = regexp.MustCompile(`^\{\s*"version":\s*(\d+)`)

func later(text []byte) (version int, ok bool) {
	found := laterVersion.FindSubmatch(text[:min(len(text), 64)])
	if found == nil {
		return 0, false
	}
	version, err := strconv.Atoi(string(found[1]))
	return version, err == nil && version > logVersion
}

// item is a line as read.
type item struct {
	span
	sound bool
	turn  Turn // of a turn's line
}

// items reads the lines of a log, on every core: a session may have ten thousand turns.
func items(text []byte) []item {
	var read []item
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		read = append(read, item{span: span{int64(at), int64(end)}})
		at = end
	}
	const share = 512
	var group sync.WaitGroup
	for from := 0; from < len(read); from += share {
		group.Go(func() {
			var s scanner
			for i := from; i < min(from+share, len(read)); i++ {
				read[i].read(&s, text)
			}
		})
	}
	group.Wait()
	return read
}

func (l *item) read(s *scanner, text []byte) {
	line := l.in(text)
	l.sound = text[l.to-1] == '\n' && sealed(line)
	if !l.sound || !bytes.HasPrefix(line, []byte(turnStart)) {
		return
	}
	asked, said, ok := s.turnLine(line)
	if !ok {
		var err error
		if asked, said, err = turnMessages(line); err != nil {
			l.sound = false
			return
		}
	}
	t, err := turnOf(asked, said)
	l.turn, l.sound = t, err == nil
}

// turnMessages reads a turn's line by encoding/json: one that somebody else wrote.
func turnMessages(line []byte) (asked, said message, err error) {
	var l turnLine
	err = json.Unmarshal(line, &l)
	l.Messages[1].Turn = l.Turn
	return l.Messages[0], l.Messages[1], err
}

func (l *item) is(start string, text []byte) bool {
	return bytes.HasPrefix(text[l.from:l.to], []byte(start))
}

// decodeLog reads a log. One that holds a line which is not as it was written is damaged, but for the one in which a write was cut off:
// the last, before its seal.
func decodeLog(text []byte) (*content, error) {
	read := items(text)
	last := lastHead(read, text)
	if last < 0 {
		return nil, errors.New("no line of it is whole")
	}
	c := newContent(len(read))
	if err := c.begin(read[last].in(text)); err != nil {
		return nil, fmt.Errorf("line %d: %w", last+1, err)
	}
	for i := range read[:last] {
		if err := c.fold(&read[i], text); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	c.size = read[last].to
	c.torn = int64(len(text)) > c.size
	for i := last + 1; i < len(read); i++ {
		if whole := text[read[i].to-1] == '\n' && closed(read[i].in(text)); !read[i].sound && (i < len(read)-1 || whole) {
			return nil, fmt.Errorf("line %d: it is not as it was written", i+1)
		}
		c.adopt(&read[i])
	}
	return c, nil
}

// lastHead is the index of the last head that is whole; -1 where there is none.
func lastHead(read []item, text []byte) int {
	last := len(read) - 1
	for last >= 0 && !(read[last].sound && read[last].is(headStart, text)) {
		last--
	}
	return last
}

// begin takes the head that counts: the last.
func (c *content) begin(line []byte) error {
	if err := json.Unmarshal(line, &c.head); err != nil {
		return err
	}
	if !validID.MatchString(c.head.SessionID) {
		return errors.New("it has no session id")
	}
	return c.head.check()
}

// fold takes in what a line before the last head says.
func (c *content) fold(l *item, text []byte) error {
	if !l.sound {
		return errors.New("it is not as it was written")
	}
	switch {
	case l.turn.Turn != nil:
		return c.take(l.turn, l.span)
	case l.is(redoStart, text):
		var r redoLine
		if err := json.Unmarshal(l.in(text), &r); err != nil {
			return err
		}
		d, err := c.head.database(r.Database)
		if err != nil {
			return err
		}
		d.lead(r.Redo)
	case l.is(parametersStart, text):
		var p parametersLine
		if err := json.Unmarshal(l.in(text), &p); err != nil {
			return err
		}
		d, err := c.head.database(p.Database)
		if err != nil {
			return err
		}
		d.Parameters = p.Parameters
	case l.is(draftStart, text):
		return c.head.foldDraft(l.in(text))
	}
	return nil
}

// lead takes in where redo leads.
func (d *databaseJSON) lead(redo map[uuid.UUID]uuid.UUID) {
	if d.Redo == nil {
		d.Redo = map[uuid.UUID]uuid.UUID{}
	}
	maps.Copy(d.Redo, redo)
	maps.DeleteFunc(d.Redo, func(_, to uuid.UUID) bool { return to == uuid.Nil })
}

// adopt takes a turn that was written whole when its write was cut off: the conversation stands on it.
func (c *content) adopt(l *item) {
	if !l.sound || l.turn.Turn == nil {
		return
	}
	_, known := c.known[l.turn.ID]
	if len(c.head.Databases) == 0 {
		c.head.reach(l.turn.Database) // the head that would have told of it is what was cut off
	}
	if c.take(l.turn, l.span) != nil || known {
		return
	}
	d := &c.head.Databases[l.turn.Database]
	d.At, d.Last, d.Fresh = l.turn.ID, max(d.Last, l.turn.Number), false
	c.head.Current, c.size = l.turn.Database, l.to
}
