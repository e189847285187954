package engine

import (
	"context"
	"regexp"
	"slices"

	"parley/workflow"
	"parley/workflow/schema"
)

// This file puts one kind of rows that the project names in the place of another: "and dormant customers?" after "active customers per plan"
// asks for those, not for customers who are both.

// swaps finds feedback that asks the same of other rows; the first group that matched says of which.
var swaps = regexp.MustCompile(`(?i)^(?:and |ok |now |so )*(?:what|how) about (?:the |only )*(.+?)[?.!]*$|^and (?:the )?(.+?)\?+$|^(?:the |show |only |just )*(.+?) (?:instead|rather)(?: (?:of|than) .+?)?[?.!]*$`)

// byKind is what feedback makes of the query without the kind of rows that is in force; nil where it names no other kind of them.
func (f taughtRefiner) byKind(ctx context.Context, r workflow.Refine) *workflow.Draft {
	said := swaps.FindStringSubmatch(r.Question)
	if said == nil {
		return nil
	}
	other := said[slices.IndexFunc(said[1:], func(s string) bool { return s != "" })+1]
	kind := f.project.KindSaid(other)
	if kind == nil {
		return nil
	}
	rest, ok := f.project.InPlaceOf(r.Current, kind)
	if !ok {
		return nil
	}
	act := r
	act.Current, act.Question = rest, "only "+other
	draft, err := f.Refiner.Refine(ctx, act)
	if err != nil || draft.Statement == nil || len(draft.Ignored) > 0 || !slices.Contains(f.project.Spoken(draft.Statement), kind) {
		return nil
	}
	return draft
}

// inForce are the tables that the query in force reads.
func (f taughtRefiner) inForce(r workflow.Refine) []*schema.Table {
	var out []*schema.Table
	for _, t := range r.Current.References().Tables {
		if known := f.Refiner.Index.Table(t.Name); known != nil {
			out = append(out, known)
		}
	}
	return out
}
