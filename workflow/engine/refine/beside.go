package refine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/rule"
	"parley/workflow/schema"
)

// This file refines figures of several tables that stand beside each other, each computed in a derived table: a condition or a
// group is one of each of them, or of none. What orders or cuts the rows is the business of the query around.

// besides refines each of the derived tables as a query of its own; nil where the query is not so made, or one of them cannot
// take what was said as a condition or a group.
func (e *Refiner) besides(ctx context.Context, r workflow.Refine, ed *edit.Editor) *workflow.Draft {
	if !rule.IsBeside(ed.Query) {
		return nil
	}
	out := ed.Query.Clone()
	var made []*workflow.Draft
	for i := range out.From {
		d, q := e.sideRefined(ctx, r, ed, out.From[i].Query)
		if d == nil {
			return nil
		}
		made, out.From[i].Query = append(made, d), q
	}
	if !rejoined(out, ed.Query) {
		return nil
	}
	s, err := out.Build(ed.Dialect)
	if err != nil || s.SQL() == r.Current.SQL() {
		return nil
	}
	draft := *made[0]
	draft.Statement, draft.Others, draft.Rival = s, nil, ""
	for _, d := range made[1:] {
		for _, text := range d.Understood {
			if !slices.Contains(draft.Understood, text) {
				draft.Understood = append(draft.Understood, text)
			}
		}
	}
	return &draft
}

// sideRefined is one side with what was said; nil where that is no condition and no group of its rows. A time is that of what
// happened: things stay all of them.
func (e *Refiner) sideRefined(ctx context.Context, r workflow.Refine, ed *edit.Editor, side *statement.Query) (*workflow.Draft, *statement.Query) {
	s, err := side.Build(ed.Dialect)
	if err != nil {
		return nil, nil
	}
	r.Current, r.Before, r.Steps, r.Result = s, nil, nil, nil
	d, err := e.read(ctx, r)
	if err != nil || !d.Edit || len(d.Ignored) > 0 {
		return nil, nil
	}
	q, err := d.Statement.Query()
	if err != nil || !conditionsOrGroups(side, q) {
		return nil, nil
	}
	if e.ofThings(ed, side, q) {
		return d, side
	}
	return d, q
}

// conditionsOrGroups says that a query differs from another in conditions on rows and in groups alone: the figures are there, and
// only groups bring an order.
func conditionsOrGroups(before, after *statement.Query) bool {
	regrouped := !slices.EqualFunc(before.GroupBy, after.GroupBy, statement.Expr.Equal)
	if after.Set != nil || len(after.Having) > 0 || !after.Limit.IsZero() || len(after.OrderBy) > 0 && !regrouped || slices.ContainsFunc(after.From, func(s statement.Source) bool { return s.Query != nil }) {
		return false
	}
	figures := func(q *statement.Query) []statement.Item {
		return slices.DeleteFunc(slices.Clone(q.Items), func(it statement.Item) bool { return !rule.IsFigure(it) })
	}
	was, is := figures(before), figures(after)
	return len(was) == len(is) && (regrouped || len(before.Items) == len(after.Items))
}

// ofThings says that only a time was asked of the rows of a table of things that stands beside what happened.
func (e *Refiner) ofThings(ed *edit.Editor, side, after *statement.Query) bool {
	of := e.Index.Table(side.From[0].Table)
	happened := slices.ContainsFunc(ed.Query.From, func(s statement.Source) bool {
		t := e.Index.Table(s.Query.From[0].Table)
		return t != nil && t.Class == schema.Fact
	})
	if of == nil || of.Class != schema.Thing || !of.Named() || !happened || len(after.Where) <= len(side.Where) {
		return false
	}
	return !slices.ContainsFunc(after.Where[len(side.Where):], func(x statement.Expr) bool {
		return slices.ContainsFunc(x.Columns(), func(c statement.Expr) bool {
			_, name, _ := c.AsColumn()
			column := of.Column(name)
			return column == nil || column.Role != schema.Moment
		})
	})
}

// rejoined puts sides together again whose groups changed: by the keys that all of them have now, in the order that these bring;
// false where they differ.
func rejoined(q, before *statement.Query) bool {
	first := keysOfSide(q.From[0].Query)
	same := slices.EqualFunc(q.From[0].Query.GroupBy, before.From[0].Query.GroupBy, statement.Expr.Equal)
	order := q.From[0].Query.OrderBy
	var names []string
	for i, src := range q.From {
		keys := keysOfSide(src.Query)
		if !slices.EqualFunc(keys, first, func(a, b statement.Item) bool { return edit.ItemName(a) == edit.ItemName(b) }) {
			return false
		}
		if same {
			continue
		}
		src.Query.OrderBy = nil
		called := namedKeys(src.Query, keys)
		q.From[i] = meaning.Beside(called, src.Alias, names, len(keys))
		names = append(names, src.Alias)
	}
	if same {
		return true
	}
	var items []statement.Item
	for i, key := range first {
		if !strings.HasPrefix(key.Alias, hiddenKey) {
			items = append(items, statement.Item{Expr: meaning.KeyOf(names, i), Alias: edit.ItemName(key)})
		}
	}
	for _, it := range before.Items {
		if rule.OfFigures(it.Expr) {
			items = append(items, it)
		}
	}
	q.Items = items
	q.OrderBy = slices.DeleteFunc(slices.Clone(before.OrderBy), func(k statement.Key) bool { return !rule.OfFigures(k.Expr) })
	if len(order) > 0 {
		if at := slices.IndexFunc(first, func(k statement.Item) bool { return k.Expr.Equal(order[0].Expr) }); at >= 0 {
			q.OrderBy = []statement.Key{{Expr: meaning.KeyOf(names, at), Desc: order[0].Desc}}
		} else if len(q.OrderBy) == 0 {
			q.OrderBy = []statement.Key{{Expr: items[len(items)-1].Expr, Desc: order[0].Desc, NullsLast: order[0].NullsLast}}
		}
	}
	return true
}

// keysOfSide are what a side shows that is no figure, then the keys of its groups that it does not show.
func keysOfSide(q *statement.Query) []statement.Item {
	var out []statement.Item
	for _, it := range q.Items {
		if !rule.IsFigure(it) {
			out = append(out, it)
		}
	}
	for _, g := range q.GroupBy {
		if !slices.ContainsFunc(out, func(it statement.Item) bool { return it.Expr.Equal(g) }) {
			out = append(out, statement.Item{Expr: g, Alias: hiddenKey + fmt.Sprint(len(out))})
		}
	}
	return out
}

// hiddenKey begins the name of a key that is not shown.
const hiddenKey = "hidden_"

// namedKeys is a side whose keys are called as they are joined by.
func namedKeys(q *statement.Query, keys []statement.Item) *statement.Query {
	out := q.Clone()
	out.Items = nil
	for i, k := range keys {
		out.Items = append(out.Items, statement.Item{Expr: k.Expr, Alias: meaning.KeyName(i)})
	}
	for _, it := range q.Items {
		if rule.IsFigure(it) {
			out.Items = append(out.Items, it)
		}
	}
	return out
}
