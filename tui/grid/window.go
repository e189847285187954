package grid

import "parley/db"

// The window keeps a few pages of rows in memory around what is shown; the rest stays with the source, which may have
// it on disk. Drawing therefore never reads: a row that is not here yet shows as dots until it is loaded.
const (
	// PageRows is how many rows are loaded at once.
	PageRows = 256
	// pagesKept bounds the window.
	pagesKept = 6
)

// Page is a run of rows: Rows[i] is row First+i.
type Page struct {
	First int
	Rows  [][]db.Value
}

type window struct {
	pages map[int][][]db.Value // by page number
}

func newWindow() window { return window{pages: map[int][][]db.Value{}} }

// row is row i if it is loaded.
func (w *window) row(i int) ([]db.Value, bool) {
	page, ok := w.pages[i/PageRows]
	if !ok || i%PageRows >= len(page) {
		return nil, false
	}
	return page[i%PageRows], true
}

// put takes a page in and drops those farthest from it.
func (w *window) put(p Page) {
	n := p.First / PageRows
	w.pages[n] = p.Rows
	for len(w.pages) > pagesKept {
		delete(w.pages, w.farthest(n))
	}
}

func (w *window) farthest(from int) int {
	worst, distance := from, -1
	for n := range w.pages {
		if d := max(n-from, from-n); d > distance {
			worst, distance = n, d
		}
	}
	return worst
}

// missing is the first page in [from, to) that is not loaded whole, given how many rows there are.
func (w *window) missing(from, to, total int) (first int, ok bool) {
	to = min(to, total)
	for n := max(from, 0) / PageRows; n*PageRows < to; n++ {
		if len(w.pages[n]) < min(PageRows, total-n*PageRows) {
			return n * PageRows, true
		}
	}
	return 0, false
}
