package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/memory"
	"parley/tui/layout"
	"parley/workflow"
)

// What can be done with a turn of the transcript.

func (m *Model) showSelected() tea.Cmd { return m.showEntry(m.transcript.Selected()) }

// goToTurn makes the selected turn the one in force: what is asked next opens a branch.
func (m *Model) goToTurn() tea.Cmd {
	if why := busy(m); why != "" {
		return m.say(Info, why)
	}
	return m.showCommand(m.talk.Branch(m.transcript.Selected().turn().Number))
}

// tree shows all turns by what they were made from, and goes to the chosen one.
func (m *Model) tree() tea.Cmd {
	turns := m.talk.Session().Turns()
	path := m.talk.Session().Path()
	var choices []choice
	var walk func(parent uuid.UUID, depth int)
	walk = func(parent uuid.UUID, depth int) {
		for _, t := range turns {
			if t.Parent != parent || t.ID == parent {
				continue
			}
			choices = append(choices, m.branchChoice(t, depth, slices.ContainsFunc(path, func(p *dialog.Turn) bool { return p.ID == t.ID })))
			walk(t.ID, depth+1)
		}
	}
	for _, t := range turns {
		if !slices.ContainsFunc(turns, func(p *dialog.Turn) bool { return p.ID == t.Parent }) && t.Parent != uuid.Nil {
			choices = append(choices, m.branchChoice(t, 0, true))
			walk(t.ID, 1)
		}
	}
	walk(uuid.Nil, 0)
	return m.open(newPicker("Turns and branches", "search", choices, func(m *Model, c choice) tea.Cmd {
		return m.showCommand(m.talk.Branch(c.value.(int)))
	}))
}

func (m *Model) branchChoice(t *dialog.Turn, depth int, present bool) choice {
	lead := "○ "
	if present {
		lead = "● "
	}
	c := choice{
		title:  strings.Repeat("  ", min(depth, 8)) + lead + fmt.Sprintf("%d %s", t.Number, visibleOneLine(t.Input)),
		detail: t.Intent.String(), value: t.Number,
	}
	if t.Result == nil {
		c.off = "This turn has no query to go to."
	} else {
		c.detail = fmt.Sprintf("%d rows", t.Result.Rows)
	}
	return c
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
			choices = append(choices, choice{title: visibleOneLine(f.String()), detail: fmt.Sprintf("from turn %d", f.Turn), value: i})
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
	if from.reply.Statement == nil || to.reply.Statement == nil {
		return m.say(Info, "Only turns with SQL can be compared.")
	}
	m.status.Clear()
	cmd := m.look(to, &workflow.Reply{Turn: *to.turn(), Statement: to.reply.Statement, Before: from.reply.Statement}, from.turn())
	m.setFocus(layout.Diff)
	return cmd
}

// takeWords puts the words of a turn into the input.
func (m *Model) takeWords() tea.Cmd {
	m.input.Put(m.transcript.Selected().turn().Input)
	m.setFocus(layout.Input)
	return nil
}

// copySQL copies the selected turn's SQL, or that on screen.
func (m *Model) copySQL() tea.Cmd {
	s := m.sql.after
	if e := m.transcript.Selected(); m.focus == layout.Transcript && e != nil && e.reply != nil && e.reply.Statement != nil {
		s = e.reply.Statement
	}
	return m.copyText(plainSQL(s), "SQL")
}

// again runs the SQL on screen once more, as a turn of its own.
func (m *Model) again() tea.Cmd {
	s := m.sql.after
	if e := m.transcript.Selected(); m.focus == layout.Transcript && e != nil && e.reply != nil && e.reply.Statement != nil {
		s = e.reply.Statement
	}
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
