package tui

import (
	"os"
	"strings"
	"testing"
)

// The README's table of keys is the key map's: run with PARLEY_TEST_WRITE=1 to write it.
func TestReadmeHasTheKeysOfTheKeyMap(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../README.md", "<!-- keys: from tui/keys.go -->\n", "<!-- end of keys -->"
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(content), begin)
	old, tail, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("README.md has no %q … %q", begin, end)
	}
	if os.Getenv("PARLEY_TEST_WRITE") != "" {
		if err := os.WriteFile(path, []byte(head+begin+KeyTable()+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != KeyTable() {
		t.Error("the keys of README.md are not those of the key map: write them with PARLEY_TEST_WRITE=1 go test ./tui -run Readme")
	}
}
