//go:build unix

package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parley/db"
)

// A file comes with what lies beside it, and SQLite opens that by its name: it waits for a pipe, and no deadline ends that.
func TestAPipeBesideAFileIsRefused(t *testing.T) {
	t.Parallel()
	for _, ending := range []string{"-journal", "-wal", "-shm"} {
		path := filepath.Join(t.TempDir(), "x.db")
		writer(t, path).Close()
		os.Remove(path + ending)
		if err := syscall.Mkfifo(path+ending, 0o600); err != nil {
			t.Fatal(err)
		}
		link := filepath.Join(t.TempDir(), "link.db")
		if err := os.Symlink(path, link); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, link} {
			if _, err := Open(context.Background(), name, db.Settings{}); err == nil || !strings.Contains(err.Error(), "is no file but a pipe") {
				t.Errorf("%s as %s: %v", ending, filepath.Base(name), err)
			}
		}
	}
}

// SQLite begins a -shm by emptying it: one that is another file too, by a hard link, would take that one's content.
func TestAShmThatIsAnotherFileIsLeftAlone(t *testing.T) {
	t.Parallel()
	const precious = "what somebody wrote"
	path := filepath.Join(t.TempDir(), "x.db")
	writer(t, path).Close()
	other := filepath.Join(filepath.Dir(path), "letter.txt")
	if err := os.WriteFile(other, []byte(precious), 0o600); err != nil {
		t.Fatal(err)
	}
	os.Remove(path + "-shm")
	if err := os.Link(other, path+"-shm"); err != nil {
		t.Fatal(err)
	}
	d, err := Open(context.Background(), path, db.Settings{})
	if err == nil {
		d.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "x.db-shm is the same file as another one") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != precious {
		t.Errorf("the other file is %.40q now: %v", text, err)
	}
}
