package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"parley/db"
	"parley/tui/theme"
)

func look(tb testing.TB, name string) *theme.Theme {
	tb.Helper()
	th, err := theme.New(theme.Options{Name: name, Profile: termenv.TrueColor})
	if err != nil {
		tb.Fatal(err)
	}
	return th
}

// filled is a grid of w × h over rows × columns, everything loaded that it asks for.
func filled(tb testing.TB, w, h, rows, columns int) *Model {
	tb.Helper()
	m := New()
	m.SetSize(w, h)
	var cols []db.ResultColumn
	for c := range columns {
		cols = append(cols, db.ResultColumn{Name: fmt.Sprintf("column_%d", c), Type: []db.Type{db.Text, db.Integer}[c%2]})
	}
	m.Reset(cols, nil)
	m.SetTotal(rows)
	load(m, columns)
	return m
}

func load(m *Model, columns int) {
	for {
		first, ok := m.Missing()
		if !ok {
			return
		}
		p := Page{First: first}
		for r := first; r < min(first+PageRows, m.Total()); r++ {
			row := make([]db.Value, columns)
			for c := range row {
				row[c] = cell(r, c)
			}
			p.Rows = append(p.Rows, row)
		}
		m.Load(p)
	}
}

func cell(r, c int) db.Value {
	switch {
	case (r+c)%7 == 3:
		return nil
	case c%2 == 1:
		return int64(r * c)
	}
	return []string{"Ana Lūse", "日本語テキスト", "a\tb\x1b[31mred", "👩‍👩‍👧 family", "é́ combining", "שלום עולם", strings.Repeat("long ", 30)}[(r+c)%7]
}

// Figures that were divided are rounded as a column and marked; what people wrote, and what rounding would take away, stays.
func TestDividedFiguresAreRoundedAsAColumn(t *testing.T) {
	t.Parallel()
	for name, is := range map[string]struct {
		values []db.Value
		want   string
		signed bool
	}{
		"averages":           {[]db.Value{477.480625, 245.779666666667, 60.0, nil}, "477.48 245.78 60.00 NULL", true},
		"of a server":        {[]db.Value{db.Exact("245.7796666666666667"), db.Exact("3.5000000000000000")}, "245.780 3.500", true},
		"small ones":         {[]db.Value{0.0333333333333333, 12.5}, "0.03333 12.50000", true},
		"too small to round": {[]db.Value{1.23456789012345e-9, 0.666666666666667}, "1.23456789012345e-09 0.6667", true},
		"prices":             {[]db.Value{19.99, 5.0}, "19.99 5", false},
		"coordinates":        {[]db.Value{52.5200081, 13.4049540}, "52.5200081 13.404954", false},
		"whole numbers":      {[]db.Value{int64(12345678901234), int64(2)}, "12345678901234 2", false},
		"large ones":         {[]db.Value{123456789012.345, 1.0}, "123456789012.345 1", false},
		"texts":              {[]db.Value{"0.333333333333333"}, "0.333333333333333", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := New()
			m.SetSize(60, 10)
			m.Reset([]db.ResultColumn{{Name: "value", Type: db.Decimal}}, nil)
			m.SetTotal(len(is.values))
			page := Page{}
			for _, v := range is.values {
				page.Rows = append(page.Rows, []db.Value{v})
			}
			m.Load(page)
			lines := strings.Split(ansi.Strip(strings.Join(m.View(look(t, "dark"), true), "\n")), "\n")
			got := strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(lines[1:], " "), theme.Cursor, "")), " ")
			if got != is.want || strings.Contains(lines[0], rounded+"value") != is.signed || m.Rounded() != is.signed {
				t.Errorf("%q under %q, want %q, marked %t", got, lines[0], is.want, is.signed)
			}
		})
	}
}

