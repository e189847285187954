package refine

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file takes out of a candidate what held and is denied by what is asked now: "now the users without orders" of those with some,
// "below the average" of those above. Both would leave no row.

// dropDenied takes out of a query made of the one in force what its new conditions deny.
func dropDenied(ed *edit.Editor, q *statement.Query) {
	if ed.Query.Set != nil {
		return
	}
	held := func(p statement.Expr) bool { return slices.ContainsFunc(ed.Block().Where, p.Equal) }
	s := edit.View{Index: ed.Index, Query: q}
	for _, asked := range slices.Clone(q.Where) {
		if held(asked) {
			continue
		}
		q.Where = slices.DeleteFunc(slices.Clone(q.Where), func(p statement.Expr) bool { return held(p) && denies(s, asked, p) })
		if rows := relatedBy(s, asked); rows.table != nil && rows.none {
			dropJoined(ed, q, rows.table)
		}
	}
}

// denies says that no row meets both conditions.
func denies(s edit.View, asked, held statement.Expr) bool {
	a, b := relatedBy(s, asked), relatedBy(s, held)
	if a.table != nil && b.table != nil {
		return a.table == b.table && a.none != b.none
	}
	op, left, right, ok := asked.AsBinary()
	was, l, r, ok2 := held.AsBinary()
	return ok && ok2 && edit.Direction(op)*edit.Direction(was) < 0 && left.Equal(l) && right.Equal(r)
}

// related is a condition that rows of a table refer to the row, or none, whatever they are like.
type related struct {
	table *schema.Table
	none  bool
}

// relatedBy reads EXISTS and IN with a query over one table that asks no more than to refer to the row. Without a table where it is none.
func relatedBy(s edit.View, p statement.Expr) related {
	inner, none, ok := p.AsExists()
	links := 1
	if !ok {
		_, inner, none, ok = p.AsInQuery()
		links = 0
	}
	if denied, not := p.AsNot(); not {
		r := relatedBy(s, denied)
		r.none = !r.none
		return r
	}
	if !ok || inner.Set != nil || len(inner.From) != 1 || len(inner.Having) > 0 || !inner.Limit.IsZero() {
		return related{}
	}
	asked := slices.DeleteFunc(slices.Clone(inner.Where), func(w statement.Expr) bool {
		_, negated, null := w.AsNull()
		return null && negated
	})
	if len(asked) != links {
		return related{}
	}
	return related{edit.View{Index: s.Index, Query: inner}.Table(inner.From[0]), none}
}

// dropJoined takes a table out that is joined and read by nothing else.
func dropJoined(ed *edit.Editor, q *statement.Query, t *schema.Table) {
	other := *ed
	other.Query = q
	used := clause.Used(&other)
	for i := len(q.From) - 1; i > 0; i-- {
		if src := q.From[i]; ed.Scope().Table(src) == t && !used[edit.SourceName(src)] && !used[""] {
			q.From = slices.Delete(slices.Clone(q.From), i, i+1)
		}
	}
}
