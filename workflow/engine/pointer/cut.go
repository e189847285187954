package pointer

import (
	"strings"
	"unicode"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file cuts rows that are pointed at out of the query in force: those at places of it, the first or last so many, the greatest by
// what the words say.

// rowsAt keeps the rows at two places, or at one.
func rowsAt(ed *edit.Editor, a, b int) bool {
	inTableOrder(ed)
	one := func(ed *edit.Editor, place int) bool {
		most, cut := clause.CutAt(ed)
		switch {
		case place == middle && ed.Rows%2 == 1 && ed.Query.Offset.IsZero():
			return clause.Skip(ed, ed.Rows/2) && clause.Limit(ed, 1)
		case place == middle:
			return false
		case place == FromEnd:
			return NthRow(ed, tag.Utter("last"))
		case place < FromEnd && cut && ed.Rows != 0:
			if ed.Rows > 0 {
				most = min(most, ed.Rows)
			}
			place += most
		case place < FromEnd:
			return (ed.Rows <= 0 || place+ed.Rows >= 0) && !cut && clause.Reverse(ed) && clause.Skip(ed, FromEnd-place) && clause.Limit(ed, 1)
		}
		if place < 0 {
			return false
		}
		if cut && most == 1 && place > 0 && onlyFirst(ed) {
			return clause.Skip(ed, place)
		}
		if cut && place >= most || ed.Rows > 0 && place >= ed.Rows || !ed.Query.Offset.IsZero() {
			return false
		}
		return (place == 0 || clause.Skip(ed, place)) && clause.Limit(ed, 1)
	}
	if a == b {
		return one(ed, a)
	}
	key := measure.ShownAsRows(ed).Key
	x, ok := KeyHere(ed, key)
	if !ok {
		return false
	}
	var either []statement.Expr
	for _, place := range []int{a, b} {
		row := *ed
		row.Query = ed.Query.Clone()
		if !one(&row, place) {
			return false
		}
		rows, ok := clause.Cell(&row, key)
		if !ok {
			return false
		}
		either = append(either, statement.InQuery(x, rows))
	}
	ed.Query.ClearLimit()
	return ed.Block().AddPredicate(statement.Or(either...)) == nil
}

// onlyFirst says that the one row in force is the first of an order that was asked for without a number: "the artists with the most
// albums". Those behind it are spoken of as well.
func onlyFirst(ed *edit.Editor) bool {
	return len(ed.Query.OrderBy) > 0 && ed.Query.Offset.IsZero() && ed.Query.Set == nil && !strings.ContainsFunc(ed.Earlier, unicode.IsDigit)
}

// KeyHere is a reference to the key by which the rows in force are told apart.
func KeyHere(ed *edit.Editor, key *schema.Column) (statement.Expr, bool) {
	if key == nil || ed.Query.Set != nil {
		return statement.Expr{}, false
	}
	return ed.Scope().Ref(key)
}

// firstRows keeps the first or the last so many rows.
func firstRows(ed *edit.Editor, n int, last bool) bool {
	inTableOrder(ed)
	most, cut := clause.CutAt(ed)
	if ed.Rows > 0 && cut {
		most = min(most, ed.Rows)
	}
	switch {
	case cut && n > most || ed.Query.Set != nil || !ed.Query.Offset.IsZero():
		return false
	case !last:
		return clause.Limit(ed, n)
	case cut:
		return (n == most || clause.Skip(ed, most-n)) && clause.Limit(ed, n)
	}
	return len(ed.Query.OrderBy) > 0 && clause.Reverse(ed) && clause.Limit(ed, n)
}

// Greatest keeps the row that is greatest or least, as words say: of a figure in force, of a column, or of how many it has.
func Greatest(ed *edit.Editor, text string) bool {
	if _, cut := clause.CutAt(ed); cut && !ed.Block().Grouped() {
		return ed.Try(func() bool { return greatestOfCut(ed, text, 1) })
	} else if cut && FewOfCut(ed, text, 1) {
		return true
	} else if cut && ed.Try(func() bool { return extremeOfCut(ed, text) }) {
		return true
	}
	if ed.Block().Grouped() && ed.Try(func() bool { return measure.Superlative(ed, text) && clause.Limit(ed, 1) }) {
		return true
	}
	return ed.Try(func() bool { return Extreme(ed, text) }) || ed.Try(func() bool { return clause.End(ed, tag.Utter(text)) })
}

// greatestSaid keeps the row or the rows that are greatest or least, as words at a stretch say: "cheapest", "two largest".
func greatestSaid(ed *edit.Editor, u tag.Utterance, s tag.Stretch) bool {
	if n, several := rowsSaid(u, s.From); several && s.To > s.From+1 {
		return greatestFew(ed, u.Text(tag.Stretch{From: s.From + 1, To: s.To}), n)
	}
	return Greatest(ed, u.Text(s))
}

// greatestFew keeps the n rows that are greatest or least, as words say.
func greatestFew(ed *edit.Editor, text string, n int) bool {
	most, cut := clause.CutAt(ed)
	switch {
	case cut && n >= most:
		return false
	case cut && !ed.Block().Grouped():
		return greatestOfCut(ed, text, n)
	case cut: // the first so many groups are no set that is put in another order, unless they are things
		return FewOfCut(ed, text, n)
	}
	return measure.Foremost(ed, text, n)
}

// FewOfCut keeps the n things that are greatest or least by what they cost of the first so many, of which figures are shown.
func FewOfCut(ed *edit.Editor, text string, n int) bool {
	most, cut := clause.CutAt(ed)
	if !cut || n >= most || !groupsAreRows(ed) || !clause.SaysPrice(ed, text) {
		return false
	}
	return ed.Try(func() bool { return greatestOfCut(ed, text, n) })
}

// greatestOfCut keeps the n rows that are greatest or least of the first so many: these are a set.
func greatestOfCut(ed *edit.Editor, text string, n int) bool {
	return rowsAsSet(ed) && measure.Superlative(ed, text) && clause.Limit(ed, n)
}

// rowsAsSet makes the rows in force a set of rows of their table, in no order.
func rowsAsSet(ed *edit.Editor) bool {
	q := measure.ShownAsRows(ed).Picked(ed)
	if q == nil {
		return false
	}
	ed.Query = q
	return true
}

// asSet makes the first so many rows a set, in the order that they are in: what is said of them next leaves some of these. Rows without
// a limit, and groups, stay as they are.
func asSet(ed *edit.Editor) bool {
	if _, cut := clause.CutAt(ed); !cut || ed.Block().Grouped() {
		return true
	}
	q := ed.Query
	if len(q.From) != 1 || !rowsAsSet(ed) {
		return false
	}
	ed.Query.Items, ed.Query.OrderBy = q.Items, q.OrderBy
	return true
}

// inSomeOrder says that the places of the rows in force hold, in the order that was asked for or else as they come from their table.
func inSomeOrder(ed *edit.Editor) bool {
	inTableOrder(ed)
	return len(ed.Query.OrderBy) > 0
}

// inTableOrder orders rows without an order by their key, so that their places hold: that is how they come from their table.
func inTableOrder(ed *edit.Editor) {
	key := measure.ShownAsRows(ed).Key
	if x, ok := KeyHere(ed, key); ok && len(ed.Query.OrderBy) == 0 && !ed.Block().Grouped() && !ed.Block().Distinct {
		ed.Query.OrderBy = []statement.Key{{Expr: x}}
	}
}
