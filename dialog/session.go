package dialog

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// DefaultMaxTurns is how many turns a reader of the conversation sees unless told otherwise (DM-REQ-05). The session itself
// holds every turn: what is seen and what can be gone back to are two numbers.
const DefaultMaxTurns = 10

// Settings are the switches of the originals that the core knows.
type Settings struct {
	// MaxTurns is CONVERSATION_MAX_TURNS, the turns that a reader sees: 0 means 10, and less than 2 counts as 2, for a
	// failed turn must find room beside the query that stays in force.
	MaxTurns int
	// RefinementOff is enableDialogRefinement = false: every turn is a new query.
	RefinementOff bool
	// Strategy is intentDetectionStrategy.
	Strategy Strategy
}

func (s Settings) maxTurns() int {
	if s.MaxTurns == 0 {
		return DefaultMaxTurns
	}
	return max(s.MaxTurns, 2)
}

// Session is one conversation on one database (DM-REQ-01). Its id and database stay over Clear. It is not safe for
// concurrent use: only the update loop touches it.
type Session struct {
	id       uuid.UUID
	database string
	settings Settings
	state    *state
	// generation counts changes, so that an outcome that was overtaken is known by its ticket.
	generation uint64
	// about caches what the current query speaks about, for the turn and vocabulary it was read with.
	about struct {
		turn       *Turn
		vocabulary Vocabulary
		scope      *scope
	}
}

// New is an empty session.
func New(id uuid.UUID, database string, settings Settings) *Session {
	return &Session{id: id, database: database, settings: settings, state: newState()}
}

// ID is the session's, constant for its life.
func (s *Session) ID() uuid.UUID { return s.id }

// Database names what the conversation is about, without credentials.
func (s *Session) Database() string { return s.database }

// Settings are those given to New.
func (s *Session) Settings() Settings { return s.settings }

// Turns are all turns in the order they ended, branches and what was cleared included. The slice is the caller's, the turns
// are shared.
func (s *Session) Turns() []*Turn { return slices.Clone(s.state.turns) }

// Conversation are the turns since the last Clear, branches included.
func (s *Session) Conversation() []*Turn {
	var turns []*Turn
	for now, i := s.state.conversation(), 0; i < len(s.state.turns); i++ {
		if t := s.state.turns[i]; !t.Cleared && s.state.places[t.ID].conversation == now {
			turns = append(turns, t)
		}
	}
	return turns
}

// Began is the Clear that began the conversation; the zero UUID before the first.
func (s *Session) Began() uuid.UUID { return s.state.conversation() }

// Path is the line of turns from the first of the conversation to the present, failed turns and answers included.
func (s *Session) Path() []*Turn { return s.state.path() }

// Window are the turns of the path that a reader of the conversation sees.
func (s *Session) Window() []*Turn { return s.state.window(s.settings.maxTurns()) }

// Numbered is the turn of the conversation with a number, else the newest of the session with it; nil where there is none.
func (s *Session) Numbered(number int) *Turn {
	var found *Turn
	now := s.state.conversation()
	for _, t := range s.state.turns {
		if t.Number != number {
			continue
		}
		if found = t; s.state.places[t.ID].conversation == now {
			break
		}
	}
	return found
}

// Turn is the turn with an id.
func (s *Session) Turn(id uuid.UUID) (*Turn, bool) {
	t := s.state.turn(id)
	return t, t != nil
}

// At is the turn the conversation stands on; nil before the first.
func (s *Session) At() *Turn { return s.state.at }

// Current is the turn whose query and result are in force: the last success on the path; nil when there is none.
func (s *Session) Current() *Turn { return s.state.current() }

// Before is the turn whose query the current one was made from, within the thread; nil at the thread's root.
func (s *Session) Before() *Turn {
	current := s.state.current()
	if current == nil || current.Intent == NewQuery {
		return nil
	}
	return s.state.success(s.state.parent(current))
}

// Original is the input that started the current thread, however long ago; empty without a thread.
func (s *Session) Original() string { return s.state.original() }

// Next is the number that the next turn will have.
func (s *Session) Next() int { return s.state.lasts[s.state.conversation()] + 1 }

// Ticket is a turn under way: its id, and the moment of the conversation that it started from.
type Ticket struct {
	ID uuid.UUID
	// Reset says that the turn closes the thread before it is recorded, as NewThread does: both or neither.
	Reset      bool
	generation uint64
}

// Begin opens a turn under an id of the caller's; a turn begun earlier and not yet recorded is overtaken by it.
func (s *Session) Begin(id uuid.UUID) Ticket {
	s.generation++
	return Ticket{ID: id, generation: s.generation}
}

// Live says whether an outcome under this ticket may still be recorded: nothing happened since Begin.
func (s *Session) Live(t Ticket) bool { return t.generation == s.generation }

// Abandon drops the turn under way, as esc does; the session stays as it was.
func (s *Session) Abandon() { s.generation++ }

// ErrOvertaken is returned when a turn arrives after a cancel, an undo or another turn.
var ErrOvertaken = errors.New("the conversation went on meanwhile; this turn was dropped")

// Record takes a turn as a whole or not at all (IRW-REQ-03). It sets ID, Number, Parent and Original, and bounds the
// preview. A failed turn leaves the current query and result as they were.
func (s *Session) Record(ticket Ticket, t Turn) (recorded *Turn, err error) {
	if !s.Live(ticket) {
		return nil, ErrOvertaken
	}
	t.ID = ticket.ID
	if err := s.state.accepts(&t); err != nil {
		return nil, fmt.Errorf("record turn %d: %w", s.Next(), err)
	}
	t.bound()
	before := s.state
	if ticket.Reset {
		before = before.clone()
		before.fresh = true
	}
	next := before.add(t)
	next.shed(s.settings.maxTurns())
	s.replace(next)
	return next.at, nil
}

// accepts says what is wrong with a turn before anything is changed.
func (s *state) accepts(t *Turn) error {
	switch {
	case t.ID == uuid.Nil:
		return errors.New("a turn needs an id")
	case s.turn(t.ID) != nil:
		return fmt.Errorf("turn %s is recorded already", t.ID)
	case t.Result != nil && t.Failure != nil:
		return errors.New("a turn has a result or a failure, not both")
	case t.Result != nil && t.Result.SQL == "":
		return errors.New("a result needs its SQL")
	}
	return nil
}

// NewThread closes the thread: there is no query in force until the next success. Turns stay, numbers go on, and Undo
// takes it back.
func (s *Session) NewThread() {
	next := s.state.clone()
	next.fresh = true
	s.replace(next)
}

// Clear begins the conversation again: no turn, no query and no result are in force; id and database stay, and the next turn
// is number 1 (DM-REQ-07). It is a turn itself, under an id of the caller's: undo takes it back. A conversation in which nothing
// was said stays as it is.
func (s *Session) Clear(id uuid.UUID, now time.Time) {
	if s.state.at == nil || s.state.at.Cleared || s.state.turn(id) != nil {
		s.Abandon()
		return
	}
	next := s.state.add(Turn{ID: id, Time: now, Input: "/clear", Route: RouteCommand, Confidence: High, Cleared: true})
	next.fresh = false
	s.replace(next)
}

// replace puts a whole new state in place.
func (s *Session) replace(next *state) {
	s.state = next
	s.generation++
}
