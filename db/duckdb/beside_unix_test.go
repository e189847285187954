//go:build unix

package duckdb

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parley/db"
)

// DuckDB opens the .wal beside a file by its name, and waits for a pipe.
func TestAPipeBesideAFileIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.duckdb")
	made, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := made.Exec("CREATE TABLE t (v INT)"); err != nil {
		t.Fatal(err)
	}
	if err := made.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path+".wal", 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), path, db.Settings{}); err == nil || !strings.Contains(err.Error(), "x.duckdb.wal is no file but a pipe") {
		t.Errorf("%v", err)
	}
}
