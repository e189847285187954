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
	first, not, ok := a.AsExists()
	second, neither, also := b.AsExists()
	if !ok || !also || not || neither || len(first.From) != 1 || len(second.From) != 1 || first.From[0].Table == "" || len(first.GroupBy)+len(second.GroupBy) > 0 {
		return statement.Expr{}
	}
	if first.From[0].Table != second.From[0].Table || edit.SourceName(first.From[0]) != edit.SourceName(second.From[0]) {
		return statement.Expr{}
	}
	tied := false
	joined := first.Clone()
	for _, p := range second.Where {
		if edit.Same(first.Where, p) {
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
