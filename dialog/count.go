package dialog

import (
	"slices"

	"github.com/google/uuid"
)

// Count corrects the number of rows of a turn whose reading went on after it was recorded. Nothing else changes: a turn
// under way stays live.
func (s *Session) Count(id uuid.UUID, rows int, more bool) {
	i := slices.IndexFunc(s.state.turns, func(t *Turn) bool { return t.ID == id && t.Result != nil })
	if i < 0 {
		return
	}
	next := s.state.clone()
	turn, result := *next.turns[i], *next.turns[i].Result
	result.Rows, result.More = rows, more
	turn.Result = &result
	if next.at == next.turns[i] {
		next.at = &turn
	}
	next.turns[i] = &turn
	s.state = next
}
