package text

import (
	"slices"
	"strings"
	"testing"
)

func TestTextsAreShortenedToWhatTellsThemApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ texts, want []string }{
		{[]string{"a b c d e X", "a b c d e Y"}, []string{"… e X", "… e Y"}},
		{[]string{"X a b c d e f", "Y a b c d e f"}, []string{"X a …", "Y a …"}},
		{[]string{"a b c X d e f g h Y i", "a b c Z d e f g h i"}, []string{"… c X d … h Y i", "… c Z d …"}},
		{[]string{"a b", "a b c"}, []string{"a b", "a b c"}},
		{[]string{"one two", "three"}, []string{"one two", "three"}},
		{[]string{"same words here", "same words here"}, []string{"same words here", "same words here"}},
		{[]string{"alone"}, []string{"alone"}},
		{[]string{"", "x"}, []string{"", "x"}},
	} {
		if got := Apart(c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.texts, got, c.want)
		}
	}
}

func TestInLinesKeepsTheWidth(t *testing.T) {
	t.Parallel()
	for w := 4; w < 40; w++ {
		for n := 1; n < 4; n++ {
			lines := InLines(strings.Repeat("words of 日本 ", 9), "short", w, n)
			if len(lines) > n || slices.ContainsFunc(lines, func(l string) bool { return Width(l) > w }) {
				t.Errorf("%d lines of %d: %q", n, w, lines)
			}
		}
	}
}
