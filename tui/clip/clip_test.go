package clip

import (
	"errors"
	"os"
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
