package clip

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCopyGoesToTheFirstPlaceThatTakesIt(t *testing.T) {
	t.Parallel()
	broken := func(string) error { return errors.New("no display") }
	var native, escaped string
	c := Clipboard{
		Native: func(s string) error { native = s; return nil },
		Escape: func(s string) { escaped = s },
		Folder: t.TempDir(), Now: time.Now,
	}
	if where, err := c.Copy("a"); err != nil || where != "the clipboard" || native != "a" {
		t.Errorf("%s %v %q", where, err, native)
	}
	c.Native = broken
	if where, err := c.Copy("b"); err != nil || where != "the terminal's clipboard" || !strings.HasPrefix(escaped, "\x1b]52;c;") {
		t.Errorf("%s %v %q", where, err, escaped)
	}
	long := strings.Repeat("x", maxOSC52+1)
	where, err := c.Copy(long)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(where); err != nil || string(got) != long {
		t.Errorf("%s: %v", where, err)
	}
}

// The folder may be one in which others write: a link that waits at a name is not followed, and no copy takes another's place.
func TestCopiesDoNotTakeThePlaceOfFiles(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	c := Clipboard{Folder: t.TempDir(), Now: func() time.Time { return now }}
	other := filepath.Join(t.TempDir(), "letter.txt")
	if err := os.Symlink(other, filepath.Join(c.Folder, "copied-20261121-090000.txt")); err != nil {
		t.Fatal(err)
	}
	first, err := c.Copy("a")
	second, failed := c.Copy("b")
	if err != nil || failed != nil || first == second {
		t.Errorf("%s, %s: %v, %v", first, second, err, failed)
	}
	if _, err := os.Lstat(other); err == nil {
		t.Error("the link was followed")
	}
}
