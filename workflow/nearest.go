package workflow

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/absence"
)

// nearest is a reading that has rows, offered in the place of one that has none.
type nearest struct {
	turn uuid.UUID
	// said is the input that asks for it; so does yes.
	said      string
	statement *statement.Statement
}

// absent says why the draft brought nothing, and notes what near it brings something.
func (o *Outcome) absent(ctx context.Context, s *Source) string {
	why := absence.Explain(ctx, s.Database, s.Index, o.Draft.Statement)
	if why.Nearest != nil {
		o.nearest = &nearest{said: why.Said, statement: why.Nearest}
	}
	return why.Text
}

// beginNearest is the turn of an input that takes what was offered in the place of a result without rows: it refines that
// result. Nil when the input does not.
func (o *Orchestrator) beginNearest(input string) *Plan {
	current := o.session.Current()
	if o.near == nil || current == nil || o.near.turn != current.ID || o.reset {
		return nil
	}
	if !strings.EqualFold(strings.TrimSpace(input), o.near.said) && !dialog.Agrees(input) {
		return nil
	}
	near := o.near
	plan := o.snapshot(input)
	plan.Detection = o.detect(input)
	plan.Detection.Intent, plan.Detection.Confidence, plan.Detection.Route, plan.Detection.Settled = dialog.Refinement, dialog.High, dialog.RouteQuery, true
	plan.make = func(context.Context, *Plan, *Source, func(Progress)) (*Draft, error) {
		draft := &Draft{Statement: near.statement, Coverage: 1, Source: "engine", Vouched: true, Edit: true}
		if !strings.EqualFold(strings.TrimSpace(input), near.said) {
			draft.Understood = []string{input + " = " + near.said}
		}
		return draft, nil
	}
	return plan
}
