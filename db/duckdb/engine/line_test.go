package engine

import (
	"strings"
	"testing"
)

func TestLongLineIsFoundAtTheBeginning(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", longestLine+1)
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"none":                    {"", 0},
		"short":                   {"a,b\n1,2\n", 0},
		"as long as may be":       {"a\n" + long[1:] + "\n", 0},
		"the first":               {long, 1},
		"the third":               {"a\r\nb\r\n" + long + "\nc\n", 3},
		"ends with \\r alone":     {strings.Repeat(long[:1000]+"\r", 4000), 0},
		"after what is looked at": {strings.Repeat("a\n", beginningLines+64<<10) + long, 0},
	} {
		if got := longLine(strings.NewReader(c.text)); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
