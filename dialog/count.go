package dialog

import "github.com/google/uuid"

// Count corrects the number of rows of a turn whose reading went on after it was recorded. Nothing else changes: a turn
// under way stays live.
func (s *Session) Count(id uuid.UUID, rows int, more bool) {
	s.amend(id, func(r *Result) { r.Rows, r.More = rows, more })
}

// Renew takes in that the statement of a turn ran again, under a ticket as a turn would: rows is what it brought (columns,
// counts, preview, times), notes what is said beside the result from now on. It gives the turn as it is now; false when the
// ticket was overtaken or the turn is gone.
func (s *Session) Renew(ticket Ticket, id uuid.UUID, rows Result, notes []string) (renewed *Turn, ok bool) {
	if !s.Live(ticket) {
		return nil, false
	}
	s.Abandon()
	return s.amend(id, func(r *Result) {
		r.Columns, r.Rows, r.More, r.Preview, r.Elapsed, r.AsOf = rows.Columns, rows.Rows, rows.More, rows.Preview, rows.Elapsed, rows.AsOf
		r.Notes = notes
	})
}

// amend puts a turn with a changed result in a turn's place; those that were handed out stay as they are.
func (s *Session) amend(id uuid.UUID, change func(*Result)) (amended *Turn, ok bool) {
	if t := s.state.turn(id); t == nil || t.Result == nil {
		return nil, false
	}
	i := s.state.places[id].at
	next := s.state.clone()
	turn, result := *next.turns[i], *next.turns[i].Result
	change(&result)
	turn.Result = &result
	turn.bound()
	if next.at == next.turns[i] {
		next.at = &turn
	}
	next.turns[i] = &turn
	s.state = next
	return &turn, true
}
