package clause

import (
	"slices"

	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema/wordlist"
)

// This file decides when the rules of refinement need no rival. Feedback is sure when it is an order or a fragment
// ("exclude cancelled", "by month", "only paid"); a question that happens to fit a rule ("which tracks are longer?") may
// as well ask for something new, and then the ranker chooses.

// weakRules fit many a question of its own.
var weakRules = wordlist.SetOf("overall", "only", "present", "missing", "of those", "add", "and", "include", "group", "superlative top", "correct what", "release")

// questionRules are meant even when they are said as questions.
var questionRules = wordlist.SetOf("what about", "graded", "similar", "count", "percentage", "superlative of those", "running total", "reverse", "sum", "count each", "count by", "superior", "when", "live", "doers", "count related", "contrast", "ungroup", "shift", "share of those", "share of one", "many of those", "much of those", "added of those", "priced", "rows that belong", "rows behind", "how many groups", "count different", "group total", "first per", "top per", "of the one named", "many of one", "figure asked", "rate asked", "average asked", "show beside", "change added", "most changed", "foremost")

// inView are about a figure or a column on screen, by its name or its place: whatever they sound like.
var inView = wordlist.SetOf(BoundInView, FirstInView, OrderByPlace, RowsInView, OneBeside)

// ofScreen are rules with words of their own, which mean nothing but what they do to the rows on screen.
var ofScreen = wordlist.SetOf("running total", "percentage", "share added", "rank added", "change added", "most changed", "reverse", "alphabetical", "descending", "ascending", "unordered", "too many", "too few", "round", "in units", "rename")

// OfPeople are rules about people who are pointed at, about where and when, and about what things cost: a reading of their words as a
// question is no rival.
var OfPeople = wordlist.SetOf("superior", "live", "when", "priced")

// LongFeedback is how many words a fragment may have at most.
const LongFeedback = 8

// Sure says whether the operations are what was said, beyond doubt.
func Sure(ed *edit.Editor, u tag.Utterance, operations []string) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Behind(s, "and", "but", "then", "so")
	if s.Empty() {
		return false
	}
	if SeenOnly(ed, operations) {
		return true
	}
	if slices.Contains(operations, "add done by") {
		return true
	}
	weak := false
	for _, name := range operations {
		weak = weak || weakRules[name]
	}
	if operations[0] == "of those" && u.Any(english.ThoseWords, english.TheyWords) {
		return true
	}
	switch first := u.Words[s.From]; {
	case first == "also" || first == "add":
		return true
	case english.ThoseWords[first] && s.To-s.From <= LongFeedback && s.To-s.From > 2 && english.RelativeWords[u.Words[s.From+1]]:
		return true // "those that have a comment"
	case relative(u, s):
		return !weak || operations[0] == "only"
	case english.WhWords[first]:
		return !weak && questionRules[operations[0]] || weak && operations[0] == "overall" && u.Any(english.TheyWords, english.ThoseWords)
	case english.OrderVerbs[first] && !tells(ed, u, s.From):
		return !weak || u.Any(english.RefinementWords) || len(operations) == 1 && operations[0] == "only" && u.Any(english.GenericNouns) && !NamesTable(ed, u)
	case weak && u.Any(english.WhWords) && u.Words[s.From] != "only" && u.Words[s.From] != "just" && !u.Has("add"):
		return false
	}
	return !weak || s.To-s.From <= LongFeedback || u.Any(english.RefinementWords)
}

// tells says that the word at i gives no order although it is a verb that may: it begins a column's name ("return date Feb 20").
func tells(ed *edit.Editor, u tag.Utterance, i int) bool {
	items := ed.Tag(u.Input)
	at := slices.IndexFunc(items, func(it tag.Item) bool { return it.From == i && it.To > i+1 })
	if at < 0 {
		return false
	}
	c, _ := ed.Column(items[at].Matches)
	return c != nil
}

// relative says that what begins like a question goes on from the rows instead: "who are from Kenya", without a mark.
func relative(u tag.Utterance, s tag.Stretch) bool {
	if s.To-s.From < 3 || u.Words[len(u.Words)-1] == "?" {
		return false
	}
	return u.Phrase(s.From, "who are", "who have", "who live", "that are", "that have", "which are") > 0 && s.To-s.From <= LongFeedback
}

// NamesTable says that the words name a table plainly: then they may ask for something of their own.
func NamesTable(ed *edit.Editor, u tag.Utterance) bool {
	own, _, _ := tag.TablesSaid(ed.Tag(u.Input), nil)
	return own > 0
}

// Agrees says that nothing but agreement or courtesy was said, or that it be the same: "yes, please", "hmm", "the same again".
func Agrees(u tag.Utterance) bool {
	same := u.Has("same") || u.Has("again")
	for _, w := range u.Words {
		if !english.Agreement[w] && !english.Courtesy[w] && !english.Openers[w] && !(same && english.RepeatWords[w]) {
			return false
		}
	}
	return len(u.Words) > 0
}

// What the rules about figures in view do (package rule, seen.go); there is no doubt about any of them (see Sure).
const BoundInView, FirstInView, OrderByPlace, RowsInView, OneBeside = "bound in view", "first in view", "order by place", "rows in view", "show one beside"

// SeenOnly says that nothing but one rule was applied that speaks of what is on screen.
func SeenOnly(ed *edit.Editor, operations []string) bool {
	return len(operations) == 1 && (inView[operations[0]] || ofScreen[operations[0]])
}
