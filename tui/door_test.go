package tui

import (
	"strings"
	"testing"

	"parley/tui/theme"
)

// hostile are texts that act on a terminal, as a name, a value or a model's words may be.
const hostile = "a\x1b]0;title\ab\x1b[2Jc\x1bPq\x1b\\d\u009d0;x\u009c\u202ee\u115f"

// acting are pieces of it that no terminal may get.
var acting = []string{"\x1b]", "\x1b[2J", "\x1bP", "\u009d", "\u202e", "\u115f", "\a"}

func TestALineOfTheScreenHasNoSequencesButColours(t *testing.T) {
	t.Parallel()
	const painted = "\x1b[1;38:2:1:2:3mx\x1b[0m ░ 漢字 👨‍👩‍👧\x1b[m"
	if got := onlyColours(painted); got != painted {
		t.Errorf("%q", got)
	}
	for _, line := range []string{hostile, painted + hostile + painted, "\x1b", "\x1b[", "\x1b[3", "\x1b[3\x1b]0;x\a", "\x1b[3;", "\x1b[?25lx"} {
		got := onlyColours(line)
		for _, bad := range append(acting, "\x1b[?") {
			if strings.Contains(got, bad) {
				t.Errorf("%q: %q holds %q", line, got, bad)
			}
		}
		if strings.Count(got, "\x1b") != strings.Count(got, "\x1b[")-strings.Count(got, "\x1b[\x1b") {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// TestListsShowNamesAndValuesAsText: what is chosen from is called by what stands in the database.
func TestListsShowNamesAndValuesAsText(t *testing.T) {
	t.Parallel()
	th := newScreen(t, conversation(), 120, 30).theme
	choices := func() []choice {
		return []choice{{title: hostile, detail: hostile, below: hostile, glance: hostile}, {title: "b " + hostile, below: hostile}}
	}
	for name, p := range map[string]*picker{"a list": newPicker(hostile, hostile, choices(), nil), "readings": newReadings(hostile, hostile, choices(), nil)} {
		shownAsText(t, name, th, p)
	}
}

func shownAsText(t *testing.T, name string, th *theme.Theme, p *picker) {
	t.Helper()
	w, h := p.Size(th, 120, 30)
	v := p.View(th, w, h)
	all := v.title + strings.Join(v.lines, "\n") + v.foot
	for _, bad := range acting {
		if strings.Contains(all, bad) {
			t.Errorf("%s shows %q", name, bad)
		}
	}
}
