package dialog

import (
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
	// last is the number given last.
	last int
	// trimmed says that older turns were dropped, so that undo can say why it stops.
	trimmed bool
}

// clone is a copy whose slices and maps can be changed without touching the original.
func (s *state) clone() *state {
	c := *s
	c.turns = slices.Clone(s.turns)
	c.redo = make(map[uuid.UUID]uuid.UUID, len(s.redo)+1)
	for from, to := range s.redo {
		c.redo[from] = to
	}
	return &c
}

// turn is the turn with an id, or nil.
func (s *state) turn(id uuid.UUID) *Turn {
	for _, t := range s.turns {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// parent is the turn that t was made from, or nil at a root.
func (s *state) parent(t *Turn) *Turn {
	if t == nil || t.Parent == uuid.Nil {
		return nil
	}
	return s.turn(t.Parent)
}

// path is the line from the root to the present turn, oldest first. A parent lies before its children, so one pass finds
// the line, however long the session.
func (s *state) path() []*Turn {
	if s.at == nil {
		return nil
	}
	path := []*Turn{s.at}
	for _, t := range slices.Backward(s.turns) {
		if t.ID == path[len(path)-1].Parent {
			path = append(path, t)
		}
	}
	slices.Reverse(path)
	return path
}

// success is the nearest turn with a result from t upwards, or nil.
func (s *state) success(t *Turn) *Turn {
	for t != nil && t.Result == nil {
		t = s.parent(t)
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
	next.last++
	t.Number = next.last
	t.Parent = uuid.Nil
	if s.at != nil {
		t.Parent = s.at.ID
	}
	t.Original = s.original()
	if t.Original == "" || t.starts() {
		t.Original = t.Input
	}
	next.turns = append(next.turns, &t)
	next.at = &t
	if t.Result != nil {
		next.fresh = false
	}
	return next
}

// starts says whether a turn opens a thread: a new query that succeeded. A failed one leaves the thread as it was.
func (t *Turn) starts() bool { return t.Intent == NewQuery && t.Result != nil }
