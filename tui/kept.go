package tui

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/db"
	"parley/dialog"
	"parley/workflow"
)

// keep starts the writing that a change of the conversation owes.
func (m *Model) keep() tea.Cmd {
	if m.options.Committed == nil {
		return nil
	}
	write := m.options.Committed()
	if write == nil {
		return nil
	}
	return writeTurn(m.ctx, write)
}

// onKept says why a turn could not be written, once: the conversation goes on.
func (m *Model) onKept(msg keptMsg) tea.Cmd {
	text := ""
	if msg.err != nil {
		text = db.Visible(msg.err.Error())
	}
	before := m.keeping
	m.keeping = text
	switch {
	case text != "" && text != before:
		return m.say(Bad, text)
	case text == "" && msg.notice != "":
		return m.say(Warn, msg.notice)
	case text == "" && before != "":
		return m.say(Good, "Written again.")
	}
	return nil
}

// takeUp shows the turns of a resumed session, and what beginning had to tell, before the database is open.
func (m *Model) takeUp() {
	session := m.talk.Session()
	m.transcript.Turn(session.Began())
	m.fill()
	for _, n := range m.options.Notices {
		m.transcript.Add(&entry{note: n})
	}
	m.input.refining = session.Current() != nil
}

// fill shows the turns of the conversation that are not on screen, as after undo has gone back over a clear.
func (m *Model) fill() {
	session := m.talk.Session()
	shown := map[uuid.UUID]bool{}
	for _, e := range m.transcript.entries {
		if t := e.turn(); t != nil {
			shown[t.ID] = true
		}
	}
	for _, t := range session.Conversation() {
		if shown[t.ID] {
			continue
		}
		e := &entry{reply: &workflow.Reply{Turn: *t, SessionID: session.ID(), Answer: t.Reply}}
		if before := madeFrom(session, t); before != nil {
			e.before = before.Result
		}
		m.transcript.Add(e)
	}
}

// goOn shows the query in force of a resumed session, once the database can tell its names. Its rows are read again where that
// is cheap, else on demand.
func (m *Model) goOn() tea.Cmd {
	current := m.talk.Session().Current()
	if current == nil || m.transcript.shown == current.ID {
		return nil
	}
	m.transcript.SelectTurn(current.ID)
	return m.showEntry(m.transcript.Find(current.ID))
}

// madeFrom is the turn whose query a turn was made from; nil where it started a thread.
func madeFrom(session *dialog.Session, t *dialog.Turn) *dialog.Turn {
	if t.Intent == dialog.NewQuery {
		return nil
	}
	before, ok := session.Turn(t.Parent)
	for ok && before.Result == nil {
		before, ok = session.Turn(before.Parent)
	}
	if !ok {
		return nil
	}
	return before
}
