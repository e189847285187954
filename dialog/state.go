package dialog

import (
	"maps"
	"slices"

	"github.com/google/uuid"
)

// state is everything a conversation holds. A change makes a new state and puts it in place of the old one with a single
// assignment, so that a turn is applied as a whole or not at all (IRW-REQ-03): a panic on the way leaves the old state.
type state struct {
	// turns are in the order of their numbers; each is shared with earlier states and never changed.
	turns []*Turn
	// at is the turn the conversation stands on; nil before the first.
	at *Turn
	// redo remembers, for a turn that undo went to, the turn it came from.
	redo map[uuid.UUID]uuid.UUID
	// fresh says that the thread was closed by /new and the next turn starts another.
	fresh bool
	// places tell where a turn is in turns. States share it: it only ever grows, and what it says is looked up.
	places map[uuid.UUID]place
	// lasts are the numbers given last, by conversation: each that Clear began counts from 1.
	lasts map[uuid.UUID]int
	// previewed are the turns that still have the first rows of their results, oldest first.
	previewed []uuid.UUID
}

// place is where a turn is: its index, and the conversation it belongs to, which is the turn of the Clear that began it; the
// zero UUID for the first.
type place struct {
	at           int
	conversation uuid.UUID
}

func newState() *state {
	return &state{redo: map[uuid.UUID]uuid.UUID{}, places: map[uuid.UUID]place{}, lasts: map[uuid.UUID]int{}}
}

// clone is a copy whose slices and maps can be changed without touching the original.
func (s *state) clone() *state {
	c := *s
	c.turns = slices.Clone(s.turns)
	c.redo, c.lasts = maps.Clone(s.redo), maps.Clone(s.lasts)
	return &c
}

// turn is the turn with an id, or nil.
func (s *state) turn(id uuid.UUID) *Turn {
	p, ok := s.places[id]
	if !ok || p.at >= len(s.turns) || s.turns[p.at].ID != id {
		return nil
	}
	return s.turns[p.at]
}

// note takes a turn's place in, as the last of turns.
func (s *state) note(t *Turn) {
	conversation := s.places[t.Parent].conversation
	if parent := s.turn(t.Parent); parent != nil && parent.Cleared {
		conversation = parent.ID
	}
	s.places[t.ID] = place{len(s.turns) - 1, conversation}
	s.lasts[conversation] = max(s.lasts[conversation], t.Number)
}

// conversation is the one that the present turn belongs to; after Clear the one that it began.
func (s *state) conversation() uuid.UUID {
	switch {
	case s.at == nil:
		return uuid.Nil
	case s.at.Cleared:
		return s.at.ID
	}
	return s.places[s.at.ID].conversation
}

// parent is the turn that t was made from, or nil at a root.
func (s *state) parent(t *Turn) *Turn {
	if t == nil || t.Parent == uuid.Nil {
		return nil
	}
	return s.turn(t.Parent)
}

// path is the line from the conversation's root to the present turn, oldest first.
func (s *state) path() []*Turn {
	var path []*Turn
	for t := s.at; t != nil && !t.Cleared; t = s.parent(t) {
		path = append(path, t)
	}
	slices.Reverse(path)
	return path
}

// success is the nearest turn with a result from t upwards in its conversation, or nil.
func (s *state) success(t *Turn) *Turn {
	for t != nil && t.Result == nil {
		if t.Cleared {
			return nil
		}
		t = s.parent(t)
	}
	return t
}

// cleared is the Clear that began the conversation of t, where no success lies between; nil otherwise.
func (s *state) cleared(t *Turn) *Turn {
	for t != nil && t.Result == nil && !t.Cleared {
		t = s.parent(t)
	}
	if t == nil || !t.Cleared {
		return nil
	}
	return t
}

// current is the turn whose query is in force, or nil.
func (s *state) current() *Turn {
	if s.fresh {
		return nil
	}
	return s.success(s.at)
}

// original is the input that started the present thread; empty when the next turn starts one.
func (s *state) original() string {
	if current := s.current(); current != nil {
		return current.Original
	}
	return ""
}

// add is the state after a turn, whose number, parent and original question are set here.
func (s *state) add(t Turn) *state {
	next := s.clone()
	t.Number = next.lasts[next.conversation()] + 1
	t.Parent = uuid.Nil
	if s.at != nil {
		t.Parent = s.at.ID
	}
	t.Original = s.original()
	if t.Original == "" || t.starts() {
		t.Original = t.Input
	}
	next.turns = append(next.turns, &t)
	next.note(&t)
	next.at = &t
	if t.Result != nil {
		next.fresh = false
	}
	return next
}

// starts says whether a turn opens a thread: a new query that succeeded. A failed one leaves the thread as it was.
func (t *Turn) starts() bool { return t.Intent == NewQuery && t.Result != nil }
