package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/tui/layout"
	"parley/workflow"
)

// What can be done with a turn of the transcript.

func (m *Model) showSelected() tea.Cmd { return m.showEntry(m.transcript.Selected()) }

// goToTurn makes the selected turn the one in force: what is asked next opens a branch.
func (m *Model) goToTurn() tea.Cmd {
	return m.goOnFrom(m.transcript.Selected().turn().ID)
}

// turnAround takes the selected turn's input for the other intent and runs it again from where it stood.
func (m *Model) turnAround() tea.Cmd {
	if why := busy(m); why != "" {
		return m.say(Info, why)
	}
	t := m.transcript.Selected().turn()
	if why := fixedIntent(t); why != "" {
		return m.say(Info, why)
	}
	if current := m.talk.Session().Current(); current != nil && current.ID == t.ID {
		m.talk.Undo()
	}
	return m.start(t.Input, m.talk.BeginTurned(t.Input))
}

// fixedIntent says why a turn's input cannot be taken for the other intent: only words are taken for one at all.
func fixedIntent(t *dialog.Turn) string {
	switch {
	case t.Route != dialog.RouteQuery:
		return "This was no query: there is nothing to turn around."
	case t.Result == nil:
		return ""
	}
	switch t.Result.Source {
	case "grid":
		return "A key of the result made this turn, no words: there is nothing to turn around."
	case "typed":
		return "This turn is SQL as it was written: there is nothing to turn around."
	}
	return ""
}

// askAlone asks the selected turn's input again without what it took over.
func (m *Model) askAlone() tea.Cmd {
	return m.inherited(func(e *entry) tea.Cmd { return m.askWith(e, nil) })
}

// askWithoutOne asks it again without one parameter of several, to be picked.
func (m *Model) askWithoutOne() tea.Cmd {
	return m.inherited(func(e *entry) tea.Cmd {
		var choices []choice
		for i, f := range e.reply.Inherited {
			choices = append(choices, choice{title: visibleOneLine(f.String()), detail: "from " + f.From(), value: i})
		}
		return m.open(newPicker("Ask again without", "search; enter takes it away", choices, func(m *Model, c choice) tea.Cmd {
			at := c.value.(int)
			return m.askWith(e, slices.Delete(slices.Clone(e.reply.Inherited), at, at+1))
		}))
	})
}

// inherited acts on the selected turn where it took something over.
func (m *Model) inherited(act func(*entry) tea.Cmd) tea.Cmd {
	e := m.transcript.Selected()
	switch {
	case busy(m) != "":
		return m.say(Info, busy(m))
	case len(e.reply.Inherited) == 0:
		return m.say(Info, "This turn took nothing over.")
	}
	return act(e)
}

func (m *Model) askWith(e *entry, inherited []memory.Found) tea.Cmd {
	return m.start(e.turn().Input, m.talk.BeginWith(e.turn().Input, inherited))
}

// markTurn remembers a turn to compare with.
func (m *Model) markTurn() tea.Cmd {
	id := m.transcript.Selected().turn().ID
	if m.transcript.marked == id {
		m.transcript.marked = uuid.Nil
		return nil
	}
	m.transcript.marked = id
	return m.say(Info, "Marked: = on another turn compares the two.")
}

// compareTurns shows the SQL and the rows of the selected turn against those of the marked one.
func (m *Model) compareTurns() tea.Cmd {
	from, to := m.transcript.Find(m.transcript.marked), m.transcript.Selected()
	if from == nil {
		return m.say(Info, "Mark a turn with space first, then = on another one.")
	}
	was, is := m.talk.Tree(from.turn()), m.talk.Tree(to.turn())
	if was == nil || is == nil {
		return m.say(Info, "Only turns with SQL can be compared.")
	}
	m.status.Clear()
	cmd := m.look(to, &workflow.Reply{Turn: *to.turn(), Statement: is, Before: was}, from.turn())
	m.setFocus(layout.Diff)
	return cmd
}

// takeWords puts the words of a turn into the input.
func (m *Model) takeWords() tea.Cmd {
	m.input.Put(m.transcript.Selected().turn().Input)
	m.setFocus(layout.Input)
	return nil
}

// meant is the statement of the selected turn while the conversation has the keys, else that on screen.
func (m *Model) meant() *statement.Statement {
	if e := m.transcript.Selected(); m.focus == layout.Transcript && e != nil {
		if s := m.talk.Tree(e.turn()); s != nil {
			return s
		}
	}
	return m.sql.after
}

// failed is the selected turn, or the last one, where the database failed at it: another time it may not. Nil for every other.
func (m *Model) failed() *dialog.Turn {
	e := m.transcript.Selected()
	if e == nil {
		return nil
	}
	if t := e.turn(); t != nil && mayWork(t.Failure) {
		return t
	}
	return nil
}

// mayWork says that what failed may work another time: the database was away, busy or slow.
func mayWork(f *dialog.Failure) bool {
	return f != nil && f.CanRetry && (f.Kind == "database" || f.Kind == "timeout")
}

func nothingToRepeat(m *Model) string {
	if why := busy(m); why != "" || m.failed() != nil {
		return why
	}
	return needsQuery(m)
}

// copySQL copies the selected turn's SQL, or that on screen.
func (m *Model) copySQL() tea.Cmd {
	s := m.meant()
	return m.copyText(plainSQL(s), "SQL")
}

// again runs the SQL on screen once more, as a turn of its own; what the database failed at is asked anew.
func (m *Model) again() tea.Cmd {
	if t := m.failed(); t != nil {
		return m.send(t.Input)
	}
	s := m.meant()
	return m.start(s.Text(), m.talk.BeginEdit(s.Text()))
}

// edit opens the SQL on screen in the user's editor.
func (m *Model) edit() tea.Cmd { return editSQL(plainSQL(m.sql.after)) }

// onEdited runs what came back from the editor, if it changed.
func (m *Model) onEdited(msg editedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		return m.say(Bad, sentence(msg.err.Error())+".")
	case msg.text == "" || m.sql.after != nil && msg.text == plainSQL(m.sql.after):
		return m.say(Info, "The SQL was not changed.")
	case m.job != nil:
		m.input.Put(msg.text)
		return m.say(Info, "A turn is running; your SQL waits in the input.")
	}
	return m.begin(msg.text, m.talk.BeginEdit(msg.text), false) // written by hand, so it has been seen
}
