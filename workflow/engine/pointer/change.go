package pointer

import (
	"slices"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads how figures changed: "growth vs last year", "did it go up since last month?", "the biggest drop".

// ChangeSince shows how the figures changed against a time that a text names, or against the one before. Groups by that very unit of time are
// each beside the one before; all others have the figures of the time before beside theirs.
func ChangeSince(ed *edit.Editor, text string) bool {
	unit := measure.UnitBefore(ed, text)
	if unit == "" && text != "" {
		return false
	}
	if ed.Try(func() bool { return measure.StepsBy(ed, unit) && measure.ChangeAdded(ed) }) {
		return true
	}
	if unit == "" || len(edit.Measures(ed.Block())) == 0 || measure.Windows(ed.Scope()) {
		return false
	}
	if table, now := measure.Spans(ed.Scope()); table == nil {
		if !measure.InUnit(ed, unit) {
			return false
		}
		ed.Assume("this " + unit + " beside the one before")
	} else if from, to, ok := measure.BoundsOf(now); ok && periodSaid(ed, text, from, to) {
		ed.Assume("what is shown is last " + unit + ": it is beside the " + unit + " before")
	}
	return CompareWith(ed, text)
}

// periodSaid says that a text names the very period between two days.
func periodSaid(ed *edit.Editor, text string, from, to time.Time) bool {
	return slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool {
		return it.Period != nil && it.Period.From.Format(time.DateOnly) == from.Format(time.DateOnly) && it.Period.To.Format(time.DateOnly) == to.Format(time.DateOnly)
	})
}

// namesColumn says that the input names a column: "the biggest loss" of what has one.
func namesColumn(ed *edit.Editor) bool {
	return slices.ContainsFunc(ed.Tag(ed.Said.Input), func(it tag.Item) bool {
		return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Exact() && m.Column != nil })
	})
}

// MostChanged puts what rose the most, or fell the most, first, by the change on screen or by that since a time which a text names. Of many it
// is the whole list.
func MostChanged(ed *edit.Editor, text string, rose, many bool) bool {
	if changeShown(ed) < 0 && (text == "" && namesColumn(ed) || !ChangeSince(ed, text)) {
		return false
	}
	at := changeShown(ed)
	if at < 0 || len(ed.Block().GroupBy) == 0 || !clause.Sort(ed, statement.Key{Expr: ed.Block().Items[at].Expr, Desc: rose, NullsLast: true}) {
		return false
	}
	return many || clause.Limit(ed, 1)
}

// changeShown is the place of the newest shown figure that tells how another one changed; below zero where there is none.
func changeShown(ed *edit.Editor) int {
	at := -1
	for i, item := range ed.Block().Items {
		if clause.TellsChange(item.Expr) {
			at = i
		}
	}
	return at
}
