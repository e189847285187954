package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"parley/db"
)

// asStranger runs the rest of the test without the right to write to the folder: as an ordinary user the mode is enough,
// root needs another user for its file accesses. The thread ends with the test.
func asStranger(t *testing.T, folder string) {
	t.Helper()
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folder, 0o755) })
	if os.Getuid() == 0 {
		for parent := filepath.Dir(folder); len(parent) > len(os.TempDir()); parent = filepath.Dir(parent) {
			os.Chmod(parent, 0o755)
		}
		runtime.LockOSThread()
		const nobody = 65534
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Skip("cannot give up root's rights: ", err)
		}
		t.Cleanup(func() { syscall.Setfsuid(0) })
	}
	if os.WriteFile(filepath.Join(folder, "probe"), nil, 0o600) == nil {
		t.Skip("the folder can be written to all the same")
	}
}

func TestFolderThatCannotBeWrittenTo(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, path string)
		want    db.Kind // Failed: it opens
	}{
		"rollback mode":                  {func(t *testing.T, path string) { run(t, path, "CREATE TABLE t (v INT); INSERT INTO t VALUES (1)") }, db.Failed},
		"WAL mode, closed by its writer": {func(t *testing.T, path string) { writer(t, path).Close() }, db.Failed},
		"WAL mode, changes in the -wal": {func(t *testing.T, path string) {
			live := filepath.Join(t.TempDir(), "live.db")
			writer(t, live)
			for _, end := range []string{"", "-wal"} { // a copy without -shm, as a backup makes it
				content, err := os.ReadFile(live + end)
				if err != nil || os.WriteFile(path+end, content, 0o644) != nil {
					t.Fatal(err)
				}
			}
		}, db.Permission},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "x.db")
			c.prepare(t, path)
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
			asStranger(t, folder)
			d, err := Open(t.Context(), path, db.Settings{})
			if c.want != db.Failed {
				var e *db.Error
				if !errors.As(err, &e) || e.Kind != c.want || e.Hint == "" {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
				t.Errorf("got %v", got)
			}
		})
	}
}
