package saved_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
	"parley/dialog/saved"
)

// A question that cannot be saved leaves the one that was: a full disk takes nothing away.
func TestAFullDiskLosesNoSavedQuestion(t *testing.T) {
	t.Parallel()
	disk := dbtest.TinyDisk(t, "64k")
	folder := saved.Folder(disk)
	if err := folder.Save("month", []string{"show users", "only from last month"}); err != nil {
		t.Fatal(err)
	}
	rest := filepath.Join(disk, "rest")
	_ = os.WriteFile(rest, make([]byte, 1<<20), 0o600) // as far as there is room
	if err := folder.Save("month", []string{"show users"}); err == nil || !strings.HasPrefix(err.Error(), "no space left on device in ") {
		t.Errorf("saved on a full disk: %v", err)
	}
	if got, err := folder.Inputs("month"); err != nil || !slices.Equal(got, []string{"show users", "only from last month"}) {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.Remove(rest); err != nil {
		t.Fatal(err)
	}
	if err := folder.Save("month", []string{"show users"}); err != nil {
		t.Error(err)
	}
	if files, _ := os.ReadDir(filepath.Join(disk, "queries")); len(files) != 1 {
		t.Errorf("%d files", len(files))
	}
}

func TestQuestionsAndBoardsComeBackAsTheyWereSaved(t *testing.T) {
	t.Parallel()
	folder := saved.Folder(t.TempDir())
	if folder.Names() != nil || folder.Boards() != nil {
		t.Error("something is saved in an empty folder")
	}
	for name, inputs := range map[string][]string{"month": {"show users", "only from last month"}, "all": {"how many orders"}} {
		if err := folder.Save(name, inputs); err != nil {
			t.Fatal(err)
		}
		if got, err := folder.Inputs(name); err != nil || !slices.Equal(got, inputs) {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := folder.SetBoard("monday", []string{"month", "none"}); err == nil {
		t.Error("a board of a question that is not saved")
	}
	if err := folder.SetBoard("monday", []string{"month", "all"}); err != nil {
		t.Fatal(err)
	}
	if got, err := folder.Board("monday"); err != nil || !slices.Equal(got, []string{"month", "all"}) || !slices.Equal(folder.Boards(), []string{"monday"}) {
		t.Errorf("%q, %v", got, err)
	}
	for _, file := range []string{"queries/month.parley", "boards/monday.board"} {
		if info, err := os.Stat(filepath.Join(string(folder), file)); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
	if err := folder.SetBoard("monday", nil); err != nil || folder.Boards() != nil {
		t.Errorf("%v, %q", err, folder.Boards())
	}
}

func TestNamesThatAreNoFilesAreRefused(t *testing.T) {
	t.Parallel()
	folder := saved.Folder(t.TempDir())
	for _, name := range []string{"", "../x", "a/b", " a", "a\n", "ä"} {
		if folder.Save(name, []string{"x"}) == nil || folder.SetBoard(name, nil) == nil {
			t.Errorf("%q was taken", name)
		}
		if _, err := folder.Inputs(name); err == nil {
			t.Errorf("%q was read", name)
		}
		if _, err := folder.Board(name); err == nil {
			t.Errorf("the board %q was read", name)
		}
	}
}

func TestSinceTellsWhatWasThere(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.Local)
	later := at.Add(time.Hour)
	for want, c := range map[string][2]saved.Shown{
		"":                                {{Rows: 5, At: later}, {}},
		"as on 21 Nov 09:00":              {{Figure: "5", Rows: 1, At: later}, {Figure: "5", Rows: 1, At: at}},
		"4 on 21 Nov 09:00":               {{Figure: "5", Rows: 1, At: later}, {Figure: "4", Rows: 1, At: at}},
		"7 rows on 21 Nov 09:00":          {{Rows: 5, At: later}, {Rows: 7, At: at}},
		"other rows than on 21 Nov 09:00": {{Rows: 3, Sum: "b", At: later}, {Rows: 3, Sum: "a", At: at}},
		"6 rows on 21 Nov 09:00":          {{Rows: 3, Of: "shop", At: later}, {Rows: 6, At: at}},
		"as on 21 Nov 09:00 ":             {{Rows: 3, Of: "shop", At: later}, {Rows: 3, Of: "shop", At: at}},
		" ":                               {{Rows: 3, Of: "shop", At: later}, {Rows: 6, Of: "crm", At: at}},
		"3 rows on 21 Nov 09:00":          {{Rows: 3, Sum: "b", At: later}, {Rows: 3, At: at}}, // of an earlier version
	} {
		if got := c[0].Since(c[1]); got != strings.TrimSpace(want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	folder := saved.Folder(t.TempDir())
	if err := folder.SetLast("monday", map[string]saved.Shown{"all": {Figure: "5", Rows: 1, At: at}}); err != nil || folder.Last("monday")["all"].Figure != "5" || len(folder.Last("x")) != 0 {
		t.Errorf("%v, %+v", err, folder.Last("monday"))
	}
}

// A name that another question has is not taken from it unawares.
func TestSavingTellsWhatWasSavedUnderTheName(t *testing.T) {
	t.Parallel()
	folder := saved.Folder(t.TempDir())
	if taken := folder.Taken("month", []string{"show users"}); taken != nil {
		t.Errorf("nothing is saved, and %q was", taken)
	}
	if err := folder.Save("month", []string{"show users", "limit 5"}); err != nil {
		t.Fatal(err)
	}
	if taken := folder.Taken("month", []string{"show users", "limit 5"}); taken != nil {
		t.Errorf("the same question takes nothing away: %q", taken)
	}
	if taken := folder.Taken("month", []string{"show orders"}); !slices.Equal(taken, []string{"show users", "limit 5"}) {
		t.Errorf("%q", taken)
	}
}
