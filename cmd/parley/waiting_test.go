package main

import (
	"bytes"
	"net"
	"os"
	"strings"
	"testing"
)

// mute is the URL of a server that takes connections and says nothing.
func mute(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	return "postgres://nobody@" + l.Addr().String() + "/x?sslmode=disable&connect_timeout=4"
}

func TestTheShellSaysThatADatabaseIsStillBeingOpened(t *testing.T) {
	t.Parallel()
	const told = "the database is still being opened; ctrl+c gives it up"
	s := newShell(t)
	url := mute(t)
	for _, command := range [][]string{{"ask", "--db", url, "how many"}, {"prove", "--db", url}} {
		if _, said, code := s.run(command...); code == exitDone || strings.Count(said, told) != 1 || !strings.Contains(said, "did not answer in time") {
			t.Errorf("%s: exit %d: %s", command[0], code, said)
		}
	}
}

func TestABatchSaysOnceThatADatabaseIsStillBeingOpened(t *testing.T) {
	t.Parallel()
	lines := `{"id": 1, "session": "a", "input": "how many"}` + "\n" + `{"id": 2, "session": "b", "input": "how many"}` + "\n"
	var out, said bytes.Buffer
	_ = run(t.Context(), []string{"--config", os.DevNull, "batch", "--jobs", "2", "--db", mute(t)}, strings.NewReader(lines), &out, &said)
	if strings.Count(said.String(), "still being opened") != 1 || strings.Count(out.String(), "did not answer in time") != 2 {
		t.Errorf("said %q, answered %s", said.String(), out.String())
	}
}
