package llm

import (
	"context"
	"errors"
	"slices"

	"parley/db"
	"parley/workflow"
	"parley/workflow/judgement"
)

// enough is the share of content words that the rules must have explained for the model not to be asked.
const enough = 0.8

// Generate answers a question that stands alone: from the confirmed queries, the rules or the model, as the policy says.
func (a *Assistant) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	if draft := a.shelf.Answer(ctx, r); draft != nil {
		return draft, nil
	}
	return a.turn(ctx, a.standing(r), func() (*workflow.Draft, error) { return a.source.Generator.Generate(ctx, r) })
}

// standing is a question with the query in force beside it: the rules took it for one of its own, and the model may know
// better ("only the open ones"). A query that must stay here stays here.
func (a *Assistant) standing(r workflow.Request) workflow.Refine {
	if r.Standing == nil || r.Standing.Current == nil || a.denied.check(r.Standing.Current, a.source.Index.Schema) != nil {
		return workflow.Refine{Request: r}
	}
	whole := *r.Standing
	whole.Request, whole.Fresh = r, true
	return whole
}

// Refine answers feedback on the current query, as the policy says.
func (a *Assistant) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	return a.turn(ctx, r, func() (*workflow.Draft, error) { return a.source.Refiner.Refine(ctx, r) })
}

type rules func() (*workflow.Draft, error)

func (a *Assistant) turn(ctx context.Context, r workflow.Refine, rules rules) (*workflow.Draft, error) {
	switch a.settings.policy() {
	case ModelFirst:
		return a.modelFirst(ctx, r, rules)
	case Both:
		return a.rulesFirst(ctx, r, rules)
	default:
		return rules()
	}
}

// modelFirst asks the model for all but what is certain; the rules answer when it does not.
func (a *Assistant) modelFirst(ctx context.Context, r workflow.Refine, rules rules) (*workflow.Draft, error) {
	if draft := certain(r, rules); draft != nil {
		return draft, nil
	}
	draft, failure := a.ask(ctx, r)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if settled(failure) {
		return draft, failure
	}
	draft, err := rules()
	return fallback(draft, err, failure)
}

// surely is the chance from which an answer of the rules stands without the model: of the wrong ones, at most one in ten has it.
const surely = 0.85

// stands says whether the judgement leaves an answer of the rules alone.
func (a *Assistant) stands(r workflow.Refine, draft *workflow.Draft) bool {
	if judgement.Certain(r.Question, r.Current, draft.Statement) {
		return true
	}
	j := judgement.Of(a.source.Index, judgement.Claim{
		Input: r.Question, Earlier: r.Earlier, Before: r.Current, After: draft.Statement, Prior: 1, Maker: draft.Chance, Unused: draft.Ignored, Told: draft.Understood, Now: r.Now,
	})
	return j.Chance >= surely && !slices.ContainsFunc(j.Doubts, func(d judgement.Doubt) bool { return d.Strong })
}

// rulesFirst asks the rules; the model answers when they abstain, are not sure, understood too little, or are doubted. Readings that
// the model cannot settle either are the user's to choose from.
func (a *Assistant) rulesFirst(ctx context.Context, r workflow.Refine, rules rules) (*workflow.Draft, error) {
	draft, err := rules()
	if ctx.Err() != nil || err == nil && draft.Coverage >= enough && a.stands(r, draft) {
		return draft, err
	}
	answer, failure := a.ask(ctx, r)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if settled(failure) {
		return answer, bothAsk(err, failure)
	}
	return fallback(draft, err, failure)
}

// bothAsk is what the model returned; where the rules ask back too, their readings come first, in one list.
func bothAsk(rules, model error) error {
	var own, other *workflow.Ambiguous
	if !errors.As(rules, &own) || !errors.As(model, &other) {
		return model
	}
	joined := *own
	joined.Readings = slices.Clone(own.Readings)
	for _, r := range other.Readings {
		if !slices.ContainsFunc(joined.Readings, func(d *workflow.Draft) bool { return d.Statement.SQL() == r.Statement.SQL() }) {
			joined.Readings = append(joined.Readings, r)
		}
	}
	joined.Notes = append(slices.Clone(own.Notes), "The model asks: "+db.Visible(other.Question))
	return &joined
}

// settled says whether a model's answer is one: a draft, or a question back.
func settled(err error) bool { return err == nil || asksBack(err) }

func asksBack(err error) bool {
	var ambiguous *workflow.Ambiguous
	return errors.As(err, &ambiguous)
}

// fallback is what the rules said, with a note on why it was not the model.
func fallback(draft *workflow.Draft, err, failure error) (*workflow.Draft, error) {
	note := "The model did not help: " + db.Visible(failure.Error()) + "."
	var lost *workflow.NotUnderstood
	var unsure *workflow.Ambiguous
	switch {
	case err == nil:
		noted := *draft
		noted.Notes = append(noted.Notes[:len(noted.Notes):len(noted.Notes)], note)
		return &noted, nil
	case errors.As(err, &lost):
		noted := *lost
		noted.Notes = append(noted.Notes[:len(noted.Notes):len(noted.Notes)], note)
		return nil, &noted
	case errors.As(err, &unsure):
		noted := *unsure
		noted.Notes = append(noted.Notes[:len(noted.Notes):len(noted.Notes)], note)
		return nil, &noted
	default:
		return nil, err
	}
}
