package measure

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
)

// This file decides whether two conditions on what belongs to the rows in force are of one and the same thing: "policies with open claims", only
// the large ones, are those with a claim that is both. Who says that they also have one means another, maybe.

// SameRow joins a new condition on rows that belong to those in force with the one on such rows that is in force, or tells that each may be of
// another row.
func SameRow(ed *edit.Editor, before []statement.Expr) {
	q := ed.Block()
	for _, p := range q.Where {
		if edit.Same(before, p) {
			continue
		}
		at := slices.IndexFunc(before, func(old statement.Expr) bool { return edit.Same(q.Where, old) && !ofOneRow(old, p).IsZero() })
		if at < 0 {
			continue
		}
		both := ofOneRow(before[at], p)
		inner, _, _ := both.AsExists()
		name := edit.SourceName(inner.From[0])
		if ed.Said.Any(english.HavingWords) || ed.Said.Any(english.AlsoWords) {
			ed.Assume(fmt.Sprintf("each condition may be met by another row of %s", name))
			return
		}
		made := q.Clone()
		if made.RemovePredicate(before[at]) != nil || made.RemovePredicate(p) != nil || made.AddPredicate(both) != nil {
			return
		}
		*q = *made
		ed.Assume(fmt.Sprintf("one and the same row of %s meets both conditions", name))
		return
	}
}

// ofOneRow is the condition that one row meets what two conditions ask of some row of the same table each; zero for others.
func ofOneRow(a, b statement.Expr) statement.Expr {
	first, ok := belonging(a)
	second, also := belonging(b)
	if !ok || !also || first.From[0].Table != second.From[0].Table || edit.SourceName(first.From[0]) != edit.SourceName(second.From[0]) {
		return statement.Expr{}
	}
	tied := false
	joined := first.Clone()
	for _, p := range second.Where {
		if slices.ContainsFunc(first.Where, func(o statement.Expr) bool { return sameEquation(o, p) }) {
			tied = true
		} else if joined.AddPredicate(p) != nil {
			return statement.Expr{}
		}
	}
	if !tied {
		return statement.Expr{}
	}
	return statement.Exists(joined)
}

// belonging is the query of rows of one table that a condition wants some of, tied to the rows in force; not ok for others. Those in force may
// be joined to them within it: id IN (SELECT clients.id FROM clients JOIN claims ON …).
func belonging(x statement.Expr) (*statement.Query, bool) {
	if q, not, ok := x.AsExists(); ok {
		return q, !not && len(q.From) == 1 && q.From[0].Table != "" && len(q.GroupBy) == 0
	}
	key, q, not, ok := x.AsInQuery()
	if !ok || not || len(q.From) != 2 || len(q.Items) != 1 || len(q.GroupBy) > 0 || len(q.Having) > 0 || !q.Limit.IsZero() || q.From[1].Table == "" {
		return nil, false
	}
	_, name, plain := key.AsColumn()
	table, inner, column := q.Items[0].Expr.AsColumn()
	if !plain || !column || name != inner || table != edit.SourceName(q.From[0]) {
		return nil, false
	}
	out := q.Clone()
	out.From = []statement.Source{{Schema: q.From[1].Schema, Table: q.From[1].Table, Alias: q.From[1].Alias}}
	out.Where = append(q.From[1].On.Terms(), q.Where...)
	out.Items = []statement.Item{{Expr: statement.Literal(int64(1))}}
	return out, true
}

// sameEquation says that two conditions are the same, or the same equation from its other side.
func sameEquation(a, b statement.Expr) bool {
	op, l, r, ok := a.AsBinary()
	return a.Equal(b) || ok && op == "=" && statement.Binary("=", r, l).Equal(b)
}
