package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/compose"
)

// This file lets the composed reading (see compose) answer: where it accounts for every word and the reader of this package
// is not sure, its answer is taken.

const (
	// composedEnough is the score from which on a composed reading is taken alone.
	composedEnough = 0.6
	// composedFirst is the score from which on it is taken although the rules read the question too.
	composedFirst = 0.8
	// rulesSure is the chance from which on the rules' answer stands all the same.
	rulesSure = 0.75
	// composedApart is how far behind another composed reading must be.
	composedApart = 0.03
	mostComposed  = 4
)

// composed gives the composed readings as drafts, best first, with their candidates.
func (e *Engine) composed(question string, now time.Time) (drafts []*workflow.Draft, from []compose.Candidate) {
	for _, c := range e.composer.Read(question, now) {
		if len(drafts) == mostComposed {
			break
		}
		q, err := c.Query.Lower(e.index, e.dialect)
		if err != nil {
			continue
		}
		stmt, err := q.Build(e.dialect)
		if err != nil {
			continue
		}
		drafts = append(drafts, composedDraft(stmt, c))
		from = append(from, c)
	}
	return drafts, from
}

func composedDraft(stmt *statement.Statement, c compose.Candidate) *workflow.Draft {
	d := &workflow.Draft{Statement: stmt, Explanation: c.Query.Explain(), Ignored: c.Lost, Coverage: min(c.Score, 1), Score: c.Score, Source: "engine"}
	for _, doubt := range c.Doubts {
		d.Notes = append(d.Notes, "assumed: "+doubt)
	}
	return d
}

// settled says that the rules' answer stands, whatever another reader makes of the question.
func settled(d *workflow.Draft, chance float64) bool {
	return d != nil && len(d.Ignored) == 0 && chance >= rulesSure
}

// answers says that the first of the composed readings may be taken alone: every word has a part, every role is decided,
// and no other reading is as good. One that the rules read too must be better.
func answers(list []compose.Candidate, other *workflow.Draft) bool {
	if len(list) == 0 || !list[0].Complete() || list[0].Score < composedEnough {
		return false
	}
	if len(list) > 1 && list[0].Score-list[1].Score < composedApart {
		return false
	}
	return other == nil || len(other.Ignored) > 0 || list[0].Score >= composedFirst
}

// accepted says that the database takes the statement; without a database it is not asked.
func (e *Engine) accepted(ctx context.Context, d *workflow.Draft) bool {
	if e.database == nil {
		return true
	}
	return e.takes(ctx, d.Statement) == nil
}

// undecided says that the error is a question back.
func undecided(err error) bool {
	var unknown *workflow.NotUnderstood
	var several *workflow.Ambiguous
	return errors.As(err, &unknown) || errors.As(err, &several)
}

// mostOffered is how many composed readings a question back offers, and mostChoices how many choices it has in all.
const (
	mostOffered = 2
	mostChoices = 4
)

// offer puts the composed readings that account for every word before those that a question back offers already.
func (e *Engine) offer(ctx context.Context, err error, composed []*workflow.Draft) error {
	var unsure *workflow.Ambiguous
	if !errors.As(err, &unsure) {
		return err
	}
	var readings []*workflow.Draft
	for _, d := range composed {
		if len(readings) < mostOffered && len(d.Ignored) == 0 && e.accepted(ctx, d) {
			readings = append(readings, d)
		}
	}
	for _, d := range unsure.Readings {
		same := func(o *workflow.Draft) bool { return o.Statement.SQL() == d.Statement.SQL() }
		if len(readings) < mostChoices && !slices.ContainsFunc(readings, same) {
			readings = append(readings, d)
		}
	}
	unsure.Readings = readings
	return err
}
