package workflow

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/judgement"
	"parley/workflow/parameter"
)

// Reply is what a turn brought, enriched for display (IRW-REQ-04).
type Reply struct {
	Turn      dialog.Turn
	SessionID uuid.UUID
	Detection dialog.Detection
	// Statement is the turn's, Before the one it was made from; nil where there is none.
	Statement, Before *statement.Statement
	Comparison        *statement.Comparison
	// Rows may still be growing.
	Rows *db.Rowset
	// Answer is what parley says where there is no new SQL.
	Answer string
	// Notices are said once: a new thread, trimmed history, a reset.
	Notices []string
	// Inherited are the remembered parameters in force, which BeginWith takes away; Missing asks for those that the
	// subject requires and does not have.
	Inherited []memory.Found
	Missing   string
	// Judgement is what is thought of the statement; the zero value where there is none.
	Judgement judgement.Judgement
	// Choices are ranked readings to pick from with BeginDraft.
	Choices []*Draft
	// Onward says that Turn is an older one, which has the rows of a new run; with a Failure it is as it was.
	Onward bool
	// Earlier are the turns of the path before this one.
	Earlier []*dialog.Turn
	Timing  Timing
}

// Commit records a turn as a whole or not at all and enriches it (IRW-REQ-03, IRW-REQ-04). It returns nil for an outcome
// that was overtaken by a cancel, an undo or another turn.
func (o *Orchestrator) Commit(out *Outcome) (reply *Reply) {
	if !o.session.Live(out.Plan.ticket) {
		out.drop()
		return nil
	}
	started := time.Now()
	reply = &Reply{SessionID: o.session.ID(), Detection: out.Plan.Detection, Earlier: out.Plan.context.PreviousTurns}
	defer func() {
		if v := recover(); v != nil {
			o.mishap(out, reply, v)
		}
	}()
	switch {
	case out.Plan.onward != nil:
		o.renew(out, reply)
	case out.Plan.Detection.Route == dialog.RouteQuery && out.Plan.make == nil:
		// Nothing was said: nothing is recorded.
		reply.Turn = out.Plan.turn()
		reply.Turn.Route = dialog.RouteClarify
		reply.Answer = "Nothing was said. Type a question, or /help."
		o.session.Abandon()
	case out.Plan.Detection.Route == dialog.RouteCommand:
		o.command(out, reply)
	case errors.Is(out.Err, context.Canceled):
		// A cancelled turn leaves no trace: the session is as it was.
		reply.Turn = out.Plan.turn()
		reply.Turn.Failure, reply.Turn.Sent = explain(out.Err), left(out.sent)
		o.session.Abandon()
	default:
		if o.record(out, reply); errors.Is(out.Err, dialog.ErrOvertaken) {
			return nil
		}
	}
	out.timing.Commit = time.Since(started)
	reply.Timing = out.timing
	return reply
}

// mishap ends a turn that parley itself broke while it was being recorded: the state is as it was before, plus the error
// turn; a turn that is in it already stays, and only what should have followed is missing (IRW-REQ-05).
func (o *Orchestrator) mishap(out *Outcome, reply *Reply, v any) {
	failure := &PanicError{Value: v, Stack: debug.Stack()}
	o.settings.Log.Error("a turn could not be recorded", "error", failure, "stack", string(failure.Stack))
	reply.Notices = append(reply.Notices, o.recover()...)
	if recorded, ok := o.session.Turn(out.Plan.ticket.ID); ok {
		reply.Turn = *recorded
		return
	}
	out.drop()
	turn := dialog.Turn{
		Time: out.Plan.started, Input: out.Plan.Input, Intent: out.Plan.Detection.Intent, Confidence: out.Plan.Detection.Confidence,
		Route: out.Plan.Detection.Route, Failure: explain(failure),
	}
	reply.Turn, reply.Statement, reply.Comparison, reply.Rows = turn, nil, nil, nil
	if recorded, err := o.session.Record(o.session.Begin(out.Plan.ticket.ID), turn); err == nil {
		reply.Turn = *recorded
	}
}

