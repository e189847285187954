package tui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"parley/db"
	"parley/tui/grid"
	"parley/tui/layout"
)

// large is a screen of 200×60 over a result of a million rows and 200 columns. The pages come from a function, since what
// is measured is the screen and not the store.
func large(tb testing.TB) *screen {
	tb.Helper()
	s := newScreen(tb, conversation(), 200, 60, func(o *Options) { o.Theme.Profile = termenv.TrueColor })
	s.ask("Show me all users")
	s.ask("Only from last month")
	var columns []db.ResultColumn
	for c := range 200 {
		columns = append(columns, db.ResultColumn{Name: fmt.Sprintf("column_%d", c), Type: []db.Type{db.Text, db.Integer, db.Decimal}[c%3], Native: "text"})
	}
	s.result.rows = nil
	s.result.grid.Reset(columns, nil)
	s.result.grid.SetTotal(1_000_000)
	s.result.length = 1_000_000
	s.feed()
	s.setFocus(layout.Grid)
	s.View()
	return s
}

// feed loads the pages that the grid asks for.
func (s *screen) feed() {
	for first, ok := s.result.grid.Missing(); ok; first, ok = s.result.grid.Missing() {
		p := grid.Page{First: first}
		for r := first; r < first+grid.PageRows; r++ {
			row := make([]db.Value, 200)
			for c := range row {
				row[c] = []db.Value{"Mārtiņš Bērziņš", int64(r * c), db.Exact("1234.50")}[c%3]
			}
			row[r%200] = nil
			p.Rows = append(p.Rows, row)
		}
		s.result.grid.Load(p)
	}
}

var heldKeys = []string{"j", "j", "l", "j", "k", "pgdown", "j", "h", "G", "g", "end", "home", "]", "j"}

// BenchmarkKeyAndView is a key on a screen of 200×60 over a million rows and 200 columns, handled and drawn. p95-ms must be
// at most 8, and should be 2.
func BenchmarkKeyAndView(b *testing.B) {
	s := large(b)
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		k := heldKeys[i%len(heldKeys)]
		msg, ok := keyTypes[k]
		if !ok {
			msg = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		}
		started := time.Now()
		s.Update(msg)
		s.View()
		took = append(took, time.Since(started))
		b.StopTimer()
		s.feed()
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func BenchmarkTypingAndView(b *testing.B) {
	s := large(b)
	s.setFocus(layout.Input)
	for i := 0; b.Loop(); i++ {
		if i%60 == 59 {
			s.press("ctrl+u")
		}
		s.press("a")
		s.View()
	}
}
