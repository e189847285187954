package dialog

import (
	"slices"

	"github.com/google/uuid"
)

// Bounds on what the state keeps of a turn, and on what a reader sees, so that ten turns with real results stay well under
// 100 KB (DM-REQ-08).
const (
	maxPreviewRows  = 5
	maxPreviewBytes = 2 << 10
	maxCellBytes    = 120
	maxListBytes    = 1 << 10
	maxWindowBytes  = 64 << 10
)

// window are the turns of the path that a reader sees: the last ones, as many as the limit says and the bound on bytes holds
// (DM-REQ-05). The turn whose query is in force is among them whatever its age, and so is the present one.
func (s *state) window(limit int) []*Turn {
	kept := s.success(s.at)
	var seen []*Turn
	size, owed := 0, 0
	if kept != nil && kept != s.at {
		owed = 1
	}
	for t := s.at; t != nil && !t.Cleared && len(seen)+owed < limit; t = s.parent(t) {
		if size += t.size(); size > maxWindowBytes && t != s.at && t != kept {
			break
		}
		if seen = append(seen, t); t == kept {
			owed = 0
		}
	}
	if owed > 0 {
		seen = append(seen, kept)
	}
	slices.Reverse(seen)
	return seen
}

// shed takes the first rows of results from turns that a reader sees no more: they are run again when they are wanted.
func (s *state) shed(limit int) {
	s.previewed = append(slices.Clone(s.previewed), s.at.ID)
	if len(s.previewed) <= limit {
		return
	}
	seen := s.window(limit)
	s.previewed = slices.DeleteFunc(s.previewed, func(id uuid.UUID) bool {
		t := s.turn(id)
		if t == nil || slices.Contains(seen, t) {
			return t == nil
		}
		if t.Result != nil && len(t.Result.Preview) > 0 {
			c, r := *t, *t.Result
			r.Preview, c.Result = nil, &r
			s.turns[s.places[id].at] = &c
		}
		return true
	})
}
