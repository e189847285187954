package likeness

import (
	"maps"
	"slices"
)

// search looks for different columns of what was got that stand for the wanted ones, one after the other: the rows of the
// columns so far must be the same before the next is looked for.
type search struct {
	want, got []column
	ordered   bool
	// options are, for each wanted column, the columns with its values; of columns that are alike cell by cell all but the
	// first are twins, by the number of the one before.
	options [][]int
	twin    []int
	// tries is how many columns may yet be tried.
	tries int
}

// column is a column's cells, each distinct text of both tables by its number.
type column []int32

// mostTries bounds the search where many columns hold the same values in other rows.
const mostTries = 5_000

func newSearch(want, got [][]string, ordered bool) *search {
	numbers := map[string]int32{}
	s := &search{want: columns(want, numbers), got: columns(got, numbers), ordered: ordered, tries: mostTries}
	s.options = make([][]int, len(s.want))
	held := make([]map[int32]int, len(s.got))
	for j, c := range s.got {
		held[j] = c.counts()
		s.twin = append(s.twin, lastAlike(s.got[:j], c))
	}
	for i, w := range s.want {
		values := w.counts()
		for j := range s.got {
			if maps.Equal(values, held[j]) {
				s.options[i] = append(s.options[i], j)
			}
		}
	}
	return s
}

func columns(rows [][]string, numbers map[string]int32) []column {
	if len(rows) == 0 {
		return nil
	}
	out := make([]column, len(rows[0]))
	for i := range out {
		out[i] = make(column, len(rows))
		for k, row := range rows {
			n, ok := numbers[row[i]]
			if !ok {
				n = int32(len(numbers))
				numbers[row[i]] = n
			}
			out[i][k] = n
		}
	}
	return out
}

// lastAlike is the last column that is a column cell by cell; -1 when there is none.
func lastAlike(list []column, c column) int {
	for j := len(list) - 1; j >= 0; j-- {
		if slices.Equal(list[j], c) {
			return j
		}
	}
	return -1
}

// missing is the first wanted column whose values no column holds; -1 when there is none.
func (s *search) missing() int {
	if len(s.got) == 0 { // no rows
		return -1
	}
	return slices.IndexFunc(s.options, func(o []int) bool { return len(o) == 0 })
}

func (s *search) found() bool {
	if s.missing() >= 0 {
		return false
	}
	n := 0
	if len(s.want) > 0 {
		n = len(s.want[0])
	}
	return s.from(0, make([]bool, len(s.got)), make(column, n), make(column, n))
}

// from finds the columns from the k-th on; w and g number the rows of the columns before it.
func (s *search) from(k int, used []bool, w, g column) bool {
	if k == len(s.want) {
		return true
	}
	for _, j := range s.options[k] {
		if used[j] || s.twin[j] >= 0 && !used[s.twin[j]] {
			continue // the first of those alike is enough
		}
		if s.tries--; s.tries < 0 {
			return false
		}
		wider, too := pair(w, s.want[k], g, s.got[j])
		if !s.equal(wider, too) {
			continue
		}
		used[j] = true
		if s.from(k+1, used, wider, too) {
			return true
		}
		used[j] = false
	}
	return false
}

// pair numbers the rows by what they were and one column more, alike on both sides.
func pair(w, wantCells, g, gotCells column) (wider, too column) {
	numbers := map[[2]int32]int32{}
	number := func(rows, cells column) column {
		out := make(column, len(rows))
		for i := range rows {
			key := [2]int32{rows[i], cells[i]}
			n, ok := numbers[key]
			if !ok {
				n = int32(len(numbers))
				numbers[key] = n
			}
			out[i] = n
		}
		return out
	}
	return number(w, wantCells), number(g, gotCells)
}

// equal compares row by row where the order counts, else how often each stands.
func (s *search) equal(a, b column) bool {
	return slices.Equal(a, b) || !s.ordered && maps.Equal(a.counts(), b.counts())
}

func (c column) counts() map[int32]int {
	out := map[int32]int{}
	for _, n := range c {
		out[n]++
	}
	return out
}
