//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestBatchAnswersOnTheDatabaseOfTheCommandLine(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.csv")
	if err := os.WriteFile(path, []byte("country,n\nKenya,1\nLatvia,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, said, err := parley(t, `{"session":"a","input":"how many visits are there"}`+"\n", "--config", emptyFile(t), "batch", "--db", path)
	if err != nil || !strings.Contains(out, "FROM visits") || !strings.Contains(out, `"rows":1`) {
		t.Errorf("%v: %s%s", err, out, said)
	}
}

func TestBatchComesBackWithinASessionAndNotToAnother(t *testing.T) {
	t.Parallel()
	lines := []string{
		`{"session":"a","db":"demo","input":"payments of 5000 to +254712345678"}`,
		`{"session":"a","db":"demo","input":"how many users are there"}`,
		`{"session":"a","db":"demo","input":"those payments again"}`,
		`{"session":"b","db":"demo","input":"return date Feb 20"}`,
		`{"session":"a","db":"demo","input":"Find flights from Nairobi to London on Feb 10"}`,
		`{"session":"b","db":"demo","input":"/context"}`,
	}
	out, said, _ := parley(t, strings.Join(lines, "\n"), "--config", emptyFile(t), "batch", "--no-execute")
	answers := strings.Split(strings.TrimSpace(out), "\n")
	if len(answers) != len(lines) {
		t.Fatalf("%d answers: %s%s", len(answers), out, said)
	}
	if !strings.Contains(answers[2], "amount = 5000 AND recipient = '+254712345678'") {
		t.Errorf("not come back to: %s", answers[2])
	}
	if strings.Contains(answers[5], "Nairobi") || strings.Contains(answers[5], "payments") {
		t.Errorf("one session knows of another: %s", answers[5])
	}
}

func TestFiguresThatCannotBeMeantAreRefused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--ask-cost", "NaN"}, {"--ask-cost=-1"}, {"--turn-tokens=-5"}, {"--session-cost=-0.1"}, {"--turn-cost", "Inf"}, {"--timeout", "5ns"}, {"--timeout=-3s"},
		{"--max-turns=-1"}, {"--max-turns=1"}, {"--state-ttl=0"}, {"--state-ttl=-5"}, {"--state-bytes=10"}, {"--state-ttl=soon"}, {"--model-timeout=-1s"}, {"--embeddings-price=-1"}, {"--read-rows=-1"},
	} {
		var said bytes.Buffer
		code := exitCode(run(context.Background(), append([]string{"--config", emptyFile(t), "ask", "show users"}, args...), strings.NewReader(""), &bytes.Buffer{}, &said), &said)
		if code != exitUsage || !strings.Contains(said.String(), strings.SplitN(args[0], "=", 2)[0]) {
			t.Errorf("%q: exit %d: %s", args, code, said.String())
		}
	}
	if _, said, err := parley(t, "", "--config", emptyFile(t), "batch", "--jobs", "1000000"); err == nil {
		t.Error("a million jobs", said)
	}
	file := emptyFile(t)
	if err := os.WriteFile(file, []byte("timeout = 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := parley(t, "", "--config", file, "ask", "show users"); err == nil || !strings.Contains(err.Error(), "5s") {
		t.Errorf("timeout = 5: %v", err)
	}
}

