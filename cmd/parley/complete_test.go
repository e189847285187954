package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
)

// many is a statement of n rows for any engine of the demo's dialect.
func many(n int) string {
	return fmt.Sprintf("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < %d) SELECT n, 'row ' || n AS name FROM t", n)
}

func TestPipesGetAllRowsWhateverTheScreenReads(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	const rows = 30_000
	for format, head := range map[string]int{"csv": 1, "markdown": 3} {
		out, said, code := s.run("ask", "--db", "demo", "--format", format, "--read-rows", "100", "--read-time", "1ms", "--read-disk", "1", many(rows))
		if lines := strings.Count(out, "\n"); code != exitDone || lines != rows+head {
			t.Errorf("%s: exit %d, %d lines of %d: %s", format, code, lines, rows+head, said)
		}
	}
	out, said, code := s.run("ask", "--db", "demo", "--format", "json", "--read-rows", "100", many(rows))
	var a struct {
		Rows     int
		More     bool
		Complete bool
		Cut      string
		Data     [][]any
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatalf("exit %d, %s: %v", code, said, err)
	}
	if code != exitDone || a.Rows != rows || len(a.Data) != rows || a.More || !a.Complete || a.Cut != "" {
		t.Errorf("json: exit %d, %d rows, %d of them there, more %v, complete %v, cut %q", code, a.Rows, len(a.Data), a.More, a.Complete, a.Cut)
	}
}

func TestLongCellsReachPipesWhole(t *testing.T) {
	t.Parallel()
	out := newShell(t).must("ask", "--db", "demo", "--format", "csv", "SELECT printf('%.3000000c', 'x') AS long")
	if n := strings.Count(out, "x"); n != 3_000_000 {
		t.Errorf("%d of 3,000,000 letters", n)
	}
}

func TestTableSaysWhereAndWhyReadingStopped(t *testing.T) {
	t.Parallel()
	out, said, code := newShell(t).run("ask", "--db", "demo", "--read-rows", "100", many(1000))
	if code != exitCut || !strings.Contains(said, "The output is cut after row 100: reading stopped at the limit of 100 rows.") {
		t.Errorf("exit %d: %s", code, said)
	}
	if want := "(more than 100 rows: reading stopped at the limit of 100 rows; the first 50 are shown)"; !strings.Contains(out, want) {
		t.Errorf("no %q in:\n%s", want, out)
	}
}

// TestABatchTellsOfValuesThatAreOnlyTheirBeginnings: a program that reads the preview takes it for the result.
func TestABatchTellsOfValuesThatAreOnlyTheirBeginnings(t *testing.T) {
	t.Parallel()
	for letters, want := range map[int]struct {
		complete bool
		cut      string
	}{3000: {true, ""}, 3_000_000: {false, "cut in row 1, column 2: 1,048,576 of 3,000,000 bytes"}} {
		line, err := json.Marshal(map[string]string{"db": "demo", "sql": fmt.Sprintf("SELECT 1 AS one, printf('%%.%dc', 'x') AS long", letters)})
		if err != nil {
			t.Fatal(err)
		}
		out, said, err := parley(t, string(line), "--config", emptyFile(t), "batch")
		var a struct {
			Complete bool
			Cut      string
			Preview  [][]any
		}
		if parsed := json.Unmarshal([]byte(out), &a); err != nil || parsed != nil {
			t.Fatalf("%v, %v: %s", err, parsed, said)
		}
		value, ok := a.Preview[0][1].(string)
		if a.Complete != want.complete || a.Cut != want.cut || !ok || strings.Contains(value, "…") == want.complete {
			t.Errorf("%d letters: complete %v, cut %q, the value is a text: %v", letters, a.Complete, a.Cut, ok)
		}
	}
}

// cutCommand runs ask over a connection that stops in the middle of 100,000 rows.
func cutCommand(t *testing.T, format string, stop func(*dbtest.Proxy)) (out, said string, code int) {
	t.Helper()
	proxy, url := dbtest.NewProxy(t, dbtest.Postgres(t))
	w := &firstWrite{then: func() { stop(proxy) }}
	var stderr bytes.Buffer
	args := []string{"--config", emptyFile(t), "ask", "--db", url, "--format", format, "--timeout", "2s", "SELECT n, repeat('x', 200) AS long FROM generate_series(1, 100000) n"}
	code = exitCode(run(context.Background(), args, strings.NewReader(""), w, &stderr), &stderr)
	return w.String(), stderr.String(), code
}

// firstWrite does something once the first rows have been written.
type firstWrite struct {
	bytes.Buffer
	then func()
}

func (f *firstWrite) Write(b []byte) (int, error) {
	if f.then != nil {
		f.then()
		f.then = nil
	}
	return f.Buffer.Write(b)
}

func TestBrokenOutputIsAnErrorOfItsOwn(t *testing.T) {
	t.Parallel()
	for what, stop := range map[string]func(*dbtest.Proxy){
		"stalled": func(p *dbtest.Proxy) { p.StallAfter(1000) },
		"cut":     func(p *dbtest.Proxy) { p.Cut() },
	} {
		for _, format := range []string{"csv", "markdown", "json"} {
			t.Run(what+" "+format, func(t *testing.T) {
				t.Parallel()
				started := time.Now()
				out, said, code := cutCommand(t, format, stop)
				if code != exitCut || !strings.Contains(said, "The output is cut after row ") || strings.Count(out, "xxx") == 0 {
					t.Errorf("exit %d after %s, %d bytes: %s", code, time.Since(started), len(out), said)
				}
				toldWhereCut(t, format, out, said)
			})
		}
	}
}

// toldWhereCut checks that an output that was cut says itself, or on the side, after which row.
func toldWhereCut(t *testing.T, format, out, said string) {
	t.Helper()
	if format != "json" {
		head := map[string]int{"csv": 1, "markdown": 3}[format]
		if rows := strings.Count(out, "\n"); !strings.Contains(said, fmt.Sprintf("after row %s:", count(rows-head))) {
			t.Errorf("%d lines, and %s", rows, said)
		}
		return
	}
	var a struct {
		tailJSON
		Data [][]any
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil || a.Complete || a.Cut == "" || a.Error == nil || *a.Rows != len(a.Data) {
		t.Errorf("%v, complete %v, cut %q, error %v", err, a.Complete, a.Cut, a.Error)
	}
}

func TestClosedPipeIsToldAsWhatItIs(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	err := run(context.Background(), []string{"--config", emptyFile(t), "ask", "--db", "demo", "--format", "csv", many(50_000)}, strings.NewReader(""), closedPipe{}, &said)
	var s *sentence
	if !errors.As(err, &s) || s.code != exitFailed || !strings.HasPrefix(s.wrong, "Standard output is closed") {
		t.Error(err)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// emptyFile is a settings file that sets nothing.
func emptyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
