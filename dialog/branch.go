package dialog

import (
	"errors"

	"github.com/google/uuid"
)

// Undo, redo and branch move along the tree of turns; they never remove one. Turns without a result (failures, answers)
// changed no query, so undo and redo step over them.

// These say why undo, redo or branch stays where it is.
var (
	ErrNothingToUndo = errors.New("nothing to undo: this is the first query of the conversation")
	ErrNothingToRedo = errors.New("nothing to redo")
	ErrNoSuchTurn    = errors.New("there is no such turn")
)

// Undo moves to the parent of the current query's turn and returns the turn in force now. After NewThread it opens the
// closed thread again; after Clear it goes back to what was cleared; before the first query of a conversation that Clear
// began, to its beginning, where nothing is in force: the turn is nil then.
func (s *Session) Undo() (*Turn, error) {
	if s.state.fresh && s.state.success(s.state.at) != nil {
		return s.move(s.state.at, false), nil
	}
	target := s.state.above()
	if target == nil {
		return nil, ErrNothingToUndo
	}
	return s.move(target, true), nil
}

// above is where undo goes: nil where there is nothing to undo.
func (s *state) above() *Turn {
	current := s.current()
	if current == nil {
		if clear := s.cleared(s.at); clear != nil && !s.fresh {
			return s.parent(clear)
		}
		return nil
	}
	target := s.parent(current)
	if s.success(target) == nil {
		return s.cleared(target)
	}
	return target
}

// Redo moves to the turn that undo left last from here.
func (s *Session) Redo() (*Turn, error) {
	target := s.state.turn(s.state.left())
	if target == nil {
		return nil, ErrNothingToRedo
	}
	return s.move(target, false), nil
}

// left is the turn that undo left for the present query: remembered at the turn it went to, above which there may be
// failed turns and answers since.
func (s *state) left() uuid.UUID {
	if s.fresh {
		return uuid.Nil
	}
	for t := s.at; t != nil; t = s.parent(t) {
		if to, ok := s.redo[t.ID]; ok {
			return to
		}
		if t.Result != nil || t.Cleared {
			break
		}
	}
	return uuid.Nil
}

// Branch goes to any turn with a query: a new turn from there opens a branch and the others stay.
func (s *Session) Branch(id uuid.UUID) (*Turn, error) {
	target := s.state.turn(id)
	if target == nil || s.state.success(target) == nil {
		return nil, ErrNoSuchTurn
	}
	return s.move(target, false), nil
}

// CanUndo says whether Undo would move.
func (s *Session) CanUndo() bool {
	if s.state.fresh {
		return s.state.success(s.state.at) != nil
	}
	return s.state.above() != nil
}

// CanRedo says whether Redo would move.
func (s *Session) CanRedo() bool { return s.state.turn(s.state.left()) != nil }

// move stands on a turn and returns the one in force there; remember keeps the way back for Redo.
func (s *Session) move(to *Turn, remember bool) *Turn {
	next := s.state.clone()
	if remember {
		next.redo[to.ID] = s.state.at.ID
	}
	next.at, next.fresh = to, false
	s.replace(next)
	return next.current()
}
