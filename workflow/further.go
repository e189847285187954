package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
)

// Reading on: a result is read ahead up to limits, and then nothing is held on the server. What comes after them is had by
// running the turn's statement anew under larger ones. That is no new turn, for nothing was asked; the turn gets the rows of
// the new run, with their own time, once these reach beyond what it has. Until then, and when the run fails, it keeps its own.

// onward is the turn that a plan runs anew, and the rows that it has; nil where they are no longer kept.
type onward struct {
	turn *dialog.Turn
	rows *db.Rowset
	// again says that the rows are wanted from the first on: they went to the host as they came.
	again bool
}

// BeginFurther decides to read a turn's result on. The error is a sentence: the rows are no longer kept, or they are all there,
// or they are as many as parley reads.
func (o *Orchestrator) BeginFurther(t *dialog.Turn) (*Plan, error) {
	rows, tree := o.Rows(t), o.Tree(t)
	if rows == nil || tree == nil {
		return nil, errors.New("The rows of this turn are no longer kept: run it again.") //nolint:staticcheck // it is shown as it is
	}
	limits, err := rows.Further()
	if err != nil {
		return nil, errors.New(explain(err).Message)
	}
	plan := o.anewFor(t, tree)
	plan.settings.Limits = limits
	plan.onward.rows = rows
	return plan, nil
}

// BeginAgain decides to bring the rows of a turn that is in force again once more, for a host that they flowed to; nil where the
// turn has none.
func (o *Orchestrator) BeginAgain(t *dialog.Turn) *Plan {
	tree := o.Tree(t)
	if tree == nil || t.Result == nil {
		return nil
	}
	plan := o.anewFor(t, tree)
	plan.onward.again = true
	return plan
}

// anewFor is a plan that runs a turn's statement anew, for the same turn.
func (o *Orchestrator) anewFor(t *dialog.Turn, tree *statement.Statement) *Plan {
	plan := o.snapshot(t.Input)
	plan.Detection = dialog.Detection{Intent: t.Intent, Confidence: t.Confidence, Route: dialog.RouteQuery, Question: t.Input, Settled: true}
	plan.onward = &onward{turn: t}
	plan.make = func(context.Context, *Plan, *Source, func(Progress)) (*Draft, error) {
		return &Draft{Statement: tree, Source: t.Result.Source}, nil
	}
	return plan
}

// Onward says that the plan reads a result on.
func (p *Plan) Onward() bool { return p.onward != nil && !p.unasked && !p.onward.again }

// overtaken waits until the new run has more rows than the one before, or has come to its end. A run that stopped before that
// is an error.
func (w *onward) overtaken(ctx context.Context, rows *db.Rowset, report func(Progress)) error {
	const pause = 100 * time.Millisecond
	told := time.Now()
	for rows.State() == db.Reading && rows.Len() <= w.rows.Len() {
		select {
		case <-rows.Changed():
			if time.Since(told) >= pause {
				told = time.Now()
				report(Progress{Kind: Reading, Rows: rows.Len()})
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	switch {
	case rows.Len() > w.rows.Len() || rows.State() == db.Complete || rows.State() == db.Reading:
		return nil
	case rows.Err() != nil:
		return rows.Err()
	}
	return &db.Error{Kind: db.Timeout, Position: -1, Message: fmt.Sprintf("The new run came to row %d, no further than the one before.", rows.Len()), Hint: db.TimeoutHint}
}

// renew gives the turn the rows of its new run, or leaves it as it was and says why.
func (o *Orchestrator) renew(out *Outcome, reply *Reply) {
	was := out.Plan.onward.turn
	reply.Onward, reply.Turn = true, *was
	if out.Err != nil {
		o.session.Abandon()
		reply.Turn.Failure = notFurther(out.Err)
		return
	}
	result := *was.Result
	result.AsOf, result.Elapsed = out.executed, out.timing.Execute
	fill(&result, out.Rows)
	renewed, ok := o.session.Renew(out.Plan.ticket, was.ID, result, renewedNotes(was.Result, out))
	if !ok {
		out.drop()
		reply.Turn.Failure = &dialog.Failure{Kind: "cancelled", Message: "The turn is no longer kept."}
		return
	}
	o.rows.put(renewed.ID, out.Rows)
	reply.Turn, reply.Rows, reply.Statement = *renewed, out.Rows, out.Draft.Statement
}

// notFurther says why there are no further rows, and that those before stay.
func notFurther(err error) *dialog.Failure {
	f := *explain(err)
	if f.Kind == "cancelled" {
		f.Message = "Stopped reading on."
	}
	f.Message += " The rows from before stay."
	return &f
}

// The notes of a new run begin with why there was one.
const (
	readOn   = "Read on by a new run"
	readBack = "Read again on coming back"
)

// renewedNotes are the turn's notes, with that of the last new run.
func renewedNotes(was *dialog.Result, out *Outcome) []string {
	notes := slices.DeleteFunc(slices.Clone(was.Notes), func(n string) bool {
		return strings.HasPrefix(n, readOn) || strings.HasPrefix(n, readBack)
	})
	why, written := readOn, time.TimeOnly
	if out.Plan.unasked || out.Plan.onward.again {
		why = readBack
	}
	if out.executed.Format(time.DateOnly) != was.AsOf.In(out.executed.Location()).Format(time.DateOnly) {
		written = time.DateTime
	}
	return append(notes, fmt.Sprintf("%s: the rows are as of %s, those before were as of %s.", why,
		out.executed.Format(written), was.AsOf.In(out.executed.Location()).Format(written)))
}
