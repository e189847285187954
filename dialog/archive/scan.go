package archive

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// scanner reads the JSON that the log's lines are written in, by hand: encoding/json took four fifths of the time that a session of
// ten thousand turns took to open. What it does not read, it calls bad, and encoding/json says why.
type scanner struct {
	text  []byte
	at    int
	depth int
	bad   bool
	// lists are lists read before: a refinement mostly shows the columns of the query that it refines.
	lists map[string][]string
}

// turnLine reads a line of the log that holds a turn.
func (s *scanner) turnLine(line []byte) (asked, said message, ok bool) {
	s.text, s.at, s.depth, s.bad = line, 0, 0, false
	s.object(func(key []byte) {
		switch string(key) {
		case "messages":
			n := 0
			s.array(func() {
				var m message
				s.message(&m)
				switch n++; n {
				case 1:
					asked = m
				case 2:
					said = m
				default:
					s.bad = true
				}
			})
		case "turn":
			said.Turn = s.turn()
		default:
			s.skip()
		}
	})
	return asked, said, !s.bad && s.at == len(line) && said.Turn != nil
}

func (s *scanner) message(m *message) {
	s.object(func(key []byte) {
		switch string(key) {
		case "role":
			m.Role = s.word("user", "assistant")
		case "content":
			m.Content = s.str()
		case "timestamp":
			m.Timestamp = s.time()
		default:
			s.skip()
		}
	})
}

func (s *scanner) turn() *turnJSON {
	t := &turnJSON{}
	s.object(func(key []byte) {
		switch string(key) {
		case "id":
			t.ID = s.uuid()
		case "number":
			t.Number = int(s.integer())
		case "parent":
			t.Parent = s.uuid()
		case "database":
			t.Database = int(s.integer())
		case "original":
			t.Original = s.str()
		case "question":
			t.Question = s.str()
		case "intent":
			t.Intent = s.word("new_query", "refinement")
		case "confidence":
			t.Confidence = s.word("low", "medium", "high")
		case "route":
			t.Route = s.word("query", "answer", "command", "clarify")
		case "reply":
			t.Reply = s.str()
		case "sent":
			t.Sent = s.str()
		case "result":
			t.Result = s.result()
		case "failure":
			t.Failure = s.failure()
		case "cleared":
			t.Cleared = s.boolean()
		default:
			s.skip()
		}
	})
	return t
}

func (s *scanner) result() *resultJSON {
	r := &resultJSON{}
	s.object(func(key []byte) {
		switch string(key) {
		case "sql":
			r.SQL = s.str()
		case "explanation":
			r.Explanation = s.str()
		case "understood":
			r.Understood = s.shared()
		case "ignored":
			r.Ignored = s.list()
		case "doubts":
			r.Doubts = s.list()
		case "suggestions":
			r.Suggestions = s.list()
		case "chance":
			r.Chance = s.float()
		case "notes":
			r.Notes = s.list()
		case "changes":
			r.Changes = s.list()
		case "source":
			r.Source = s.word("engine", "typed", "grid")
		case "columns":
			r.Columns = s.shared()
		case "rows":
			r.Rows = int(s.integer())
		case "more":
			r.More = s.boolean()
		case "preview":
			s.array(func() { r.Preview = append(r.Preview, s.list()) })
		case "elapsed_us":
			r.ElapsedUS = s.integer()
		case "as_of":
			r.AsOf = s.time()
		default:
			s.skip()
		}
	})
	return r
}

func (s *scanner) failure() *failureJSON {
	f := &failureJSON{}
	s.object(func(key []byte) {
		switch string(key) {
		case "kind":
			f.Kind = s.str()
		case "message":
			f.Message = s.str()
		case "can_retry":
			f.CanRetry = s.boolean()
		case "suggestions":
			f.Suggestions = s.list()
		default:
			s.skip()
		}
	})
	return f
}

