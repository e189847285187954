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
	dropped := s.drop(s.oldest(len(s.turns) - limit))
	for s.size() > maxSessionBytes && s.shrink() {
	}
	for s.size() > maxSessionBytes && len(s.turns) > 2 {
		dropped = s.drop(s.oldest(1)) || dropped
	}
	s.trimmed = s.trimmed || dropped
	return dropped
}

// oldest are the n turns to go next. With more than two turns there is always one: at most two are kept back.
func (s *state) oldest(n int) []*Turn {
	if n <= 0 {
		return nil
	}
	path, kept := s.path(), s.success(s.at)
	onPath := make(map[*Turn]bool, len(path))
	for _, t := range path {
		onPath[t] = true
	}
	next := slices.Clone(s.turns)
	next = slices.DeleteFunc(next, func(t *Turn) bool { return onPath[t] })
	for _, t := range path {
		if t != kept && t != s.at {
			next = append(next, t)
		}
	}
	return next[:min(n, len(next))]
}

// drop removes turns and mends what pointed at them; false when there were none. It takes all at once, for a session read
// from a file may have a thousand to let go.
func (s *state) drop(gone []*Turn) bool {
	parents := make(map[uuid.UUID]uuid.UUID, len(gone))
	for _, t := range gone {
		parents[t.ID] = t.Parent
	}
	s.turns = slices.DeleteFunc(s.turns, func(t *Turn) bool { _, ok := parents[t.ID]; return ok })
	for _, t := range s.turns {
		if to := heir(parents, t.Parent); to != t.Parent {
			s.swap(t, func(c *Turn) { c.Parent = to })
		}
	}
	for from, to := range s.redo {
		s.relink(from, heir(parents, to), parents)
	}
	return len(gone) > 0
}

// heir is the nearest turn above a dropped one that stays, or the turn itself.
func heir(dropped map[uuid.UUID]uuid.UUID, id uuid.UUID) uuid.UUID {
	for {
		parent, gone := dropped[id]
		if !gone {
			return id
		}
		id = parent
	}
}

// relink lets redo from a turn end where the dropped one hung, unless that is where it starts or it is dropped itself.
func (s *state) relink(from, to uuid.UUID, dropped map[uuid.UUID]uuid.UUID) {
	if _, gone := dropped[from]; gone || to == from || s.turn(to) == nil {
		delete(s.redo, from)
		return
	}
	s.redo[from] = to
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
