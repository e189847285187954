package demo

import (
	"os"
	"testing"
	"time"

	"parley/db"
)

// A day of its own, so that no other test has it open.
var elsewhen = time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC)

func TestDemosOfOneDayAreOneFileUntilTheLastIsClosed(t *testing.T) {
	t.Parallel()
	if Print(elsewhen) != "" {
		t.Error("a demo that is not open has a print")
	}
	first, err := Open(t.Context(), db.Settings{Now: elsewhen})
	if err != nil {
		t.Fatal(err)
	}
	path, print := pathOf(elsewhen), Print(elsewhen)
	second := open(t, elsewhen.Add(time.Hour))
	if pathOf(elsewhen) != path || Print(elsewhen) != print || print == "" {
		t.Error("the second of a day is made anew")
	}
	other := open(t, elsewhen.AddDate(0, 0, 1))
	if Print(elsewhen.AddDate(0, 0, 1)) == print {
		t.Error("demos of two days have one print")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if one(t, second, "SELECT count(*) FROM users") == 0 || one(t, other, "SELECT count(*) FROM users") == 0 {
		t.Error("one that is open is gone with another")
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) || Print(elsewhen) != "" {
		t.Errorf("the file stays when nobody has it open: %v", err)
	}
}

func pathOf(now time.Time) string {
	files.Lock()
	defer files.Unlock()
	return files.of[day(now)].path
}
