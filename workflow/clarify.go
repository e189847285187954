package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"parley/dialog"
)

// A question back stays open until the next turn. What is typed then chooses one of its readings, or goes on from the
// likeliest one ("sort them by name"), or is a question of its own.

// offer is the readings that a turn asked back with.
type offer struct {
	turn     uuid.UUID
	readings []*Draft
}

// reading is the draft at a place of the turn's list. A turn that came from a file is read again.
func (f *offer) reading(ctx context.Context, turn *dialog.Turn, at int, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	if f.turn == turn.ID && at < len(f.readings) {
		return f.readings[at], nil
	}
	draft, err := s.Generator.Generate(ctx, p.request(report))
	var ambiguous *Ambiguous
	if !errors.As(err, &ambiguous) {
		return draft, err
	}
	said := turn.Failure.Suggestions[at]
	if i := slices.IndexFunc(ambiguous.Readings, func(d *Draft) bool { return d.Explanation == said }); i >= 0 {
		return ambiguous.Readings[i], nil
	}
	return nil, err
}

// askedBack is the turn that asked back and its readings; nil when nothing is open.
func (o *Orchestrator) askedBack() (*dialog.Turn, []string) {
	if o.reset {
		return nil, nil
	}
	return o.session.AskedBack()
}

// beginChosen is the turn of an input that chooses a reading of the question back; nil when it chooses none.
func (o *Orchestrator) beginChosen(input string) *Plan {
	turn, readings := o.askedBack()
	at, ok := dialog.Choose(input, readings, o.vocabulary())
	if !ok {
		return nil
	}
	offered := o.offered
	return o.beginPicked(turn.Input, func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
		draft, err := offered.reading(ctx, turn, at, p, s, report)
		if err != nil {
			return nil, err
		}
		chosen := *draft
		chosen.Understood = append([]string{fmt.Sprintf("%s = %s", input, readings[at])}, draft.Understood...)
		return &chosen, nil
	})
}

// beginOn is the turn of an input that refines what was asked back about before a reading was chosen: it goes on from the
// likeliest one, and says so. Nil when the input is none.
func (o *Orchestrator) beginOn(input string) *Plan {
	turn, readings := o.askedBack()
	if turn == nil || o.offered.turn != turn.ID || len(o.offered.readings) == 0 {
		return nil
	}
	likeliest := o.offered.readings[0].Statement
	assumed := &dialog.Turn{Input: turn.Input, Result: &dialog.Result{SQL: likeliest.SQL()}}
	d := o.session.DetectAfter(assumed, input, o.vocabulary())
	if d.Intent != dialog.Refinement || d.Route != dialog.RouteQuery || d.Settled {
		return nil
	}
	d.Intent, d.Settled = dialog.NewQuery, true // no turn has the likeliest reading: this one begins with it
	plan := o.snapshot(input)
	plan.Detection, plan.inForce, plan.current, plan.before = d, nil, likeliest, nil
	plan.notice = fmt.Sprintf("You did not say which one you meant: this goes on from %q.", readings[0])
	plan.make = func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
		draft, err := refine(ctx, p, s, report)
		var unknown *NotUnderstood
		if errors.As(err, &unknown) {
			return generate(ctx, p, s, report)
		}
		return draft, err
	}
	return plan
}
