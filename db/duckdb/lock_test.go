package duckdb

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"parley/db"
)

// holder is another program that has a file open for writing, and a way to end it.
func holder(t *testing.T, path string) (pid int, end func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holdFile+"="+path)
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
	return cmd.Process.Pid, end
}

func TestWhoHoldsTheFileIsSaid(t *testing.T) {
	t.Parallel()
	path := file(t, "CREATE TABLE t AS SELECT 1 AS v")
	pid, end := holder(t, path)
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
	_, end := holder(t, path)
	if _, err := d.query(t.Context(), "SELECT v FROM t"); db.KindOf(err) != db.Busy {
		t.Errorf("got %v", err)
	}
	end()
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("after it ended: %v", got)
	}
}
