package dialog

import (
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"
)

// Snapshot is a session's state as data: what a file of the archive holds beside the turns. The slices and maps are copies,
// the turns are shared.
type Snapshot struct {
	Turns []*Turn
	// At is the turn the conversation stands on; the zero UUID before the first.
	At uuid.UUID
	// Redo tells, for a turn that undo went to, the turn it came from.
	Redo map[uuid.UUID]uuid.UUID
	// Fresh says that the thread was closed and the next turn starts another.
	Fresh bool
	// Last is the number given last in the present conversation.
	Last int
}

// Snapshot is the present state as data.
func (s *Session) Snapshot() Snapshot {
	c := s.state.clone()
	m := Snapshot{Turns: c.turns, Redo: c.redo, Fresh: c.fresh, Last: c.lasts[c.conversation()]}
	if c.at != nil {
		m.At = c.at.ID
	}
	return m
}

// Resume is a session with an earlier state, every turn of it. A state that does not hold together is rebuilt from the turns that are sound, and the notice says what was lost.
func Resume(id uuid.UUID, database string, settings Settings, m Snapshot) (s *Session, notice string) {
	s = New(id, database, settings)
	sound := m.restore(s)
	if !sound || s.Validate() != nil {
		notice = s.rebuild()
	}
	return s, notice
}

// restore puts the state in place as it is told; false when a turn is missing that it speaks of.
func (m Snapshot) restore(s *Session) (sound bool) {
	next := newState()
	for _, t := range m.Turns {
		if t != nil {
			next.turns = append(next.turns, t)
			next.note(t)
		}
	}
	maps.Copy(next.redo, m.Redo)
	next.fresh, next.at = m.Fresh, next.turn(m.At)
	now := next.conversation()
	next.lasts[now] = max(next.lasts[now], m.Last)
	s.replace(next)
	return len(next.turns) == len(m.Turns) && (next.at != nil) == (m.At != uuid.Nil)
}

// Validate says what does not hold together: each invariant of the state in turn.
func (s *Session) Validate() error {
	seen := make(map[uuid.UUID]bool, len(s.state.turns))
	numbers := map[uuid.UUID]int{}
	for i, t := range s.state.turns {
		p, known := s.state.places[t.ID]
		if err := s.state.sound(t, numbers[p.conversation], seen); err != nil {
			return err
		}
		if !known || p.at != i {
			return fmt.Errorf("turn %d is not in its place", t.Number)
		}
		seen[t.ID], numbers[p.conversation] = true, t.Number
	}
	for conversation, number := range numbers {
		if last := s.state.lasts[conversation]; number > last {
			return fmt.Errorf("turn %d is newer than the last, %d", number, last)
		}
	}
	if at := s.state.at; at != nil && s.state.turn(at.ID) != at {
		return fmt.Errorf("the present turn %s is not kept", at.ID)
	}
	if s.state.at == nil && len(s.state.turns) > 0 {
		return errors.New("the conversation stands nowhere")
	}
	return s.state.soundRedo(seen)
}

// sound says what is wrong with one turn after those seen before it.
func (s *state) sound(t *Turn, after int, seen map[uuid.UUID]bool) error {
	switch {
	case t.Number <= after:
		return fmt.Errorf("turn %d follows turn %d", t.Number, after)
	case seen[t.ID]:
		return fmt.Errorf("turn %d repeats an id", t.Number)
	case t.Parent != uuid.Nil && !seen[t.Parent]:
		return fmt.Errorf("turn %d has no parent", t.Number)
	case t.Intent > Refinement || t.Confidence > High || t.Route > RouteClarify:
		return fmt.Errorf("turn %d has an unknown kind", t.Number)
	}
	if err := newState().accepts(t); err != nil {
		return fmt.Errorf("turn %d: %w", t.Number, err)
	}
	return nil
}

func (s *state) soundRedo(known map[uuid.UUID]bool) error {
	for from, to := range s.redo {
		if !known[from] || !known[to] {
			return errors.New("redo leads to a turn that is not kept")
		}
	}
	return nil
}

// Recover mends a state that does not hold together, and says so; it does nothing to a sound one.
func (s *Session) Recover() (notice string) {
	if s.Validate() == nil {
		return ""
	}
	return s.rebuild()
}

// Reset empties the conversation after a defect that Recover cannot mend.
func (s *Session) Reset() (notice string) {
	s.replace(newState())
	return resetNotice
}

const resetNotice = "Conversation reset due to error"

// rebuild keeps the turns that are sound, in order, on one line through their surviving parents; else it resets.
func (s *Session) rebuild() (notice string) {
	old := s.state
	next := newState()
	seen := make(map[uuid.UUID]bool)
	for _, t := range old.turns {
		next.readopt(t, seen)
	}
	if len(next.turns) == 0 {
		return s.Reset()
	}
	next.at = next.turns[len(next.turns)-1]
	if old.at != nil && next.turn(old.at.ID) != nil {
		next.at = next.turn(old.at.ID)
	}
	s.replace(next)
	return fmt.Sprintf("Conversation repaired after an error: %d turns kept", len(next.turns))
}

// readopt takes one turn of a damaged state, under its own parent where that is kept and under the turn before otherwise.
func (s *state) readopt(t *Turn, seen map[uuid.UUID]bool) {
	c := *t
	if !seen[c.Parent] {
		c.Parent = uuid.Nil
		if n := len(s.turns); n > 0 {
			c.Parent = s.turns[n-1].ID
		}
	}
	conversation := s.places[c.Parent].conversation
	if parent := s.turn(c.Parent); parent != nil && parent.Cleared {
		conversation = parent.ID
	}
	if s.sound(&c, s.lasts[conversation], seen) != nil {
		return
	}
	seen[c.ID] = true
	s.turns = append(s.turns, &c)
	s.note(&c)
}
