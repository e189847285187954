package refine

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// This file keeps feedback from throwing the query away. "And the number of tracks too", "total per customer" or "not
// longer than 2 hours" change a part of what is there; a reading that leaves out most of the filters, groups and figures in
// force without a word that asks for it may be run only when nothing keeps them.

// keepGap is how far behind the best candidate one that keeps the query may lie.
const keepGap = 4.0

// ranked puts the candidates in order: by score, but for feedback that is no question of its own one that keeps the query
// before those that throw it away.
func (e *Refiner) ranked(ed *edit.Editor, u tag.Utterance, list []pointer.Rival) []pointer.Rival {
	e.rank(list)
	if u.Any(english.PossessivePronouns) && len(list) > 1 && losesFilters(ed, &list[0]) {
		for i := range list { // what is asked of them is asked of all that they are
			if !losesFilters(ed, &list[i]) && !pointer.Unchanged(ed.Query, list[i].Query) {
				return slices.Concat(list[i:i+1], list[:i], list[i+1:])
			}
		}
	}
	throws := func(c *pointer.Rival) bool { return throwsAway(ed, c) }
	if adds(u) {
		throws = func(c *pointer.Rival) bool { return losesShown(ed, c) }
	}
	if len(list) < 2 || !partial(u) || !throws(&list[0]) {
		return list
	}
	for i := range list {
		if list[0].Score-list[i].Score > keepGap {
			break
		}
		if !throws(&list[i]) && !pointer.Unchanged(ed.Query, list[i].Query) {
			return slices.Concat(list[i:i+1], list[:i], list[i+1:])
		}
	}
	return list
}

// partial says that the input asks for no rows by itself: it opens with no question and no order for a list.
func partial(u tag.Utterance) bool {
	s := u.Trim(clause.LastSentence(u))
	s = u.Behind(s, "and", "but", "then")
	if s.Empty() || s.To-s.From > clause.LongFeedback {
		return false
	}
	first := u.Words[s.From]
	return !english.WhWords[first] && !english.OrderVerbs[first] && !english.AskWords[first] && first != "all"
}

// adds says that the input asks for something beside what is there.
func adds(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return !s.Empty() && partial(u) && (english.Additions[u.Words[s.From]] || english.Additions[u.Words[s.To-1]])
}

// sorts says that the input puts the rows in an order, and does nothing else.
func sorts(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return !s.Empty() && (u.Words[s.From] == "sort" || u.Words[s.From] == "order" || u.Words[s.From] == "rank" || u.Words[s.To-1] == "first")
}

// turns says that the input is a few words that take the place of what there was, or come back to it.
func turns(u tag.Utterance) bool {
	const few = 4
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return !s.Empty() && s.To-s.From <= few && (u.Words[s.To-1] == "again" || u.Words[s.To-1] == "instead" || u.Words[s.To-1] == "only")
}

// throwsAway says that a candidate leaves out more than half of the filters, groups and figures of the present query;
// losesAny that it leaves out one.
func throwsAway(ed *edit.Editor, c *pointer.Rival) bool {
	all, lost := leftOut(ed, c)
	return lost*2 > all
}

// losesFilters says that a candidate leaves out what narrows the rows in force.
func losesFilters(ed *edit.Editor, c *pointer.Rival) bool {
	if c.Mix == clause.Edited || c.Mix == clause.Kept {
		return false
	}
	return filtersLost(ed, c) > 0
}

// filtersLost is how many of the conditions on the rows in force a candidate leaves out.
func filtersLost(ed *edit.Editor, c *pointer.Rival) int {
	from, to := edit.SketchOf(ed.Index, ed.Query), edit.SketchOf(ed.Index, c.Query)
	if to.Nested {
		return 0
	}
	return len(slices.DeleteFunc(slices.Clone(from.Where), func(sign string) bool { return slices.Contains(to.Where, sign) }))
}