// record puts the turn into the session; a state that no longer holds together is rebuilt or reset.
func (o *Orchestrator) record(out *Outcome, reply *Reply) {
	turn := out.Plan.turn()
	if turn.Confidence == dialog.Low {
		o.settings.Log.Warn("Ambiguous intent detected", "turn", o.session.Next(), "intent", turn.Intent.String(), "input", memory.MaskText(turn.Input))
	}
	turn.Sent = left(out.sent)
	o.finish(out, &turn, reply)
	ticket := out.Plan.ticket
	ticket.Reset = out.Plan.Detection.Reset
	recorded, err := o.session.Record(ticket, turn)
	if err != nil {
		o.settings.Log.Error("a turn could not be recorded", "error", err)
		reply.Notices = append(reply.Notices, o.recover()...)
		turn.Result, turn.Failure = nil, explain(err)
		reply.Turn, reply.Statement, reply.Comparison, reply.Rows, out.Err = turn, nil, nil, nil, err
		out.drop()
		return
	}
	reply.Turn = *recorded
	reply.Notices = appendNotice(reply.Notices, o.greeting()...)
	reply.Notices = appendNotice(reply.Notices, out.Plan.Detection.Notice, out.Plan.notice, out.expired, out.remark)
	if recorded.Result == nil {
		return
	}
	o.trees.put(recorded.ID, out.Draft.Statement)
	if o.near = out.nearest; o.near != nil {
		o.near.turn = recorded.ID
	}
	o.rows.put(recorded.ID, out.Rows)
	o.reset, o.anew = false, false
	if out.Plan.amendment == nil { // else the user has just said it
		reply.Inherited = out.Draft.Inherited
	}
	if o.settings.Room != nil {
		o.remember(recorded, out)
		reply.Missing = o.missing(out.Draft)
	}
}

// finish fills the turn with its result, its failure, or the answer from what is on screen.
func (o *Orchestrator) finish(out *Outcome, turn *dialog.Turn, reply *Reply) {
	switch {
	case out.Err != nil:
		var panicked *PanicError
		if errors.As(out.Err, &panicked) {
			o.settings.Log.Error("a turn broke", "error", panicked, "stack", string(panicked.Stack))
		}
		turn.Failure = explain(out.Err)
		turn.Question = o.standalone(out.Plan.Detection)
		var ambiguous *Ambiguous
		if errors.As(out.Err, &ambiguous) {
			turn.Route, reply.Choices = dialog.RouteClarify, ambiguous.Readings
			o.offered = offer{out.Plan.ticket.ID, ambiguous.Readings}
		}
		if out.Plan.typing == likely && mistyped(out.Err) {
			turn.Route, turn.Failure.Suggestions = dialog.RouteClarify, []string{asWords}
			turn.Failure.Message += " If it was meant as words, answer yes."
		}
		var unknown *NotUnderstood
		if errors.As(out.Err, &unknown) && unknown.Partial != nil {
			reply.Choices = []*Draft{unknown.Partial}
		}
	case out.Draft == nil:
		reply.Answer = o.answer(out.Plan)
		turn.Reply = reply.Answer
	default:
		o.succeed(out, turn, reply)
	}
}

// succeed compares the statement with the one it was made from; the summary comes from the two trees, whoever made them.
func (o *Orchestrator) succeed(out *Outcome, turn *dialog.Turn, reply *Reply) {
	draft := out.Draft
	reply.Statement, reply.Rows, reply.Choices, reply.Judgement = draft.Statement, out.Rows, draft.Others, out.verdict
	if turn.Intent == dialog.Refinement {
		reply.Before = out.Plan.current
	}
	o.passed = offer{out.Plan.ticket.ID, draft.Others}
	reply.Comparison = statement.Compare(reply.Before, draft.Statement)
	if turn.Question = draft.Question; turn.Question == "" && !draft.Edit {
		turn.Question = o.standalone(out.Plan.Detection)
	}
	turn.Result = out.preview()
	if reply.Before != nil {
		turn.Result.Changes = o.changes(reply)
		turn.Result.Notes = slices.Concat(turn.Result.Notes, commentsLost(reply.Comparison.Dropped))
	}
}

// commentsLost tells of comments in hand-written SQL that an edit, which writes the SQL anew, left out.
func commentsLost(dropped []string) []string {
	var notes []string
	for _, comment := range dropped {
		notes = append(notes, "The edited SQL is without your comment: "+comment)
	}
	return notes
}

// missing asks for the parameters that the statement's subject requires (requirements §4).
func (o *Orchestrator) missing(d *Draft) string {
	subject, in := parameter.Of(d.Statement)
	return memory.Ask(o.settings.Room.Missing(subject, in))
}

// recover rebuilds the state from the sound turns, else resets it (IRW-REQ-05).
func (o *Orchestrator) recover() []string {
	return appendNotice(nil, o.session.Recover())
}

// turn is the plan's turn before anything came of it.
func (p *Plan) turn() dialog.Turn {
	return dialog.Turn{
		ID: p.ticket.ID, Time: p.settings.Clock(), Input: p.Input,
		Intent: p.Detection.Intent, Confidence: p.Detection.Confidence, Route: p.Detection.Route,
	}
}

func appendNotice(notices []string, more ...string) []string {
	for _, n := range more {
		if n != "" {
			notices = append(notices, n)
		}
	}
	return notices
}
