package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAComparisonIsWrittenAndNeverOverAFile(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.ask("Show me all users")
	s.press("alt+3", "w")
	s.shows("nothing to compare")
	s.press("esc")
	s.ask("Only from last month")
	s.press("alt+3", "w")
	s.shows("Write the comparison to a file", ".html")
	s.press("ctrl+u")
	path := filepath.Join(t.TempDir(), "x.patch")
	for _, want := range []string{"Wrote the comparison to", "is there already"} {
		s.typed(path)
		s.press("enter")
		s.waitFor(want)
		s.press("w", "ctrl+u")
	}
	s.typed("x.txt")
	s.press("enter")
	s.shows(".html, .md or .patch")
	content, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(content), "--- turn 1\n+++ turn 2\n@@ -1,2 +1,4 @@\n") || !strings.Contains(string(content), "\n+WHERE created_at >= '2026-10-01'\n") {
		t.Errorf("%v: %s", err, content)
	}
}
