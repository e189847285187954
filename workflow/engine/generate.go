package engine

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	grammar "parley/workflow/engine/phrase"
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
	var slips []string
	r.Question, slips = e.mended(grammar.Request(r.Question))
	r.Question = e.inKnownWords(r.Question, false)
	if u := utter(r.Question); e.writesAlone(u) {
		return nil, e.onlyReads(u)
	}
	p, err := e.options(ctx, r)
	if err != nil {
		return nil, err
	}
	taken := p.answer()
	near, err := e.nearer(ctx, r, p, taken)
	if err != nil {
		return nil, err
	}
	if near != nil {
		taken = near
	}
	if err := e.unreached(e.tagger.items(r.Question, r.Now), taken); err != nil {
		return nil, err
	}
	if taken == nil {
		return nil, p.unsure()
	}
	taken.draft.Understood = append(slices.Clip(taken.draft.Understood), slips...)
	taken.draft.Rival = p.rival(taken)
	taken.draft.Chance, taken.draft.Others = taken.chance(), p.others(taken, shown)
	taken.draft.Next, taken.draft.Agreed = p.next(taken), taken.evidence.Agreed > 0
	tellVanished(taken.draft, e.tagger.Tag(r.Question, r.Now))
	return taken.draft, nil
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
	if err != nil || e.bind != nil && !e.bind(query) || sortsOneRow(query) {
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

// leavesPart says that it was asked how many of some are so, and that the reading gives one figure alone.
func (q *ranked) leavesPart(items []Item) bool {
	words := make([]string, len(items))
	for i, it := range items {
		words[i] = it.Lower
	}
	figures := 0
	for _, item := range q.items {
		if item.aggregate != none {
			figures++
		}
	}
	return figures < 2 && grammar.PartAsked(strings.Fields(strings.Join(words, " ")))
}

// leavesBy says that "by" was said, and that the reading neither groups nor sorts.
func (q *ranked) leavesBy(items []Item) bool {
	return len(q.groups)+len(q.orders) == 0 && slices.ContainsFunc(items, func(it Item) bool { return it.Is(By) })
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

// sortsOneRow says that a query puts all rows together and sorts what comes of it: the most was asked of something that the
// reading has no groups for.
func sortsOneRow(q *statement.Query) bool {
	return q.Set == nil && len(q.GroupBy) == 0 && len(q.OrderBy) > 0 && len(q.Items) > 0 && !slices.ContainsFunc(q.Items, func(it statement.Item) bool { return !it.Expr.Aggregate() })
}
