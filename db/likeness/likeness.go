// Package likeness says whether two results hold the same rows: in whatever order of columns, and with whatever further columns
// the second one has. What a person verified, the cases of the engine and the programs that measure are all compared by it.
//
// It imports db alone. Start reading at Rule.
package likeness

import (
	"context"

	"parley/db"
)

// Table is a result that is held whole, its cells written so that equal values are equal text.
type Table struct {
	Columns []string
	Rows    [][]string
	// Cut says that there were more rows than are held.
	Cut bool
}

// Read takes rows into a table, at most so many, and closes them.
func Read(ctx context.Context, rows db.Rows, write Writing, most int) (*Table, error) {
	defer rows.Close()
	t := &Table{}
	for _, c := range rows.Columns() {
		t.Columns = append(t.Columns, c.Name)
	}
	for rows.Next(ctx) {
		if len(t.Rows) == most {
			t.Cut = true
			break
		}
		row := make([]string, len(t.Columns))
		for i, v := range rows.Row() {
			row[i] = write(v)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, rows.Err()
}

// Rule is what counts besides the values. The zero rule takes the same rows in any order, and further columns.
type Rule struct {
	// Ordered counts the order of the rows.
	Ordered bool
	// Exactly takes no further columns.
	Exactly bool
	// Open takes any number of rows from fewestOpen on, in the order wanted: "our biggest customers" names no number.
	Open bool
}

// fewestOpen is how many rows a list of open length has at least.
const fewestOpen = 3

// Same says whether the rows got are the wanted ones. No rows are the same as no rows, whatever their columns.
func (r Rule) Same(want, got [][]string) bool {
	if r.Open && len(got) >= min(fewestOpen, len(want)) {
		k := min(len(want), len(got))
		want, got, r.Ordered = want[:k], got[:k], true
	}
	switch {
	case len(want) != len(got):
		return false
	case len(want) == 0:
		return true
	case len(got[0]) < len(want[0]), r.Exactly && len(got[0]) > len(want[0]):
		return false
	}
	return newSearch(want, got, r.Ordered).found()
}
