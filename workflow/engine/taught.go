package engine

import (
	"context"
	"errors"
	"slices"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// Names of several words that a project defines are read as one word each, which means nothing else; what is said about the
// question has them as they were.

// taughtGenerator reads questions in the words of a project.
type taughtGenerator struct {
	workflow.Generator
	project *project.Project
	dialect statement.Dialect
	names   statement.Names
}

// Generate implements workflow.Generator.
func (g taughtGenerator) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	if d := g.verified(r.Question); d != nil {
		return d, nil
	}
	r = inWords(r, g.project)
	draft, err := g.Generator.Generate(ctx, r)
	return asSaid(draft, g.project), errorAsSaid(err, g.project)
}

// verified is the draft for a question whose SQL a person verified; nil for all others.
func (g taughtGenerator) verified(question string) *workflow.Draft {
	for _, q := range g.project.Questions {
		if schema.Normal(q.Text) != schema.Normal(question) {
			continue
		}
		if s, err := statement.Parse(q.SQL, g.dialect, g.names); err == nil {
			return &workflow.Draft{Statement: s, Explanation: "As it was verified for this question.", Understood: []string{"verified in " + q.File}, Coverage: 1, Source: "confirmed"}
		}
	}
	return nil
}

// taughtRefiner reads feedback likewise.
type taughtRefiner struct {
	workflow.Refiner
	project *project.Project
}

// Refine implements workflow.Refiner.
func (f taughtRefiner) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	r.Request = inWords(r.Request, f.project)
	r.Original, r.Standalone = f.project.Read(r.Original), f.project.Read(r.Standalone)
	r.Earlier = slices.Clone(r.Earlier)
	for i := range r.Earlier {
		r.Earlier[i] = f.project.Read(r.Earlier[i])
	}
	draft, err := f.Refiner.Refine(ctx, r)
	return asSaid(draft, f.project), errorAsSaid(err, f.project)
}

func inWords(r workflow.Request, p *project.Project) workflow.Request {
	r.Question = p.Read(r.Question)
	if p.Zone != nil {
		r.Now = r.Now.In(p.Zone)
	}
	return r
}

// asSaid is a draft with names as they were said.
func asSaid(d *workflow.Draft, p *project.Project) *workflow.Draft {
	if d == nil {
		return nil
	}
	out := *d
	out.Explanation, out.Question = p.Unread(d.Explanation), p.Unread(d.Question)
	out.Understood, out.Ignored, out.Notes = unread(d.Understood, p), unread(d.Ignored, p), unread(d.Notes, p)
	out.Others = slices.Clone(d.Others)
	for i := range out.Others {
		out.Others[i] = asSaid(out.Others[i], p)
	}
	return &out
}

func unread(list []string, p *project.Project) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = p.Unread(out[i])
	}
	return out
}

func errorAsSaid(err error, p *project.Project) error {
	var unknown *workflow.NotUnderstood
	var several *workflow.Ambiguous
	switch {
	case errors.As(err, &unknown):
		out := *unknown
		out.Words, out.Suggestions, out.Partial = unread(unknown.Words, p), unread(unknown.Suggestions, p), asSaid(unknown.Partial, p)
		return &out
	case errors.As(err, &several):
		out := *several
		out.Question, out.Readings = p.Unread(several.Question), slices.Clone(several.Readings)
		for i := range out.Readings {
			out.Readings[i] = asSaid(out.Readings[i], p)
		}
		return &out
	}
	return err
}
