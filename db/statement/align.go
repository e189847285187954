package statement

import (
	"maps"
	"slices"
	"strings"
)

// Rows are aligned by clause: lines that are equal go side by side; between them, lines of the same clause are paired as
// changed, and the rest are added or removed.

// The longest common subsequence is found in the plain quadratic form; beyond so many cells only what is equal at both
// ends counts. Lines are quick to compare; whether one was made from another takes a look at their words.
const (
	lineLimit = 4 << 20
	wordLimit = 1 << 16
)

// matches gives the pairs (i, j) of a longest common subsequence of n and m items, in order.
func matches(n, m, limit int, equal func(i, j int) bool) [][2]int {
	return betweenEnds(n, m, equal, func(start, n, m int) [][2]int {
		return lcs(places(start, n), places(start, m), limit, equal)
	})
}

// places are the numbers from one to before another.
func places(from, to int) []int {
	out := make([]int, to-from)
	for i := range out {
		out[i] = from + i
	}
	return out
}

// betweenEnds pairs what is equal at both ends, and lets inside pair what is left: from start to n and to m.
func betweenEnds(n, m int, equal func(i, j int) bool, inside func(start, n, m int) [][2]int) [][2]int {
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
	slices.Reverse(tail)
	return slices.Concat(head, inside(start, n, m), tail)
}

