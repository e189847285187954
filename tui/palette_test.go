package tui

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/dialog/archive"
)

// TestWhatPeopleLookForIsAmongTheFirstThree is issue 22, 5: at least 57 of the 60 things that were listed before.
func TestWhatPeopleLookForIsAmongTheFirstThree(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/looked_for.tsv")
	if err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) {
		o.Settings = []Setting{{Name: "timeout", Help: "Longest time a statement may run.", Value: "30s"}, {Name: "privacy", Help: "What a model may see.", Value: "names"}}
	})
	s.ask("Show me all users")
	s.press("ctrl+p")
	p := s.modal.(*picker)
	total, missed := 0, 0
	for line := range strings.Lines(string(text)) {
		look, ids, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		total++
		var first []string
		for _, i := range p.rank(look)[:min(3, len(p.rank(look)))] {
			first = append(first, p.choices[i].value.(found).ID)
		}
		if !slices.ContainsFunc(first, func(id string) bool { return slices.Contains(strings.Split(ids, "|"), id) }) {
			missed++
			t.Logf("%q: %q, wanted %s", look, first, ids)
		}
	}
	t.Logf("%d of %d found", total-missed, total)
	if total != 60 || missed > 3 {
		t.Errorf("%d of %d are not among the first three", missed, total)
	}
}

// What does something comes before settings that have a word in common with it.
func TestActionsComeBeforeSettingsOfTheSameWord(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36, func(o *Options) {
		o.Settings = []Setting{{Name: "session-tokens"}, {Name: "session-cost"}, {Name: "keep"}}
	})
	for look, want := range map[string]string{"session": "/sessions", "tunnel": "/connect", "keep": "setting keep", "session-cost": "setting session-cost"} {
		s.press("ctrl+p")
		s.typed(look)
		p := s.modal.(*picker)
		if got := p.choices[p.found[0]].value.(found).ID; got != want {
			t.Errorf("%q: first %s, want %s", look, got, want)
		}
		s.press("esc")
	}
}

func TestPaletteFindsTablesSettingsSavedAndSessionsAndRemembers(t *testing.T) {
	t.Parallel()
	h := &host{sessions: []archive.Entry{{ID: "sess_20261121_090000_0000abcd", Turns: 2, First: "churn by region"}}}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) {
		o.Host, o.Settings = h, []Setting{{Name: "timeout", Help: "Longest time a statement may run.", Value: "30s"}}
	})
	look := func(words string) string {
		s.press("esc", "ctrl+p")
		s.settle()
		s.typed(words)
		s.settle()
		return ansi.Strip(strings.Join(windowLines(s.theme, s.modal, placeWindow(s.theme, s.modal, 120, 36)), "\n"))
	}
	for words, want := range map[string]string{"order items": "order_items", "emial": "users.email", "churn": "churn by region", "timeuot": "Setting timeout"} {
		if got := look(words); !strings.Contains(got, want) {
			t.Errorf("%q finds no %s:\n%s", words, want, got)
		}
	}
	look("timeout")
	s.press("enter")
	s.press("0", "enter")
	s.settle()
	s.shows("timeout = 30s0")
	look("")
	if first := s.modal.(*picker).choices[s.modal.(*picker).found[0]].value.(found); first.ID != "setting timeout" {
		t.Errorf("the first is %s", first.ID)
	}
}

func TestSlashListsCommandsWithWhatTheyDo(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		s := newScreen(t, conversation(), size[0], size[1])
		s.ask("Show me all users")
		s.typed("/ex")
		s.shows("Commands", "/explain", "show the plan of the query", "/export")
		exact(t, s, size[0], size[1], "with the list of commands")
		s.press("backspace", "backspace")
		if size[0] > 100 { // what a command does is told whole where there is room
			s.shows("ask the questions of a board; NAME add QUESTION, remove QUESTION, export FILE")
		}
		s.typed("csv")
		s.shows("/export", "write the conversation or the result to a file")
		s.press("tab")
		if got := s.input.field.Text(); got != "/export" {
			t.Errorf("tab takes %q", got)
		}
	}
}

func TestEveryCommandOfTheScreenSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24)
	for _, name := range s.input.complete.commands {
		if commandHelp(name) == "" {
			t.Errorf("%s says nothing", name)
		}
	}
}
