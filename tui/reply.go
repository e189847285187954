package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/dialog"
	"parley/tui/grid"
	"parley/tui/layout"
	"parley/workflow"
)

// commit records an outcome in the conversation and shows what came of it.
func (m *Model) commit(out *workflow.Outcome, first grid.Page) tea.Cmd {
	reply := m.talk.Commit(out)
	if reply == nil {
		return nil
	}
	m.input.refining = m.talk.Session().Current() != nil
	switch {
	case reply.Onward:
		return tea.Batch(m.keep(), m.showFurther(reply))
	case reply.Turn.Route == dialog.RouteCommand:
		return m.showCommand(reply)
	}
	return tea.Batch(m.keep(), m.showTurn(reply, first))
}

// showTurn adds the turn to the transcript, and its SQL and rows to their panes.
func (m *Model) showTurn(reply *workflow.Reply, first grid.Page) tea.Cmd {
	if f := reply.Turn.Failure; f != nil && f.Kind == "cancelled" {
		return m.say(Info, f.Message)
	}
	before := m.talk.Session().Before()
	m.transcript.Add(newEntry(reply, before))
	if reply.Turn.Result == nil {
		m.arrange.Page = layout.Transcript
		if reply.Turn.Failure != nil {
			m.input.Offer(reply.Turn.Failure.Suggestions)
		}
		return m.choose(reply)
	}
	m.arrange.Page = layout.Grid
	m.input.Offer(reply.Turn.Result.Suggestions)
	return tea.Batch(m.present(m.talk.Session().Current(), before, reply, first), m.choose(reply), m.sayRemembered(reply))
}

// sayRemembered tells what the turn took over, and what it misses: on a small screen the transcript, which lists it, is not in
// sight.
func (m *Model) sayRemembered(reply *workflow.Reply) tea.Cmd {
	if len(reply.Inherited) == 0 {
		if reply.Missing == "" {
			return nil
		}
		return m.say(Warn, visibleOneLine(reply.Missing)+".")
	}
	texts := make([]string, len(reply.Inherited))
	for i, f := range reply.Inherited {
		texts[i] = visibleOneLine(f.String())
	}
	return m.say(Warn, fmt.Sprintf("%d from memory: %s; x in the conversation asks without", len(texts), strings.Join(texts, ", ")))
}

// present shows a turn's SQL against the one before, and its rows.
func (m *Model) present(turn, before *dialog.Turn, reply *workflow.Reply, first grid.Page) tea.Cmd {
	if turn == nil {
		m.sql.Show(nil, nil, 0, 0)
		return m.result.Show(nil, nil, first, nil)
	}
	m.transcript.shown = turn.ID
	from, result := 0, (*dialog.Result)(nil)
	if before != nil {
		from, result = before.Number, before.Result
	}
	m.sql.Show(reply.Before, reply.Statement, from, turn.Number)
	cmd := m.result.Show(turn, reply.Rows, first, result)
	m.result.grid.Sort(sortSigns(reply.Statement, m.result.grid.Source()))
	m.input.complete.see(columnsOf(turn), first)
	return tea.Batch(cmd, m.afford(turn, reply.Statement), m.readBack(turn, reply.Rows))
}

// columnsOf are the names of a turn's columns; none without a result.
func columnsOf(t *dialog.Turn) []string {
	if t.Result == nil {
		return nil
	}
	return t.Result.Columns
}

// showCommand shows what a command of the conversation did, and keeps where it stands now.
func (m *Model) showCommand(reply *workflow.Reply) tea.Cmd {
	return tea.Batch(m.showDone(reply), m.keep())
}

func (m *Model) showDone(reply *workflow.Reply) tea.Cmd {
	session := m.talk.Session()
	if moved := m.transcript.Turn(session.Began()); moved {
		m.fill()
	}
	switch {
	case session.At() != nil && session.At().Cleared && session.Current() == nil && reply.Statement == nil && reply.Detection.Command != "new":
		m.arrange.Page = layout.Transcript
		return tea.Batch(m.present(nil, nil, reply, grid.Page{}), m.say(Good, reply.Answer))
	case reply.Statement != nil:
		return m.showMove(reply)
	case reply.Detection.Command == "new":
		m.transcript.Add(&entry{fresh: true})
		return m.say(Info, reply.Answer)
	case strings.Contains(reply.Answer, "\n"), reply.Lasts():
		m.transcript.Add(&entry{title: reply.Turn.Input, note: reply.Answer})
		m.arrange.Page = layout.Transcript
		return nil
	}
	return m.say(Info, reply.Answer)
}

// showMove shows the turn that undo, redo or a branch came to.
func (m *Model) showMove(reply *workflow.Reply) tea.Cmd {
	session := m.talk.Session()
	current := session.Current()
	cmd := m.present(current, session.Before(), reply, grid.Page{})
	m.transcript.SelectTurn(current.ID)
	if m.arrange.Page == layout.Transcript && m.focus == layout.Input {
		m.arrange.Page = layout.Grid
	}
	return tea.Batch(cmd, m.say(Good, reply.Answer))
}

// showEntry shows the SQL and rows of an older turn, without moving the conversation.
func (m *Model) showEntry(e *entry) tea.Cmd {
	turn := e.turn()
	if turn == nil || turn.Result == nil {
		return m.say(Info, "This turn has no query to show.")
	}
	before := madeFrom(m.talk.Session(), turn)
	reply := &workflow.Reply{Turn: *turn, Statement: m.talk.Tree(turn), Before: m.talk.Tree(before)}
	if reply.Before == nil {
		before = nil
	}
	m.arrange.Page = layout.Grid
	return m.look(e, reply, before)
}

// look shows the SQL and rows of a turn beside those of another one, and says which turns they are of where the panes would
// not show them otherwise.
func (m *Model) look(e *entry, reply *workflow.Reply, before *dialog.Turn) tea.Cmd {
	session, turn := m.talk.Session(), e.turn()
	if kept, ok := session.Turn(turn.ID); ok {
		reply.Rows = m.talk.Rows(kept)
	}
	cmd := m.present(turn, before, reply, grid.Page{})
	if current := session.Current(); current == nil || turn.ID != current.ID || before != session.Before() {
		m.result.of = m.sql.turns()
	}
	return cmd
}
