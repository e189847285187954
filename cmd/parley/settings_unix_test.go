//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestASettingsFileThatDoesNotEndIsRefused: a pipe without a writer, a device, gigabytes, and texts that nest without end.
func TestASettingsFileThatDoesNotEndIsRefused(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	huge := emptyFile(t)
	if err := os.Truncate(huge, 8<<30); err != nil {
		t.Fatal(err)
	}
	written := func(text string) string {
		file := emptyFile(t)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for path, want := range map[string]string{
		pipe: "it is no file", "/dev/zero": "it is no file", huge: "larger than 1 MB", filepath.Dir(pipe): "it is no file",
		written(strings.Repeat("k.", 50_000) + "k = 1\n"):        "levels deep",
		written("a = " + strings.Repeat("[", 500_000)):           "levels deep",
		written(strings.Repeat(strings.Repeat("k.", 20), 5_000)): "levels deep",
	} {
		var said strings.Builder
		code := exitCode(run(context.Background(), []string{"--config", path, "ask", "show users"}, strings.NewReader(""), io.Discard, &said), &said)
		if code != exitUsage || !strings.Contains(said.String(), want) || len(said.String()) > 600 {
			t.Errorf("%s: exit %d: %.600s", path, code, said.String())
		}
		if path == pipe || path == "/dev/zero" {
			if err := setInFile(path, "theme", "light"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("set in %s: %v", path, err)
			}
		}
	}
}

func TestTheNullDeviceIsNoSettings(t *testing.T) {
	t.Parallel()
	if _, said, err := parley(t, "", "--config", os.DevNull, "ask", "show users"); err != nil {
		t.Error(err, said)
	}
}
