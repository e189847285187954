package tui

import (
	"slices"
	"strings"
	"testing"

	"parley/tui/text"
	"parley/workflow"
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
		if got := apart(c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.texts, got, c.want)
		}
	}
}

func TestReadingsAreToldApartOnASmallScreen(t *testing.T) {
	t.Parallel()
	script := conversation()
	const middle = " of users where status is active and country is Kenya for each city, sorted by number of rows downwards and then by "
	const from = " FROM users WHERE status = 'active' AND country = 'Kenya' GROUP BY city ORDER BY count(*) DESC, "
	script.fail["the best ones"] = &workflow.Ambiguous{Question: "I am not sure what you mean.", Readings: []*workflow.Draft{
		draftOf(t, "SELECT city, count(*)"+from+"city LIMIT 5", "city and number of rows"+middle+"city, first 5"),
		draftOf(t, "SELECT city, count(*)"+from+"max(name) LIMIT 4", "city and number of rows"+middle+"highest name, first 5"),
		draftOf(t, "SELECT city, count(*)"+from+"min(created_at) LIMIT 3", "city and number of rows"+middle+"lowest created at, first 5"),
	}}
	for _, size := range [][2]int{{80, 24}, {60, 16}, {200, 60}} {
		s := newScreen(t, script, size[0], size[1])
		s.ask("the best ones")
		exact(t, s, size[0], size[1], "readings")
		for _, key := range []string{"", "down", "down"} {
			if key != "" {
				s.press(key)
			}
		}
		s.shows("lowest created at", "min(created_at)")
		if size[1] >= 24 {
			s.shows(" by city, first 5", "highest name", "max(name)")
		}
	}
}

func TestInLinesKeepsTheWidth(t *testing.T) {
	t.Parallel()
	for w := 4; w < 40; w++ {
		for n := 1; n < 4; n++ {
			lines := inLines(strings.Repeat("words of 日本 ", 9), "short", w, n)
			if len(lines) > n || slices.ContainsFunc(lines, func(l string) bool { return text.Width(l) > w }) {
				t.Errorf("%d lines of %d: %q", n, w, lines)
			}
		}
	}
}
