// Package grid shows a result as a table: a frozen header, a cursor on a cell, and windows over rows and columns, so that
// a million rows and 1,600 columns cost what is on screen. It holds no source and does no I/O: pages of rows are put into
// it, and it says which one it misses.
//
// Start reading at Model.
package grid

import (
	"slices"

	"parley/db"
)

// Model is the grid's state. The zero Model shows nothing; Reset gives it a result.
type Model struct {
	w, h    int
	columns []column
	order   []int  // source index by place
	away    []away // hidden by hand, in the order in which they went
	carried bool   // the order is not the result's
	added   map[string]bool
	window  window
	total   int

	row, col  int // the cursor: a row, and a place in the order
	top, left int
	frozen    int
	widest    int
	marks     map[int]bool
	search    string
	sorted    map[int]string // what the header shows beside a sorted column, by source index
}

// New is an empty grid.
func New() *Model { return &Model{window: newWindow(), widest: normalCap, marks: map[int]bool{}} }

// Reset shows another result. The cursor goes to the first row and stays in the column of the same name, if there is one and it was
// moved there: at the beginning of the rows it stays at the beginning. What was arranged by hand stays for the columns that come again (arrange.go). Columns named in added are shown as new.
func (m *Model) Reset(columns []db.ResultColumn, added map[string]bool) {
	before := *m
	name := ""
	if c, ok := m.Column(); ok && m.col > 0 {
		name = c.Name
	}
	*m = *New()
	m.w, m.h, m.search, m.added = before.w, before.h, before.search, added
	for i, c := range columns {
		m.columns = append(m.columns, newColumn(c))
		m.order = append(m.order, i)
	}
	m.arrangeAs(&before)
	for at, c := range m.order {
		if m.columns[c].Name == name {
			m.col = at
			break
		}
	}
	m.settle()
	m.follow()
}

// Renew shows total rows of a new run of the same statement: everything stays as it was arranged, the cursor on its row if there
// is one, and only the rows and their marks go.
func (m *Model) Renew(columns []db.ResultColumn, added map[string]bool, total int) {
	if row, place, top := m.row, m.col, m.top; !slices.Equal(columns, m.Source()) { // the table was altered
		m.Reset(columns, added)
		m.total, m.row, m.col, m.top = total, row, min(place, max(len(m.order)-1, 0)), top
	}
	m.window, m.marks = newWindow(), map[int]bool{}
	m.SetTotal(total)
}

// Sort marks columns, by their position in the result, with a sign in the header.
func (m *Model) Sort(signs map[int]string) { m.sorted = signs }

// SetSize gives the grid its place; the header takes the first line.
func (m *Model) SetSize(w, h int) {
	if m.w == w && m.h == h {
		return
	}
	m.w, m.h = w, h
	m.settle()
	m.follow()
}

// SetTotal says how many rows have been fetched so far.
func (m *Model) SetTotal(n int) {
	m.total = n
	m.row = min(m.row, max(0, n-1))
	m.follow()
}

// Load puts a page in. The first one decides the columns' widths, later ones may widen them.
func (m *Model) Load(p Page) {
	first := len(m.window.pages) == 0
	m.window.put(p)
	if m.widen(p.Rows) || first {
		m.settle()
		m.follow()
	}
}

// Missing is the first row of a page to load for what is shown or lies a page ahead.
func (m *Model) Missing() (first int, ok bool) {
	if first, ok = m.window.missing(m.top, m.top+m.body(), m.total); ok {
		return first, true
	}
	return m.window.missing(m.top-PageRows/2, m.top+m.body()+PageRows/2, m.total)
}

// body is how many rows are shown at once.
func (m *Model) body() int { return max(m.h-1, 0) }

// Total is how many rows there are.
func (m *Model) Total() int { return m.total }

// Columns is how many columns are shown.
func (m *Model) Columns() int { return len(m.order) }

// Cursor is the row and the place of the column under the cursor.
func (m *Model) Cursor() (row, place int) { return m.row, m.col }

// Top is the first row shown, Body how many are.
func (m *Model) Top() int { return m.top }

// Body is how many rows fit.
func (m *Model) Body() int { return m.body() }

// Column is the column under the cursor.
func (m *Model) Column() (db.ResultColumn, bool) {
	if m.col >= len(m.order) {
		return db.ResultColumn{}, false
	}
	return m.columns[m.order[m.col]].ResultColumn, true
}

// Index is the position in the result of the column under the cursor.
func (m *Model) Index() int {
	if m.col >= len(m.order) {
		return -1
	}
	return m.order[m.col]
}

// Value is the cell under the cursor; ok is false while its row is not loaded.
func (m *Model) Value() (v db.Value, ok bool) {
	row, ok := m.window.row(m.row)
	if !ok || m.col >= len(m.order) {
		return nil, false
	}
	return row[m.order[m.col]], true
}

// Row is row i in the order of the result, if it is loaded.
func (m *Model) Row(i int) ([]db.Value, bool) { return m.window.row(i) }

// Order is the result's column positions as they are shown, left to right.
func (m *Model) Order() []int { return append([]int(nil), m.order...) }

// Search highlights cells that contain a text, ignoring case; empty stops it.
func (m *Model) Search(s string) { m.search = s }

// Searched is the text being highlighted.
func (m *Model) Searched() string { return m.search }

// Mark turns the mark of the row under the cursor on or off.
func (m *Model) Mark() {
	if m.total == 0 {
		return
	}
	if m.marks[m.row] {
		delete(m.marks, m.row)
	} else {
		m.marks[m.row] = true
	}
}

// Marks says which rows are marked.
func (m *Model) Marks() map[int]bool { return m.marks }

// Source is the result's columns in their own order.
func (m *Model) Source() []db.ResultColumn {
	out := make([]db.ResultColumn, len(m.columns))
	for i, c := range m.columns {
		out[i] = c.ResultColumn
	}
	return out
}
