package engine

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
)

// This file is the engine as a workflow.Generator: readings are ranked, the best ones tried on the database, and the
// winner explained; what cannot be placed is named instead of guessed.

var _ workflow.Generator = (*Engine)(nil)

const (
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
	draft, chance, err := e.generate(ctx, r)
	if err != nil && !undecided(err) {
		return nil, err
	}
	if settled(draft, chance) {
		return draft, nil
	}
	composed, from := e.composed(r.Question, r.Now)
	if !answers(from, draft) || !e.accepted(ctx, composed[0]) {
		return draft, e.offer(ctx, err, composed)
	}
	composed[0].Others = composed[1:]
	return composed[0], nil
}

// generate is the answer of the reader by rules, and how likely it is right.
func (e *Engine) generate(ctx context.Context, r workflow.Request) (_ *workflow.Draft, sure float64, _ error) {
	list, items := e.read(r.Question, r.Now)
	drafts := e.proposals(list, items)
	switch {
	case len(drafts) == 0:
		return nil, 0, e.notUnderstood(items, nil)
	case drafts[0].Coverage < leastCoverage || unknownSubject(list[drafts[0].at], items) != "":
		return nil, 0, e.notUnderstood(items, drafts[0].Draft)
	}
	trials, err := e.try(ctx, drafts)
	if err != nil {
		return nil, 0, err
	}
	best := elected(chances(list), trials)
	draft, chance := drafts[best], Chance(evidence(list, trials, best), e.sure)
	if chance < SureEnough && best > 0 && !trials[0].Failed && !trials[0].Some {
		// Another reading brings rows, but the first one is sure although it brings none: there are none.
		if first := Chance(evidence(list, trials, 0), e.sure); first >= SureEnough {
			best, draft, chance = 0, drafts[0], first
		}
	}
	fragment := list[draft.at].fragment(items)
	if chance < SureEnough && !list[draft.at].deliberate() && !fragment || fragment && !trials[best].Some || list[draft.at].turnsAround(items) {
		return nil, 0, e.unsure(list, items, draft)
	}
	draft.Chance = chance
	for i, d := range drafts {
		if i != best && len(draft.Others) < shown && drafts[0].Score-d.Score < shownScore {
			draft.Others = append(draft.Others, d.Draft)
		}
	}
	if list[draft.at].deliberate() {
		chance = 1
	}
	return draft.Draft, chance, nil
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

// compares says that the item names a column that a condition is on, or a table that is joined: the words had a part all
// the same, as the hint which date column was meant, or which way leads to a value.
func (q *ranked) compares(it *Item) bool {
	if t, s := it.BestTable(); t != nil && s > 0.9 && len(it.Values) == 0 && slices.Contains(q.all(), t) {
		return true
	}
	return slices.ContainsFunc(q.filters, func(f *filter) bool {
		return f.left.column != nil && slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == f.left.column })
	})
}

// turnsAround says that a negation has no part in the reading: what it gives may be the opposite of what was asked.
func (q *ranked) turnsAround(items []Item) bool {
	return slices.ContainsFunc(q.ignored, func(i int) bool { return items[i].Is(Negation, Except) })
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
		return ignored, 1
	}
	return ignored, float64(said) / float64(content)
}

func isWordRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127
}
