package dbtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/db/statement/attack"
)

// Attacks are the statements that must not run on an engine; folder is one that the engine could write to.
func Attacks(t testing.TB, d statement.Dialect, folder string) []attack.Case {
	t.Helper()
	cases, err := attack.Load(d, folder)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// Guarded tries attacks on the front door: reading the text, or Query, must refuse each; and it must be the guard that
// does, where the guard can know.
func Guarded(t *testing.T, d db.Database, attacks []attack.Case) {
	t.Helper()
	for _, a := range attacks {
		stmt, err := statement.Parse(a.SQL, d.Dialect(), nil)
		if err != nil {
			continue
		}
		rows, err := d.Query(t.Context(), stmt)
		if err == nil {
			rows.Close()
			t.Errorf("%s: ran: %s", a.Place, a.SQL)
			continue
		}
		var refusal *statement.Refusal
		if a.Layer != attack.Catalogue && !errors.As(err, &refusal) {
			t.Errorf("%s: the guard let it pass, and then: %v: %s", a.Place, err, a.SQL)
		}
	}
}

// Unguarded tries attacks on the engine's own layers, as if there were no guard: run must fail for each that they should
// stop.
func Unguarded(t *testing.T, attacks []attack.Case, run func(ctx context.Context, sql string) error) {
	t.Helper()
	for _, a := range attacks {
		if a.Layer == attack.Guard {
			continue
		}
		if err := run(t.Context(), a.SQL); err == nil {
			t.Errorf("%s: the engine let it pass: %s", a.Place, a.SQL)
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
