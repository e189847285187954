package clause

import (
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
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
var inView = english.Set(BoundInView, FirstInView, OrderByPlace, RowsInView)

// LongFeedback is how many words a fragment may have at most.
const LongFeedback = 8

// Sure says whether the operations are what was said, beyond doubt.
func Sure(ed *edit.Editor, u tag.Utterance, operations []string) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for !s.Empty() && (u.Words[s.From] == "and" || u.Words[s.From] == "but" || u.Words[s.From] == "then" || u.Words[s.From] == "so") {
		s.From++
	}
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
		return !weak || u.Any(english.RefinementWords) || len(operations) == 1 && operations[0] == "only" && u.Any(english.Generic) && !NamesTable(ed, u)
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

// Agrees says that nothing but agreement or courtesy was said: "yes, please", "hmm".
func Agrees(u tag.Utterance) bool {
	for _, w := range u.Words {
		if !english.Agreement[w] && !english.Courtesy[w] && !english.Opener[w] {
			return false
		}
	}
	return len(u.Words) > 0
}

// What the rules about figures in view do (package rule, seen.go); there is no doubt about any of them (see Sure).
const BoundInView, FirstInView, OrderByPlace, RowsInView = "bound in view", "first in view", "order by place", "rows in view"

// DeedOf says in words what a rule does.
var DeedOf = map[string]string{
	"limit": "number of rows", "top": "the first rows", "superlative top": "the first rows in that order", "bottom": "the last rows", "too many": "fewer rows",
	"too few": "more rows", "all": "every row", "skip": "rows skipped", "next": "the next rows",
	"order": "order", "then order": "further order", "reverse": "order turned around", "alphabetical": "order", "descending": "order", "ascending": "order",
	"unordered": "no order", "superlative order": "order",
	"break down": "further groups", "group": "groups", "group total": "totals by group", "ungroup": "one total",
	"count": "number of rows", "count each": "column added", "count related": "number of what belongs to these rows", "count by": "number of rows by group", "percentage": "share of the total",
	"running total": "running total", "sum": "total", "overall": "one figure over these rows",
	"shift": "period moved", "whole": "the whole period", "release time": "any time", "contrast": "the other beside it", "without rows": "filter", "with rows": "filter",
	"nth filter": "filter dropped", "no bound": "bound dropped", "no filter": "filters dropped", "release": "filter dropped", "missing": "filter", "present": "filter",
	"stated": "filter", "compared": "side by side", "similar": "what has something in common", "moved": "filter", "include": "filter widened", "and": "filter widened", "what about": "filter changed", "correct": "filter changed", "bound": "bound changed",
	"exclude": "left out", "what about the other end": "the other end of the order", "correct what": "the last change, done anew",
	"only": "filter", "of those": "filter on these rows", "superlative of those": "the first row in that order", "only extreme": "the first row in that order",
	"superior": "column added", "when": "column added", "live": "columns added", "doers": "the people behind these rows", "add": "column added", "add done by": "who did it", "remove": "column hidden", "distinct": "each row once",
	"one side": "one of the two queries", "combined": "how the two are combined",
	"round": "rounded", "in units": "in other units", "rename": "another name", "share of all": "share of all", "above average": "filter", "compare with": "the period before beside it",
	"first per": "the first row of each", "top per": "the first rows of each", "rows behind": "the rows behind the figures", "count different": "number of different ones",
	"measure": "another figure", "figure asked": "column added", "show beside": "columns added", "share added": "share of the total, in a hundred", "rank added": "the place in the order", "change added": "change against the one before, in a hundred", "how many groups": "number of rows",
	"of the one named": "of the one asked for by name", "many of one": "number of what belongs to it", "with none": "those without any as well",
	"undo": "the last change undone", "back to": "back to what was there",
	"changed": "changed", "share of those": "share of these rows", "share of one": "share of the total", "many of those": "how many of these rows", "added of those": "column added", "priced": "column added", "show used": "column added", "rows that belong": "what belongs to these rows", "much of those": "total of these rows",
	BoundInView: "filter", FirstInView: "the first rows in that order", OrderByPlace: "order", RowsInView: "number of rows",
	"columns moved": "order of the columns", "show only": "columns", "show only distinct": "columns, each row once",
}

// SeenOnly says that nothing but one rule was applied that speaks of what is on screen.
func SeenOnly(ed *edit.Editor, operations []string) bool {
	return len(operations) == 1 && (inView[operations[0]] || english.OfScreen[operations[0]])
}
