package tui

import (
	"os"
	"strings"
	"testing"
)

// A key that acts in several panes means the same in them: the same action, or one of a meaning that is written down.
func TestAKeyMeansTheSameInEveryPane(t *testing.T) {
	t.Parallel()
	means := map[string]bool{}
	for _, a := range alike {
		for _, k := range append(strings.Fields(a.keys), " ") {
			means[k] = k != " " || means[k] || a.keys == " "
		}
	}
	bound := map[string][]Binding{}
	for _, b := range bindings() {
		for _, k := range b.Keys() {
			if b.Where >= Talking || b.Where == Outside {
				bound[k] = append(bound[k], b)
			}
		}
	}
	for k, list := range bound {
		for _, b := range list[1:] {
			if b.Action != list[0].Action && (!means[k] || b.Where == Outside || list[0].Where == Outside) {
				t.Errorf("%q is %q in %s and %q in %s", k, list[0].Action, list[0].Where, b.Action, b.Where)
			}
		}
	}
}

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
