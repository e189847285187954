package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/edit"
	"parley/workflow/project"
)

// This file leaves out the groups in which a figure of the project counts nothing: "overtime per nurse" is of the nurses who had some, as it
// would be if what the figure is narrowed by were a condition of the query. It stays one of the figure alone, so that another figure beside
// it counts all its rows.

// counting is a draft without the groups in which none of its figures counts a row. Of the query that was refined, before, it keeps that they
// are left out as long as a figure is narrowed so, and puts it to none that had groups without.
func counting(d *workflow.Draft, before *statement.Statement) *workflow.Draft {
	if d == nil || d.Statement == nil {
		return d
	}
	q, err := d.Statement.Query()
	if err != nil || q.Set != nil {
		return d
	}
	was, all := somethingCounted(before)
	has := q.Having
	if !was.IsZero() && (windowed(q) || !slices.ContainsFunc(figures(q), func(f statement.Expr) bool { return holdsAll(f, inCount(was)) })) {
		q.Having = slices.DeleteFunc(slices.Clone(q.Having), was.Equal)
	}
	if now := something(q); !all && len(q.Having) == 0 && !now.IsZero() {
		q.Having = []statement.Expr{now}
	}
	if slices.EqualFunc(q.Having, has, statement.Expr.Equal) {
		return d
	}
	s, err := q.Build(d.Statement.Dialect())
	if err != nil {
		return d
	}
	out := *d
	out.Statement = s
	return &out
}

// somethingCounted is by what the groups of a statement are left out in which nothing counts, the zero Expr where none are; all says that it has
// groups, and leaves none of them out so.
func somethingCounted(s *statement.Statement) (by statement.Expr, all bool) {
	if s == nil {
		return statement.Expr{}, false
	}
	q, err := s.Query()
	if err != nil {
		return statement.Expr{}, false
	}
	for _, h := range q.Having {
		if op, _, r, ok := h.AsBinary(); ok && op == ">" && r.Equal(statement.Literal(0)) && !inCount(h).IsZero() {
			return h, false
		}
	}
	return statement.Expr{}, len(q.GroupBy) > 0
}

// inCount is what narrows the rows that a condition counts; the zero Expr where it counts none.
func inCount(h statement.Expr) statement.Expr {
	_, l, _, ok := h.AsBinary()
	if !ok {
		return statement.Expr{}
	}
	if count, rows := l.Unfiltered(); count.Equal(statement.CountStar()) {
		return rows
	}
	return statement.Expr{}
}

// something is the condition that the figures of a query count a row of the group; the zero Expr where that is not to be asked.
func something(q *statement.Query) statement.Expr {
	rows := counted(q)
	if len(q.GroupBy) == 0 || len(rows) == 0 || mayLack(q, rows) || windowed(q) {
		return statement.Expr{}
	}
	return statement.Binary(">", statement.CountStar().Filter(statement.And(rows...)), statement.Literal(0))
}

// windowed says that a figure of a query is computed over its groups: one that runs goes on where nothing counts.
func windowed(q *statement.Query) bool {
	return slices.ContainsFunc(q.Items, func(i statement.Item) bool { return i.Expr.HasWindow() })
}

// mayLack says that the rows which the conditions speak of were asked for as far as there are any: groups without them belong to the answer.
func mayLack(q *statement.Query, rows []statement.Expr) bool {
	return slices.ContainsFunc(q.From, func(s statement.Source) bool {
		return s.Join == statement.JoinLeft && slices.ContainsFunc(rows, func(r statement.Expr) bool {
			return slices.ContainsFunc(r.Columns(), func(c statement.Expr) bool {
				qualifier, _, _ := c.AsColumn()
				return strings.EqualFold(qualifier, s.Name())
			})
		})
	})
}

// figures are the aggregates that a query shows.
func figures(q *statement.Query) []statement.Expr {
	var out []statement.Expr
	for _, i := range edit.Measures(q) {
		q.Items[i].Expr.Walk(func(part statement.Expr) bool {
			if !project.Aggregates(part) {
				return true
			}
			out = append(out, part)
			return false
		})
	}
	return out
}

// holdsAll says that an aggregate counts only rows that meet the condition.
func holdsAll(figure, rows statement.Expr) bool {
	_, filter := figure.Unfiltered()
	return !slices.ContainsFunc(rows.Terms(), func(r statement.Expr) bool { return !slices.ContainsFunc(filter.Terms(), r.Equal) })
}

// counted are the conditions that narrow every aggregate of a query's figures.
func counted(q *statement.Query) []statement.Expr {
	all := figures(q)
	if len(all) == 0 {
		return nil
	}
	_, rows := all[0].Unfiltered()
	return slices.DeleteFunc(rows.Terms(), func(r statement.Expr) bool {
		return slices.ContainsFunc(all, func(f statement.Expr) bool { return !holdsAll(f, r) })
	})
}
