package schema

import (
	"slices"
	"strings"

	"parley/db"
)

// This file finds letters for types before the names of columns (Hungarian notation: Simonyi, "Hungarian Notation", 1999): dtdue,
// samount, hTenant. Where a schema writes its columns so, those letters are no part of the names.

// typeLetters are what may stand before the names of columns of a kind, the longest first. Handles are numbers that refer to
// other rows.
var typeLetters = map[typeKind][]string{
	momentKind: {"dtm", "dte", "dt", "d"},
	textKind:   {"str", "txt", "sz", "vc", "s", "c"},
	numberKind: {"dbl", "cur", "mny", "lng", "int", "num", "i", "n", "l", "c", "d", "m", "f", "h"},
	truthKind:  {"bln", "is", "b", "f", "i"},
}

// typeKind is a kind of types as such letters tell them apart.
type typeKind uint8

const (
	otherKind typeKind = iota
	momentKind
	textKind
	numberKind
	truthKind
)

func kindOf(t db.Type) typeKind {
	switch {
	case t.Temporal():
		return momentKind
	case t == db.Text:
		return textKind
	case t.Numeric():
		return numberKind
	case t == db.Boolean:
		return truthKind
	}
	return otherKind
}

const (
	// typedColumns is from how many columns on they show a habit, typedShare the part of them that begin so, usedShare the part of
	// a kind's columns from which on letters are among those in use, and typedRest the letters that a name has behind them.
	typedColumns = 8
	typedShare   = 0.8
	usedShare    = 0.15
	typedRest    = 2
)

// typed finds which letters for types the columns of a schema begin with: none, unless nearly all begin with some that are in use
// for their kind, and nearly all dates with the same.
func (sp *speller) typed(s *db.Schema) {
	count, used := map[typeKind]int{}, map[typeKind]map[string]int{}
	for i := range s.Tables {
		for j := range s.Tables[i].Columns {
			c := &s.Tables[i].Columns[j]
			kind := kindOf(c.Type)
			if kind == otherKind {
				continue
			}
			count[kind]++
			if used[kind] == nil {
				used[kind] = map[string]int{}
			}
			for _, p := range typeLetters[kind] {
				used[kind][p] += boolToInt(begins(c.Name, p))
			}
		}
	}
	letters := map[typeKind][]string{}
	all, begun, most := 0, 0, 0
	for kind, list := range typeLetters {
		all += count[kind]
		for _, p := range list {
			if n := used[kind][p]; n > 0 && float64(n) >= usedShare*float64(count[kind]) && !slices.ContainsFunc(letters[kind], func(o string) bool { return strings.HasPrefix(o, p) }) {
				letters[kind] = append(letters[kind], p)
				begun += n
				if kind == momentKind {
					most = max(most, n)
				}
			}
		}
	}
	enough := func(n, of int) bool { return of >= typedColumns && float64(n) >= typedShare*float64(of) }
	if enough(most, count[momentKind]) && enough(begun, all) {
		sp.letters = letters
	}
}

// begins says that a name that is written as one word begins with letters, and goes on.
func begins(name, letters string) bool {
	return len(name) >= len(letters)+typedRest && strings.EqualFold(name[:len(letters)], letters) && !strings.ContainsAny(name, "_ ")
}

// untyped is the name of a column without the letters for its type.
func (sp *speller) untyped(c *db.Column) string {
	for _, p := range sp.letters[kindOf(c.Type)] {
		if begins(c.Name, p) {
			return c.Name[len(p):]
		}
	}
	return c.Name
}
