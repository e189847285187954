package workflow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/project"
)

// Default filters of a project are added to what was made of words, by the rules or by a model, and told; they are lifted in
// words. SQL that a person wrote stays as it is.

// lifted takes out of the input what lifts default filters. They leave the query in force before it is refined.
func (p *Plan) lifted(s *Source) *Plan {
	if s.Project == nil || p.make == nil {
		return p
	}
	rest, lifted := s.Project.Lift(p.Detection.Question)
	byDefault := slices.ContainsFunc(lifted, func(d *project.Definition) bool { return slices.Contains(s.Project.Defaults(), d) })
	if len(lifted) == 0 || rest == "" && !byDefault && (p.current == nil || p.generates) {
		return p
	}
	open := *p
	open.Detection.Question, open.lifts = rest, lifted
	if p.current == nil || p.generates {
		return &open
	}
	without, there := s.Project.Without(p.current, lifted)
	open.refined = without
	if rest == "" {
		open.make = func(ctx context.Context, plan *Plan, s *Source, say func(Progress)) (*Draft, error) {
			if !there && (byDefault || !uses(s.Project, p.current, lifted) && s.Project.Chooses(p.current, lifted)) { // they are left out for other reasons, if they are
				whole := *plan
				whole.Detection.Question = p.Detection.Question
				d, err := p.make(ctx, &whole, s, say)
				if err == nil && d.Statement != nil && len(d.Ignored) == 0 && !s.Project.Searches(d.Statement, lifted) {
					return d, nil
				}
				if !byDefault {
					return nil, cmp.Or(err, error(&NotUnderstood{Words: []string{p.Detection.Question}}))
				}
			}
			return lift(without, there, lifted), nil
		}
	}
	return &open
}

// uses says that a statement has one of some filters.
func uses(p *project.Project, s *statement.Statement, filters []*project.Definition) bool {
	return slices.ContainsFunc(p.Used(s), func(d *project.Definition) bool {
		return slices.ContainsFunc(filters, func(o *project.Definition) bool { return o.Kind == d.Kind && o.Name == d.Name && o.Table == d.Table })
	})
}

func lift(s *statement.Statement, there bool, lifted []*project.Definition) *Draft {
	d := &Draft{Statement: s, Coverage: 1, Source: "engine", Edit: true}
	if there {
		d.Understood = []string{fmt.Sprintf("%s: left to count again", namesOf(lifted))}
	} else {
		d.Notes = []string{fmt.Sprintf("%s: counted already", namesOf(lifted))}
	}
	return d
}

// namesOf are the names of definitions, each once: several tables may have one of the same name.
func namesOf(list []*project.Definition) string {
	var names []string
	for _, d := range list {
		if !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	return strings.Join(names, ", ")
}

// restrict adds the default filters to the draft, and says which definitions it uses.
func (o *Outcome) restrict(s *Source) {
	if s.Project == nil || o.Err != nil || o.Draft == nil || o.Draft.Statement == nil {
		return
	}
	d := *o.Draft
	if written[d.Source] {
		return
	}
	var before *statement.Statement
	if o.Plan.Detection.Intent == dialog.Refinement && !o.Plan.anew {
		before = o.Plan.current
	}
	o.asked = d.Statement
	d.Statement = s.Project.Restrict(d.Statement, before, d.Edit, o.Plan.lifts)
	if recounted, found := s.Project.Recount(d.Statement, o.Plan.lifts); found != nil {
		d.Statement = recounted
		d.Understood = append(slices.Clip(d.Understood), namesOf(found)+": counted as well")
	}
	d.Understood = append(d.Understood[:len(d.Understood):len(d.Understood)], usedOf(s.Project, d.Statement)...)
	o.Draft = &d
}

// written are the makers of statements that are a person's own.
var written = map[string]bool{"typed": true, "grid": true, "confirmed": true}

// usedOf are the definitions in a statement, in words.
func usedOf(p *project.Project, s *statement.Statement) []string {
	var out []string
	for _, d := range p.Used(s) {
		line := "used: " + d.String()
		if d.Checked() {
			line += " (verified)"
		}
		out = append(out, line)
	}
	for _, d := range p.Applied(s) {
		what := "only " + d.Name
		if d.Default == "exclude" {
			what = d.Name + " do not count"
		}
		out = append(out, fmt.Sprintf("by default: %s (%s); \"including %s\" lifts it", what, d.Text, d.Name))
	}
	return out
}
