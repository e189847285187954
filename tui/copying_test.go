package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// boarded is a screen whose clipboard the test reads.
func boarded(t *testing.T, copied *string) *screen {
	t.Helper()
	return newScreen(t, conversation(), 160, 40, func(o *Options) {
		o.Clipboard = func(s string) error { *copied = s; return nil }
		o.Saved = t.TempDir()
	})
}

func TestCopyTakesTheCellTheRowAndTheMarkedRows(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	s.ask("how many per country")
	s.press("alt+4", "y")
	s.settle()
	country := copied
	s.shows("Copied the cell to the clipboard.")
	if len(country) < 3 || strings.Contains(country, "\n") {
		t.Errorf("the cell is %q", country)
	}
	for what, want := range map[string]string{
		"row csv":     "country,count\r\n" + country + ",",
		"row json":    `"country":`,
		"row insert":  `INSERT INTO`,
		"column mark": "| country |",
	} {
		s.press("Y")
		s.typed(what)
		s.press("enter")
		s.settle()
		if !strings.Contains(copied, want) {
			t.Errorf("%s: %q lacks %q", what, copied, want)
		}
	}
	s.press("space", "space", "Y")
	s.typed("2 marked rows tsv")
	s.press("enter")
	s.settle()
	if n := strings.Count(copied, "\n"); n != 3 || !strings.HasPrefix(copied, "country\tcount\n"+country) {
		t.Errorf("the marked rows are %q", copied)
	}
}

// TestACopyTellsWhatIsDangerousAndWhatIsMissing: a value may end a paste and run a command in a shell, and a long one is kept only in part.
func TestACopyTellsWhatIsDangerousAndWhatIsMissing(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	for sql, c := range map[string]struct{ says, begins string }{
		"SELECT 'a' || char(27) || '[201~b' AS v": {"Copied the cell to the clipboard. It holds control characters", "a\x1b[201~b"},
		"SELECT printf('%.3000000c', 'x') AS v":   {"Copied the first 1,048,576 of 3,000,000 bytes of the cell to the clipboard.", "xxx"},
	} {
		s.ask(sql)
		s.press("alt+4", "y")
		s.waitFor(c.says)
		if !strings.HasPrefix(copied, c.begins) || strings.Contains(copied, "…") {
			t.Errorf("%s: %d bytes, %.20q", sql, len(copied), copied)
		}
		s.press("Y")
		s.typed("row csv")
		s.press("enter")
		const part = "(of 1 long value only the beginning)"
		if strings.HasPrefix(c.begins, "x") {
			s.waitFor(part)
		} else {
			s.settle()
			s.lacks(part)
		}
		s.press("alt+1")
	}
}

func TestCopySQLIsLaidOut(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	s.ask("Show me all users")
	s.press("alt+3", "y")
	s.settle()
	if copied != "SELECT *\nFROM users" {
		t.Errorf("%q", copied)
	}
}

func TestExportWritesEveryRowAndNeverOverAFile(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	s.ask("Show me all users")
	path := filepath.Join(t.TempDir(), "users.csv")
	s.ask("/export " + path)
	s.waitFor("Wrote 2,000 rows")
	content, err := os.ReadFile(path)
	if err != nil || strings.Count(string(content), "\r\n") != 2001 {
		t.Errorf("%v, %d lines", err, strings.Count(string(content), "\n"))
	}
	s.ask("/export " + path)
	s.waitFor("is there already")
	s.ask("/export rows.xlsx")
	s.shows("ending says how")
}

// writing starts to write a result that takes minutes, and waits until rows are written.
func (s *screen) writing(path string) {
	s.tb.Helper()
	s.ask("pairs without end")
	s.typed("/export " + path)
	s.press("enter")
	for deadline := time.After(mostRest); !strings.Contains(s.plain(), "rows, esc stops"); {
		select {
		case msg := <-s.messages:
			s.send(msg)
		case <-deadline:
			s.tb.Fatalf("no progress is shown:\n%s", s.plain())
		}
	}
}

