package pointer

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file compares what is on screen with what it stands beside without a word for it: "is it better?".

// graded is how an input asks whether what is on screen is better, by the words of package dialog, which hears that it goes on.
var graded = "[and|so|but|now|ok] " + strings.Join(dialog.GradedBy, "|") + " " + strings.Join(dialog.GradedOf, "|") + " [any|now|really|actually|much] " + strings.Join(dialog.Graded, "|")

// Gradings are ways of asking whether what is on screen is better, without a word for what it is to be better than.
var Gradings = []string{graded + " [now|then|though|please]",
	graded + " than before|that|those|these|then|it|them [please]",
	graded + " than the others|other|rest|remaining|previous [one|ones] [please]",
	graded + " or " + strings.Join(dialog.Graded, "|") + " [now|then|than] [before|that|then|the] [others|rest]"}

// GradingsOfTime are the same with the unit of time that went before.
var GradingsOfTime = []string{graded + " than|compared [to|with] [in] the|a day|week|month|quarter|year before|earlier|prior|ago [please]",
	graded + " than|compared [to|with] [in] [the] last|previous|prior|preceding day|week|month|quarter|year [please]"}

var gradings = tag.ParsePatterns(Gradings...)

// AsksBetter says that an input asks whether what is on screen is better, and not than what.
func AsksBetter(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return slices.ContainsFunc(gradings, func(p tag.Pattern) bool {
		_, ok := p.Match(u.Words, s)
		return ok
	})
}

// Better lays what is on screen beside what it stands beside: what the last turn put it in the place of, else the rows that it was
// chosen from, else the same figure of the period before, else each period beside the one before.
func Better(ed *edit.Editor) bool {
	return ed.Try(func() bool { return Both(ed) }) || ed.Try(func() bool { return chosenFrom(ed) }) ||
		ed.Try(func() bool { return periodBefore(ed) }) || ed.Try(func() bool { return measure.ChangeAdded(ed) })
}

// BetterThanBefore lays the figures on screen beside those of the unit of time before that an input names.
func BetterThanBefore(ed *edit.Editor, u tag.Utterance) bool {
	for _, w := range u.Words {
		if unit := tag.Unit(w); unit != "" {
			return CompareWith(ed, "the "+unit+" before")
		}
	}
	return false
}

// chosenFrom goes back to the rows that the last turn chose one of, every column shown.
func chosenFrom(ed *edit.Editor) bool {
	if ed.Last == nil || ed.Last.Set != nil || ed.Query.Set != nil || ed.Rows != 1 || ed.Block().Grouped() {
		return false
	}
	last := edit.Leftmost(ed.Last)
	same := slices.EqualFunc(last.From, ed.Block().From, func(a, b statement.Source) bool { return a.Table == b.Table && a.Name() == b.Name() })
	if !same || last.Grouped() || len(Without(last.Where, ed.Block().Where)) > 0 {
		return false
	}
	if most, cut := clause.CutAt(ed); len(Without(ed.Block().Where, last.Where)) == 0 && !(cut && most == 1) {
		return false
	}
	ed.Query = ed.Last.Clone()
	ed.Understand("better = beside those that it was chosen from")
	return everyColumn(ed)
}

// periodBefore compares figures with those of the period before that is as long.
func periodBefore(ed *edit.Editor) bool {
	c, old := ed.InForce()
	from, to, ok := measure.BoundsOf(old)
	if !ok || c == nil || c.Role != schema.Moment {
		return false
	}
	unit := measure.UnitOf(from, to)
	return unit != "" && CompareWith(ed, "the "+unit+" before")
}
