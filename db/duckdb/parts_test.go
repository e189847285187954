package duckdb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db"
)

func TestFolderOrPatternMakesATableOfEachKindOfFile(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "plant")
	if err := os.MkdirAll(filepath.Join(folder, "deeper"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"towers.csv":           "id,city\n1,Oslo\n",
		"valves.csv":           "valve,tower\n1,1\n",
		"log-2026-01.csv":      "valve,at\n1,2026-01-01\n",
		"log-2026-02.csv":      "valve,at,note\n1,2026-02-01,x\n",
		"visits-north.csv":     "who,day\nAna,2026-01-01\n",
		"visits-south.csv":     "day,who\n2026-01-02,Ben\n",
		"events.jsonl":         `{"kind": "click"}` + "\n",
		".hidden.csv":          "a\n1\n",
		"deeper/elsewhere.csv": "a\n1\n",
		"notes.txt":            "no data",
	} {
		write(t, filepath.Join(folder, name), text)
	}
	for name, want := range map[string]string{
		folder:                              "events/file/1 log/2 files/3 towers/file/2 valves/file/2 visits/2 files/2",
		filepath.Join(folder, "*.csv"):      "log/2 files/3 towers/file/2 valves/file/2 visits/2 files/2",
		filepath.Join(folder, "log-*.csv"):  "log/2 files/3",
		filepath.Join(folder, "towers.csv"): "towers/file/2",
	} {
		d, err := OpenFiles(t.Context(), []string{name}, db.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		schema, err := d.Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, table := range schema.Tables {
			got = append(got, fmt.Sprintf("%s/%s/%d", table.Name, table.Kind, len(table.Columns)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	if _, err := OpenFiles(t.Context(), []string{t.TempDir()}, db.Settings{}); db.KindOf(err) != db.NoDatabase {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestLinksThatLeadOutOfAFolderAreRefused: who names a folder has not named what a link in it leads to.
func TestLinksThatLeadOutOfAFolderAreRefused(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	folder := filepath.Join(top, "shared")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(top, "secret.csv"), "key\n1\n")
	write(t, filepath.Join(folder, "towers.csv"), "id\n1\n")
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	open := func(name string) error {
		d, err := OpenFiles(t.Context(), []string{name}, db.Settings{})
		if err == nil {
			err = d.Close()
		}
		return err
	}
	link("towers.csv", "again.csv")
	for _, name := range []string{folder, filepath.Join(folder, "*.csv"), filepath.Join(top, "*", "*.csv")} {
		if err := open(name); err != nil {
			t.Errorf("%s, a link within: %v", name, err)
		}
	}
	link("../secret.csv", "out.csv")
	for _, name := range []string{folder, filepath.Join(folder, "*.csv")} {
		if err := open(name); err == nil || !strings.Contains(err.Error(), "out.csv is a link that leads out of shared") {
			t.Errorf("%s, a link that leads out: %v", name, err)
		}
	}
	if err := open(filepath.Join(folder, "out.csv")); err != nil {
		t.Errorf("a link that is named: %v", err)
	}
}
