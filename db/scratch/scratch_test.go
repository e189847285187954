package scratch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// aged makes a file or folder look as if it was made long ago.
func aged(t *testing.T, path string) {
	t.Helper()
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, long, long); err != nil {
		t.Fatal(err)
	}
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestOnlyFilesThatNobodyHoldsAreSwept(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a [b] *")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	held, err := NewFile(folder, ".x-*")
	if err != nil {
		t.Fatal(err)
	}
	aged(t, held.Name())
	left, err := NewFile(folder, ".x-*")
	if err != nil {
		t.Fatal(err)
	}
	aged(t, left.Name())
	left.Close() // as the system does for a program that is killed
	other := filepath.Join(folder, "mine.csv")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	aged(t, other)
	link := filepath.Join(folder, ".x-link")
	if err := os.Symlink(other, link); err != nil {
		t.Fatal(err)
	}
	young, err := NewFile(folder, ".x-*")
	if err != nil {
		t.Fatal(err)
	}
	young.Close()
	Sweep(folder, ".x-*")
	for path, want := range map[string]bool{held.Name(): true, left.Name(): false, other: true, young.Name(): true} {
		if there(path) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(path), !want, want)
		}
	}
	held.Close()
	Sweep(folder, ".x-*")
	if there(held.Name()) {
		t.Error("a file whose holder is gone stays")
	}
}

func TestFoldersGoWithTheirHolder(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	f, err := NewFolder("y-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path("part"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	aged(t, filepath.Dir(f.Path("part")))
	Sweep(temporary, "y-*")
	if !there(f.Path("part")) {
		t.Fatal("a folder in use was swept")
	}
	f.lock.Close()
	Sweep(temporary, "y-*")
	if there(filepath.Dir(f.Path("part"))) {
		t.Error("a folder whose holder is gone stays")
	}
}
