package refine

import (
	"context"
	"regexp"
	"strings"

	"parley/dialog"
	"parley/workflow"
	grammar "parley/workflow/engine/phrase"
)

// This file hears that a question is told to be a new one: "new question: how many customers are there". Nothing in force has a part in it.

// newQuestion finds what says so, and the question behind it.
var newQuestion = regexp.MustCompile(`(?is)^\s*(?:(?:ok|okay|so|now|and|well|right|thanks|great|good|next)\b[\s,.!]*)*(?:(?:an?\s+)?(?:new|different|another|separate|unrelated|fresh|next)\s+(?:question|topic|query|subject|request|matter)|(?:on to\s+)?(?:something|somewhere)\s+(?:else|different|new|unrelated)(?:\s+(?:now|entirely|completely))?|(?:let's\s+|let us\s+)?(?:start(?:ing)?\s+(?:over|again|afresh|anew)|change\s+(?:the\s+)?(?:topic|subject)))\s*(?:[:;,.!–—-]+\s*)(.+)$`)

// asNew is the answer to a question that is told to be a new one, or that asks for a whole and a part of it; not ok for any other input.
func (e *Refiner) asNew(ctx context.Context, r workflow.Refine) (*workflow.Draft, bool, error) {
	m := newQuestion.FindStringSubmatch(r.Question)
	if m == nil && grammar.PartAsked(strings.Fields(r.Question)) {
		draft := e.wholeAndPart(ctx, r)
		return draft, draft != nil, nil
	}
	if m == nil || len(strings.Fields(m[1])) < 2 {
		return nil, false, nil
	}
	draft, err := e.engine.Generate(ctx, workflow.Request{Question: m[1], Now: r.Now})
	return draft, true, err
}

// wholeAndPart answers "orders per country and how many of them were returned", which names the whole itself; nil where it does not.
func (e *Refiner) wholeAndPart(ctx context.Context, r workflow.Refine) *workflow.Draft {
	draft, err := e.engine.Generate(ctx, workflow.Request{Question: r.Question, Now: r.Now})
	if err != nil || len(draft.Ignored) > 0 || draft.Statement == nil {
		return nil
	}
	query, err := draft.Statement.Query()
	if err != nil {
		return nil
	}
	figures := 0
	for _, item := range query.Items {
		if item.Expr.Aggregate() {
			figures++
		}
	}
	if figures < 2 {
		return nil
	}
	anew := dialog.NewQuery
	draft.Intent = &anew
	return draft
}