// ofThoseInForce is a reading that keeps the most of the filters in force where the best one leaves them out, shows whole rows of the same
// table and nobody named it: "can I get a window seat?" is asked of the seats on screen, "what is the price of the aisle seats" by itself.
func ofThoseInForce(ed *edit.Editor, u tag.Utterance, list []pointer.Rival, best int) int {
	b := &list[best]
	root := ed.Root()
	if b.Mix != clause.Fresh || root == nil || clause.NamesTable(ed, u) || !losesFilters(ed, b) || len(edit.Leftmost(b.Query).Where) == 0 || b.Query.Set != nil || b.Query.Grouped() || ed.Block().Grouped() {
		return best
	}
	if !slices.ContainsFunc(b.Query.Items, func(it statement.Item) bool { _, all := it.Expr.AsStar(); return all }) {
		return best
	}
	if tables := (edit.View{Index: ed.Index, Query: b.Query}).Tables(); len(tables) != 1 || tables[0] != root || !b.Query.Limit.IsZero() {
		return best
	}
	least, found := filtersLost(ed, b), best
	for i := range list {
		c := &list[i]
		keeps := c.Mix == clause.Filtered || c.Mix == clause.Narrowed || c.Mix == clause.Asked
		if lost := filtersLost(ed, c); keeps && c.Fresh == b.Fresh && lost < least && !doubted(ed, u, c) {
			least, found = lost, i
		}
	}
	return found
}

// figuresOfThese are the candidates without those that take a figure, of which an input is the bare name, over all rows, where another takes it
// over the rows in force: "revenue" behind the orders of a year is theirs.
func figuresOfThese(ed *edit.Editor, u tag.Utterance, list []pointer.Rival) []pointer.Rival {
	if !fragment(u) || len(u.Words) > bareName || clause.NamesTable(ed, u) || ed.Query.Set != nil || ed.Block().Grouped() {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(c pointer.Rival) bool {
		return c.Mix == clause.Fresh && oneFigure(c.Query) && losesFilters(ed, &c) && slices.ContainsFunc(list, func(o pointer.Rival) bool {
			return o.Mix != clause.Edited && o.Fresh == c.Fresh && oneFigure(o.Query) && filtersLost(ed, &o) == 0
		})
	})
}

// bareName is how many words the name of a figure has at most.
const bareName = 4

// oneFigure says that a query shows one figure, over all of its rows.
func oneFigure(q *statement.Query) bool {
	return q.Set == nil && len(q.Items) == 1 && q.Items[0].Expr.Aggregate() && len(q.GroupBy) == 0
}

func losesAny(ed *edit.Editor, c *pointer.Rival) bool {
	_, lost := leftOut(ed, c)
	return lost > 0
}

// losesShown says that a candidate leaves out a filter, a group, a figure, or a column that is shown.
func losesShown(ed *edit.Editor, c *pointer.Rival) bool {
	if c.Mix == clause.Edited || c.Mix == clause.Kept {
		return false
	}
	from, to := edit.SketchOf(ed.Index, ed.Query), edit.SketchOf(ed.Index, c.Query)
	return losesAny(ed, c) || !slices.Contains(to.Items, "*") && slices.ContainsFunc(from.Items, func(sign string) bool { return !slices.Contains(to.Items, sign) })
}

// leftOut counts the filters, groups and figures of the present query, and those that a candidate leaves out. What the
// rules do was asked for.
func leftOut(ed *edit.Editor, c *pointer.Rival) (all, lost int) {
	if c.Mix == clause.Edited || c.Mix == clause.Kept {
		return 0, 0
	}
	from, to := edit.SketchOf(ed.Index, ed.Query), edit.SketchOf(ed.Index, c.Query)
	count := func(list []string, stays func(i int) bool) {
		for i := range list {
			all++
			lost += tag.BoolInt(!stays(i))
		}
	}
	count(from.Where, func(i int) bool {
		return to.Nested || slices.Contains(to.Where, from.Where[i]) || len(edit.Shared(from.Subjects, to.Subjects)) > 0
	})
	count(from.Groups, func(i int) bool { return slices.Contains(to.Groups, from.Groups[i]) })
	for _, i := range edit.Measures(ed.Block()) {
		all++
		lost += tag.BoolInt(!slices.Contains(to.Items, from.Items[i]))
	}
	return all, lost
}
