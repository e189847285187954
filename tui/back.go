package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/tui/grid"
	"parley/workflow"
)

// readBack reads the rows of a turn of a resumed session beside the screen, where that is known to be cheap. It is no job: what is
// asked meanwhile overtakes it.
func (m *Model) readBack(turn *dialog.Turn, rows *db.Rowset) tea.Cmd {
	if rows != nil || m.job != nil || m.review {
		return nil
	}
	kept, ok := m.talk.Session().Turn(turn.ID)
	if !ok || kept.Result == nil {
		return nil
	}
	plan := m.talk.BeginBack(kept)
	if plan == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	return func() tea.Msg {
		msg := backMsg{outcome: plan.Run(ctx), cancel: cancel}
		if msg.outcome.Rows != nil {
			msg.first, _ = readPage(msg.outcome.Rows, 0)
		}
		return msg
	}
}

// backMsg brings the rows that a turn came without, or nothing: then the pane goes on saying how to have them.
type backMsg struct {
	outcome *workflow.Outcome
	first   grid.Page
	cancel  context.CancelFunc
}

func (b backMsg) apply(m *Model) tea.Cmd {
	reply := m.talk.Commit(b.outcome)
	if reply == nil || reply.Turn.Failure != nil {
		b.cancel()
		return nil
	}
	turn := &reply.Turn
	m.reads[reply.Rows] = b.cancel
	m.transcript.Renew(turn)
	if m.transcript.shown != turn.ID {
		elsewhere := rowsMsg{turn: turn.ID, rows: reply.Rows}
		return tea.Batch(m.keep(), func() tea.Msg { return elsewhere.now() })
	}
	of := m.result.of
	shown := m.result.Show(turn, reply.Rows, b.first, m.result.before)
	m.result.of = of
	m.result.grid.Sort(sortSigns(reply.Statement, m.result.grid.Source()))
	m.input.complete.see(turn.Result.Columns, b.first)
	if m.status.message != "" { // what was just done is told, and nobody asked for the rows
		return tea.Batch(m.keep(), shown)
	}
	return tea.Batch(m.keep(), shown, m.say(Info, "The rows are as of now, "+turn.Result.AsOf.Format(clock)+": only the query was kept."))
}