// next is the byte that is read next; 0 at the end.
func (s *scanner) next() byte {
	if s.bad || s.at >= len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// take reads one byte that must be there.
func (s *scanner) take(c byte) {
	if s.next() != c {
		s.bad = true
		return
	}
	s.at++
}

// object reads the members of an object; member reads the value of a key.
func (s *scanner) object(member func(key []byte)) {
	s.items('{', '}', func() {
		key := s.quoted()
		s.take(':')
		if !s.bad {
			member(key)
		}
	})
}

func (s *scanner) array(item func()) { s.items('[', ']', item) }

func (s *scanner) items(open, end byte, item func()) {
	const deepest = 16
	if s.depth++; s.depth > deepest {
		s.bad = true
	}
	defer func() { s.depth-- }()
	s.take(open)
	if s.next() == end {
		s.at++
		return
	}
	for !s.bad {
		item()
		if s.next() != ',' {
			break
		}
		s.at++
	}
	s.take(end)
}

// quoted is what stands between quotes, escapes as written.
func (s *scanner) quoted() []byte {
	s.take('"')
	start := s.at
	for ; !s.bad && s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			s.at++
			return s.text[start : s.at-1]
		case '\\':
			s.at++
		}
	}
	s.bad = true
	return nil
}

func (s *scanner) str() string {
	start := s.at
	text := s.quoted()
	for _, c := range text {
		if c == '\\' || c < ' ' {
			return s.escaped(s.text[start:s.at])
		}
	}
	if !utf8.Valid(text) {
		s.bad = true
	}
	return string(text)
}

// escaped is a string with escapes in it.
func (s *scanner) escaped(quoted []byte) (text string) {
	if json.Unmarshal(quoted, &text) != nil {
		s.bad = true
	}
	return text
}

// word is str for texts that are mostly one of a few.
func (s *scanner) word(usual ...string) string {
	if s.next() == '"' {
		for _, w := range usual {
			if end := s.at + 1 + len(w); end < len(s.text) && s.text[end] == '"' && string(s.text[s.at+1:end]) == w {
				s.at = end + 1
				return w
			}
		}
	}
	return s.str()
}

// shared is a list of texts, one with those of the turns before that had the same.
func (s *scanner) shared() []string {
	start := s.at
	s.skip()
	if s.bad {
		return nil
	}
	text := s.text[start:s.at]
	if known, ok := s.lists[string(text)]; ok {
		return known
	}
	s.at = start
	read := s.list()
	const most = 64
	if s.lists == nil || len(s.lists) >= most {
		s.lists = map[string][]string{}
	}
	s.lists[string(text)] = read
	return read
}

func (s *scanner) list() []string {
	var list []string
	s.array(func() { list = append(list, s.str()) })
	return slices.Clip(list)
}

func (s *scanner) uuid() uuid.UUID {
	id, err := uuid.ParseBytes(s.quoted())
	if err != nil {
		s.bad = true
	}
	return id
}

func (s *scanner) time() time.Time {
	t, err := time.Parse(time.RFC3339Nano, string(s.quoted()))
	if err != nil {
		s.bad = true
	}
	return t
}

func (s *scanner) boolean() bool {
	for _, value := range []bool{true, false} {
		if word := strconv.FormatBool(value); bytes.HasPrefix(s.text[s.at:], []byte(word)) {
			s.at += len(word)
			return value
		}
	}
	s.bad = true
	return false
}

func (s *scanner) number() []byte {
	start := s.at
	for s.at < len(s.text) && bytes.IndexByte([]byte("+-.0123456789eE"), s.text[s.at]) >= 0 {
		s.at++
	}
	return s.text[start:s.at]
}

func (s *scanner) integer() int64 {
	n, err := strconv.ParseInt(string(s.number()), 10, 64)
	if err != nil {
		s.bad = true
	}
	return n
}

func (s *scanner) float() float64 {
	x, err := strconv.ParseFloat(string(s.number()), 64)
	if err != nil {
		s.bad = true
	}
	return x
}

// skip passes over a value of any kind.
func (s *scanner) skip() {
	switch s.next() {
	case '"':
		s.quoted()
	case '{':
		s.object(func([]byte) { s.skip() })
	case '[':
		s.array(s.skip)
	case 't', 'f':
		s.boolean()
	case 'n':
		if !bytes.HasPrefix(s.text[s.at:], []byte("null")) {
			s.bad = true
			return
		}
		s.at += len("null")
	default:
		if len(s.number()) == 0 {
			s.bad = true
		}
	}
}
