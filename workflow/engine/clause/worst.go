package clause

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file finds the figure by which groups are good or bad, and which of its ends is the worse: "worst first".

// Worst sorts by the figure that is good or bad, the worst or the best at the top: of what does harm the most is the worst.
func Worst(ed *edit.Editor, best bool) bool {
	i, ok := judged(ed)
	if !ok {
		return false
	}
	better := betterOf(ed, i)
	harm := better == phrase.LessIsBetter
	switch {
	case better != phrase.Untold:
	case pickedShare(ed, i):
		harm = true
		ed.Assume("what the share is of is the worse the more there is")
	case ofHarm(ed, i):
		harm = true
		ed.Assume("the worst are the most")
	case !best:
		ed.Assume("the worst are the lowest")
	}
	return SortByItem(ed, i, harm != best)
}

// ofHarm says that a figure is how much there is of rows that were asked for by a word for harm: "which invoices are overdue" of what they
// come to per client.
func ofHarm(ed *edit.Editor, i int) bool {
	name, _, _, _, call := ed.Block().Items[i].Expr.AsCall()
	if !call || len(ed.Block().Where) == 0 || !strings.EqualFold(name, "sum") && !strings.EqualFold(name, "count") {
		return false
	}
	return slices.ContainsFunc(ed.Talk, func(input string) bool {
		return slices.ContainsFunc(schema.Words(input), func(w string) bool { return english.HarmWords[w] || english.HarmWords[schema.Lemma(w)] })
	})
}

// judged is the place of the figure by which groups are good or bad: one whose name says so, else a part of all that stands beside what
// it is a part of, else the figure in force.
func judged(ed *edit.Editor) (int, bool) {
	called, share := -1, -1
	for _, i := range edit.Measures(ed.Block()) {
		if calledBy(ed, i, english.HarmWords) {
			called = i // the last: a rate comes after what it is made of
		}
		if pickedShare(ed, i) {
			share = i
		}
	}
	switch {
	case share >= 0:
		return share, true
	case called >= 0 && len(ed.Query.OrderBy) == 0:
		return called, true
	}
	return ed.Measure()
}

// pickedShare says that a shown figure is the part of the rows of a group for which something holds.
func pickedShare(ed *edit.Editor, i int) bool {
	found := false
	ed.Block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, l, r, ok := e.AsBinary()
		found = found || ok && op == "/" && l.Aggregate() && r.Aggregate() && Picks(l) && !l.Equal(r) && (!Picks(r) || picksFewer(l, r)) || averagesTruth(e)
		return !found
	})
	return found
}

// picksFewer says that both parts of a quotient count rows, and the lower one those of more values: of those that came or did not, the
// part that did not.
func picksFewer(l, r statement.Expr) bool {
	counts := func(x statement.Expr) bool { return strings.Contains(strings.ToLower(x.SQL()), "count(") }
	return counts(l) && counts(r) && strings.Contains(r.SQL(), " IN (")
}

// averagesTruth says that an expression is the average of what holds or not, as a number: avg((status = 'late')::int).
func averagesTruth(e statement.Expr) bool {
	name, args, _, _, ok := e.AsCall()
	if !ok || !strings.EqualFold(name, "avg") || len(args) != 1 {
		return false
	}
	op, _, _, compares := args[0].AsBinary()
	return compares && (op == "=" || op == "<>" || edit.Direction(op) != 0) || truthNumber.MatchString(args[0].SQL())
}

// PartOfOne says that a figure is a part of one, not of a hundred: a quotient, or the average of what holds or not.
func PartOfOne(x statement.Expr) bool {
	if strings.Contains(x.SQL(), "100") {
		return false
	}
	op, _, _, ratio := x.AsBinary()
	return ratio && op == "/" || averagesTruth(x)
}

// truthNumber finds what holds or not told as a number.
var truthNumber = regexp.MustCompile(`(?is)^\(.*(?:[<>=]|\bis\b|\bin\b).*\)::(?:int|integer|numeric|float8?|double precision)$|^case when .* then 1(?:\.0*)? else 0(?:\.0*)? end$|^cast\(.*[<>=].* as (?:int|integer|numeric|real|double precision)\)$`)

// Picks says that an aggregate within an expression sees some of the rows alone: by a filter, or by a case.
func Picks(x statement.Expr) bool {
	sql := x.SQL()
	return strings.Contains(sql, "FILTER (") || strings.Contains(sql, "CASE ")
}

// harmful says that the figure in force is the worse the larger it is.
func harmful(ed *edit.Editor) bool {
	i, ok := ed.Measure()
	return ok && betterOf(ed, i) == phrase.LessIsBetter
}

// betterOf says whether more of a shown figure is better, by its name and by whether it is how long something took.
func betterOf(ed *edit.Editor, i int) phrase.Better {
	better := phrase.BetterOf(schema.Split(edit.ItemName(ed.Block().Items[i])))
	if better == phrase.Untold && lasts(ed, i) {
		return phrase.LessIsBetter
	}
	return better
}

// BestFew keeps so many of the groups that are best by a figure of which less is better; false for other figures, whose best are their top.
func BestFew(ed *edit.Editor, n int) bool {
	return n > 0 && ed.Block().Grouped() && harmful(ed) && Worst(ed, true) && Limit(ed, n)
}