// lcs pairs places of two lists; none when there are more pairs of places than the limit.
func lcs(left, right []int, limit int, equal func(i, j int) bool) [][2]int {
	h, w := len(left), len(right)
	if h*w > limit {
		return nil
	}
	length := make([]int32, (h+1)*(w+1))
	at := func(i, j int) *int32 { return &length[i*(w+1)+j] }
	for i := h - 1; i >= 0; i-- {
		for j := w - 1; j >= 0; j-- {
			if equal(left[i], right[j]) {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < h && j < w; {
		switch {
		case equal(left[i], right[j]):
			out = append(out, [2]int{left[i], right[j]})
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
	return out
}

func alignRows(left, right []shadow) []Row {
	n := numbering{known: map[string]int{}}
	n.alike = len(left) == 0 || len(right) == 0 || left[0].naming.alike(right[0].naming)
	same := func(i, j int) bool { return n.same(&left[i], &right[j]) }
	pairs := betweenEnds(len(left), len(right), same, func(from, toLeft, toRight int) [][2]int {
		l, r := left[from:toLeft], right[from:toRight]
		return lcs(n.among(l, r, from), n.among(r, l, from), lineLimit, func(i, j int) bool { return left[i].number == right[j].number })
	})
	pairs = append(pairs, [2]int{len(left), len(right)})
	var rows []Row
	i, j := 0, 0
	for _, p := range pairs {
		rows = append(rows, n.gapRows(left[i:p[0]], right[j:p[1]])...)
		if p[0] < len(left) {
			rows = append(rows, unchanged(left[p[0]].line, right[p[1]].line))
		}
		i, j = p[0]+1, p[1]+1
	}
	findMoved(rows)
	return rows
}

// findMoved tells rows that went from one place and came to another. A row must name or count something: a closing
// parenthesis is everywhere.
func findMoved(rows []Row) {
	gone := map[int][]int{}
	for i, r := range rows {
		if r.Kind == Removed && slices.ContainsFunc(r.Left, tells) {
			gone[r.number] = append(gone[r.number], i)
		}
	}
	for i := range rows {
		from := gone[rows[i].number]
		if rows[i].Kind != Added || len(from) == 0 {
			continue
		}
		rows[i].Moved, rows[from[0]].Moved = true, true
		gone[rows[i].number] = from[1:]
	}
}

func tells(s Span) bool { return s.Token == Name || s.Token == String || s.Token == Number }

// alike says that two statements mean the same by their names.
func (n *naming) alike(m *naming) bool { return n.own == m.own && maps.Equal(n.aliases, m.aliases) }

// numbering numbers lines, so that each is read once, however many others it is held against.
type numbering struct {
	alike bool // both sides mean the same by their aliases
	known map[string]int
}

// same says that two lines have the same words. Most have the same tokens, and need no number.
func (n *numbering) same(l, r *shadow) bool {
	if l.number == 0 && r.number == 0 && n.alike && l.clause == r.clause && slices.Equal(l.tokens, r.tokens) {
		return true
	}
	return n.of(l) == n.of(r)
}

// among are the places, counted on from the first, of the lines that are also among the others: no other has a pair.
func (n *numbering) among(lines, others []shadow, first int) []int {
	known := map[int]bool{}
	for i := range others {
		known[n.of(&others[i])] = true
	}
	var places []int
	for i := range lines {
		if known[n.of(&lines[i])] {
			places = append(places, first+i)
		}
	}
	return places
}

func (n *numbering) of(s *shadow) int {
	if s.number != 0 {
		return s.number
	}
	var b strings.Builder
	b.WriteString(s.clause)
	for _, w := range s.words() {
		if w != "" {
			b.WriteByte(0)
			b.WriteString(w)
		}
	}
	number, ok := n.known[b.String()]
	if !ok {
		number = len(n.known) + 1
		n.known[b.String()] = number
	}
	s.number = number
	return number
}

// unchanged shows two lines of the same words, which may have other aliases.
func unchanged(l, r line) Row {
	row := sameRow(r)
	if !slices.Equal(l.tokens, r.tokens) {
		row.Left = spansOf(l)
	}
	return row
}

// gapRows pairs lines of the same clause that have words in common, between two equal lines.
func (n *numbering) gapRows(left, right []shadow) []Row {
	pairs := matches(len(left), len(right), wordLimit, func(i, j int) bool {
		return left[i].clause == right[j].clause && related(&left[i], &right[j])
	})
	pairs = append(pairs, [2]int{len(left), len(right)})
	var rows []Row
	i, j := 0, 0
	for _, p := range pairs {
		for ; i < p[0]; i++ {
			rows = append(rows, Row{Left: marked(left[i].line), Kind: Removed, Clause: left[i].clause, number: n.of(&left[i])})
		}
		for ; j < p[1]; j++ {
			rows = append(rows, Row{Right: marked(right[j].line), Kind: Added, Clause: right[j].clause, number: n.of(&right[j])})
		}
		if p[0] < len(left) {
			l, r := markWords(&left[p[0]], &right[p[1]])
			rows = append(rows, Row{Left: l, Right: r, Kind: Changed, Clause: left[p[0]].clause})
		}
		i, j = p[0]+1, p[1]+1
	}
	return rows
}

// related says that two lines start alike or share a name: one was made from the other.
func related(l, r *shadow) bool {
	if first(l) == first(r) {
		return true
	}
	for i, t := range l.tokens {
		if word := l.words()[i]; t.kind == Name && word != "" && slices.Contains(r.words(), word) {
			return true
		}
	}
	return false
}

// first is the first word of a line that counts.
func first(s *shadow) string {
	for i, t := range s.tokens {
		if word := s.words()[i]; t.kind != Space && word != "" {
			return word
		}
	}
	return ""
}

func marked(l line) []Span {
	spans := spansOf(l)
	for i := range spans {
		spans[i].Mark = spans[i].Token != Space
	}
	return spans
}

// markWords marks the words of two lines that have no counterpart in the other; none where less than half of either stays:
// marks on most of a line say no more than its colour.
func markWords(left, right *shadow) (l, r []Span) {
	l, r = marked(left.line), marked(right.line)
	lw, rw := left.words(), right.words()
	for _, p := range matches(len(l), len(r), wordLimit, func(i, j int) bool { return lw[i] != "" && lw[i] == rw[j] }) {
		l[p[0]].Mark, r[p[1]].Mark = false, false
	}
	unmarkEmpty(l, lw)
	unmarkEmpty(r, rw)
	if mostlyMarked(l) || mostlyMarked(r) {
		return spansOf(left.line), spansOf(right.line)
	}
	return l, r
}

func mostlyMarked(spans []Span) bool {
	words, marks := 0, 0
	for _, s := range spans {
		if s.Token != Space {
			words++
		}
		if s.Mark {
			marks++
		}
	}
	return marks*2 > words
}

// unmarkEmpty takes the mark off words that do not count.
func unmarkEmpty(spans []Span, words []string) {
	for i := range spans {
		spans[i].Mark = spans[i].Mark && words[i] != ""
	}
}
