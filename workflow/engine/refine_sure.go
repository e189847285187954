package engine

import (
	"parley/workflow/engine/english"
	"slices"
)

// This file decides when the rules of refinement need no rival. Feedback is sure when it is an order or a fragment
// ("exclude cancelled", "by month", "only paid"); a question that happens to fit a rule ("which tracks are longer?") may
// as well ask for something new, and then the ranker chooses.

// weakRules fit many a question of its own.
var weakRules = english.Set("overall", "only", "present", "missing", "of those", "add", "and", "include", "group", "superlative top", "correct what", "release")

// questionRules are meant even when they are said as questions.
var questionRules = english.Set("what about", "count", "percentage", "superlative of those", "running total", "reverse", "sum", "count each", "count by", "superior", "when", "live", "doers", "count related", "contrast", "ungroup", "shift", "share of those", "share of one", "many of those", "much of those", "added of those", "priced", "rows that belong", "rows behind", "how many groups", "count different", "group total", "first per", "top per", "of the one named", "many of one", "figure asked", "show beside")

// inView are about a figure or a column on screen, by its name or its place: whatever they sound like.
var inView = english.Set(boundInView, firstInView, orderByPlace, rowsInView)

// longFeedback is how many words a fragment may have at most.
const longFeedback = 8

// sure says whether the operations are what was said, beyond doubt.
func (ed *editor) sure(u utterance, operations []string) bool {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then" || u.words[s.from] == "so") {
		s.from++
	}
	if s.empty() {
		return false
	}
	if ed.seenOnly(operations) {
		return true
	}
	if slices.Contains(operations, "add done by") {
		return true
	}
	weak := false
	for _, name := range operations {
		weak = weak || weakRules[name]
	}
	if operations[0] == "of those" && u.any(english.ThoseWords, english.TheyWords) {
		return true
	}
	switch first := u.words[s.from]; {
	case first == "also" || first == "add":
		return true
	case english.ThoseWords[first] && s.to-s.from <= longFeedback && s.to-s.from > 2 && english.RelativeWords[u.words[s.from+1]]:
		return true // "those that have a comment"
	case relative(u, s):
		return !weak || operations[0] == "only"
	case english.WhWords[first]:
		return !weak && questionRules[operations[0]] || weak && operations[0] == "overall" && u.any(english.TheyWords, english.ThoseWords)
	case english.OrderVerbs[first] && !ed.tells(u, s.from):
		return !weak || u.any(english.RefinementWords) || len(operations) == 1 && operations[0] == "only" && u.any(english.Generic) && !ed.namesTable(u)
	case weak && u.any(english.WhWords) && u.words[s.from] != "only" && u.words[s.from] != "just" && !u.has("add"):
		return false
	}
	return !weak || s.to-s.from <= longFeedback || u.any(english.RefinementWords)
}

// tells says that the word at i gives no order although it is a verb that may: it begins a column's name ("return date Feb 20").
func (ed *editor) tells(u utterance, i int) bool {
	items := ed.tag(u.input)
	at := slices.IndexFunc(items, func(it Item) bool { return it.From == i && it.To > i+1 })
	if at < 0 {
		return false
	}
	c, _ := ed.column(items[at].Matches)
	return c != nil
}

// relative says that what begins like a question goes on from the rows instead: "who are from Kenya", without a mark.
func relative(u utterance, s stretch) bool {
	if s.to-s.from < 3 || u.words[len(u.words)-1] == "?" {
		return false
	}
	return u.phrase(s.from, "who are", "who have", "who live", "that are", "that have", "which are") > 0 && s.to-s.from <= longFeedback
}

// namesTable says that the words name a table plainly: then they may ask for something of their own.
func (ed *editor) namesTable(u utterance) bool {
	own, _, _ := tablesSaid(ed.tag(u.input), nil)
	return own > 0
}

// agrees says that nothing but agreement or courtesy was said: "yes, please", "hmm".
func (u utterance) agrees() bool {
	for _, w := range u.words {
		if !english.Agreement[w] && !english.Courtesy[w] && !english.Opener[w] {
			return false
		}
	}
	return len(u.words) > 0
}

// any says that one of the words is in one of the sets.
func (u utterance) any(sets ...map[string]bool) bool {
	for _, w := range u.words {
		for _, set := range sets {
			if set[w] {
				return true
			}
		}
	}
	return false
}
