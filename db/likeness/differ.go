package likeness

import "fmt"

// Differ says in words how what was got differs from what was wanted; empty when every wanted column is there with the same
// rows, in the same order where that matters.
func Differ(want, got *Table, ordered bool) string {
	switch {
	case want.Cut || got.Cut:
		return fmt.Sprintf("there are more than %d rows: too many to compare", max(len(want.Rows), len(got.Rows)))
	case len(want.Rows) != len(got.Rows):
		return fmt.Sprintf("%s, where %s verified", count(len(got.Rows)), was(len(want.Rows)))
	case len(want.Columns) > len(got.Columns):
		return fmt.Sprintf("%d columns, where %d were verified", len(got.Columns), len(want.Columns))
	}
	if i := newSearch(want.Rows, got.Rows, false).missing(); i >= 0 {
		return fmt.Sprintf("no column has the values of %s", want.Columns[i])
	}
	switch {
	case newSearch(want.Rows, got.Rows, ordered).found():
		return ""
	case ordered:
		return "the same values, in other rows or in another order"
	}
	return "the same values, in other rows"
}

func count(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

func was(n int) string {
	if n == 1 {
		return "1 was"
	}
	return fmt.Sprintf("%d were", n)
}
