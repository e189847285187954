//go:build unix

package archive_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parley/dialog"
)

// A session may come from somebody else. What has no end is refused by everything that reads sessions, and never waited for.
func TestASessionWithoutEndIsRefused(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"huge": func(path string) error {
			if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 6<<30)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := begin(t, newStore(t), "weekly")
			c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
			id, path := c.kept.ID(), c.kept.Path()
			if err := c.kept.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			entries, err := c.store.List()
			if err != nil || len(entries) != 1 || entries[0].Err == nil {
				t.Errorf("listed as %v, %v", entries, err)
			}
			if _, err := c.store.Read(id); err == nil {
				t.Error("it was read")
			}
			if _, err := c.store.Search("users"); err != nil {
				t.Error(err)
			}
			if _, err := c.store.Open(id); err == nil {
				t.Error("it was opened")
			}
			c.store.Unreadable()
		})
	}
}

// The lock's file gets the number of the process. What lies at its name and is another file keeps its content.
func TestALockThatIsAnotherFileIsLeftAlone(t *testing.T) {
	t.Parallel()
	const precious = "what somebody wrote"
	for name, link := range map[string]func(old, path string) error{"link": os.Symlink, "hard link": os.Link} {
		c := begin(t, newStore(t), "weekly")
		c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
		id, path := c.kept.ID(), c.kept.Path()
		if err := c.kept.Close(); err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(filepath.Dir(path), "letter.txt")
		if err := os.WriteFile(other, []byte(precious), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := link(other, strings.TrimSuffix(path, ".json")+".lock"); err != nil {
			t.Fatal(err)
		}
		if _, err := c.store.Open(id); err == nil {
			t.Errorf("%s: the session was opened", name)
		}
		if text, err := os.ReadFile(other); err != nil || string(text) != precious {
			t.Errorf("%s: the other file is %q now: %v", name, text, err)
		}
	}
}
