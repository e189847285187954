package memory

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The originals' settings (DIALOG_STATE_TTL_SECONDS, DIALOG_STATE_MAX_SIZE_BYTES).
const (
	DefaultTTL     = 6 * time.Hour
	DefaultMaxSize = 10_000 // bytes of the whole value
)

// Settings bound what is remembered.
type Settings struct {
	// TTL is how long a parameter lives after it was set; 0 means six hours.
	TTL time.Duration
	// MaxSize bounds a room's value in bytes; 0 means 10,000. The oldest parameters go first.
	MaxSize int
	// Required lists, for a subject, columns that a question about it needs.
	Required map[string][]string
}

func (s Settings) ttl() time.Duration {
	if s.TTL <= 0 {
		return DefaultTTL
	}
	return s.TTL
}

func (s Settings) maxSize() int {
	if s.MaxSize <= 0 {
		return DefaultMaxSize
	}
	return s.MaxSize
}

const version = 1

// State is everything remembered in one room, as it is stored.
type State struct {
	Version int `json:"version"`
	// Timestamp is the last change in Unix seconds, as in the original.
	Timestamp int64 `json:"timestamp"`
	// Service is the subject spoken of last.
	Service string `json:"service,omitempty"`
	// Subjects holds each subject's parameters apart from another's.
	Subjects map[string][]Parameter `json:"subjects"`
	Metadata Metadata               `json:"metadata"`
}

// Metadata is the original's.
type Metadata struct {
	LastUpdatedBy  string    `json:"last_updated_by,omitempty"`
	MessageCount   int       `json:"message_count"`
	ConversationID string    `json:"conversation_id,omitempty"`
	UpdatedAt      time.Time `json:"updated_at"`
}

// Lesson is what a successful query leaves behind.
type Lesson struct {
	// Subject is the query's main table, Parameters all its constraints. One with Set given is inherited and keeps turn,
	// time and confidence.
	Subject    string
	Parameters []Parameter
	// Renew says that all others were said now (a new query); otherwise those that were there before keep their age.
	Renew        bool
	Turn         int
	Confidence   Confidence
	Conversation string
	// By is who made the query: "engine", "typed", "grid" or a model's name.
	By string
}

// learn replaces the subject's parameters with those in force now.
func (s *State) learn(l Lesson, now time.Time) {
	l.Subject = s.subject(l.Subject)
	before := s.Subjects[l.Subject]
	kept := make([]Parameter, 0, len(l.Parameters))
	for _, p := range l.Parameters {
		kept = append(kept, aged(p, before, l, now))
	}
	s.put(l.Subject, withPinned(kept, before))
	s.Service = l.Subject
	s.Metadata.LastUpdatedBy, s.Metadata.ConversationID = l.By, l.Conversation
	s.Metadata.MessageCount++
	s.touch(now)
}

// withPinned is a list with the pinned parameters of another: those in both are pinned, and what is said against one stands
// beside it, for it counts again when nothing is.
func withPinned(list, other []Parameter) []Parameter {
	for _, pinned := range other {
		if !pinned.Pinned {
			continue
		}
		if at := slices.IndexFunc(list, pinned.Same); at >= 0 {
			list[at] = pinned
		} else {
			list = append(list, pinned)
		}
	}
	return list
}

// restore puts a subject's parameters back as they were; what is pinned by now stays.
func (s *State) restore(lists map[string][]Parameter, service string, now time.Time) {
	for name, list := range lists {
		subject := s.subject(name)
		s.put(subject, withPinned(slices.Clone(list), s.Subjects[subject]))
	}
	s.Service = service
	s.touch(now)
}

// aged gives a parameter its turn and time: its own when inherited, the old ones when nothing changed, else the present.
func aged(p Parameter, before []Parameter, l Lesson, now time.Time) Parameter {
	if !p.Set.IsZero() {
		return p
	}
	for _, old := range before {
		if old.Same(p) && (!l.Renew || old.Pinned) {
			return old
		}
	}
	p.Turn, p.Set, p.Confidence = l.Turn, now, l.Confidence
	return p
}

func (s *State) put(subject string, list []Parameter) {
	if s.Subjects == nil {
		s.Subjects = make(map[string][]Parameter)
	}
	if len(list) == 0 {
		delete(s.Subjects, subject)
		return
	}
	s.Subjects[subject] = list
}

