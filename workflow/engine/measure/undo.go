package measure

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/tag"
)

// This file takes back: the last change before another one is made, a share that was a count, a group in favour of another,
// a column that is shown.

// UndoAnd takes the last change back, and does what follows to the query before: "undo that, by country".
func UndoAnd(ed *edit.Editor, u tag.Utterance, rest tag.Stretch) bool {
	if ed.Last == nil {
		return false
	}
	ed.Query, ed.Last = ed.Last.Clone(), nil
	ed.Understand("the last change is undone")
	return clause.Apply(ed, u, rest)
}

// PlainFigures shows the figures again that shares and running totals were made of.
func PlainFigures(ed *edit.Editor) bool {
	q := ed.Block()
	done := false
	for i, item := range q.Items {
		if plain := PlainFigure(item.Expr); !plain.IsZero() {
			done = q.ReplaceItem(i, statement.Item{Expr: plain, Alias: figureName(ed, plain)}) == nil || done
		}
	}
	return done
}

// figureName is the name that the figure had before it became a share; empty when that is not known.
func figureName(ed *edit.Editor, x statement.Expr) string {
	if ed.Last == nil {
		return ""
	}
	for _, item := range edit.Leftmost(ed.Last).Items {
		if item.Expr.Equal(x) {
			return item.Alias
		}
	}
	return ""
}

// PlainFigure is the aggregate that an expression with a window is made of; zero when it has no window.
func PlainFigure(x statement.Expr) statement.Expr {
	window, plain := false, statement.Expr{}
	x.Walk(func(e statement.Expr) bool {
		if e.IsWindow() {
			window = true
			if _, args, _, _, ok := e.AsCall(); ok && len(args) == 1 && plain.IsZero() {
				plain = args[0]
			}
			return false
		}
		_, _, _, _, call := e.AsCall()
		if call && e.Aggregate() && plain.IsZero() {
			plain = e
			return false
		}
		return true
	})
	if !window {
		return statement.Expr{}
	}
	return plain
}

// HideShown hides the one shown column that the words name as it is shown.
func HideShown(ed *edit.Editor, text string) bool {
	i, ok := clause.ShownAs(ed, text)
	if !ok || len(edit.Leftmost(ed.Query).Items) < 2 || strings.ContainsAny(text, ",;") || strings.Contains(text, " and ") {
		return false
	}
	words := edit.LemmasOf(clause.ContentWords(text))
	if !clause.NamedAs(ed, i, words) && !clause.CountedAs(ed, i, words) && !ed.Opaque(i) {
		return false
	}
	return ed.Try(func() bool { return clause.UngroupBy(ed, []int{i}) }) || ed.DropItem(i)
}

// ExchangeGroup groups by one thing instead of another that it is grouped by; further groups stay.
func ExchangeGroup(ed *edit.Editor, to, from string) bool {
	if len(ed.Block().GroupBy) > 0 && (len(ed.Block().GroupBy) == 1 || oneGroup(ed)) && (ed.Try(func() bool { return GroupMeant(ed, to, false) }) || ed.Try(func() bool { return GroupLoosely(ed, to, false) })) {
		return true
	}
	old, ok := ed.Targets(from)
	made, also := ed.Targets(to)
	q := ed.Block()
	if !ok || !also || len(old) != 1 || ed.Query.Set != nil || len(q.GroupBy) == 0 {
		return false
	}
	if len(q.GroupBy) == 1 || oneGroup(ed) {
		return clause.Group(ed, made, false)
	}
	q.SpellOut()
	at := groupKeyOf(ed, old[0])
	if at < 0 || !clause.Group(ed, made, true) {
		return false
	}
	key := q.GroupBy[at]
	q.GroupBy = slices.Delete(slices.Clone(q.GroupBy), at, at+1)
	q.OrderBy = slices.DeleteFunc(slices.Clone(q.OrderBy), func(k statement.Key) bool { return k.Expr.Equal(key) })
	q.Items = slices.DeleteFunc(slices.Clone(q.Items), func(item statement.Item) bool { return item.Expr.Equal(key) })
	return true
}

// oneGroup says that all keys of the groups are columns of one table: they tell one thing apart.
func oneGroup(ed *edit.Editor) bool {
	s := ed.Scope()
	first := s.Subject(s.Query.Meaning(s.Query.GroupBy[0]))
	if first == nil {
		return false
	}
	return !slices.ContainsFunc(s.Query.GroupBy, func(key statement.Expr) bool {
		c := s.Subject(s.Query.Meaning(key))
		return c == nil || c.Table != first.Table
	})
}

// groupKeyOf is the place of the group key that the target names; -1 for none.
func groupKeyOf(ed *edit.Editor, t edit.Target) int {
	s := ed.Scope()
	return slices.IndexFunc(s.Query.GroupBy, func(key statement.Expr) bool {
		c := s.Subject(key)
		return c != nil && slices.Contains(t.Columns, c)
	})
}

// ByNewest sorts by the one column that the last turn added: "sort by that".
func ByNewest(ed *edit.Editor, desc bool) bool {
	if ed.Last == nil || ed.Query.Set != nil {
		return false
	}
	found := -1
	if items := ed.Block().Items; len(items) > 1 && len(items) == len(edit.Leftmost(ed.Last).Items) && ed.Number(items[len(items)-1].Expr) {
		return clause.SortByItem(ed, len(items)-1, desc) // the column that was added last
	}
	for i, item := range ed.Block().Items {
		if slices.ContainsFunc(edit.Leftmost(ed.Last).Items, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			continue
		}
		if found >= 0 {
			return false
		}
		found = i
	}
	return found >= 0 && ed.Number(ed.Block().Items[found].Expr) && clause.SortByItem(ed, found, desc)
}

// Correct puts the targets where the last turn put others: its order, its groups, or the columns that it added.
func Correct(ed *edit.Editor, targets []edit.Target) bool {
	if ed.Last == nil {
		return false
	}
	last := edit.Leftmost(ed.Last)
	q := ed.Block()
	switch {
	case !SameKeys(ed.Last.OrderBy, ed.Query.OrderBy) && len(ed.Query.OrderBy) > 0:
		desc := ed.Query.OrderBy[0].Desc
		for i := range targets {
			targets[i].Desc, targets[i].Sorted = desc, true
		}
		return clause.Order(ed, targets, false)
	case !edit.SameExprs(last.GroupBy, q.GroupBy) && len(q.GroupBy) > 0:
		return clause.Group(ed, targets, false)
	}
	var added []int
	for i, item := range q.Items {
		if !slices.ContainsFunc(last.Items, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			added = append(added, i)
		}
	}
	if len(added) == 0 || len(added) == len(q.Items) {
		return false
	}
	for k := len(added) - 1; k >= 0; k-- {
		ed.DropItem(added[k])
	}
	return clause.Add(ed, targets)
}

// SameKeys says that two orders are one.
func SameKeys(a, b []statement.Key) bool {
	return slices.EqualFunc(a, b, func(x, y statement.Key) bool { return x.Desc == y.Desc && x.Expr.Equal(y.Expr) })
}