func TestUnknownKeysOfTheSettingsFileAreNamed(t *testing.T) {
	t.Parallel()
	for key, near := range map[string]string{"denny": "deny", "privcy": "privacy", "themme": "theme", "deny": "", "connections": "", "keys": "", "read-rows": ""} {
		file := emptyFile(t)
		line := key + " = \"x\"\n"
		switch key {
		case "deny":
			line = "deny = [\"email\"]\n"
		case "connections", "keys":
			line = "[" + key + "]\n"
		case "read-rows":
			line = "read-rows = 1000000\n"
		}
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := parley(t, "", "--config", file, "ask", "show users")
		if near == "" {
			if err != nil {
				t.Errorf("%s: %v", key, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), "Did you mean "+near+"?") {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestExportsOfSessionsLeaveFilesAlone(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.keep("mine", "SELECT 1 AS one")
	path := filepath.Join(t.TempDir(), "mine.md")
	s.must("sessions", "export", "mine", path)
	if err := os.WriteFile(path, []byte("my own"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, said, code := s.run("sessions", "export", "mine", path)
	if text, _ := os.ReadFile(path); code != exitFailed || string(text) != "my own" || !strings.Contains(said, "there already") {
		t.Errorf("exit %d: %s: %s", code, said, text)
	}
}

func TestWhyADatabaseCannotBeOpenedSaysWhatToDo(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, said, code := newShell(t).run("--db", empty, "ask", "show users")
	if code != exitFailed || !strings.Contains(said, "empty.db is empty: it has 0 bytes. A copy or download") || !strings.Contains(said, "name another.") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestSessionWhoseFirstTurnFailedIsResumedInSilence(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.run("ask", "--keep", "--session", "b", "xyzzy")
	_, said, code := s.run("ask", "--keep", "--session", "b", "show users")
	if code != exitDone || strings.Contains(said, "version") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestTruncatedSessionIsNotReplacedByANewOne(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.must("ask", "--keep", "--session", "weekly", "show users")
	files, err := filepath.Glob(filepath.Join(s.folder, "sess_*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Truncate(files[0], 200); err != nil {
		t.Fatal(err)
	}
	_, said, code := s.run("ask", "--keep", "--session", "weekly", "show users")
	if code == exitDone || !strings.Contains(said, "damaged") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestPasswordsOfSettingsListsAreNotPrinted(t *testing.T) {
	t.Parallel()
	_, said, code := newShell(t).run("ask", "--db", "password=hunter2 host=127.0.0.1 port=1", "show users")
	if code == exitDone || strings.Contains(said, "hunter2") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestFullDiskIsNoSuccess(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.keep("mine", "SELECT 1 AS one")
	for _, args := range [][]string{{"sessions", "show", "mine"}, {"sessions", "list"}, {"ask", "--db", "demo", "show users"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("no /dev/full here: " + err.Error())
		}
		var said bytes.Buffer
		given := append([]string{"--config", emptyFile(t), "--sessions-dir", s.folder}, args...)
		if code := exitCode(run(context.Background(), given, strings.NewReader(""), full, &said), &said); code != exitFailed {
			t.Errorf("%q: exit %d: %s", args, code, said.String())
		}
		full.Close()
	}
}

func TestPipeAsADataFileIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	_, said, code := newShell(t).run("ask", "--db", path, "show x")
	if code != exitFailed || !strings.Contains(said, "is no file but a pipe") || time.Since(started) > 30*time.Second {
		t.Errorf("exit %d after %v: %s", code, time.Since(started), said)
	}
	_, said, code = newShell(t).run("ask", "--db", "/dev/zero", "show x")
	if code != exitFailed || !strings.Contains(said, "is no file but a device") {
		t.Errorf("exit %d: %s", code, said)
	}
}

// hostile acts on a terminal in every way that a text can.
const hostile = "a\x1b[31mred\x1b]0title\ab\u202ec\u009bd\ufff9e\u3164f"

func TestTerminalSeesNoControlsInAnyFormat(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("v\n"+hostile+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"table", "csv", "json", "markdown", "sql"} {
		for _, args := range [][]string{{"ask", "--db", path, "--format", format, "select v from x"}, {"ask", "--db", path, "--format", format, "select '" + hostile + "' as v"},
			{"ask", "--db", hostile, "--format", format, "show"}, {"--theme" + hostile, "ask"}} {
			x := openTerminal(t, 200, 50, nil, args...)
			<-x.done
			x.done <- nil
			drawn := x.all()
			for _, bad := range []string{"\x1b", "\a", "\u202e", "\u009b", "\ufff9", "\u3164"} {
				if strings.Contains(drawn, bad) {
					t.Errorf("%s, %q: %q reached the terminal:\n%q", format, args, bad, drawn)
				}
			}
			if drawn == "" {
				t.Errorf("%s, %q: nothing was printed", format, args)
			}
		}
	}
}

func TestPipesGetDataAsItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("v\n"+hostile+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newShell(t)
	if out := s.must("ask", "--db", path, "--format", "csv", "select v from x"); !strings.Contains(out, hostile) {
		t.Errorf("a pipe got %q", out)
	}
	if out := s.must("ask", "--defuse", "--db", path, "--format", "csv", "select v from x"); strings.Contains(out, "\x1b") {
		t.Errorf("defused, a pipe got %q", out)
	}
}

func TestStoreThatDoesNotAnswerIsToldOnce(t *testing.T) {
	t.Parallel()
	out, said, err := parley(t, "", "--config", emptyFile(t), "ask", "--redis-url", "redis://:wrong@127.0.0.1:1/0", "show users", "only from Kenya")
	if err != nil || !strings.Contains(out, "Kenya") || strings.Count(said, "kept in memory only") != 1 || strings.Contains(said, "wrong") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestCommandsTeachNothing: "call x()" is laid out as a lesson is ("call customers clients").
func TestCommandsTeachNothing(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{"call x()", "CALL x(1, 2)", "call sys.proc(abs(1))", "create view late as select 1", "set role x", "listen orders", "declare c cursor for select 1"} {
		out, said, err := parley(t, "", "--config", emptyFile(t), "ask", "--db", "demo", sql)
		if err == nil || !strings.Contains(out+said+err.Error(), "is refused: it is not a query") {
			t.Errorf("%s: %v: %s%s", sql, err, out, said)
		}
	}
}
