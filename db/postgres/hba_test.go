package postgres

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hba is a pg_hba.conf by which all but the superuser need a password. The server runs as another user, and must be able
// to read it.
func hba(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "parley-hba-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "pg_hba.conf")
	text := strings.Join([]string{"host all postgres 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256"}, "\n") + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}
