package reader

import (
	"context"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/decide"
	grammar "parley/workflow/engine/phrase"
)

// Weighed is a reading with its evidence, as the fitting and measuring programs see it.
type Weighed struct {
	Statement *statement.Statement
	Evidence  decide.Evidence
	Text      string
	Ignored   []string
	Notes     []string
}

// Weigh gives the readings of both readers, likeliest first.
func (e *Engine) Weigh(ctx context.Context, r workflow.Request) ([]Weighed, error) {
	r.Question, _ = e.Mended(grammar.Request(r.Question))
	r.Question = e.InKnownWords(r.Question, false)
	composed, err := e.composed(ctx, r.Question, r.Now)
	if err != nil {
		return nil, err
	}
	p := &Pool{}
	rules, _, err := e.ruled(ctx, r)
	if err != nil {
		return nil, err
	}
	p.meet(composed, rules)
	var out []Weighed
	for _, o := range p.Options {
		out = append(out, Weighed{o.Draft.Statement, o.evidence, o.Draft.Explanation, o.Draft.Ignored, o.Draft.Notes})
	}
	return out, nil
}
