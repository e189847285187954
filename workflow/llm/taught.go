package llm

import (
	"fmt"
	"strings"

	"parley/workflow/llm/fence"
	"parley/workflow/project"
)

// defaults are the conditions that rows meet, or do not, unless the input asks for others.
func (a *Assistant) defaults() []string {
	var out []string
	for _, d := range a.source.Project.Of(project.Value) {
		if d.Default != "" {
			out = append(out, d.Text)
		}
	}
	return out
}

// definitionLimit bounds what a request says of a project's definitions.
const definitionLimit = 6000

// definitions lists what words mean in the database: metrics, filters and other names. They come from files, so they are
// data; one that names a denied column is left out.
func (a *Assistant) definitions() string {
	p := a.source.Project
	var b strings.Builder
	for _, d := range p.Of(project.MetricKind, project.Value, project.Word) {
		line := fmt.Sprintf("%s %s = %s", d.Kind, strings.Join(d.Words, ", "), d.Text)
		if d.Filter != "" {
			line += " where " + d.Filter
		}
		switch d.Default {
		case "exclude":
			line += " (such rows do not count unless the input asks for them)"
		case "only":
			line += " (only such rows count unless the input asks for others)"
		}
		if moment := d.Moment(); moment != nil {
			line += " (a period said of it is that of " + moment.String() + ")"
		}
		if d.Description != "" {
			line += " -- " + fence.Clean(d.Description, fence.Comment)
		}
		if !a.denied.speaksOf(line) && b.Len()+len(line) < definitionLimit {
			b.WriteString(bounded(line, 600) + "\n")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\nWhat the analyst's words mean; use these definitions:\n" + a.fence.Around("definitions", strings.TrimSuffix(b.String(), "\n"))
}
