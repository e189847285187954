package refine

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file asks of values that were counted or listed, each once: "list them" after how many countries the users are from, "which of
// them has the most users". Their rows are the groups of each value.

// valuesAsked are ways of asking for what was counted, and for nothing else.
var valuesAsked = tag.ParsePatterns(
	"[and|so|ok|now] which|what [ones|are|is|were|was] [are|is|were|they|those|these|them] [they|those|these|them] [please|exactly]",
	"[and|so|ok|now|can|could|please] [you] list|name|show|give|tell|see [me] [all] [of] them|those|these|all [all] [please]")

// valuesNamed name what was counted in the slot.
var valuesNamed = tag.ParsePatterns("[and|so|ok|now] which|what {} are|were they|those|these", "[and|so|ok|now] which|what {}", "[and|so|ok|now|can|could|please] [you] list|name|show|give [me] [all] [of] the|those|these|all {} [please]")

// ofValues is the answer to a question about values that the query in force counts or lists, each once; nil where it does neither, or the
// input asks of something else.
func (e *Refiner) ofValues(ctx context.Context, r workflow.Refine) *workflow.Draft {
	ed, err := e.Editor(r)
	if err != nil {
		return nil
	}
	c, x, counted := valuesInForce(ed)
	if c == nil {
		return nil
	}
	u := tag.Utter(r.Question)
	q := ed.Query.Clone()
	q.Distinct = false
	if counted && asksValues(u, c) {
		q.Distinct, q.Items, q.OrderBy = true, []statement.Item{{Expr: x}}, []statement.Key{{Expr: x}}
		s, err := q.Build(ed.Dialect)
		if err != nil {
			return nil
		}
		return &workflow.Draft{Statement: s, Coverage: 1, Source: "engine", Edit: true, Understood: []string{"the values of " + c.String() + " that were counted"}}
	}
	if !asksOfValues(ed, u) {
		return nil
	}
	q.ClearOrder()
	q.GroupBy = []statement.Expr{x}
	q.Items = []statement.Item{{Expr: x}, {Expr: statement.Call("count", statement.Star("")), Alias: "number_of_" + ed.Root().Name}}
	s, err := q.Build(ed.Dialect)
	if err != nil {
		return nil
	}
	if draft := e.readOn(ctx, r, s); draft != nil && draft.Edit {
		return draft
	}
	return nil
}

// whichOfThem points at some of what was counted.
var whichOfThem = tag.ParsePatterns("[and|so|ok|now|but|then] which|what|who of them|those|these {}")

// extremeOfThem points at the first or last of it, where the slot says so.
var extremeOfThem = tag.ParsePatterns("[and|so|ok|now|but|then] [which|what|who] [is|was|are|were] [the] {} of them|those|these", "[and|so|ok|now|but|then] which|what|who is|was|are|were the {} one|ones")

// ofCounted is the answer to a question for some of the rows that the query in force counts: "which of those is the cheapest" after how many
// cost more than 100. Nil where it counts none, or the input asks otherwise.
func (e *Refiner) ofCounted(ctx context.Context, r workflow.Refine) *workflow.Draft {
	ed, err := e.Editor(r)
	if err != nil || !countsRows(ed) {
		return nil
	}
	u := tag.Utter(r.Question)
	if !saysAny(u, whichOfThem) && !(saysAny(u, extremeOfThem) && pointer.SaysExtreme(ed, r.Question)) {
		return nil
	}
	if !measure.RowsBehind(ed, "", "") {
		return nil
	}
	s, err := ed.Query.Build(ed.Dialect)
	if err != nil {
		return nil
	}
	return e.readOn(ctx, r, s)
}

// countsRows says that the query in force is how many rows there are, and nothing else.
func countsRows(ed *edit.Editor) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.Items) != 1 || len(q.GroupBy) > 0 {
		return false
	}
	fn, args, star, _, ok := q.Items[0].Expr.AsCall()
	return ok && ed.RowTable() != nil && strings.EqualFold(fn, "count") && (star || len(args) == 1 && ed.Scope().Column(args[0]) == ed.RowTable().PrimaryKey())
}

// readOn reads the input as a refinement of another query than the one in force; nil where a word of it is left over.
func (e *Refiner) readOn(ctx context.Context, r workflow.Refine, current *statement.Statement) *workflow.Draft {
	r.Current, r.Before, r.Result, r.Steps = current, r.Current, nil, nil
	draft, err := e.read(ctx, r)
	if err != nil || len(draft.Ignored) > 0 {
		return nil
	}
	return draft
}

// valuesInForce is the column whose values the query in force counts or lists, each once; nil where it does neither. Keys are no values:
// who counts them counts rows.
func valuesInForce(ed *edit.Editor) (c *schema.Column, x statement.Expr, counted bool) {
	q := ed.Query
	if q.Set != nil || len(q.Items) != 1 || len(q.GroupBy) > 0 || len(q.Having) > 0 || !q.Limit.IsZero() || ed.Root() == nil {
		return nil, x, false
	}
	x = q.Items[0].Expr
	name, args, _, distinct, call := x.AsCall()
	switch {
	case call && strings.EqualFold(name, "count") && distinct && len(args) == 1:
		x, counted = args[0], true
	case call || !q.Distinct:
		return nil, x, false
	}
	if c = ed.Scope().Column(x); c == nil || c.Key() || c.Role == schema.Reference {
		return nil, x, false
	}
	return c, x, counted
}

// asksValues says that an input asks for the values of a column themselves.
func asksValues(u tag.Utterance, c *schema.Column) bool {
	if saysAny(u, valuesAsked) {
		return true
	}
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for _, p := range valuesNamed {
		if f, ok := p.Match(u.Words, s); ok && edit.GoesBy(c, edit.LemmasOf(clause.ContentWords(u.Text(f.Slots[0])))) {
			return true
		}
	}
	return false
}

// saysAny says that an input as a whole is said by one of the patterns.
func saysAny(u tag.Utterance, patterns []tag.Pattern) bool {
	s := u.Before(u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)}), "?")
	return slices.ContainsFunc(patterns, func(p tag.Pattern) bool {
		_, ok := p.Match(u.Words, s)
		return ok
	})
}

// asksOfValues says that an input chooses among values by what they have, or asks for a figure of each: "which of them has the most users",
// "how many in each".
func asksOfValues(ed *edit.Editor, u tag.Utterance) bool {
	if u.Has("each") {
		return true
	}
	return pointer.SaysExtreme(ed, u.Input) && (ofThose(u) || u.Has("one") && (u.Has("which") || u.Has("the")) || u.Any(english.ThoseWords))
}
