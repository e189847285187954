package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parley/db"
)

// writer is another program that has a file open in WAL mode, with a table t of one row.
func writer(t *testing.T, path string) *sql.DB {
	t.Helper()
	w, err := sql.Open("sqlite", "file:"+escapePath(path)+"?_pragma=journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	w.SetMaxOpenConns(1)
	t.Cleanup(func() { w.Close() })
	must(t, w, "CREATE TABLE t (v INT); INSERT INTO t VALUES (1)")
	return w
}

func must(t *testing.T, w *sql.DB, script string) {
	t.Helper()
	if _, err := w.Exec(script); err != nil {
		t.Fatal(err)
	}
}

func TestFileOfALiveWriterIsReadAsItIsNow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	w := writer(t, path)
	d := open(t, path, db.Settings{})
	for n := range 20 {
		if got := all(t, d, "SELECT count(*) FROM t"); got[0] != db.Format(int64(n+1)) {
			t.Fatalf("saw %s rows of %d", got[0], n+1)
		}
		must(t, w, "INSERT INTO t VALUES (2)")
	}
	must(t, w, "BEGIN IMMEDIATE; INSERT INTO t VALUES (3)")
	if got := all(t, d, "SELECT count(*) FROM t"); got[0] != "21" {
		t.Errorf("beside an open transaction: %s rows", got[0])
	}
	must(t, w, "COMMIT")
	d.Close()
	w.Close()
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if !slices.Contains([]string{"live.db", "live.db-wal", "live.db-shm"}, entry.Name()) {
			t.Errorf("%s was left behind", entry.Name())
		}
	}
}

func TestLongReadDoesNotKeepTheWriterWaiting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	w := writer(t, path)
	must(t, w, "INSERT INTO t WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000) SELECT n FROM r")
	d := open(t, path, db.Settings{})
	r, err := d.query(t.Context(), "SELECT v FROM t")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	must(t, w, "DELETE FROM t")
	n := 0
	for r.Next(t.Context()) {
		n++
	}
	if n != 1001 || r.Err() != nil {
		t.Errorf("%d rows of the snapshot, %v", n, r.Err())
	}
}
