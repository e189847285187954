package tui

import (
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"parley/db"
	"parley/workflow"
)

// limited is the standard script with results of a hundred rows.
func limited() *scripted {
	script := conversation()
	script.limits = db.Limits{Rows: 100}
	return script
}

func TestReadingOnKeepsTheCursorsPlaceAndSaysThatItIsANewRun(t *testing.T) {
	t.Parallel()
	s := newScreen(t, limited(), 160, 40)
	s.ask("Show me all users")
	s.ask("Sort by name")
	s.press("alt+4", "l", "l", "G", "j")
	s.shows("Result ─ 100+ → 95 rows")
	s.press("m")
	s.shows("These are all the rows.")
	s.press("u")
	s.settle()
	s.press("G", "l", "j")
	s.shows("row 100", "Reading stopped here: m reads on by a new run", "reached, m reads on")
	_, column := s.result.grid.Cursor()
	s.press("m")
	s.settle()
	s.shows("Result ─ 400+ rows", "row 100", "A new run, as of 12:00: its rows may differ", "Read on by a new run")
	if row, at := s.result.grid.Cursor(); row != 99 || at != column {
		t.Errorf("the cursor is at row %d, column %d", row, at)
	}
	s.press("j")
	s.settle()
	s.shows("row 101")
	s.lacks("Reading stopped here")
	s.press("alt+1")
	s.ask("/more")
	s.shows("Result ─ 1,600+ rows", "row 101")
	s.ask("read on")
	s.shows("Result ─ 2,000 rows")
	s.lacks("m reads on")
	if n := len(s.talk.Session().Turns()); n != 2 || s.job != nil {
		t.Errorf("%d turns, job %v", n, s.job)
	}
}

func TestReadingOnIsCancelledAndTheRowsStay(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.limits = db.Limits{Rows: 400_000}
	s := newScreen(t, script, 80, 24)
	s.ask("pairs without end")
	s.press("alt+4", "G", "m")
	if s.job == nil {
		t.Fatal("nothing runs")
	}
	s.press("esc")
	s.settle()
	s.shows("Stopped reading on. The rows from before stay.", "Result ─ 400,000+ rows", "row 400,000")
	if s.input.field.Text() != "" {
		t.Errorf("the input is %q", s.input.field.Text())
	}
	s.press("k")
	s.settle()
	s.shows("row 399,999")
}

func TestGoldenReadingOn(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"80x24": {80, 24}, "200x60": {200, 60}} {
		for state, keys := range map[string][]string{"last": {"j"}, "read": {"m"}} {
			t.Run(state+"_"+name, func(t *testing.T) {
				t.Parallel()
				s := newScreen(t, limited(), size[0], size[1])
				s.ask("Show me all users")
				s.press("alt+4", "G")
				s.press(keys...)
				s.settle()
				golden.RequireEqual(t, s.plain())
			})
		}
	}
}

func TestHowFarANewRunIsStandsInTheTitle(t *testing.T) {
	t.Parallel()
	s := newScreen(t, limited(), 80, 24)
	s.ask("Show me all users")
	s.press("alt+4", "m")
	s.shows("a new run begins")
	s.send(heardMsg{event: progressMsg{s.job.generation, workflow.Progress{Kind: workflow.Reading, Rows: 50}}})
	s.shows("new run: row 50")
	s.settle()
	s.lacks("new run: row")
}
