package engine

import (
	"slices"

	"parley/workflow/engine/english"
)

// This file keeps feedback from throwing the query away. "And the number of tracks too", "total per customer" or "not
// longer than 2 hours" change a part of what is there; a reading that leaves out most of the filters, groups and figures in
// force without a word that asks for it may be run only when nothing keeps them.

// keepGap is how far behind the best candidate one that keeps the query may lie.
const keepGap = 4.0

// ranked puts the candidates in order: by score, but for feedback that is no question of its own one that keeps the query
// before those that throw it away.
func (e *Refiner) ranked(ed *editor, u utterance, list []rival) []rival {
	e.rank(list)
	if u.any(english.PossessivePronoun) && len(list) > 1 && ed.losesFilters(&list[0]) {
		for i := range list { // what is asked of them is asked of all that they are
			if !ed.losesFilters(&list[i]) && !unchanged(ed.query, list[i].query) {
				return slices.Concat(list[i:i+1], list[:i], list[i+1:])
			}
		}
	}
	throws := ed.throwsAway
	if u.adds() {
		throws = ed.losesShown
	}
	if len(list) < 2 || !u.partial() || !throws(&list[0]) {
		return list
	}
	for i := range list {
		if list[0].score-list[i].score > keepGap {
			break
		}
		if !throws(&list[i]) && !unchanged(ed.query, list[i].query) {
			return slices.Concat(list[i:i+1], list[:i], list[i+1:])
		}
	}
	return list
}

// partial says that the input asks for no rows by itself: it opens with no question and no order for a list.
func (u utterance) partial() bool {
	s := u.trim(u.lastSentence())
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then") {
		s.from++
	}
	if s.empty() || s.to-s.from > longFeedback {
		return false
	}
	first := u.words[s.from]
	return !english.WhWords[first] && !english.OrderVerbs[first] && !english.AskWords[first] && first != "all"
}

// adds says that the input asks for something beside what is there.
func (u utterance) adds() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	return !s.empty() && u.partial() && (english.Additions[u.words[s.from]] || english.Additions[u.words[s.to-1]])
}

// sorts says that the input puts the rows in an order, and does nothing else.
func (u utterance) sorts() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	return !s.empty() && (u.words[s.from] == "sort" || u.words[s.from] == "order" || u.words[s.from] == "rank" || u.words[s.to-1] == "first")
}

// turns says that the input is a few words that take the place of what there was, or come back to it.
func (u utterance) turns() bool {
	const few = 4
	s := u.trim(stretch{0, len(u.tokens)})
	return !s.empty() && s.to-s.from <= few && (u.words[s.to-1] == "again" || u.words[s.to-1] == "instead" || u.words[s.to-1] == "only")
}

// throwsAway says that a candidate leaves out more than half of the filters, groups and figures of the present query;
// losesAny that it leaves out one.
func (ed *editor) throwsAway(c *rival) bool {
	all, lost := ed.leftOut(c)
	return lost*2 > all
}

// losesFilters says that a candidate leaves out what narrows the rows in force.
func (ed *editor) losesFilters(c *rival) bool {
	if c.mix == edited || c.mix == kept {
		return false
	}
	return ed.filtersLost(c) > 0
}

// filtersLost is how many of the conditions on the rows in force a candidate leaves out.
func (ed *editor) filtersLost(c *rival) int {
	from, to := sketchOf(ed.index, ed.query), sketchOf(ed.index, c.query)
	if to.nested {
		return 0
	}
	return len(slices.DeleteFunc(slices.Clone(from.where), func(sign string) bool { return slices.Contains(to.where, sign) }))
}

func (ed *editor) losesAny(c *rival) bool {
	_, lost := ed.leftOut(c)
	return lost > 0
}

// losesShown says that a candidate leaves out a filter, a group, a figure, or a column that is shown.
func (ed *editor) losesShown(c *rival) bool {
	if c.mix == edited || c.mix == kept {
		return false
	}
	from, to := sketchOf(ed.index, ed.query), sketchOf(ed.index, c.query)
	return ed.losesAny(c) || !slices.Contains(to.items, "*") && slices.ContainsFunc(from.items, func(sign string) bool { return !slices.Contains(to.items, sign) })
}

// leftOut counts the filters, groups and figures of the present query, and those that a candidate leaves out. What the
// rules do was asked for.
func (ed *editor) leftOut(c *rival) (all, lost int) {
	if c.mix == edited || c.mix == kept {
		return 0, 0
	}
	from, to := sketchOf(ed.index, ed.query), sketchOf(ed.index, c.query)
	count := func(list []string, stays func(i int) bool) {
		for i := range list {
			all++
			lost += boolInt(!stays(i))
		}
	}
	count(from.where, func(i int) bool {
		return to.nested || slices.Contains(to.where, from.where[i]) || len(shared(from.subjects, to.subjects)) > 0
	})
	count(from.groups, func(i int) bool { return slices.Contains(to.groups, from.groups[i]) })
	for _, i := range measures(ed.block()) {
		all++
		lost += boolInt(!slices.Contains(to.items, from.items[i]))
	}
	return all, lost
}