func TestFileThatIsBeingWrittenIsStopped(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"esc", "ctrl+c"} {
		s := newScreen(t, conversation(), 160, 40)
		folder := t.TempDir()
		s.writing(filepath.Join(folder, "pairs.csv"))
		s.press(key)
		s.waitFor("pairs.csv was not written.")
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s left %v, %v", key, left, err)
		}
		s.shows("Result ─ 1,000,000+ rows")
	}
}

func TestQuittingWhileAFileIsWrittenAsks(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.writing(filepath.Join(t.TempDir(), "pairs.csv"))
	s.press("tab", "Q")
	s.shows("A file is being written. Quit and drop it?")
	s.press("y")
	s.settleQuit()
}

func TestCappedResultSaysSo(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24)
	s.ask("pairs without end")
	s.shows("Result ─ 1,000,000+ rows", "reached, m reads on", "as of ")
	s.press("alt+4", "G", "j")
	s.shows("row 1,000,000", "Reading stopped here")
	s.press("alt+1")
	s.ask("Sort by name")
	s.shows("Result ─ 1,000,000+ → 95 rows", "as of ")
}

func TestFormulasAreDefusedOnRequest(t *testing.T) {
	t.Parallel()
	for defuse, want := range map[bool]string{false: "f\r\n=1+1\r\n", true: "f\r\n'=1+1\r\n"} {
		s := newScreen(t, conversation(), 160, 40, func(o *Options) { o.Defuse = defuse })
		s.ask("formulas")
		path := filepath.Join(t.TempDir(), "formulas.csv")
		s.ask("/export " + path)
		s.waitFor("Wrote 1 row")
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%v: %q, %v", defuse, got, err)
		}
	}
}

func TestSavedQueryIsAskedAgain(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.ask("/save month of users")
	s.waitFor("Saved as month of users")
	s.ask("/clear")
	s.ask("/open month of users")
	s.waitFor("2,000 → 95 rows")
	if n := len(s.talk.Session().Conversation()); n != 2 {
		t.Errorf("%d turns", n)
	}
	s.ask("/open ../../etc/passwd")
	s.shows("A name is letters")
}

func TestProfileSearchAndInspectorReadTheFetchedRows(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	s.ask("Show me all users")
	s.press("alt+4", "end", "left", "p")
	s.waitFor("commonest")
	s.shows("Profile ─ status", "2,000 rows, all of the result", "distinct")
	s.press("esc", "g", "home", "o")
	s.shows("created_at", "y copies")
	s.press("esc", "/")
	s.typed("nairobi")
	s.press("enter")
	s.waitFor("column 5 of 7")
	first, _ := s.result.grid.Cursor()
	s.press("n")
	s.settle()
	if next, _ := s.result.grid.Cursor(); next <= first {
		t.Errorf("n went from row %d to %d", first, next)
	}
	s.press("/")
	s.press("ctrl+u")
	s.typed("no such text")
	s.press("enter")
	s.waitFor("is not in the 2,000 rows fetched")
}

func TestChartFollowsTheTypes(t *testing.T) {
	t.Parallel()
	var copied string
	s := boarded(t, &copied)
	s.ask("how many per country")
	s.press("alt+4", "c")
	s.waitFor("Chart ─ count by country")
	s.shows("█")
	s.press("esc")
	s.shows("Result ─")
}

// waitFor handles messages until a text is on the screen.
func (s *screen) waitFor(text string) {
	s.tb.Helper()
	for deadline := time.Now().Add(mostRest); time.Now().Before(deadline); {
		s.settle()
		if strings.Contains(s.plain(), text) {
			return
		}
	}
	s.tb.Fatalf("%q does not come:\n%s", text, s.plain())
}

func TestExportUnderstandsTheUsersFolder(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.ask("/export ~/users.csv")
	s.waitFor("Wrote 2,000 rows")
	if _, err := os.Stat(filepath.Join(os.Getenv("HOME"), "users.csv")); err != nil {
		t.Error(err)
	}
}
