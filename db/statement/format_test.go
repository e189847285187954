package statement

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestFormatGoldens(t *testing.T) {
	t.Parallel()
	texts := map[string]*strings.Builder{}
	for _, q := range handWritten(t) {
		s, err := Parse(q.sql, q.dialect, peopleNames)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range widths {
			name := fmt.Sprintf("%s-%d.golden", strings.ToLower(q.dialect.String()), w)
			if texts[name] == nil {
				texts[name] = &strings.Builder{}
			}
			fmt.Fprintf(texts[name], "-- %s\n%s;\n\n", q.name, s.Format(w))
			checkWidth(t, q.name, s.Format(w), w, s.Opaque())
		}
	}
	for name, got := range texts {
		checkGolden(t, filepath.Join("testdata", "format", name), got.String())
	}
}

// checkWidth says that lines fit where they have a place to break: what is longer is one call, name or text.
func checkWidth(t *testing.T, name, text string, width int, opaque bool) {
	t.Helper()
	for _, l := range strings.Split(text, "\n") {
		if strings.HasSuffix(l, " ") {
			t.Errorf("%s: space at the end of %q", name, l)
		}
		if columns(l) > width+70 && !opaque {
			t.Errorf("%s at %d: a line of %d: %s", name, width, columns(l), l)
		}
	}
}

func checkGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update writes it anew\n%s", path, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(g), len(w))
}
