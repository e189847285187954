package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestStrictGivesNoAnswerWithDoubts(t *testing.T) {
	shell := newShell(t)
	const doubted = "show me users with a frobnicated name from Kenya"
	out, _, code := shell.run("ask", "--strict", "--format", "csv", "Show me all users", "limit 2")
	if code != exitDone || strings.Count(out, "\n") < 3 {
		t.Errorf("exit %d of an answer that stands:\n%s", code, out)
	}
	for _, format := range []string{"csv", "sql", "json", "table"} {
		loose, _, _ := shell.run("ask", "--format", format, doubted)
		out, said, code := shell.run("ask", "--strict", "--format", format, doubted)
		if code != exitDoubted && code != exitNotUnderstood {
			t.Errorf("%s: exit %d", format, code)
		}
		if format != "json" && strings.Contains(out, "SELECT") || strings.Contains(out, "@example.com") {
			t.Errorf("%s gives rows all the same:\n%s\n%s", format, out, loose)
		}
		if !strings.Contains(out+said, "frobnicated") {
			t.Errorf("%s does not name the doubt: %s%s", format, out, said)
		}
	}
}

func TestBatchEndsWithTheCodeOfItsWorstAnswer(t *testing.T) {
	t.Parallel()
	line := func(session, input string) string {
		text, _ := json.Marshal(map[string]string{"session": session, "db": "demo", "input": input})
		return string(text) + "\n"
	}
	fine, odd, refused := line("a", "Show me all users"), line("b", "flurb the gromp"), line("c", "DELETE FROM users")
	for _, c := range []struct {
		in   string
		args []string
		code int
	}{
		{fine, nil, exitDone}, {fine + odd, nil, exitNotUnderstood}, {odd + refused + fine, nil, exitRefused}, {fine + "nonsense\n", nil, exitFailed},
		{fine, []string{"--strict"}, exitDone},
	} {
		out, said, err := parley(t, c.in, append([]string{"--config", emptyFile(t), "batch"}, c.args...)...)
		if code := exitCode(err, io.Discard); code != c.code {
			t.Errorf("exit %d, want %d:\n%s%s", code, c.code, out, said)
		}
	}
}

func TestTheWorstCodeWins(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]int{{exitDone, exitDoubted, exitDoubted}, {exitRefused, exitDoubted, exitRefused}, {exitNotUnderstood, exitFailed, exitFailed}, {exitCancelled, exitFailed, exitCancelled}} {
		if got := worse(c[0], c[1]); got != c[2] || worse(c[1], c[0]) != got {
			t.Errorf("of %d and %d the worse is %d", c[0], c[1], got)
		}
	}
}
