package schema

import (
	"slices"

	"parley/db"
)

// This file finds the column whose moment ends what a row is about: who has none is active, who has one is a former one.

// overWords are words of such moments.
var overWords = wordsOf("overWords")

// The words for a thing that has not come to its end, and for one that has.
var (
	lasting = []string{"active", "current", "currently active", "still active", "existing", "running", "live"}
	former  = []string{"former", "inactive", "no longer active", "ex"}
)

// over is the column that says when a thing has come to its end; nil where there is none, or several, or where ends are
// planned ahead.
func (x *Index) over(t *Table) *Column {
	var found *Column
	for _, c := range t.Columns {
		if c.Role != Moment || !c.Optional() || !c.Day() || c.Hidden || !slices.ContainsFunc(c.Words, func(w string) bool { return overWords[w] }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	if found == nil || x.taken != "" && found.Type.Temporal() && found.Greatest != nil && len(found.Unset()) == 0 && db.Format(found.Greatest) > x.taken {
		return nil
	}
	return found
}

// addOver makes "active" say that what ends a thing has not come, where no column of its table says who is active.
func (x *Index) addOver(t *Table) {
	c := x.over(t)
	if c == nil || t.tells(x, lasting) || t.tells(x, former) {
		return
	}
	for _, w := range lasting {
		x.values.addCode(c, Code{Phrase: w, Presence: Empty})
	}
	for _, w := range former {
		x.values.addCode(c, Code{Phrase: w, Presence: Filled})
	}
}

// tells says that a column of the table is called one of the words, or holds it.
func (t *Table) tells(x *Index, words []string) bool {
	named := slices.ContainsFunc(t.Columns, func(c *Column) bool { return !c.Hidden && c.Has(words...) })
	return named || slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(x.values.whole[w], func(m ValueMatch) bool { return m.Column.Table == t })
	})
}
