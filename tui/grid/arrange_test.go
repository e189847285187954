package grid

import (
	"fmt"
	"slices"
	"testing"

	"parley/db"
	"parley/db/dbtest/seed"
)

func TestColumnsMoveAndKeepTheirValues(t *testing.T) {
	t.Parallel()
	m := filled(t, 80, 5, 10, 4)
	m.Go(2, 0)
	want, _ := m.Value()
	m.Carry(2)
	got, _ := m.Value()
	if fmt.Sprint(m.Order()) != "[1 2 0 3]" || got != want || m.Index() != 0 {
		t.Errorf("order %v, cursor on %d: %v, want %v", m.Order(), m.Index(), got, want)
	}
}

func TestHiddenColumnsComeBackToTheirPlaces(t *testing.T) {
	t.Parallel()
	m := filled(t, 80, 5, 10, 5)
	m.Go(0, 1)
	m.Hide()
	m.Hide()
	if got := fmt.Sprint(m.Order()); got != "[0 3 4]" || m.Hidden() != 2 || m.Index() != 3 {
		t.Errorf("order %s, %d hidden, cursor on column %d", got, m.Hidden(), m.Index())
	}
	if n := m.ShowAll(); n != 2 || fmt.Sprint(m.Order()) != "[0 1 2 3 4]" || m.Index() != 3 {
		t.Errorf("%d back, order %v, cursor on column %d", n, m.Order(), m.Index())
	}
}

func TestLastColumnIsNotHidden(t *testing.T) {
	t.Parallel()
	m := filled(t, 80, 5, 10, 2)
	if !m.Hide() || m.Hide() || m.Columns() != 1 {
		t.Errorf("%d columns are left", m.Columns())
	}
}

// Any series of hides and moves leaves each column once, shown or hidden, and ends with all of them.
func TestArrangingLosesNoColumn(t *testing.T) {
	t.Parallel()
	r := seed.Random(t)
	m := filled(t, 80, 8, 300, 9)
	for step := range 500 {
		switch r.IntN(7) {
		case 0:
			m.Hide()
		case 1:
			m.Carry(r.IntN(5) - 2)
		case 2:
			m.Freeze()
		case 3:
			m.Widen(r.IntN(9) - 4)
		case 4:
			if r.IntN(8) == 0 {
				m.ShowAll()
			}
		default:
			m.Go(r.IntN(300), r.IntN(9))
		}
		all := m.Order()
		for _, a := range m.away {
			all = append(all, a.column)
		}
		slices.Sort(all)
		if fmt.Sprint(all) != "[0 1 2 3 4 5 6 7 8]" || m.col >= len(m.order) || m.frozen > len(m.order) {
			t.Fatalf("step %d: columns %v, cursor %d, frozen %d of %d", step, all, m.col, m.frozen, len(m.order))
		}
	}
	m.ShowAll()
	if m.Columns() != 9 {
		t.Errorf("%d columns", m.Columns())
	}
}

func named(names ...string) []db.ResultColumn {
	out := make([]db.ResultColumn, len(names))
	for i, n := range names {
		out[i] = db.ResultColumn{Name: n, Type: db.Text}
	}
	return out
}

func (m *Model) names() string {
	s := ""
	for _, c := range m.order {
		s += m.columns[c].Name
	}
	return s
}

func TestRefinedResultKeepsWhatWasArranged(t *testing.T) {
	t.Parallel()
	m := New()
	m.SetSize(80, 10)
	m.Reset(named("a", "b", "c", "d"), nil)
	m.Go(0, 2)
	m.Carry(-2) // c a b d
	m.Widen(5)
	wide := m.columns[2].manual
	m.Freeze()
	m.Go(0, 1)
	m.Hide() // a
	if m.names() != "cbd" {
		t.Fatal(m.names())
	}
	m.Reset(named("a", "x", "b", "c", "d"), nil)
	if m.names() != "cxbd" || m.Hidden() != 1 || m.columns[3].manual != wide {
		t.Errorf("%s, %d hidden, c is %d wide, want %d", m.names(), m.Hidden(), m.columns[3].manual, wide)
	}
	m.Reset(named("p", "q", "d"), nil)
	if m.names() != "pqd" || m.Hidden() != 0 {
		t.Errorf("another result is arranged as before: %s", m.names())
	}
}

func TestColumnsOfOneNameAreArrangedOneByOne(t *testing.T) {
	t.Parallel()
	m := New()
	m.SetSize(80, 10)
	m.Reset(named("id", "id", "name"), nil)
	m.Go(0, 1)
	m.Hide()
	m.Reset(named("id", "id", "name"), nil)
	if fmt.Sprint(m.Order()) != "[0 2]" {
		t.Errorf("order %v", m.Order())
	}
}

func TestMoreCountsWhatLiesBehindTheEdge(t *testing.T) {
	t.Parallel()
	m := filled(t, 40, 5, 10, 30)
	if m.More() == 0 {
		t.Error("no column lies behind the edge")
	}
	m.Go(0, 29)
	if m.More() != 0 {
		t.Errorf("%d columns behind the last", m.More())
	}
}
