package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
)

// This file takes back: the last change before another one is made, a share that was a count, a group in favour of another,
// a column that is shown.

// undoAnd takes the last change back, and does what follows to the query before: "undo that, by country".
func (ed *editor) undoAnd(u utterance, rest stretch) bool {
	if ed.last == nil {
		return false
	}
	ed.query, ed.last = ed.last.Clone(), nil
	ed.understand("the last change is undone")
	return ed.apply(u, rest)
}

// plainFigures shows the figures again that shares and running totals were made of.
func (ed *editor) plainFigures() bool {
	q := ed.block()
	done := false
	for i, item := range q.Items {
		if plain := plainFigure(item.Expr); !plain.IsZero() {
			done = q.ReplaceItem(i, statement.Item{Expr: plain, Alias: ed.figureName(plain)}) == nil || done
		}
	}
	return done
}

// figureName is the name that the figure had before it became a share; empty when that is not known.
func (ed *editor) figureName(x statement.Expr) string {
	if ed.last == nil {
		return ""
	}
	for _, item := range leftmost(ed.last).Items {
		if item.Expr.Equal(x) {
			return item.Alias
		}
	}
	return ""
}

// plainFigure is the aggregate that an expression with a window is made of; zero when it has no window.
func plainFigure(x statement.Expr) statement.Expr {
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

// hideShown hides the one shown column that the words name as it is shown.
func (ed *editor) hideShown(text string) bool {
	i, ok := ed.shownAs(text)
	if !ok || len(leftmost(ed.query).Items) < 2 || strings.ContainsAny(text, ",;") || strings.Contains(text, " and ") {
		return false
	}
	words := lemmasOf(contentWords(text))
	if !ed.namedAs(i, words) && !ed.countedAs(i, words) && !ed.opaque(i) {
		return false
	}
	return ed.try(func() bool { return ed.ungroupBy([]int{i}) }) || ed.dropItem(i)
}

// exchangeGroup groups by one thing instead of another that it is grouped by; further groups stay.
func (ed *editor) exchangeGroup(to, from string) bool {
	if len(ed.block().GroupBy) > 0 && (len(ed.block().GroupBy) == 1 || ed.oneGroup()) && (ed.try(func() bool { return ed.groupMeant(to, false) }) || ed.try(func() bool { return ed.groupLoosely(to, false) })) {
		return true
	}
	old, ok := ed.targets(from)
	made, also := ed.targets(to)
	q := ed.block()
	if !ok || !also || len(old) != 1 || ed.query.Set != nil || len(q.GroupBy) == 0 {
		return false
	}
	if len(q.GroupBy) == 1 || ed.oneGroup() {
		return ed.group(made, false)
	}
	q.SpellOut()
	at := ed.groupKeyOf(old[0])
	if at < 0 || !ed.group(made, true) {
		return false
	}
	key := q.GroupBy[at]
	q.GroupBy = slices.Delete(slices.Clone(q.GroupBy), at, at+1)
	q.OrderBy = slices.DeleteFunc(slices.Clone(q.OrderBy), func(k statement.Key) bool { return k.Expr.Equal(key) })
	q.Items = slices.DeleteFunc(slices.Clone(q.Items), func(item statement.Item) bool { return item.Expr.Equal(key) })
	return true
}

// oneGroup says that all keys of the groups are columns of one table: they tell one thing apart.
func (ed *editor) oneGroup() bool {
	s := ed.scope()
	first := s.subject(s.query.Meaning(s.query.GroupBy[0]))
	if first == nil {
		return false
	}
	return !slices.ContainsFunc(s.query.GroupBy, func(key statement.Expr) bool {
		c := s.subject(s.query.Meaning(key))
		return c == nil || c.Table != first.Table
	})
}

// groupKeyOf is the place of the group key that the target names; -1 for none.
func (ed *editor) groupKeyOf(t target) int {
	s := ed.scope()
	return slices.IndexFunc(s.query.GroupBy, func(key statement.Expr) bool {
		c := s.subject(key)
		return c != nil && slices.Contains(t.columns, c)
	})
}

// byNewest sorts by the one column that the last turn added: "sort by that".
func (ed *editor) byNewest(desc bool) bool {
	if ed.last == nil || ed.query.Set != nil {
		return false
	}
	found := -1
	if items := ed.block().Items; len(items) > 1 && len(items) == len(leftmost(ed.last).Items) && ed.number(items[len(items)-1].Expr) {
		return ed.sortByItem(len(items)-1, desc) // the column that was added last
	}
	for i, item := range ed.block().Items {
		if slices.ContainsFunc(leftmost(ed.last).Items, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			continue
		}
		if found >= 0 {
			return false
		}
		found = i
	}
	return found >= 0 && ed.number(ed.block().Items[found].Expr) && ed.sortByItem(found, desc)
}
