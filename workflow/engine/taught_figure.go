package engine

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads feedback that sorts or bounds the groups in force by a figure of the project that is not on screen: it is shown
// first, as the evidence for what stays and in which order, and then what was said is done by it.

// byFigure is what feedback makes of the query with such a figure beside it; nil where it names none, or does nothing by it.
func (f taughtRefiner) byFigure(ctx context.Context, r workflow.Refine, said string) *workflow.Draft {
	q, err := r.Current.Query()
	if err != nil || q.Set != nil || len(q.GroupBy) == 0 {
		return nil
	}
	word, called := f.unseenFigure(r)
	if word == "" {
		return nil
	}
	show := r
	show.Question = "also show the " + word
	with, err := f.Refiner.Refine(ctx, show)
	if err != nil || with.Statement == nil {
		return nil
	}
	shown, err := with.Statement.Query()
	if err != nil || len(shown.Items) != len(q.Items)+1 || len(shown.GroupBy) != len(q.GroupBy) || len(shown.Where) != len(q.Where) {
		return nil
	}
	act := r
	act.Current, act.Question = with.Statement, f.project.Read(said, strings.ReplaceAll(called, " ", "_"))
	draft, err := f.Refiner.Refine(ctx, act)
	if err != nil || draft.Statement == nil || !ranksBy(draft.Statement, shown.Items[len(shown.Items)-1].Expr, with.Statement) {
		return nil
	}
	return draft
}

// unseenFigure is the one word of feedback that stands for a figure of the project which no column on screen shows, and what it is called;
// empty where there is none, or several.
func (f taughtRefiner) unseenFigure(r workflow.Refine) (word, called string) {
	ed, err := f.Refiner.Editor(r)
	if err != nil {
		return "", ""
	}
	for _, w := range tag.Utter(r.Question).Words {
		at := slices.IndexFunc(f.Refiner.Index.Phrases([]string{schema.Lemma(w)}), func(m schema.Match) bool {
			return m.Exact() && m.Column != nil && m.Column.Metric != nil && !m.Column.Metric.Inferred
		})
		if at < 0 {
			continue
		}
		if _, shown := ed.Alias(w); shown || word != "" {
			return "", ""
		}
		word, called = w, f.Refiner.Index.Phrases([]string{schema.Lemma(w)})[at].Column.Name
	}
	return word, called
}

// ranksBy says that a statement orders or bounds its groups by a figure, and the one before did not.
func ranksBy(s *statement.Statement, figure statement.Expr, before *statement.Statement) bool {
	uses := func(s *statement.Statement) int {
		q, err := s.Query()
		if err != nil {
			return 0
		}
		n := 0
		for _, k := range q.OrderBy {
			n += tag.BoolInt(q.Meaning(k.Expr).Equal(figure))
		}
		for _, p := range q.Having {
			p.Walk(func(part statement.Expr) bool {
				n += tag.BoolInt(part.Equal(figure))
				return true
			})
		}
		return n
	}
	return uses(s) > uses(before)
}
