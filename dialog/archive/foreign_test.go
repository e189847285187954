package archive_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/dialog"
)

// TestWhatAnotherProgramWroteIsSetAside: somebody else wrote a session's file while it was open here. Neither what is there nor what
// was said here is lost, and it is said once.
func TestWhatAnotherProgramWroteIsSetAside(t *testing.T) {
	t.Parallel()
	const others = "what another program kept in this file, and nobody may lose\n"
	for name, overwrite := range map[string]func(path string, text []byte) error{
		"replaced": func(path string, _ []byte) error {
			if err := os.WriteFile(path+".new", []byte(others), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
		"written over, shorter": func(path string, _ []byte) error { return os.WriteFile(path, []byte(others), 0o600) },
		"written over, longer": func(path string, text []byte) error {
			return os.WriteFile(path, []byte(strings.Repeat(others, len(text)/len(others)+2)), 0o600)
		},
		"written over, as long": func(path string, text []byte) error {
			return os.WriteFile(path, []byte(strings.Repeat(others, len(text)/len(others)+2)[:len(text)]), 0o600)
		},
		"gone on with": func(path string, text []byte) error {
			return os.WriteFile(path, append(text, []byte(others)...), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := begin(t, newStore(t), "")
			c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
			if err := overwrite(c.kept.Path(), []byte(fileOf(t, c))); err != nil {
				t.Fatal(err)
			}
			if notice := c.tryTurn(t); !strings.Contains(notice, "another program") || !strings.Contains(notice, "set aside") {
				t.Errorf("notice %q", notice)
			}
			if notice := c.tryTurn(t); notice != "" {
				t.Errorf("said again: %q", notice)
			}
			if record, err := c.store.Read(c.kept.ID()); err != nil || len(record.Turns) != 3 || record.Turns[0].Input != "Show me all users" {
				t.Errorf("%v, %+v", err, record)
			}
			aside, _ := filepath.Glob(c.kept.Path() + ".other-*")
			if len(aside) != 1 {
				t.Fatalf("set aside: %q", aside)
			}
			if text, err := os.ReadFile(aside[0]); err != nil || !strings.Contains(string(text), others[:20]) {
				t.Errorf("%v: %s", err, text)
			}
		})
	}
}

// TestAFileThatWasOnlyTouchedGoesOn: a backup or a synchroniser changes its time and nothing else.
func TestAFileThatWasOnlyTouchedGoesOn(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	if err := os.WriteFile(c.kept.Path(), []byte(fileOf(t, c)), 0o600); err != nil {
		t.Fatal(err)
	}
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	if aside, _ := filepath.Glob(c.kept.Path() + ".*-*"); len(aside) > 0 {
		t.Errorf("set aside: %q", aside)
	}
	if record, err := c.store.Read(c.kept.ID()); err != nil || len(record.Turns) != 2 {
		t.Errorf("%v, %+v", err, record)
	}
}
