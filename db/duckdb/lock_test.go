package duckdb

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/scratch"
)

// writer is another program that has a file open for writing, and a way to end it.
func writer(t *testing.T, path string) (pid int, end func()) {
	t.Helper()
	process, end := another(t, holdFile+"="+path)
	return process.Pid, end
}

// another is a copy of the test binary with something open, and a way to end it.
func another(t *testing.T, env ...string) (process *os.Process, end func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), env...)
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end = func() {
		input.Close()
		_ = cmd.Wait()
	}
	t.Cleanup(end)
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("the other program says %q, %v", line, err)
	}
	return cmd.Process, end
}

func TestWhoHoldsTheFileIsSaid(t *testing.T) {
	t.Parallel()
	path := file(t, "CREATE TABLE t AS SELECT 1 AS v")
	pid, end := writer(t, path)
	var e *db.Error
	_, err := Open(t.Context(), path, db.Settings{})
	if !errors.As(err, &e) || e.Kind != db.Busy || !strings.Contains(e.Message, fmt.Sprint(pid)) || e.Hint == "" {
		t.Errorf("got %v", err)
	}
	end()
	if got := all(t, open(t, path, db.Settings{}), "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("after it ended: %v", got)
	}
}

func TestFileThatIsLetGoCanBeWrittenByOthers(t *testing.T) {
	t.Parallel()
	path := file(t, "CREATE TABLE t AS SELECT 1 AS v")
	d := open(t, path, db.Settings{})
	d.mu.Lock()
	d.letGo()
	d.mu.Unlock()
	_, end := writer(t, path)
	if _, err := run(t.Context(), d, "SELECT v FROM t"); db.KindOf(err) != db.Busy {
		t.Errorf("got %v", err)
	}
	end()
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("after it ended: %v", got)
	}
}

func TestWhatACrashLeavesBehindIsSweptByTheNextOne(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	csv := write(t, filepath.Join(t.TempDir(), "t.csv"), "v\n1\n")
	left := func() int {
		folders, err := filepath.Glob(filepath.Join(temporary, scratchName))
		if err != nil {
			t.Fatal(err)
		}
		long := time.Now().Add(-time.Hour)
		for _, folder := range folders {
			if err := os.Chtimes(folder, long, long); err != nil {
				t.Fatal(err)
			}
		}
		return len(folders)
	}
	process, end := another(t, readFile+"="+csv)
	d, err := OpenFiles(t.Context(), []string{csv}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if n := left(); n != 2 {
		t.Fatalf("%d folders while two programs run", n)
	}
	scratch.Sweep(temporary, scratchName)
	if n := left(); n != 2 {
		t.Fatalf("%d folders of two running programs after a sweep", n)
	}
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
	end()
	if n := left(); n != 2 {
		t.Errorf("%d folders after the crash", n)
	}
	scratch.Sweep(temporary, scratchName)
	if n := left(); n != 1 {
		t.Errorf("%d folders after the sweep, want that of the living program", n)
	}
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("got %v", got)
	}
	d.Close()
	if n := left(); n != 0 {
		t.Errorf("%d folders after closing", n)
	}
}
