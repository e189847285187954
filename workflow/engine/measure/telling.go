package measure

import (
	"strings"

	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/tag"
)

// This file speaks of what the rows in force come to where their lines alone tell it: orders without a total of their own.

// showWhole shows beside each row in force what its lines come to, and gives the place of that. Not ok where the rows tell it themselves, or
// have no lines.
func showWhole(ed *edit.Editor) (item int, ok bool) {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return 0, false
	}
	lines := compose.Telling(ed.Index, root)
	if lines == nil || !AddFigures(ed, compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", lines.Worth, meaning.Span{})}}) {
		return 0, false
	}
	return len(ed.Block().Items) - 1, true
}

// Superlative orders the rows in force by what a superlative measures: what their lines come to, where these alone tell it.
func Superlative(ed *edit.Editor, text string) bool {
	return ed.Try(func() bool { return superlativeWhole(ed, text) }) || clause.Superlative(ed, text)
}

// Foremost keeps the n rows that a superlative puts first.
func Foremost(ed *edit.Editor, text string, n int) bool {
	return ed.Try(func() bool { return superlativeWhole(ed, text) && clause.Limit(ed, n) }) || clause.Foremost(ed, text, n)
}

// superlativeWhole orders the rows by what their lines come to, where a superlative and nothing but words for that and for the rows is said.
func superlativeWhole(ed *edit.Editor, text string) bool {
	end := (*tag.Item)(nil)
	items := ed.Tag(text)
	for i := range items {
		switch it := &items[i]; {
		case it.Is(tag.Superlative) && end == nil && ofWhole(it.Cue.Dimension):
			end = it
		case !edit.Skippable(it) && !compose.SaysWhole(it.Text) && !CallsThing(ed, it.Text, ed.Root()):
			return false
		}
	}
	if end == nil {
		return false
	}
	i, ok := showWhole(ed)
	return ok && clause.SortByItem(ed, i, end.Cue.Desc)
}

// ofWhole says that an extreme may be of what rows come to: the biggest and the most expensive are, the newest and the heaviest are not.
func ofWhole(dimension []string) bool {
	return len(dimension) > 0 && (dimension[0] == "*" || dimension[0] == "price") && !edit.Temporal(dimension)
}

// OrderByWhole orders the rows in force by what their lines come to, where that is what is named, and these alone tell it.
func OrderByWhole(ed *edit.Editor, text string, desc bool) bool {
	said := text
	for _, it := range ed.Tag(text) {
		if it.Is(tag.Ascending, tag.Descending) {
			desc = it.Is(tag.Descending)
			said = strings.TrimSpace(strings.TrimSuffix(said, it.Text))
		}
	}
	return compose.SaysWhole(said) && ed.Try(func() bool {
		i, ok := showWhole(ed)
		return ok && clause.SortByItem(ed, i, desc)
	})
}
