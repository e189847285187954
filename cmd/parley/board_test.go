package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/dialog/saved"
)

// TestBoardAsksItsQuestionsAndTellsWhatChanged is not parallel: it sets where data is kept.
func TestBoardAsksItsQuestionsAndTellsWhatChanged(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	table := filepath.Join(home, "visits.csv")
	fill := func(rows string) {
		t.Helper()
		if err := os.WriteFile(table, []byte("country,n\n"+rows), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fill("Kenya,1\nLatvia,2\n")
	folder := saved.Folder(filepath.Join(home, "parley", "saved"))
	for name, inputs := range map[string][]string{"count": {"how many visits are there"}, "kenya": {"show all visits", "only Kenya"}, "odd": {"xyzzy plugh"}} {
		if err := folder.Save(name, inputs); err != nil {
			t.Fatal(err)
		}
	}
	s := newShell(t)
	s.must("board", "monday", "--add", "count", "--add", "kenya")
	if out := s.must("board"); !strings.Contains(out, "board monday: count, kenya") || !strings.Contains(out, "odd") {
		t.Errorf("list: %s", out)
	}
	first := strings.Fields(s.must("board", "monday", "--db", table))
	if got := strings.Join(first, " "); got != "count 2 kenya 1 row" {
		t.Errorf("first: %s", got)
	}
	fill("Kenya,1\nLatvia,2\nKenya,3\n")
	if out := s.must("board", "monday", "--db", table); !strings.Contains(out, "3       2 on ") || !strings.Contains(out, "2 rows  1 row on ") {
		t.Errorf("changed: %s", out)
	}
	if out := s.must("board", "monday", "--db", table); strings.Count(out, "as on ") != 2 {
		t.Errorf("unchanged: %s", out)
	}
	page := filepath.Join(home, "monday.html")
	if out := s.must("board", "monday", "--db", table, "--html", page); !strings.Contains(out, "Wrote the board monday to ") {
		t.Errorf("page: %s", out)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1>Board monday</h1>", `<p class="figure">3</p>`, "as on ", ">Kenya<", "2 rows"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if out := s.must("board", "monday", "--db", table, "--html", "-"); !strings.HasPrefix(out, "<!doctype html>") {
		t.Errorf("page: %s", out)
	}
	s.must("board", "monday", "--add", "odd")
	if out, _, code := s.run("board", "monday", "--db", table); code != exitFailed || !strings.Contains(out, "did not understand") || !strings.Contains(out, "as on ") {
		t.Errorf("with one that is not answered: exit %d: %s", code, out)
	}
	if _, said, code := s.run("board", "tuesday"); code != exitFailed || !strings.Contains(said, "There is no board") {
		t.Errorf("exit %d: %s", code, said)
	}
}
