package dialog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

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
	// Last is the number given last, Trimmed that older turns were dropped.
	Last    int
	Trimmed bool
}

// Snapshot is the present state as data.
func (s *Session) Snapshot() Snapshot {
	c := s.state.clone()
	m := Snapshot{Turns: c.turns, Redo: c.redo, Fresh: c.fresh, Last: c.last, Trimmed: c.trimmed}
	if c.at != nil {
		m.At = c.at.ID
	}
	return m
}

// Resume is a session with an earlier state: the last turns that fit the settings. A state that does not hold together
// is rebuilt from the turns that are sound, and the notice says what was lost.
func Resume(id uuid.UUID, database string, settings Settings, m Snapshot) (s *Session, notice string) {
	s = New(id, database, settings)
	sound := m.restore(s)
	if !sound || s.Validate() != nil {
		notice = s.rebuild()
	}
	next := s.state.clone()
	if next.prune(settings.maxTurns()) && notice == "" {
		notice = trimmedNotice(settings.maxTurns())
	}
	s.replace(next)
	return s, notice
}

// restore puts the state in place as it is told; false when a turn is missing that it speaks of.
func (m Snapshot) restore(s *Session) (sound bool) {
	turns := slices.DeleteFunc(slices.Clone(m.Turns), func(t *Turn) bool { return t == nil })
	next := (&state{turns: turns, redo: m.Redo, fresh: m.Fresh, last: m.Last, trimmed: m.Trimmed}).clone()
	next.at = next.turn(m.At)
	s.replace(next)
	return len(turns) == len(m.Turns) && (next.at != nil) == (m.At != uuid.Nil)
}

// Validate says what does not hold together: each invariant of the state in turn.
func (s *Session) Validate() error {
	seen := make(map[uuid.UUID]bool, len(s.state.turns))
	number := 0
	for _, t := range s.state.turns {
		if err := s.state.sound(t, number, seen); err != nil {
			return err
		}
		seen[t.ID], number = true, t.Number
	}
	if number > s.state.last {
		return fmt.Errorf("turn %d is newer than the last, %d", number, s.state.last)
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
	if err := (&state{}).accepts(t); err != nil {
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
	s.Clear()
	return resetNotice
}

const resetNotice = "Conversation reset due to error"

// rebuild keeps the turns that are sound, in order, on one line through their surviving parents; else it resets.
func (s *Session) rebuild() (notice string) {
	old := s.state
	turns := slices.Clone(old.turns)
	slices.SortStableFunc(turns, func(a, b *Turn) int { return cmp.Compare(a.Number, b.Number) })
	next := &state{trimmed: true, last: max(old.last, 0)}
	seen := make(map[uuid.UUID]bool)
	for _, t := range turns {
		next.readopt(t, seen)
	}
	if len(next.turns) == 0 {
		return s.Reset()
	}
	next.last = max(next.last, next.turns[len(next.turns)-1].Number)
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
	after := 0
	if n := len(s.turns); n > 0 {
		after = s.turns[n-1].Number
	}
	if s.sound(&c, after, seen) != nil {
		return
	}
	seen[c.ID] = true
	s.turns = append(s.turns, &c)
}
