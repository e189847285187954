package engine

import (
	"errors"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/project"
)

// This file is the way out: what leaves the engine has names as they were said, and no word that stands for one.

// asSaid is what was made of a question, or why nothing was, with names as they were said. A statement in which a word that stands for a
// name was taken for a text is none: no row holds that word.
func asSaid(d *workflow.Draft, err error, p *project.Project) (*workflow.Draft, error) {
	if err != nil {
		return draftAsSaid(d, p), errorAsSaid(err, p)
	}
	said := draftAsSaid(d, p)
	if said != nil && said.Statement != nil && p.Glued(said.Statement.SQL()) {
		return nil, &workflow.NotUnderstood{Words: p.Gluing(said.Statement.SQL())}
	}
	return said, nil
}

func draftAsSaid(d *workflow.Draft, p *project.Project) *workflow.Draft {
	if d == nil {
		return nil
	}
	out := *d
	out.Statement = headedAsSaid(d.Statement, p)
	for _, text := range []*string{&out.Explanation, &out.Question, &out.Rival, &out.Word, &out.Label, &out.Differs, &out.Meaning.Text} {
		*text = p.Unread(*text)
	}
	out.Understood, out.Ignored, out.Notes = unread(d.Understood, p), unread(d.Ignored, p), unread(d.Notes, p)
	out.Supposed = slices.Clone(d.Supposed)
	for i := range out.Supposed {
		out.Supposed[i].Word, out.Supposed[i].Name = p.Unread(out.Supposed[i].Word), p.Unread(out.Supposed[i].Name)
	}
	out.Others = readingsAsSaid(d.Others, p)
	return &out
}

// readingsAsSaid are readings likewise, without those that are none.
func readingsAsSaid(list []*workflow.Draft, p *project.Project) []*workflow.Draft {
	var out []*workflow.Draft
	for _, d := range list {
		if said, err := asSaid(d, nil, p); err == nil {
			out = append(out, said)
		}
	}
	return out
}

// headedAsSaid is a statement whose columns are called by names as they were said.
func headedAsSaid(s *statement.Statement, p *project.Project) *statement.Statement {
	if s == nil || !p.Glued(s.SQL()) {
		return s
	}
	q, err := s.Query()
	if err != nil {
		return s
	}
	for i, it := range q.Items {
		q.Items[i].Alias = strings.ReplaceAll(p.Unread(it.Alias), " ", "_")
	}
	if said, err := q.Build(s.Dialect()); err == nil {
		return said
	}
	return s
}

func unread(list []string, p *project.Project) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = p.Unread(out[i])
	}
	return out
}

// saidError is an error that is told with names as they were said.
type saidError struct {
	error
	text string
}

func (e saidError) Error() string { return e.text }

func (e saidError) Unwrap() error { return e.error }

func errorAsSaid(err error, p *project.Project) error {
	var unknown *workflow.NotUnderstood
	var several *workflow.Ambiguous
	switch {
	case errors.As(err, &unknown):
		out := *unknown
		out.Words, out.Suggestions, out.Notes = unread(unknown.Words, p), unread(unknown.Suggestions, p), unread(unknown.Notes, p)
		out.Refusal, out.Absent = p.Unread(unknown.Refusal), p.Unread(unknown.Absent)
		if partial, err := asSaid(unknown.Partial, nil, p); err == nil {
			out.Partial = partial
		} else {
			out.Partial = nil
		}
		return &out
	case errors.As(err, &several):
		out := *several
		out.Question, out.Notes, out.Readings = p.Unread(several.Question), unread(several.Notes, p), readingsAsSaid(several.Readings, p)
		if len(out.Readings) == 0 && len(several.Readings) > 0 {
			return &workflow.NotUnderstood{Words: p.Gluing(several.Readings[0].Statement.SQL())}
		}
		return &out
	case err != nil && p.Glued(err.Error()):
		return saidError{err, p.Unread(err.Error())}
	}
	return err
}
