package engine

import (
	"context"
	"regexp"
	"strings"

	"parley/workflow"
)

// This file hears that a question is told to be a new one: "new question: how many customers are there". Nothing in force has a part in it.

// newQuestion finds what says so, and the question behind it.
var newQuestion = regexp.MustCompile(`(?is)^\s*(?:(?:ok|okay|so|now|and|well|right|thanks|great|good|next)\b[\s,.!]*)*(?:(?:an?\s+)?(?:new|different|another|separate|unrelated|fresh|next)\s+(?:question|topic|query|subject|request|matter)|(?:on to\s+)?(?:something|somewhere)\s+(?:else|different|new|unrelated)(?:\s+(?:now|entirely|completely))?|(?:let's\s+|let us\s+)?(?:start(?:ing)?\s+(?:over|again|afresh|anew)|change\s+(?:the\s+)?(?:topic|subject)))\s*(?:[:;,.!–—-]+\s*)(.+)$`)

// asNew is the answer to a question that is told to be a new one; not ok where the input says nothing of the kind.
func (e *Refiner) asNew(ctx context.Context, r workflow.Refine) (*workflow.Draft, bool, error) {
	m := newQuestion.FindStringSubmatch(r.Question)
	if m == nil || len(strings.Fields(m[1])) < 2 {
		return nil, false, nil
	}
	draft, err := e.engine.Generate(ctx, workflow.Request{Question: m[1], Now: r.Now})
	return draft, true, err
}
