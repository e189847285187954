package statement

import "strings"

// Two statements beside each other are laid out so that what changed has lines of its own: a list of which the other side
// has some items and not others stands with an item a line on both sides; one that is new as a whole is filled, which takes
// the fewest lines, save the conditions of a filter; one that is the same on both sides stands as in Format.

// besideLines are the lines of both sides, after's of the pieces given.
func besideLines(before, after *Statement, old, present *naming, pieces []piece, width int) (b, a []line) {
	left, right := old.lists(before.pieces), present.lists(pieces)
	meet(left, right)
	return before.styledLines(before.pieces, width, styleOf(left)), after.styledLines(pieces, width, styleOf(right))
}

// styledLines are the kept ones where nothing has a style of its own.
func (s *Statement) styledLines(pieces []piece, width int, style map[int]breaking) []line {
	if len(style) == 0 && len(pieces) > 0 && len(s.pieces) > 0 && &pieces[0] == &s.pieces[0] {
		return s.lines(width)
	}
	return layOutStyled(pieces, width, style)
}

// itemList is a list in a text.
type itemList struct {
	open, around int      // its openPiece, and that of the parentheses around it where it breaks with them, else -1
	items        []string // without what ties them to their places
	terms        bool     // conditions of a filter: a new one has a line each, too
	settled      bool     // the other side has the same list
	style        breaking
}

func styleOf(lists []itemList) map[int]breaking {
	out := map[int]breaking{}
	for _, l := range lists {
		if l.settled || l.style == asItFits {
			continue
		}
		if out[l.open] = l.style; l.around >= 0 && l.style == broken {
			out[l.around] = broken
		}
	}
	return out
}

// meet gives the lists of both sides their styles.
func meet(left, right []itemList) {
	settle(left, right)
	having := map[string][]int{} // an item → the lists at the left that have it
	for i, l := range left {
		for _, item := range l.items {
			if !l.settled {
				having[item] = append(having[item], i)
			}
		}
	}
	for j := range right {
		r := &right[j]
		if i := most(r.items, having); !r.settled && i >= 0 {
			r.style, left[i].style = broken, broken
		}
	}
}

// settle finds the lists that both sides have.
func settle(left, right []itemList) {
	at := map[string][]int{}
	for i := range left {
		left[i].style = left[i].alone()
		k := left[i].key()
		at[k] = append(at[k], i)
	}
	for j := range right {
		r := &right[j]
		r.style = r.alone()
		k := r.key()
		if r.settled = len(at[k]) > 0; r.settled {
			left[at[k][0]].settled, at[k] = true, at[k][1:]
		}
	}
}

// alone is how a list stands that has nothing in common with one on the other side.
func (l *itemList) alone() breaking {
	if l.terms {
		return broken
	}
	return filled
}

// most is the list that has most of the items, the first of several; -1 when none has any.
func most(items []string, having map[string][]int) int {
	count, best := map[int]int{}, -1
	for _, item := range items {
		for _, i := range having[item] {
			count[i]++
			if best < 0 || count[i] > count[best] || count[i] == count[best] && i < best {
				best = i
			}
		}
	}
	return best
}

func (l *itemList) key() string { return strings.Join(l.items, "\x00") }

// lists finds the lists of a text and their items.
func (n *naming) lists(pieces []piece) []itemList {
	var out []itemList
	type group struct{ at, list, from int }
	var open []group
	for i, p := range pieces {
		var top *group
		if n := len(open); n > 0 {
			top = &open[n-1]
		}
		switch p.op {
		case openPiece:
			g := group{i, -1, i + 1}
			if p.role == listOpen || p.role == termsOpen {
				g.list = len(out)
				out = append(out, itemList{open: i, around: -1, terms: p.role == termsOpen})
				if pieces[i-1].op == softPiece {
					out[g.list].around = top.at
				}
			}
			open = append(open, g)
		case closePiece, linePiece, softPiece, hardPiece:
			if top != nil && top.list >= 0 {
				out[top.list].items = append(out[top.list].items, n.itemText(pieces[top.from:i]))
				top.from = i + 1
			}
			if p.op == closePiece {
				open = open[:len(open)-1]
			}
		}
	}
	return out
}

// itemText is an item in words.
func (n *naming) itemText(pieces []piece) string {
	var b strings.Builder
	skip := false
	for i, p := range pieces {
		if p.op != textPiece || p.role != noRole || skip {
			skip = false
			continue
		}
		word := p.text
		if p.kind == Name && i+1 < len(pieces) && pieces[i+1].text == "." {
			word = n.table(p.text)
			skip = word == ""
		}
		b.WriteString(word)
		b.WriteByte(' ')
	}
	return b.String()
}
