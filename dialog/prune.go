package dialog

import (
	"slices"

	"github.com/google/uuid"
)

// Bounds on what the state keeps, so that ten turns with real results stay well under 100 KB (DM-REQ-08).
const (
	maxPreviewRows  = 5
	maxPreviewBytes = 2 << 10
	maxCellBytes    = 120
	maxListBytes    = 1 << 10
	maxSessionBytes = 64 << 10
)

// prune drops turns until the session is within its bounds and says whether any went: abandoned branches first, then the
// oldest of the path, first in first out (DM-REQ-05). The turn whose query is in force stays whatever its age, and so does the
// present one. Children of a dropped turn hang on its parent, so the path never breaks.
func (s *state) prune(limit int) bool {
	dropped := false
	for len(s.turns) > limit {
		s.drop(s.oldest())
		dropped = true
	}
	for s.size() > maxSessionBytes && s.shrink() {
	}
	for s.size() > maxSessionBytes && len(s.turns) > 2 {
		s.drop(s.oldest())
		dropped = true
	}
	s.trimmed = s.trimmed || dropped
	return dropped
}

// oldest is the turn to go next. There are at least three turns, and at most two are kept back.
func (s *state) oldest() *Turn {
	path, kept := s.path(), s.success(s.at)
	for _, t := range s.turns {
		if !slices.Contains(path, t) {
			return t
		}
	}
	for _, t := range path {
		if t != kept && t != s.at {
			return t
		}
	}
	return nil
}

// drop removes one turn and mends what pointed at it.
func (s *state) drop(gone *Turn) {
	s.turns = slices.DeleteFunc(s.turns, func(t *Turn) bool { return t == gone })
	for _, t := range s.turns {
		if t.Parent == gone.ID {
			s.swap(t, func(c *Turn) { c.Parent = gone.Parent })
		}
	}
	delete(s.redo, gone.ID)
	for from, to := range s.redo {
		if to == gone.ID {
			s.relink(from, gone.Parent)
		}
	}
}

// relink lets redo from a turn end where the dropped one hung, unless that is where it starts.
func (s *state) relink(from, parent uuid.UUID) {
	if parent == from || s.turn(parent) == nil {
		delete(s.redo, from)
		return
	}
	s.redo[from] = parent
}

// swap puts a changed copy in place of a turn, for recorded turns are shared with earlier states.
func (s *state) swap(t *Turn, change func(*Turn)) {
	c := *t
	change(&c)
	s.turns[slices.Index(s.turns, t)] = &c
	if s.at == t {
		s.at = &c
	}
}

// shrink takes the preview of the oldest turn that has one and is not in force; false when there is none left.
func (s *state) shrink() bool {
	kept := s.success(s.at)
	for _, t := range s.turns {
		if t != kept && t.Result != nil && len(t.Result.Preview) > 0 {
			s.swap(t, func(c *Turn) {
				r := *c.Result
				r.Preview = nil
				c.Result = &r
			})
			return true
		}
	}
	return false
}
