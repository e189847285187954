package engine

import (
	"context"
	_ "embed"
	"fmt"

	"parley/workflow"
	"parley/workflow/engine/compose"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Refiner turns feedback on a query into the next query. Two roads lead there, and compete:
//
//   - rules edit the tree (rules in refine_rule.go): a rule is a way of saying a refinement and what it does; targets
//     and conditions read what fills its slots, an editor changes the tree;
//   - a follow-up that is rather a question is read afresh, and mixed with the present query (refine_mix.go): its
//     columns of the present rows, the present columns of its rows, and so on.
//
// A log-linear ranker with readable weights chooses (refine_follow.go, refine_weights.txt). It is safe for concurrent
// use.
type Refiner struct {
	engine *Engine
	index  *schema.Index
	tagger *Tagger
	model  *model
	nulls  *nulls
}

var _ workflow.Refiner = (*Refiner)(nil)

//go:embed refine_weights.txt
var refineWeights string

// NewRefiner makes a refiner beside an engine.
func NewRefiner(e *Engine) *Refiner {
	weights, err := ParseTraits(refineWeights)
	if err != nil {
		panic("engine: " + err.Error()) // the embedded file is part of the program
	}
	return &Refiner{engine: e, index: e.index, tagger: e.tagger, model: newModel(weights, e.Weights()), nulls: &nulls{engine: e, known: map[*schema.Column]bool{}}}
}

// tryFollowUps is how many candidates may be tried on the database.
const tryFollowUps = 5

// Refine reads the feedback. *workflow.NotUnderstood is returned when it means nothing here.
func (e *Refiner) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	if draft, told, err := e.asNew(ctx, r); told {
		return draft, err
	}
	if then, another := e.ofAnother(r); another {
		if draft, err := e.read(ctx, then); err == nil && len(draft.Ignored) == 0 {
			draft.Understood = append(draft.Understood, r.Question+" = "+then.Question)
			return draft, nil
		}
	}
	draft, err := e.read(ctx, r)
	if err != nil {
		return nil, e.offers(ctx, r, err)
	}
	return draft, nil
}

func (e *Refiner) read(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	var slips []string
	r.Question, slips = e.engine.mended(grammar.Request(r.Question))
	r.Question = ofStates(e.engine.inKnownWords(r.Question, true))
	ed, err := e.editor(r)
	if err != nil {
		return nil, err
	}
	if ed.writes(utter(r.Question)) {
		return nil, e.engine.onlyReads(utter(r.Question))
	}
	if draft := e.besides(ctx, r, ed); draft != nil {
		return draft, nil
	}
	r.Question = ed.namedOnes(ed.unnumbered(ed.untallied(ed.columnsNamed(ed.inWords(ed.dayInForce(r.Question))))))
	ed.said = utter(r.Question)
	moment := ed.dated(r.Question)
	r.Question = moment.input
	list := e.followUps(ctx, ed, r.Question)
	if words := ed.unplaced(utter(r.Question)); len(words) > 0 && (len(list) == 0 || list[0].mix != edited) {
		return nil, &workflow.NotUnderstood{Words: words, Absent: ed.absent(words)}
	}
	u := utter(r.Question)
	list = ed.built(e.ranked(ed, u, list), tryFollowUps)
	if len(list) == 0 {
		return nil, e.notUnderstood(r, nil)
	}
	e.giveWay(ctx, ed, &list[0])
	best := e.pick(ctx, list)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("try a refinement: %w", ctx.Err())
	}
	best = ed.otherView(u, list, best)
	if ed.doubted(u, &list[best]) {
		best = ed.aboutShown(u, list, best)
	}
	draft := e.draft(list[best])
	draft.Understood = append(moment.spoken(draft.Understood), slips...)
	if ed.senseless(u, list[best], draft) || ed.undated(moment, list[best]) {
		return nil, e.notUnderstood(r, draft)
	}
	if ed.doubted(u, &list[best]) {
		return nil, e.ask(ed, u, list, best)
	}
	e.offer(draft, list, best)
	return draft, nil
}

