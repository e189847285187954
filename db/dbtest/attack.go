package dbtest

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
)

// Attack is a text that must not run.
type Attack struct {
	SQL    string
	Guard  bool // the guard refuses it
	Engine bool // the layers below the guard stop it by themselves
	Line   string
}

// Attacks reads db/testdata/attacks/NAME.txt from the folder of a package below db; folder stands for {folder} in it.
func Attacks(t testing.TB, name, folder string) []Attack {
	t.Helper()
	path := filepath.Join("..", "testdata", "attacks", name+".txt")
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var attacks []Attack
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		who, sql, ok := strings.Cut(line, " ")
		if !ok || who != "engine" && who != "guard" && who != "catalogue" {
			t.Fatalf("%s:%d: %q begins with neither engine, guard nor catalogue", path, n, line)
		}
		attacks = append(attacks, Attack{
			SQL: strings.ReplaceAll(sql, "{folder}", folder), Guard: who != "catalogue", Engine: who != "guard", Line: fmt.Sprintf("%s:%d %s", name, n, sql),
		})
	}
	if lines.Err() != nil || len(attacks) == 0 {
		t.Fatalf("%s: %d attacks, %v", path, len(attacks), lines.Err())
	}
	return attacks
}

// Guarded tries attacks on the front door: reading the text, or Query, must refuse each; and it must be the guard that
// does, where the guard can know.
func Guarded(t *testing.T, d db.Database, attacks []Attack) {
	t.Helper()
	for _, a := range attacks {
		stmt, err := statement.Parse(a.SQL, d.Dialect(), nil)
		if err != nil {
			continue
		}
		rows, err := d.Query(t.Context(), stmt)
		if err == nil {
			rows.Close()
			t.Errorf("%s: ran", a.Line)
			continue
		}
		var refusal *statement.Refusal
		if a.Guard && !errors.As(err, &refusal) {
			t.Errorf("%s: the guard let it pass, and then: %v", a.Line, err)
		}
	}
}

// Unguarded tries attacks on the engine's own layers: run must fail for each that they should stop.
func Unguarded(t *testing.T, attacks []Attack, run func(ctx context.Context, a Attack) error) {
	t.Helper()
	for _, a := range attacks {
		if !a.Engine {
			continue
		}
		if err := run(t.Context(), a); err == nil {
			t.Errorf("%s: the engine let it pass", a.Line)
		}
	}
}

// Fingerprint is a hash over the names and contents of all files below a folder.
func Fingerprint(t testing.TB, folder string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fmt.Fprintln(h, path)
		if entry.Type().IsRegular() {
			content, err := os.ReadFile(path)
			h.Write(content)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
