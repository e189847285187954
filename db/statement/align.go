package statement

import "slices"

// Rows are aligned by clause: lines that are equal go side by side; between them, lines of the same clause are paired as
// changed, and the rest are added or removed.

// longest common subsequence, in the plain quadratic form; beyond lcsLimit cells only what is equal at both ends counts.
const lcsLimit = 4 << 20

// matches gives the pairs (i, j) of a longest common subsequence of n and m items, in order.
func matches(n, m int, equal func(i, j int) bool) [][2]int {
	var head, tail [][2]int
	start := 0
	for start < n && start < m && equal(start, start) {
		head = append(head, [2]int{start, start})
		start++
	}
	for n > start && m > start && equal(n-1, m-1) {
		n, m = n-1, m-1
		tail = append(tail, [2]int{n, m})
	}
	if (n-start)*(m-start) <= lcsLimit {
		head = append(head, lcs(start, n, m, equal)...)
	}
	slices.Reverse(tail)
	return append(head, tail...)
}

func lcs(start, n, m int, equal func(i, j int) bool) [][2]int {
	h, w := n-start, m-start
	length := make([]int32, (h+1)*(w+1))
	at := func(i, j int) *int32 { return &length[i*(w+1)+j] }
	for i := h - 1; i >= 0; i-- {
		for j := w - 1; j >= 0; j-- {
			if equal(start+i, start+j) {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < h && j < w; {
		switch {
		case equal(start+i, start+j):
			out = append(out, [2]int{start + i, start + j})
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
	return out
}

func alignRows(left, right []line) []Row {
	pairs := matches(len(left), len(right), func(i, j int) bool {
		return left[i].clause == right[j].clause && left[i].text() == right[j].text()
	})
	pairs = append(pairs, [2]int{len(left), len(right)})
	var rows []Row
	i, j := 0, 0
	for _, p := range pairs {
		rows = append(rows, gapRows(left[i:p[0]], right[j:p[1]])...)
		if p[0] < len(left) {
			spans := spansOf(left[p[0]])
			rows = append(rows, Row{Left: spans, Right: spansOf(right[p[1]]), Kind: Same, Clause: left[p[0]].clause})
		}
		i, j = p[0]+1, p[1]+1
	}
	return rows
}

// gapRows pairs lines of the same clause between two equal lines.
func gapRows(left, right []line) []Row {
	pairs := matches(len(left), len(right), func(i, j int) bool { return left[i].clause == right[j].clause })
	pairs = append(pairs, [2]int{len(left), len(right)})
	var rows []Row
	i, j := 0, 0
	for _, p := range pairs {
		for ; i < p[0]; i++ {
			rows = append(rows, Row{Left: marked(left[i]), Kind: Removed, Clause: left[i].clause})
		}
		for ; j < p[1]; j++ {
			rows = append(rows, Row{Right: marked(right[j]), Kind: Added, Clause: right[j].clause})
		}
		if p[0] < len(left) {
			l, r := markWords(left[p[0]], right[p[1]])
			rows = append(rows, Row{Left: l, Right: r, Kind: Changed, Clause: left[p[0]].clause})
		}
		i, j = p[0]+1, p[1]+1
	}
	return rows
}

func marked(l line) []Span {
	spans := spansOf(l)
	for i := range spans {
		spans[i].Mark = spans[i].Token != Space
	}
	return spans
}

// markWords marks the words of two lines that have no counterpart in the other.
func markWords(left, right line) (l, r []Span) {
	l, r = marked(left), marked(right)
	for _, p := range matches(len(l), len(r), func(i, j int) bool { return l[i].Text == r[j].Text }) {
		l[p[0]].Mark, r[p[1]].Mark = false, false
	}
	return l, r
}