// offer adds the next best candidates, for the person to choose from.
func (e *Refiner) offer(draft *workflow.Draft, list []rival, best int) {
	for i, c := range list {
		if i != best && len(draft.Others) < shown && list[0].score-c.score < shownScore {
			draft.Others = append(draft.Others, e.draft(c))
		}
	}
}

// notUnderstood names the words without a place.
func (e *Refiner) notUnderstood(r workflow.Refine, partial *workflow.Draft) error {
	out := e.engine.lost(prepare(e.tagger.Tag(r.Question, r.Now)), partial)
	if ed, err := e.editor(r); err == nil {
		if unknown := ed.unknown(utter(r.Question)); len(unknown) > 0 {
			out.Words = unknown
		}
	}
	return out
}

// suggest makes feedback that the rules can do with the present query: a filter by a value it could have, an order.
func (ed *editor) suggest() []string {
	var out []string
	if i, ok := ed.measure(); ok && itemName(ed.block().Items[i]) != "" {
		out = append(out, "sort by "+spoken(itemName(ed.block().Items[i]))+" descending")
	}
	const few = 10
	if ed.query.Limit.IsZero() && (ed.rows < 0 || ed.rows > few) {
		out = append(out, "limit 10")
	}
	if ed.rows == 1 {
		return out
	}
	return append(out, "how many are there?")
}

// pick is the best rival that brings rows; one that fails gives way, one of the rules stays even when it is empty:
// an edit is what was said.
func (e *Refiner) pick(ctx context.Context, list []rival) int {
	if e.engine.database == nil || len(list) == 1 {
		return 0
	}
	sound := -1
	for i := range list {
		some, err := e.holds(ctx, &list[i])
		switch {
		case ctx.Err() != nil:
			return 0
		case err != nil:
			continue
		case some:
			return i
		case sound < 0:
			sound = i
		}
	}
	return max(sound, 0)
}

// holds says that a candidate may be shown before those after it.
func (e *Refiner) holds(ctx context.Context, f *rival) (bool, error) {
	if f.mix == edited {
		err := e.engine.takes(ctx, f.statement)
		return err == nil, err
	}
	return e.engine.brings(ctx, f.statement, f.query)
}

// editor opens the current query for edits.
func (e *Refiner) editor(r workflow.Refine) (*editor, error) {
	q, err := r.Current.Query()
	if err != nil {
		return nil, fmt.Errorf("refine the current query: %w", err)
	}
	ed := &editor{engine: e.engine, nulls: e.nulls, index: e.index, tagger: e.tagger.forTurn(inFull(r.Question)), dialect: r.Current.Dialect(), now: r.Now, said: utter(r.Question), query: q, rows: -1, tags: map[string][]Item{}, composed: map[string][]compose.Condition{}}
	if r.Before != nil {
		if before, err := r.Before.Query(); err == nil {
			ed.last = before
		}
	}
	if n := len(r.Earlier); n > 0 {
		ed.earlier, ed.talk = r.Earlier[n-1], r.Earlier
	}
	for _, s := range r.Steps {
		ed.steps = append(ed.steps, s.SQL)
	}
	if r.Result != nil && !r.Result.More && (r.Result.Rows > 0 || len(r.Result.Columns) > 0) { // else it was not run
		ed.rows = r.Result.Rows
	}
	return ed, nil
}

// draft is the rival with what there is to say about it.
func (e *Refiner) draft(c rival) *workflow.Draft {
	d := &workflow.Draft{Statement: c.statement, Coverage: 1, Score: c.score, Source: "engine"}
	if c.editor != nil {
		d.Understood, d.Notes, d.Edit = c.editor.understood, c.editor.notes, true
		d.Ignored = c.editor.unused(c.words, c.statement.SQL())
		return d
	}
	d.Ignored, d.Coverage = cover(*c.fresh, c.items)
	d.Explanation, d.Understood = explain(c.fresh.reading), c.fresh.understood(c.items)
	return d
}
