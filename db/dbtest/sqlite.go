package dbtest

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// SQLite makes an SQLite file of a name by a script, and returns its path. The caller's package imports the driver.
func SQLite(t testing.TB, name, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".sqlite")
	file, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Exec(script); err != nil {
		t.Fatal(err)
	}
	return path
}
