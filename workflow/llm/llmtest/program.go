package llmtest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Program writes a shell script that plays the program of the command provider: it keeps its input in the file
// "request" beside it, then runs the lines of body. It returns the command line and the path of the kept request.
func Program(t testing.TB, body string) (command, request string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	dir := t.TempDir()
	request = filepath.Join(dir, "request")
	script := filepath.Join(dir, "model")
	text := "#!/bin/sh\ncat > '" + request + "'\n" + body + "\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return "'" + script + "'", request
}
