package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/workflow"
)

// readOn runs the statement on screen anew, to read its result farther than the limit at which reading stopped.
func (m *Model) readOn() tea.Cmd {
	turn, ok := m.talk.Session().Turn(m.transcript.shown)
	if !ok {
		return m.say(Info, "This turn is no longer kept: ctrl+r runs its query again.")
	}
	plan, err := m.talk.BeginFurther(turn)
	if err != nil {
		return m.say(Warn, err.Error())
	}
	m.result.running = "a new run begins"
	return m.begin(fmt.Sprintf("Reading turn %d on, by a new run", turn.Number), plan, false) // its SQL has been seen
}

func needsMore(m *Model) string {
	if why := needsRows(m); why != "" {
		return why
	}
	switch {
	case busy(m) != "":
		return busy(m)
	case m.result.rows == nil:
		return "The rows of this turn are no longer kept: ctrl+r runs it again."
	case m.result.reading():
		return "Rows are still being read: esc stops."
	case m.result.state == db.Complete:
		return "These are all the rows."
	}
	return ""
}

// showFurther shows the rows of the new run in the place of those before, or says why there are none.
func (m *Model) showFurther(reply *workflow.Reply) tea.Cmd {
	turn := &reply.Turn
	if f := turn.Failure; f != nil {
		tone := Bad
		if f.Kind == "cancelled" {
			tone = Info
		}
		return m.say(tone, f.Message)
	}
	m.transcript.Renew(turn)
	said := m.say(Good, "A new run, as of "+turn.Result.AsOf.Format(clock)+": its rows may differ from those before.")
	if m.transcript.shown != turn.ID {
		return said
	}
	return tea.Batch(said, m.result.Renew(turn, reply.Rows))
}
