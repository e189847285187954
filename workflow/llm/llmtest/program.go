package llmtest

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// Program writes a shell script that plays the program of the command provider: it keeps its input in the file
// "request" beside it, then runs the lines of body. It returns the command line and the path of the kept request.
func Program(t testing.TB, body string) (command, request string) {
	t.Helper()
	request = filepath.Join(t.TempDir(), "request")
	return "'" + Script(t, "model", "cat > '"+request+"'\n"+body) + "'", request
}

// Script writes a shell script of a name into a folder of its own. A process that another goroutine starts meanwhile would
// inherit the open file until it runs its own program, and the script could not be run ("text file busy", golang.org/issue/22315):
// no process is started while it is written.
func Script(t testing.TB, name, body string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	path := filepath.Join(t.TempDir(), name)
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
