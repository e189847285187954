package transcript_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parley/db/dbtest"
	"parley/db/statement"
	"parley/workflow/transcript"
)

func compared(t *testing.T, before, after string) transcript.Comparison {
	t.Helper()
	c := transcript.Comparison{Left: "turn 1", Right: "turn 2"}
	for text, to := range map[string]**statement.Statement{before: &c.Before, after: &c.After} {
		s, err := statement.Parse(text, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		*to = s
	}
	return c
}

func written(t *testing.T, c transcript.Comparison, path string) string {
	t.Helper()
	var b strings.Builder
	if err := c.Write(&b, path); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAComparisonIsAPageANoteAndAPatch(t *testing.T) {
	t.Parallel()
	c := compared(t, "SELECT name, email FROM users LIMIT 4", "SELECT name, email, city FROM users WHERE country = 'KE' LIMIT 3")
	for path, wants := range map[string][]string{
		"x.html": {"<title>SQL: turn 1 → turn 2</title>", `<table class="diff">`, "<li>", `<tr class="added">`, "Content-Security-Policy"},
		"x.md":   {"# SQL: turn 1 → turn 2", "\n- ", "```diff\n", "\n+ WHERE country = 'KE'\n", "\n- LIMIT 4\n+ LIMIT 3\n"},
	} {
		got := written(t, c, path)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s has no %q:\n%s", path, want, got)
			}
		}
	}
	if err := c.Write(&strings.Builder{}, "x.txt"); err == nil || !strings.Contains(err.Error(), ".patch") {
		t.Errorf("an ending of no form: %v", err)
	}
}

// A patch is one that the program patch takes: applied to the one statement it gives the other.
func TestAPatchOfAComparisonApplies(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("patch")
	if err != nil {
		dbtest.Missing(t, "patch", "there is no program patch; install it")
	}
	for _, pair := range [][2]string{
		{"SELECT name, email FROM users LIMIT 4", "SELECT name, email, city FROM users WHERE country = 'KE' LIMIT 3"},
		{"SELECT name FROM users WHERE a = 'two\nlines' AND b = 1", "SELECT name FROM users WHERE a = 'two\nlines' AND b = 2"},
		{"SELECT a, b, c FROM t ORDER BY a", "SELECT a, c FROM t"},
	} {
		c := compared(t, pair[0], pair[1])
		folder := t.TempDir()
		at := filepath.Join(folder, "q.sql")
		patch := written(t, c, "x.patch")
		old, want := sidesOf(patch)
		if err := os.WriteFile(at, []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(program, at)
		run.Stdin = strings.NewReader(patch)
		if said, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", pair, err, said, patch)
		}
		got, _ := os.ReadFile(at)
		if string(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
		for side, text := range map[string]string{pair[0]: old, pair[1]: want} {
			a, err := statement.Parse(text, statement.PostgreSQL, nil)
			b, _ := statement.Parse(side, statement.PostgreSQL, nil)
			if err != nil || a.SQL() != b.SQL() {
				t.Errorf("%q of the patch is no %q: %v", text, side, err)
			}
		}
	}
}

// sidesOf are the two texts that a patch of one hunk lies between.
func sidesOf(patch string) (old, present string) {
	for i, l := range strings.SplitAfter(patch, "\n") {
		switch {
		case i < 3 || l == "":
		case l[0] == '-':
			old += l[1:]
		case l[0] == '+':
			present += l[1:]
		default:
			old, present = old+l[1:], present+l[1:]
		}
	}
	return old, present
}

func TestAComparisonsTextCannotAct(t *testing.T) {
	t.Parallel()
	for _, bad := range hostile {
		c := compared(t, "SELECT 1", "SELECT '"+strings.NewReplacer("'", "''", "\x00", "").Replace(bad)+"' AS x") // no engine takes NUL
		c.Left = bad
		for _, path := range []string{"x.html", "x.md", "x.patch"} {
			got := written(t, c, path)
			outside := got
			if path == "x.md" {
				outside = withoutFences(t, got)
			}
			if found := tag.FindString(outside); found != "" && path != "x.patch" {
				t.Errorf("%s: %q came through", path, found)
			}
			if strings.ContainsAny(got, "\x00\x1b\u202e") {
				t.Errorf("%s: control characters came through", path)
			}
		}
	}
}
