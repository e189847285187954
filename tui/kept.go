package tui

import (
	"cmp"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/db"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/tui/layout"
	"parley/workflow"
)

// keep starts the writing that a change of the conversation owes.
func (m *Model) keep() tea.Cmd {
	if m.options.Committed == nil {
		return nil
	}
	m.takeDraft() // what was sent is none any more; it is written with the turn
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
	again := m.writeAgain()
	switch {
	case text != "" && text != before:
		return tea.Batch(again, m.say(Bad, text))
	case text != "":
		return again
	case before != "":
		return m.say(Good, cmp.Or(msg.notice, "Written again."))
	case msg.notice != "":
		return m.say(Warn, msg.notice)
	}
	return nil
}

// writeAgainAfter is the pause before what could not be written is tried again, though nothing was said meanwhile.
const writeAgainAfter = 15 * time.Second

// rewriteMsg is the time to try again.
type rewriteMsg struct{}

// writeAgain waits for another try while turns are not written.
func (m *Model) writeAgain() tea.Cmd {
	if m.keeping == "" || m.retrying {
		return nil
	}
	m.retrying = true
	return tea.Tick(writeAgainAfter, func(time.Time) tea.Msg { return rewriteMsg{} })
}

func (rewriteMsg) apply(m *Model) tea.Cmd {
	m.retrying = false
	if m.keeping == "" {
		return nil
	}
	return m.keep()
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
	var said []string
	for _, t := range session.Turns() {
		if n := len(said); t.Input != "" && (n == 0 || said[n-1] != t.Input) {
			said = append(said, t.Input)
		}
	}
	m.input.Learn(said)
	m.giveBack()
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

// showSought shows the last turn that has the words by which the session was found. The query in force stays that.
func (m *Model) showSought() tea.Cmd {
	words := m.sought
	m.sought = ""
	if words == "" {
		return nil
	}
	entries := m.transcript.entries
	for i := len(entries) - 1; i >= 0; i-- {
		turn := entries[i].turn()
		if turn == nil || !archive.Holds(turn, words) {
			continue
		}
		if current := m.talk.Session().Current(); current != nil && current.ID == turn.ID {
			return nil // it is on screen
		}
		m.setFocus(layout.Transcript)
		m.transcript.Select(i)
		said := fmt.Sprintf("Turn %d has %q: b goes on from it, G is the last turn.", turn.Number, visibleOneLine(words))
		if turn.Result == nil {
			return m.say(Info, said)
		}
		return tea.Batch(m.showEntry(entries[i]), m.say(Info, said))
	}
	return nil
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
