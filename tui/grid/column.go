package grid

import (
	"math"
	"strconv"
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
	title    string // the name, made visible
	natural  int    // the width of its widest sampled cell; 0 when not measured
	manual   int    // the width set by hand; 0 when by content
	right    bool   // numbers stand at the right
	decimals int    // how many are shown where figures were divided; 0 shows each value as it is
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

// A figure that was divided comes with all digits that its type has, 245.779666666667, and nobody reads them. A column with such a
// value is rounded as a whole, and marked in its header; the whole cell, copies, exports and filters have every digit.
const (
	// manyDecimals are more than people write, and manyDigits more than they measure: coordinates keep theirs.
	manyDecimals, manyDigits = 7, 13
	// readDigits are how many digits of the smallest value stay.
	readDigits = 4
	// leastDecimals and mostDecimals are how many a rounded column shows.
	leastDecimals, mostDecimals = 2, 8
)

// read takes a value in before it is shown: decimals grow with the smallest value of a column that has divided figures.
func (c *column) read(v db.Value) {
	f, ok := fraction(v)
	if !ok || c.decimals == 0 && !divided(v) {
		return
	}
	need := leastDecimals
	for at := math.Abs(f); at != 0 && need < mostDecimals && at*math.Pow10(need) < math.Pow10(readDigits-1); {
		need++
	}
	c.decimals = max(c.decimals, need)
}

// fraction is a number with a fraction, as a type that may have one; ok is false for every other value.
func fraction(v db.Value) (f float64, ok bool) {
	switch v := v.(type) {
	case float64:
		return v, !math.IsInf(v, 0) && !math.IsNaN(v) && math.Abs(v) < 1e15
	case db.Exact:
		f, err := strconv.ParseFloat(string(v), 64)
		return f, err == nil && math.Abs(f) < 1e15
	}
	return 0, false
}

// divided says that a number has more digits than people write.
func divided(v db.Value) bool {
	whole, decimals, _ := strings.Cut(strings.TrimLeft(db.Cell(v), "-0"), ".")
	if strings.ContainsAny(decimals, "eE") {
		return false
	}
	if whole == "" {
		decimals = strings.TrimLeft(decimals, "0")
	}
	return len(decimals) >= manyDecimals && len(whole)+len(decimals) >= manyDigits
}

// cell is one value as the column shows it: rounded, unless little of it would be left.
func (c *column) cell(v db.Value) string {
	f, ok := fraction(v)
	if !ok || c.decimals == 0 || f != 0 && math.Abs(f) < math.Pow10(1-c.decimals) {
		return Cell(v, c.Type)
	}
	return strconv.FormatFloat(f, 'f', c.decimals, 64)
}

// rounded is the sign in the header of a column that is.
const rounded = "≈"

// heading is the name of the column, with what is to be known of it.
func (c *column) heading() string {
	if c.decimals > 0 {
		return rounded + c.title
	}
	return c.title
}

// Rounded says that the column under the cursor is.
func (m *Model) Rounded() bool { return len(m.order) > 0 && m.columns[m.order[m.col]].decimals > 0 }

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
	sample := m.sample()
	for _, row := range sample {
		col.read(row[c])
	}
	w := max(text.Width(col.heading())+1, minColumn) // the title and the sign of a sorted column
	if m.added[col.Name] {
		w++
	}
	for _, row := range sample {
		w = max(w, text.Width(col.cell(row[c])))
	}
	if len(sample) > 0 {
		col.natural = w
	}
	return w
}

// sample are the first loaded rows.
func (m *Model) sample() (rows [][]db.Value) {
	for i := 0; i < m.total && len(rows) < sampleRows; i++ {
		row, ok := m.window.row(i)
		if !ok {
			i += PageRows - i%PageRows - 1
			continue
		}
		rows = append(rows, row)
	}
	return rows
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
			col.read(row[c])
			if w := text.Width(col.cell(row[c])); w > col.natural {
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
