package tui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/tui/grid"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/workflow"
)

// job is the turn under way.
type job struct {
	generation uint64
	input      string
	plan       *workflow.Plan
	cancel     context.CancelFunc
	begun      time.Time
	// events is what the turn tells the screen while it runs; closed when it has run.
	events chan tea.Msg
}

type (
	// progressMsg is how a slow maker gets on.
	progressMsg struct {
		generation uint64
		progress   workflow.Progress
	}
	// proposalMsg is a statement that waits for a yes. An answer on reply lets the turn go on; an error ends it.
	proposalMsg struct {
		generation uint64
		workflow.Proposal
		reply chan error
	}
)

// report tells the screen how the turn gets on.
func (j *job) report(ctx context.Context) func(workflow.Progress) {
	return func(p workflow.Progress) {
		select {
		case j.events <- progressMsg{j.generation, p}:
		case <-ctx.Done():
		}
	}
}

// ask shows the statement and waits for the answer.
func (j *job) ask(ctx context.Context, asked workflow.Proposal) error {
	p := proposalMsg{generation: j.generation, Proposal: asked, reply: make(chan error, 1)}
	select {
	case j.events <- p:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-p.reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// heardMsg brings one event of a turn; the rest is listened for after it.
type heardMsg struct {
	event tea.Msg
	next  tea.Cmd
}

// listen waits for the next event of a turn.
func listen(ctx context.Context, events <-chan tea.Msg) tea.Cmd {
	return func() tea.Msg {
		select {
		case e, ok := <-events:
			if !ok {
				return nil
			}
			return heardMsg{event: e, next: listen(ctx, events)}
		case <-ctx.Done():
			return nil
		}
	}
}

func (h heardMsg) apply(m *Model) tea.Cmd {
	switch e := h.event.(type) {
	case progressMsg:
		m.onProgress(e)
	case proposalMsg:
		return tea.Batch(m.onProposal(e), h.next)
	}
	return h.next
}

// onProgress shows what a model is doing, and where the question was sent.
func (m *Model) onProgress(e progressMsg) {
	if m.job == nil || e.generation != m.job.generation {
		return
	}
	sent := e.progress.Sent
	switch e.progress.Kind {
	case workflow.Asking:
		m.transcript.stage, m.transcript.saying = "asking "+visibleOneLine(sent.Model+" at "+sent.Host)+" (sees "+sent.Level+")", ""
	case workflow.Explaining:
		m.transcript.saying += e.progress.Text
	case workflow.Answered:
		m.transcript.stage = "working"
	case workflow.Reading:
		m.result.running = fmt.Sprintf("new run: row %s", text.Count(e.progress.Rows))
		m.transcript.stage = m.result.running
	}
}

// onProposal shows a statement that waits for a yes, against the one in force.
func (m *Model) onProposal(p proposalMsg) tea.Cmd {
	if m.job == nil || p.generation != m.job.generation {
		return nil
	}
	m.pending = &p
	m.showProposed(p.Draft.Statement)
	m.sql.pending, m.sql.expects = true, ""
	if p.Costly != nil {
		m.sql.expects = p.Costly.Price()
		m.transcript.stage = "waits for your yes"
	}
	m.setFocus(layout.Diff)
	told := m.notify("a question for you", m.job.begun)
	if p.Costly == nil {
		return told
	}
	return tea.Batch(told, m.say(Warn, "The database expects "+p.Costly.Expects()+": enter runs it, esc refuses."))
}

// showProposed shows the statement that waits against the one in force. One that is run anew to read on is shown already.
func (m *Model) showProposed(proposed *statement.Statement) {
	session := m.talk.Session()
	current := session.Current()
	switch {
	case m.job.plan.Onward():
	case current != nil && m.job.plan.Detection.Intent == dialog.Refinement:
		m.sql.Show(m.talk.Tree(current), proposed, current.Number, session.Next())
	default:
		m.sql.Show(nil, proposed, 0, session.Next())
	}
}

// answerProposal lets the proposed statement run, or not.
func (m *Model) answerProposal(err error) {
	m.pending.reply <- err
	m.pending, m.sql.pending = nil, false
	m.status.Clear() // what the question was about
	m.transcript.stage = "working"
	m.setFocus(layout.Input)
}

// onPendingKey takes the answer to a proposal; other keys act as always.
func (m *Model) onPendingKey(pressed string) (tea.Cmd, bool) {
	switch pressed {
	case "enter", "y":
		if pressed == "y" {
			m.takeYes()
		}
		m.answerProposal(nil)
		m.arrange.Page = layout.Grid
		return nil, true
	case "n":
		if len(m.sql.differences()) > 0 {
			return nil, false // chooses one of the changes
		}
		cmd := m.refuse()
		m.takeNo()
		m.answer.instead = true
		return cmd, true
	case "o":
		if string(m.burst.letters) != "no" {
			return nil, false
		}
		cmd := m.refuse()
		m.answer = m.answerOf("no", "enter")
		m.answer.instead = true
		return cmd, true
	case "esc", "ctrl+c":
		return m.refuse(), true
	case "e":
		return m.editHere(), true // the statement waits until what is written runs in its place
	}
	return nil, false
}

// refuse lets a proposal go, and brings what was asked back into the input.
func (m *Model) refuse() tea.Cmd {
	cmd := m.cancel()
	m.setFocus(layout.Input)
	return cmd
}

// answered takes words for a key that answers a proposal.
func (m *Model) answered(pressed string) tea.Cmd {
	cmd, _ := m.onPendingKey(pressed)
	return cmd
}

// restore shows the query in force again after a proposal was refused.
func (m *Model) restore() tea.Cmd {
	session := m.talk.Session()
	current := session.Current()
	if current == nil {
		return m.present(nil, nil, &workflow.Reply{}, grid.Page{})
	}
	before := session.Before()
	return m.present(current, before, &workflow.Reply{
		Statement: m.talk.Tree(current), Before: m.talk.Tree(before), Rows: m.talk.Rows(current),
	}, grid.Page{})
}

// send takes an input: it starts a turn, or waits for the one under way.
func (m *Model) send(said string) tea.Cmd {
	switch {
	case said == "" && m.result.Instead() != "" && m.job == nil:
		said = m.result.Instead()
		m.input.Take()
	case said == "":
		return m.say(Info, "Ask in plain words, or write SQL. ? shows the keys, ctrl+t the tables.")
	case m.pending != nil && answersYes(said):
		return m.answered("enter")
	case m.pending != nil && answersNo(said):
		return m.answered("esc")
	case m.options.Host != nil && isPath(said):
		return m.dbCommand(said)
	case explained(said) != "":
		return m.explainTyped(explained(said))
	case m.job == nil && m.travelling && !strings.HasPrefix(said, "/"):
		m.queue = append(m.queue, said)
		return nil
	case m.job != nil && len(m.queue) >= 5:
		m.input.Put(said)
		return m.say(Warn, "Five inputs wait already. esc cancels the running one.")
	case m.job != nil:
		m.queue = append(m.queue, said)
		return nil
	}
	return m.start(said, m.talk.Begin(said))
}

// start runs a plan, or carries it out at once where there is nothing to run.
func (m *Model) start(said string, plan *workflow.Plan) tea.Cmd {
	m.status.Clear()
	if plan.Detection.Route == dialog.RouteCommand {
		if cmd, ok := m.command(plan.Detection.Command, plan.Detection.Argument); ok {
			return cmd
		}
	}
	if !plan.Runs() {
		return m.commit(&workflow.Outcome{Plan: plan}, grid.Page{})
	}
	return m.begin(said, plan, m.review)
}

// begin starts the turn beside the update loop and listens to what it tells.
func (m *Model) begin(said string, plan *workflow.Plan, review bool) tea.Cmd {
	m.status.Clear()
	m.generation++
	ctx, cancel := context.WithCancel(m.ctx)
	j := &job{generation: m.generation, input: said, plan: plan, cancel: cancel, begun: m.options.Clock(), events: make(chan tea.Msg, 64)}
	plan.Report, plan.Ask, plan.Review = j.report(ctx), j.ask, review
	m.job = j
	m.now = j.begun
	m.transcript.Begin(said, m.now)
	return tea.Batch(runTurn(ctx, j), listen(ctx, j.events), tick(m.generation))
}

// onOutcome ends the turn under way. An outcome of a cancelled or overtaken turn only lets its rows go.
func (m *Model) onOutcome(msg outcomeMsg) tea.Cmd {
	if m.job == nil || msg.generation != m.job.generation {
		if msg.outcome != nil {
			m.talk.Commit(msg.outcome)
		}
		return nil
	}
	words, told := m.job.input, m.notify("done", m.job.begun)
	if msg.outcome != nil && msg.outcome.Rows != nil {
		m.reads[msg.outcome.Rows] = m.job.cancel
	} else {
		m.job.cancel()
	}
	m.endJob()
	if msg.panicked != nil {
		m.input.Return(words)
		return tea.Batch(told, m.say(Bad, "parley made a mistake in this turn; the conversation is as it was."))
	}
	return tea.Batch(told, m.commit(msg.outcome, msg.first), m.next())
}

// readOut lets the context of a result go that has been read: an hour of turns must leave nothing behind.
func (m *Model) readOut(rows *db.Rowset) {
	if cancel, ok := m.reads[rows]; ok {
		cancel()
		delete(m.reads, rows)
	}
}

func (m *Model) endJob() {
	m.job, m.pending = nil, nil
	m.sql.pending, m.result.running = false, ""
	m.transcript.End()
}

// next starts the turn that waited longest.
func (m *Model) next() tea.Cmd {
	if len(m.queue) == 0 || m.job != nil || m.modal != nil || m.travelling {
		return nil
	}
	said := m.queue[0]
	m.queue = m.queue[1:]
	return m.send(said)
}

// cancel stops the turn under way; its words come back so that nothing is lost.
func (m *Model) cancel() tea.Cmd {
	job, proposed := m.job, m.pending != nil
	job.cancel()
	m.talk.Session().Abandon()
	m.endJob()
	m.queue = nil
	if job.plan.Onward() {
		m.sql.expects = ""
		return m.say(Info, "Stopped reading on. The rows from before stay.")
	}
	if m.input.Empty() {
		m.input.Return(job.input)
	}
	words := "Cancelled."
	if m.talk.Session().Current() != nil {
		words += " The query before it stays."
	}
	said := m.say(Info, words)
	if proposed {
		return tea.Batch(said, m.restore())
	}
	return said
}
