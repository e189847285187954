package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
)

// This file is the engine as a workflow.Generator: readings are ranked, the best ones tried on the database, and the
// winner explained; what cannot be placed is named instead of guessed.

var _ workflow.Generator = (*Engine)(nil)

const (
	// Tried is how many readings may be tried on the database, and TryScore how far behind the best they may be.
	Tried    = 5
	TryScore = 2.5
	// tryTime bounds one trial, so that a turn stays a turn on a big database.
	tryTime = 150 * time.Millisecond
	// shown is how many further readings a draft offers, and shownScore how far behind the best they may be.
	shown      = 3
	shownScore = 1.5
	// leastCoverage is the share of content words below which the engine abstains.
	leastCoverage = 0.34
)

// proposal is a draft with the place of its reading in the list.
type proposal struct {
	*workflow.Draft
	at int
}

// Generate reads the question. *workflow.NotUnderstood is returned when too little of it means anything in this schema,
// *workflow.Ambiguous when no reading is sure enough: the user picks.
func (e *Engine) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	list, items := e.read(r.Question, r.Now)
	drafts := e.proposals(list, items)
	switch {
	case len(drafts) == 0:
		return nil, e.notUnderstood(items, nil)
	case drafts[0].Coverage < leastCoverage || unknownSubject(list[drafts[0].at], items) != "":
		return nil, e.notUnderstood(items, drafts[0].Draft)
	}
	best, some, err := e.try(ctx, drafts)
	if err != nil {
		return nil, err
	}
	draft := drafts[best]
	chance := Chance(evidence(list, draft.at, some), e.sure)
	if chance < SureEnough && best > 0 {
		// Another reading brings rows, but the first one is sure although it brings none: there are none.
		if first := Chance(evidence(list, drafts[0].at, false), e.sure); first >= SureEnough {
			best, draft, chance = 0, drafts[0], first
		}
	}
	if chance < SureEnough && !list[draft.at].deliberate() {
		return nil, e.unsure(list, items, draft)
	}
	for i, d := range drafts {
		if i != best && len(draft.Others) < shown && drafts[0].Score-d.Score < shownScore {
			draft.Others = append(draft.Others, d.Draft)
		}
	}
	return draft.Draft, nil
}

// proposals builds the most promising readings.
func (e *Engine) proposals(list []ranked, items []Item) []proposal {
	var out []proposal
	for i, q := range list {
		if len(out) == Tried || len(out) > 0 && out[0].Score-q.score > TryScore {
			break
		}
		if d := e.propose(q, items); d != nil {
			out = append(out, proposal{d, i})
		}
	}
	return out
}

// propose is the draft of a reading; nil when none can be built.
func (e *Engine) propose(q ranked, items []Item) *workflow.Draft {
	query, err := e.builder(items).build(q.reading)
	if err != nil {
		return nil
	}
	stmt, err := query.Build(e.dialect)
	if err != nil {
		return nil
	}
	return e.draft(stmt, q, items)
}

func (e *Engine) draft(stmt *statement.Statement, q ranked, items []Item) *workflow.Draft {
	return &workflow.Draft{
		Statement: stmt, Explanation: explain(q.reading), Understood: q.understood(items), Ignored: q.lost,
		Coverage: q.coverage, Score: q.score, Source: "engine", Notes: fanOut(q.reading, e.index.Graph),
	}
}

// compares says that the item names a column that a condition is on: the words had a part all the same, as the hint which
// date column was meant.
func (q *ranked) compares(it *Item) bool {
	return slices.ContainsFunc(q.filters, func(f *filter) bool {
		return f.left.column != nil && slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == f.left.column })
	})
}

// cover gives the content words without a part and the share of those with one.
func cover(q ranked, items []Item) (ignored []string, coverage float64) {
	lost := map[int]bool{}
	for _, i := range q.ignored {
		lost[i] = true
	}
	said, content := 0, 0
	for i := range items {
		it := &items[i]
		if it.Cue.Kind != NoCue && !it.Mention() && !lost[i] || !strings.ContainsFunc(it.Lower, isWordRune) {
			continue
		}
		content++
		if lost[i] && !q.compares(it) {
			ignored = append(ignored, it.Text)
		} else {
			said++
		}
	}
	if content == 0 {
		return ignored, 0
	}
	return ignored, float64(said) / float64(content)
}

func isWordRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127
}

// try runs the drafts on the database, best first, and picks the first that brings rows; one that fails or comes back
// empty gives way to one that does not. Without a database the best stays. some says whether it brings rows, as far as is
// known.
func (e *Engine) try(ctx context.Context, drafts []proposal) (best int, some bool, err error) {
	if e.database == nil {
		return 0, true, nil
	}
	sound := -1
	for i, d := range drafts {
		some, err := e.someRows(ctx, d.Statement)
		switch {
		case ctx.Err() != nil:
			return 0, false, fmt.Errorf("try a reading: %w", ctx.Err())
		case err != nil:
			continue
		case some:
			return i, true, nil
		case sound < 0:
			sound = i
		}
	}
	return max(sound, 0), false, nil
}

// someRows says whether a statement brings a row that holds anything. A statement that takes longer than a trial may is
// taken to bring some.
func (e *Engine) someRows(ctx context.Context, stmt *statement.Statement) (bool, error) {
	trial, stop := context.WithTimeout(ctx, tryTime)
	defer stop()
	rows, err := e.database.Query(trial, stmt)
	if err != nil {
		return trial.Err() != nil, ifNot(trial, err)
	}
	defer rows.Close()
	if !rows.Next(trial) {
		return trial.Err() != nil, ifNot(trial, rows.Err())
	}
	return holdsAny(rows.Row()), nil
}

// ifNot drops an error that only says that the trial's time was over.
func ifNot(trial context.Context, err error) error {
	if trial.Err() != nil {
		return nil //nolint:nilerr // the trial's own deadline is no failure of the turn
	}
	return err
}

// holdsAny says that a row is more than NULL and a count of zero.
func holdsAny(row []db.Value) bool {
	for _, v := range row {
		if n, ok := v.(int64); v != nil && (!ok || n != 0) {
			return true
		}
	}
	return false
}
