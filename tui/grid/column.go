package grid

import (
	"strings"

	"parley/db"
	"parley/tui/text"
)

const (
	// normalCap is how wide a column gets by its content alone; a lone column may take what is free.
	normalCap = 40
	minColumn = 3
	// sampleRows is how many loaded rows decide a column's width.
	sampleRows = 64
	// gap is the space between two columns, gutter that before the first.
	gap, gutter = 2, 2
)

// column is how one column of the result is shown.
type column struct {
	db.ResultColumn
	title   string // the name, made visible
	natural int    // the width of its widest sampled cell; 0 when not measured
	manual  int    // the width set by hand; 0 when by content
	right   bool   // numbers stand at the right
}

func newColumn(c db.ResultColumn) column {
	return column{ResultColumn: c, title: db.Visible(c.Name), right: c.Type.Numeric()}
}

// Cell is one value as the grid shows it: on one line, safe, and without the midnight of a date.
func Cell(v db.Value, t db.Type) string {
	s := db.Cell(v)
	if t == db.Date && len(s) > 10 {
		return strings.TrimSuffix(s, " 00:00:00")
	}
	return s
}

// width is how wide column c (a source index) is shown.
func (m *Model) width(c int) int {
	col := &m.columns[c]
	if col.manual > 0 {
		return col.manual
	}
	return min(m.natural(c), m.widest)
}

// natural measures a column once, when it is first needed: a result may have 1,600 of them.
func (m *Model) natural(c int) int {
	col := &m.columns[c]
	if col.natural > 0 {
		return col.natural
	}
	w := max(text.Width(col.title)+1, minColumn) // the title and the sign of a sorted column
	if m.added[col.Name] {
		w++
	}
	seen := 0
	for i := 0; i < m.total && seen < sampleRows; i++ {
		row, ok := m.window.row(i)
		if !ok {
			i += PageRows - i%PageRows - 1
			continue
		}
		w, seen = max(w, text.Width(Cell(row[c], col.Type))), seen+1
	}
	if seen > 0 {
		col.natural = w
	}
	return w
}

// widen lets the columns that were measured grow with a page, and says whether one did: the ids far down are longer than
// the first. None shrinks, so that scrolling up changes nothing.
func (m *Model) widen(rows [][]db.Value) (wider bool) {
	for c := range m.columns {
		col := &m.columns[c]
		if col.natural == 0 || col.natural >= m.widest {
			continue
		}
		for _, row := range rows {
			if w := text.Width(Cell(row[c], col.Type)); w > col.natural {
				col.natural, wider = w, true
			}
		}
	}
	return wider
}

// span is a column on screen: its place in the order and in the line.
type span struct{ at, x, w int }

// spans are the columns that fit the width: frozen ones first, then those from the left edge. The last may be cut.
func (m *Model) spans() []span {
	var out []span
	x := gutter
	add := func(at int) bool {
		w := min(m.width(m.order[at]), m.w-x)
		if w < minColumn && len(out) > 0 {
			return false
		}
		out = append(out, span{at, x, w})
		x += w + gap
		return x < m.w
	}
	for at := 0; at < min(m.frozen, len(m.order)); at++ {
		if !add(at) {
			return out
		}
	}
	for at := max(m.left, m.frozen); at < len(m.order); at++ {
		if !add(at) {
			break
		}
	}
	return out
}

// settle chooses how wide a column may be: as wide as it likes when all columns together fit, else the normal cap.
func (m *Model) settle() {
	m.widest = normalCap
	if len(m.order) == 0 || len(m.order) > m.w/minColumn {
		return
	}
	m.widest = max(m.w-gutter, minColumn)
	free := m.w - gutter
	for _, c := range m.order {
		free -= m.width(c) + gap
	}
	if free+gap >= 0 {
		return
	}
	m.widest = normalCap
	m.grow()
}

// grow raises the cap as far as everything still fits.
func (m *Model) grow() {
	used := gutter - gap
	for _, c := range m.order {
		used += m.width(c) + gap
	}
	for used < m.w && m.widest < m.w {
		wider := 0
		for _, c := range m.order {
			if m.columns[c].manual == 0 && m.natural(c) > m.widest {
				wider++
			}
		}
		if wider == 0 || used+wider > m.w {
			return
		}
		used, m.widest = used+wider, m.widest+1
	}
}
