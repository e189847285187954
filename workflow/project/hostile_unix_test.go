//go:build unix

package project

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A project lies in folders that others made: what is no file is told, and never waited for.
func TestAPipeOrADeviceIsNoPartOfAProject(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		for _, file := range []string{FileName, "questions/x.sql"} {
			folder := t.TempDir()
			if err := os.MkdirAll(filepath.Join(folder, "questions"), 0o700); err != nil {
				t.Fatal(err)
			}
			if file != FileName {
				if err := os.WriteFile(filepath.Join(folder, FileName), []byte("[words]\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := make(filepath.Join(folder, file)); err != nil {
				t.Fatal(err)
			}
			_, questions, problems := ReadFolder(folder, Shared)
			if len(questions) > 0 || len(problems) != 1 || !strings.Contains(problems[0].Text, "it is no file") {
				t.Errorf("%s as %s: %v, %v", name, file, questions, problems)
			}
		}
	}
}

// TestAProjectThatNestsWithoutEndIsTold: the decoder would take the process's stack, or hours.
func TestAProjectThatNestsWithoutEndIsTold(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"a = " + strings.Repeat("[", 2_000_000), strings.Repeat("k.", 50_000) + "k = 1\n", "[words]\nx = " + strings.Repeat("{a=", 1_000_000),
		"[" + strings.Repeat("k.", 50_000) + "k]\n",
	} {
		_, problems := Parse("parley.toml", text)
		if len(problems) != 1 || problems[0].Line == 0 || !strings.Contains(problems[0].Text, "levels deep") {
			t.Errorf("%.40s: %.200v", text, problems)
		}
	}
}

// A yes is to the folder that was there: whoever may change a link on the way to it says nothing for another one.
func TestTrustIsOfTheFolderThatALinkLedTo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	good, evil, link := filepath.Join(folder, "good"), filepath.Join(folder, "evil"), filepath.Join(folder, "link")
	trust := Trust{Path: filepath.Join(folder, "trusted")}
	for _, made := range []error{os.Mkdir(good, 0o700), os.Mkdir(evil, 0o700), os.Symlink(good, link), trust.Say(link, true)} {
		if made != nil {
			t.Fatal(made)
		}
	}
	for _, path := range []string{link, good} {
		if yes, said := trust.Answer(path); !yes || !said {
			t.Errorf("%s: %v, %v", path, yes, said)
		}
	}
	if err := errors.Join(os.Remove(link), os.Symlink(evil, link)); err != nil {
		t.Fatal(err)
	}
	if yes, said := trust.Answer(link); yes || said {
		t.Errorf("where the link leads now: %v, %v", yes, said)
	}
}
