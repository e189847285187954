package grid

// Move moves the cursor by rows and columns.
func (m *Model) Move(rows, columns int) { m.Go(m.row+rows, m.col+columns) }

// Page moves the cursor by whole screens.
func (m *Model) Page(screens int) {
	m.top += screens * m.body()
	m.Go(m.row+screens*m.body(), m.col)
}

// Go puts the cursor on a row and a place in the column order, or the nearest there is.
func (m *Model) Go(row, place int) {
	m.row = min(max(row, 0), max(m.total-1, 0))
	m.col = min(max(place, 0), max(len(m.order)-1, 0))
	m.follow()
}

// Scroll moves the view by rows; the cursor stays in it.
func (m *Model) Scroll(rows int) {
	m.top = min(max(m.top+rows, 0), max(m.total-m.body(), 0))
	m.row = min(max(m.row, m.top), max(m.top+m.body()-1, m.top))
	m.row = min(m.row, max(m.total-1, 0))
}

// follow brings the cursor into view.
func (m *Model) follow() {
	m.top = min(max(m.top, m.row-m.body()+1), m.row)
	m.top = max(min(m.top, m.total-m.body()), 0)
	m.followColumn()
}

// followColumn moves the left edge until the cursor's column is shown whole, or stands first.
func (m *Model) followColumn() {
	m.left = max(m.left, m.frozen)
	if m.col < m.frozen {
		return
	}
	if m.col < m.left {
		m.left = m.col
	}
	for m.left < m.col && !m.whole(m.col) {
		m.left++
	}
}

// whole says whether the column at a place is shown without being cut.
func (m *Model) whole(place int) bool {
	for _, s := range m.spans() {
		if s.at == place {
			return s.w >= m.width(m.order[place])
		}
	}
	return false
}

// Hit is what lies under a cell of the grid's place.
type Hit struct {
	Row    int // -1 in the header
	Place  int // of the column
	Inside bool
}

// At says what lies at a cell, counted from the grid's corner.
func (m *Model) At(x, y int) Hit {
	for _, s := range m.spans() {
		if x >= s.x-gap && x < s.x+s.w+gap {
			row := m.top + y - 1
			if y == 0 {
				row = -1
			}
			return Hit{Row: row, Place: s.at, Inside: y >= 0 && row < m.total}
		}
	}
	return Hit{}
}
