package duckdb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// TestFilesOfATableMayBeWrittenInManyWays: what is read of several CSV files is what DuckDB reads of each by itself.
func TestFilesOfATableMayBeWrittenInManyWays(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "plant")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{
		"id,name,day,amount\n1,Ana,2026-01-02,1.5\n2,Ben,2026-01-03,2\n",
		"id,name,day,amount\r\n3,\"Cy, D\",2026-02-02,3\r\n",
		"id;name;day;amount\n4;Eve;02/03/2026;4.25\n5;Fay;22/03/2026;5\n",
		"id,name,day,amount,note\n6,\"say \"\"G\"\"\",2026-04-02,6,'x'\n",
		"name,id,day\nHal,007,2026-05-02\n",
		"id,name,day,amount\nA8,Ida,2026-06-02,\n",
	} {
		write(t, filepath.Join(folder, fmt.Sprintf("log-%d.csv", i+1)), text)
	}
	d, err := OpenFiles(t.Context(), []string{folder}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	got := strings.Join(all(t, d, "SELECT id, name, day, amount, note FROM plant ORDER BY name"), "; ")
	const want = "1|Ana|2026-01-02|1.5|NULL; 2|Ben|2026-01-03|2|NULL; 3|Cy, D|2026-02-02|3|NULL; 4|Eve|2026-03-02|4.25|NULL; 5|Fay|2026-03-22|5|NULL; " +
		"007|Hal|2026-05-02|NULL|NULL; A8|Ida|2026-06-02|NULL|NULL; 6|say \"G\"|2026-04-02|6|'x'"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestEndlessLinesAreRefusedAtOnce: DuckDB tries for half a minute to find out how a file with a line of 50 MB is written.
func TestEndlessLinesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := "id,name\n1,a\n2," + strings.Repeat("x", 50_000_000) + "\n3,c\n"
	write(t, filepath.Join(folder, "log-1.csv"), "id,name\n1,a\n")
	for name, text := range map[string]string{"log-2.csv": text, "log.csv.gz": packed(text, " ", "", 1)} {
		path := write(t, filepath.Join(folder, name), text)
		for _, opened := range []string{path, folder} {
			begun := time.Now()
			d, err := OpenFiles(t.Context(), []string{opened}, db.Settings{})
			if err == nil {
				d.Close()
			}
			if took := time.Since(begun); err == nil || !strings.Contains(err.Error(), name+" cannot be opened: its line 3 is longer than 2 MB") || took > 20*time.Second {
				t.Errorf("%s of %s: %v after %v", name, filepath.Base(opened), err, took)
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
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
