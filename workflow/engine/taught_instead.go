package engine

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file puts what the project names in the place of what is in force: one kind of rows for another, "and dormant customers?" after "active
// customers per plan" asks for those, not for customers who are both; and one figure for another, "what about the net revenue?".

// swaps finds feedback that asks the same of other rows; the first group that matched says of which.
var swaps = regexp.MustCompile(`(?i)^(?:and |ok |now |so )*(?:what|how) about (?:the |only )*(.+?)[?.!]*$|^and (?:the )?(.+?)\?+$|^(?:the |show |only |just )*(.+?) (?:instead|rather)(?: (?:of|than) .+?)?[?.!]*$`)

// corrects finds feedback that takes back what was asked and names what was meant: "not that, the paid ones", "no, I meant the net one"; and
// turns what goes on to another thing: "now the net one".
var (
	corrects = regexp.MustCompile(`(?i)^(?:no|sorry|wait|oops)?[,;.: ]*(?:i|we) (?:actually |really )?(?:meant?|wanted?)(?: to see)? (?:the |only )*(.+?)(?: instead| rather| please)*[.!]*$|^(?:no[,;. ]+)?not (?:that|this|those|these|it)(?: ones?| figure)?[,;.: ]+(?:but |rather )?(?:the |only )*(.+?)(?: instead| rather| please)*[.!]*$`)
	turns    = regexp.MustCompile(`(?i)^(?:and |ok |so )*now (?:show |give |list |see )?(?:me |us )?(?:the |their )*(.+?)(?: instead| rather| please)*[.!]*$`)
)

// firstSaid is the first group of an expression that matched; empty where it does not match.
func firstSaid(said []string) string {
	for _, s := range said[min(1, len(said)):] {
		if s != "" {
			return s
		}
	}
	return ""
}

// byOther is what feedback makes of the query with another figure of the project in the place of the one in force: its groups and conditions
// stay. It is nil where it names none, or the query has no figure, or several.
func (f taughtRefiner) byOther(ctx context.Context, r workflow.Refine) *workflow.Draft {
	other := cmp.Or(firstSaid(swaps.FindStringSubmatch(r.Question)), firstSaid(corrects.FindStringSubmatch(r.Question)), firstSaid(turns.FindStringSubmatch(r.Question)))
	q, err := r.Current.Query()
	if other == "" || err != nil || q.Set != nil || len(edit.Measures(q)) != 1 || !f.figureAlone(other) || strings.HasPrefix(strings.ToLower(r.Question), "and ") {
		return nil
	}
	act := r
	act.Question = "show the " + other + " instead"
	draft, err := f.Refiner.Refine(ctx, act)
	if err != nil || draft.Statement == nil || len(draft.Ignored) > 0 {
		return nil
	}
	made, err := draft.Statement.Query()
	if err != nil || len(edit.Measures(made)) != 1 || len(made.GroupBy) != len(q.GroupBy) || len(made.Items) != len(q.Items) || len(made.Where) < len(q.Where) {
		return nil
	}
	return draft
}

// figureAlone says that a text is nothing but the name of a figure that the project defines, as questions are read.
func (f taughtRefiner) figureAlone(text string) bool {
	words := schema.Words(text)
	return len(words) == 1 && slices.ContainsFunc(f.Refiner.Index.Phrases([]string{schema.Lemma(words[0])}), func(m schema.Match) bool {
		return m.Exact() && m.Column != nil && m.Column.Metric != nil && !m.Column.Metric.Inferred
	})
}

// byKind is what feedback makes of the query without the kind of rows that is in force; nil where it names no other kind of them.
func (f taughtRefiner) byKind(ctx context.Context, r workflow.Refine) *workflow.Draft {
	other := cmp.Or(firstSaid(swaps.FindStringSubmatch(r.Question)), firstSaid(corrects.FindStringSubmatch(r.Question)))
	if other == "" {
		return nil
	}
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
