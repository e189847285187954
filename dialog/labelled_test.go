package dialog

import (
	"os"
	"strings"
	"testing"
)

// TestLabelledInputs measures the originals' hundred inputs: 85 must be right; we hold more.
func TestLabelledInputs(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/labelled.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		vocabulary Vocabulary
		want       int
	}{{"with a vocabulary", shop(), 97}, {"without", nil, 85}} {
		right, n := 0, 0
		for line := range strings.Lines(string(data)) {
			field := strings.Split(strings.TrimRight(line, "\n"), "\t")
			if len(field) != 4 {
				continue
			}
			n++
			d := asked(t, field[1], field[2]).Detect(field[3], c.vocabulary)
			if (d.Intent == NewQuery) == (field[0] == "new") {
				right++
			} else {
				t.Logf("%s: %q after %q is %s, %s: %v", c.name, field[3], field[1], d.Intent, d.Confidence, d.Signals)
			}
		}
		if n != 100 || right < c.want {
			t.Errorf("%s: %d of %d right, want %d of 100", c.name, right, n, c.want)
		}
		t.Logf("%s: %d of %d right", c.name, right, n)
	}
}