func TestViewIsExactlyAsLargeAsItsPlace(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{20, 3}, {60, 16}, {91, 41}, {200, 60}, {400, 120}} {
		for _, shape := range [][2]int{{0, 3}, {1, 1}, {5, 200}, {1000, 8}} {
			m := filled(t, size[0], size[1], shape[0], shape[1])
			for step := range 12 {
				load(m, shape[1])
				lines := m.View(look(t, "dark"), step%2 == 0)
				if len(lines) != size[1] {
					t.Fatalf("%v %v: %d lines", size, shape, len(lines))
				}
				for i, l := range lines {
					if got := ansi.StringWidth(l); got != size[0] {
						t.Fatalf("%v %v step %d: line %d is %d cells wide: %q", size, shape, step, i, got, l)
					}
				}
				m.Move(step*3, 1)
				m.Page(step%3 - 1)
			}
		}
	}
}

func TestViewShowsTheCursorsCell(t *testing.T) {
	t.Parallel()
	m := filled(t, 80, 20, 5000, 200)
	for _, at := range [][2]int{{0, 0}, {4999, 199}, {2500, 100}, {2500, 0}, {0, 199}, {17, 3}} {
		m.Go(at[0], at[1])
		load(m, 200)
		shown := false
		for _, s := range m.spans() {
			shown = shown || s.at == at[1] && s.w == m.width(at[1])
		}
		if !shown || at[0] < m.Top() || at[0] >= m.Top()+m.Body() {
			t.Errorf("row %d, column %d is not in view: top %d, spans %v", at[0], at[1], m.Top(), m.spans())
		}
	}
}

func TestFrozenColumnsStayInView(t *testing.T) {
	t.Parallel()
	m := filled(t, 100, 20, 50, 200)
	m.Go(0, 1)
	m.Freeze()
	m.Go(0, 150)
	s := m.spans()
	if s[0].at != 0 || s[1].at != 1 {
		t.Errorf("frozen columns left the view: %v", s)
	}
	head := ansi.Strip(m.View(look(t, "dark"), true)[0])
	if !strings.Contains(head, "column_0 ") || !strings.Contains(head, "column_150") {
		t.Errorf("header %q", head)
	}
}

func TestNothingRawReachesTheTerminal(t *testing.T) {
	t.Parallel()
	m := New()
	m.SetSize(60, 5)
	m.Reset([]db.ResultColumn{{Name: "evil\x1b]0;title\a", Type: db.Text}}, nil)
	m.SetTotal(1)
	m.Load(Page{Rows: [][]db.Value{{"\x1b[2Jgone\r\n\x9b31m\u202e"}}})
	for _, l := range m.View(look(t, "none"), true) {
		if s := ansi.Strip(l); strings.ContainsAny(s, "\x1b\a\r\n\u009b\u202e") {
			t.Errorf("%q", s)
		}
		if strings.Contains(l, "\x1b[2J") || strings.Contains(l, "\x1b]0") {
			t.Errorf("%q", l)
		}
	}
}

func TestNumbersStandAtTheRightAndNullIsWritten(t *testing.T) {
	t.Parallel()
	m := New()
	m.SetSize(40, 4)
	m.Reset([]db.ResultColumn{{Name: "name", Type: db.Text}, {Name: "amount", Type: db.Decimal}}, nil)
	m.SetTotal(2)
	m.Load(Page{Rows: [][]db.Value{{"a", db.Exact("7.50")}, {nil, db.Exact("1200.00")}}})
	lines := m.View(look(t, "dark"), false)
	for i, want := range []string{"  name    amount", "▸ a         7.50", "  NULL   1200.00"} {
		if got := strings.TrimRight(ansi.Strip(lines[i]), " "); got != want {
			t.Errorf("line %d: %q, want %q", i, got, want)
		}
	}
}

func TestColumnsAreMeasuredOnlyWhenShown(t *testing.T) {
	t.Parallel()
	m := filled(t, 120, 30, 300, 1600)
	m.View(look(t, "dark"), true)
	measured := 0
	for _, c := range m.columns {
		if c.natural > 0 {
			measured++
		}
	}
	if measured > 60 {
		t.Errorf("%d of 1600 columns were measured for one screen", measured)
	}
}

