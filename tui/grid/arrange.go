package grid

import "slices"

// What is arranged by hand: frozen columns, widths, order, and columns that are hidden. None of it changes the query, and
// it survives a refinement for the columns that come again.

// away is a hidden column and the place that it had.
type away struct{ column, place int }

// Freeze keeps the columns up to the cursor in view; on the last frozen one it lets them go.
func (m *Model) Freeze() {
	if m.frozen == m.col+1 {
		m.frozen, m.left = 0, 0
	} else {
		m.frozen, m.left = m.col+1, m.col+1
	}
	m.follow()
}

// Widen changes the width of the cursor's column by n cells; 0 sets it back to its content.
func (m *Model) Widen(n int) {
	if m.col >= len(m.order) {
		return
	}
	c := m.order[m.col]
	if n == 0 {
		m.columns[c].manual, m.columns[c].natural = 0, 0
		m.settle()
	} else {
		m.columns[c].manual = min(max(m.width(c)+n, minColumn), max(m.w-gutter, minColumn))
	}
	m.follow()
}

// Carry moves the cursor's column by n places.
func (m *Model) Carry(n int) {
	to := m.col + n
	if to < 0 || to >= len(m.order) {
		return
	}
	c := m.order[m.col]
	m.order = append(m.order[:m.col], m.order[m.col+1:]...)
	m.order = append(m.order[:to], append([]int{c}, m.order[to:]...)...)
	m.col, m.carried = to, true
	m.follow()
}

// Hide takes the cursor's column out of view; ok is false for the last one.
func (m *Model) Hide() (ok bool) {
	if len(m.order) < 2 {
		return false
	}
	m.hide(m.col)
	m.col = min(m.col, len(m.order)-1)
	m.settle()
	m.follow()
	return true
}

func (m *Model) hide(place int) {
	m.away = append(m.away, away{m.order[place], place})
	m.order = slices.Delete(m.order, place, place+1)
	if place < m.frozen {
		m.frozen--
	}
}

// ShowAll brings hidden columns back to where they were, and says how many.
func (m *Model) ShowAll() int {
	n := len(m.away)
	for _, a := range slices.Backward(m.away) {
		place := min(a.place, len(m.order))
		m.order = slices.Insert(m.order, place, a.column)
		if place <= m.col {
			m.col++
		}
	}
	m.away = nil
	m.col = min(m.col, max(len(m.order)-1, 0))
	m.settle()
	m.follow()
	return n
}

// Hidden is how many columns are hidden by hand.
func (m *Model) Hidden() int { return len(m.away) }

// More is how many columns lie behind the right edge.
func (m *Model) More() int {
	spans := m.spans()
	if len(spans) == 0 {
		return 0
	}
	return len(m.order) - 1 - spans[len(spans)-1].at
}

// arrangeAs takes over what was arranged by hand, column by column by their names, where at least half of the columns come
// again: another question starts afresh.
func (m *Model) arrangeAs(before *Model) {
	again := m.matching(before)
	if len(again)*2 < len(m.columns) || len(again) == 0 {
		return
	}
	for c, was := range again {
		m.columns[c].manual = before.columns[was].manual
	}
	m.reorder(before, again)
	for place := len(m.order) - 1; place >= 0; place-- {
		if was, ok := again[m.order[place]]; ok && len(m.order) > 1 && before.hides(was) {
			m.hide(place)
		}
	}
	m.frozen = before.frozen
	for place := range before.frozen {
		if place >= len(m.order) || m.columns[m.order[place]].Name != before.columns[before.order[place]].Name {
			m.frozen = 0
			break
		}
	}
}

// matching finds for each column the one of the same name in another result: the first for the first, and so on.
func (m *Model) matching(before *Model) map[int]int {
	byName := map[string][]int{}
	for i, c := range before.columns {
		byName[c.Name] = append(byName[c.Name], i)
	}
	again := map[int]int{}
	for i, c := range m.columns {
		if same := byName[c.Name]; len(same) > 0 {
			again[i], byName[c.Name] = same[0], same[1:]
		}
	}
	return again
}

// reorder puts the columns that come again into their order of before, among themselves.
func (m *Model) reorder(before *Model, again map[int]int) {
	rank := before.ranks()
	var places, columns []int
	for place, c := range m.order {
		if _, ok := again[c]; ok {
			places, columns = append(places, place), append(columns, c)
		}
	}
	if !before.carried {
		return
	}
	slices.SortStableFunc(columns, func(a, b int) int { return rank[again[a]] - rank[again[b]] })
	for i, place := range places {
		m.order[place] = columns[i]
	}
	m.carried = true
}

// ranks is the place of each column in the order, hidden ones where they were.
func (m *Model) ranks() map[int]int {
	rank := map[int]int{}
	for place, c := range m.order {
		rank[c] = 2 * place
	}
	for _, a := range m.away {
		rank[a.column] = 2*a.place - 1
	}
	return rank
}

func (m *Model) hides(column int) bool {
	return slices.ContainsFunc(m.away, func(a away) bool { return a.column == column })
}