func (s *State) touch(now time.Time) {
	s.Version, s.Timestamp, s.Metadata.UpdatedAt = version, now.Unix(), now.UTC()
}

// clone is a deep copy as far as anything is changed in place.
func (s *State) clone() *State {
	c := *s
	c.Subjects = make(map[string][]Parameter, len(s.Subjects))
	for subject, list := range s.Subjects {
		c.Subjects[subject] = slices.Clone(list)
	}
	return &c
}

// expire drops what is past its time and returns it.
func (s *State) expire(now time.Time, ttl time.Duration) []Found {
	gone := s.matching(func(_ string, p Parameter) bool { return !p.live(now, ttl) })
	for subject, list := range s.Subjects {
		s.put(subject, slices.DeleteFunc(slices.Clone(list), func(p Parameter) bool { return !p.live(now, ttl) }))
	}
	return gone
}

// left is how long the longest-lived parameter has; what a store may forget after.
func (s *State) left(now time.Time, ttl time.Duration) time.Duration {
	var left time.Duration
	for _, list := range s.Subjects {
		for _, p := range list {
			if p.Pinned {
				return ttl
			}
			left = max(left, p.Set.Add(ttl).Sub(now))
		}
	}
	return left
}

// encode is the state as stored, within the byte limit: the oldest parameters go first, pinned ones last.
func (s *State) encode(limit int) ([]byte, error) {
	for {
		data, err := json.Marshal(s)
		if err != nil {
			return nil, fmt.Errorf("encode remembered parameters: %w", err)
		}
		if len(data) <= limit || !s.drop(len(data)-limit) {
			return data, nil
		}
	}
}

// drop lets the oldest parameters go that take about so many bytes, never one too many, and one at least; false when there is none.
// Another program may have stored very many: they are put in order once.
func (s *State) drop(bytes int) bool {
	spots, gone := s.oldestFirst(), map[spot]bool{}
	for _, oldest := range spots {
		if bytes <= 0 && len(gone) > 0 {
			break
		}
		gone[oldest] = true
		bytes -= s.at(oldest).stored() + quoted(oldest.subject) + len(`:[],,`)
	}
	for _, subject := range s.names() {
		var kept []Parameter
		for at, p := range s.Subjects[subject] {
			if !gone[spot{subject, at}] {
				kept = append(kept, p)
			}
		}
		s.put(subject, kept)
	}
	return len(spots) > 0
}

// spot is where a parameter stands.
type spot struct {
	subject string
	at      int
}

func (s *State) at(where spot) Parameter { return s.Subjects[where.subject][where.at] }

// oldestFirst are the places of all parameters in the order in which they go.
func (s *State) oldestFirst() (spots []spot) {
	for _, subject := range s.names() {
		for at := range s.Subjects[subject] {
			spots = append(spots, spot{subject, at})
		}
	}
	slices.SortStableFunc(spots, func(a, b spot) int {
		switch {
		case older(s.at(a), a.subject, s.at(b), b.subject):
			return -1
		case older(s.at(b), b.subject, s.at(a), a.subject):
			return 1
		}
		return 0
	})
	return spots
}

// older orders parameters by when they go: not pinned before pinned, then by time, then by subject, so that it is the
// same every time.
func older(p Parameter, in string, q Parameter, of string) bool {
	if p.Pinned != q.Pinned {
		return q.Pinned
	}
	if !p.Set.Equal(q.Set) {
		return p.Set.Before(q.Set)
	}
	return in < of
}

// decode reads a stored state.
func decode(data []byte) (*State, error) {
	s := &State{}
	if len(data) == 0 {
		return s, nil
	}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("read remembered parameters: %w", err)
	}
	if s.Version == 0 && len(s.Subjects) == 0 { // nothing was ever remembered in it
		return s, nil
	}
	if s.Version != version {
		return nil, fmt.Errorf("remembered parameters have version %d, this program knows %d", s.Version, version)
	}
	return s, nil
}

// subject is a subject's name as it is remembered, whatever its case; a new one as given.
func (s *State) subject(name string) string {
	if _, ok := s.Subjects[name]; ok {
		return name
	}
	for known := range s.Subjects {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return name
}