func TestWindowStaysBounded(t *testing.T) {
	t.Parallel()
	m := filled(t, 80, 20, 1_000_000, 2)
	for row := 0; row < 1_000_000; row += 9_973 {
		m.Go(row, 0)
		load(m, 2)
	}
	if n := len(m.window.pages); n > pagesKept {
		t.Errorf("%d pages kept", n)
	}
	if _, ok := m.Row(m.row); !ok {
		t.Error("the cursor's row is not loaded")
	}
}

func TestHeaderHasRoomForItsSigns(t *testing.T) {
	t.Parallel()
	m := New()
	m.SetSize(60, 4)
	m.Reset([]db.ResultColumn{{Name: "count", Type: db.Integer}, {Name: "name", Type: db.Text}}, map[string]bool{"count": true})
	m.SetTotal(1)
	m.Load(Page{Rows: [][]db.Value{{int64(1), "x"}}})
	m.Sort(map[int]string{0: theme.Down})
	if got := ansi.Strip(m.View(look(t, "dark"), true)[0]); !strings.Contains(got, "+count↓") {
		t.Errorf("header %q", got)
	}
}

func TestMouseFindsTheCell(t *testing.T) {
	t.Parallel()
	m := filled(t, 80, 10, 100, 3)
	m.Go(50, 0)
	for _, s := range m.spans() {
		if h := m.At(s.x, 3); h.Row != m.Top()+2 || h.Place != s.at || !h.Inside {
			t.Errorf("at %d: %+v", s.x, h)
		}
		if h := m.At(s.x, 0); h.Row != -1 || h.Place != s.at {
			t.Errorf("header at %d: %+v", s.x, h)
		}
	}
}

func BenchmarkMoveAndViewMillionRows(b *testing.B) {
	m := filled(b, 130, 40, 1_000_000, 200)
	th := look(b, "dark")
	for i := 0; b.Loop(); i++ {
		m.Move(1, i%3-1)
		load(m, 200)
		m.View(th, true)
	}
}

func TestColumnsGrowWithTheRowsThatAreShown(t *testing.T) {
	t.Parallel()
	const rows = 1_000_000
	m := New()
	m.SetSize(60, 10)
	m.Reset([]db.ResultColumn{{Name: "id", Type: db.Integer}, {Name: "note", Type: db.Text}}, nil)
	m.SetTotal(rows)
	fill := func() {
		for first, ok := m.Missing(); ok; first, ok = m.Missing() {
			p := Page{First: first}
			for r := first; r < min(first+PageRows, rows); r++ {
				p.Rows = append(p.Rows, []db.Value{int64(r + 1), fmt.Sprintf("note %d", r+1)})
			}
			m.Load(p)
		}
	}
	fill()
	m.Go(rows-1, 0)
	fill()
	if last := ansi.Strip(m.View(look(t, "dark"), true)[9]); !strings.Contains(last, "1000000  note 1000000") {
		t.Errorf("the last row is shown as %q", last)
	}
	far := m.width(0)
	m.Go(0, 0)
	fill()
	if m.width(0) != far {
		t.Errorf("back at the top the column is %d wide, was %d", m.width(0), far)
	}
}

// Another result is shown from its beginning, unless the cursor was moved into a column that it has too.
func TestAnotherResultBeginsAtTheBeginningUnlessAColumnWasChosen(t *testing.T) {
	t.Parallel()
	m := filled(t, 20, 5, 3, 2)
	wide := []db.ResultColumn{{Name: "id", Type: db.Integer}, {Name: "column_1", Type: db.Integer}, {Name: "column_0", Type: db.Text}}
	m.Reset(wide, nil)
	if c, _ := m.Column(); c.Name != "id" {
		t.Errorf("the cursor follows the column %s, which nobody chose", c.Name)
	}
	m = filled(t, 20, 5, 3, 2)
	m.Move(0, 1)
	m.Reset(wide, nil)
	if c, _ := m.Column(); c.Name != "column_1" {
		t.Errorf("the cursor is in %s, and was in column_1", c.Name)
	}
}
