package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
)

func TestWordsTypedInAPaneGoToTheInputWhole(t *testing.T) {
	t.Parallel()
	for _, pane := range []string{"alt+2", "alt+3", "alt+4"} {
		for _, words := range []string{"only Kenya", "show me all orders", "sort by name", "how many per country", "and their cities"} {
			s := newScreen(t, conversation(), 120, 36)
			s.ask("Show me all users")
			before := s.talk.Session().Current()
			s.press(pane)
			s.typed(words)
			s.settle()
			if got := s.input.field.Text(); got != words || s.focus != layout.Input {
				t.Errorf("%s: %q is %q in the input, focus %v", pane, words, got, s.focus)
			}
			if s.talk.Session().Current().ID != before.ID {
				t.Errorf("%s: %q moved the conversation", pane, words)
			}
			if s.modal != nil {
				t.Errorf("%s: %q left a window open", pane, words)
			}
		}
	}
}

func TestAnIOfAWordIsALetterOfIt(t *testing.T) {
	t.Parallel()
	for _, pane := range []string{"alt+2", "alt+3", "alt+4"} {
		for _, words := range []string{"limit 10", "which of them are active", "with their city", "list countries", "in Kenya", "find the oldest", "is Kenya among them"} {
			if pane == "alt+4" && words[0] == 'w' {
				continue // opens the window that asks for a file's name
			}
			s := newScreen(t, conversation(), 120, 36)
			s.ask("Show me all users")
			before := s.talk.Session().Current()
			s.press(pane)
			s.typed(words)
			s.settle()
			if got := s.input.field.Text(); got != words || s.focus != layout.Input || s.modal != nil {
				t.Errorf("%s: %q is %q in the input, focus %v", pane, words, got, s.focus)
			}
			if s.talk.Session().Current().ID != before.ID {
				t.Errorf("%s: %q moved the conversation", pane, words)
			}
		}
	}
}

func TestAnIBeforeWordsLeadsIntoTheInput(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{"ionly Kenya": "only Kenya", "jishow me all orders": "show me all orders", "lisort by name": "sort by name", "inext year": "next year", "i10 rows": "10 rows"} {
		s := newScreen(t, conversation(), 120, 36)
		s.ask("Show me all users")
		s.press("alt+2")
		s.typed(keys)
		s.settle()
		if got := s.input.field.Text(); got != want {
			t.Errorf("%q is %q in the input, not %q", keys, got, want)
		}
	}
}

func TestAWordWhoseLettersComeInPiecesIsWhole(t *testing.T) {
	t.Parallel()
	for _, pieces := range [][]string{{"whi", "ch are late"}, {"w", "hich ", "are late"}, {"which are late"}, {"whi", "ch", " are late"}} {
		s := newScreen(t, conversation(), 120, 36)
		s.ask("Show me all users")
		s.press("alt+2")
		s.press(pieces...)
		if got := s.input.field.Text(); got != "which are late" {
			t.Errorf("%q is %q in the input", pieces, got)
		}
	}
}

func TestASlashInAPaneBeginsACommand(t *testing.T) {
	t.Parallel()
	for _, pane := range []string{"alt+2", "alt+3"} {
		s := newScreen(t, conversation(), 120, 36)
		s.ask("Show me all users")
		s.press(pane)
		s.typed("/history")
		if got := s.input.field.Text(); got != "/history" || s.focus != layout.Input {
			t.Errorf("%s: %q, focus %v", pane, got, s.focus)
		}
	}
}

func TestKeysStayKeys(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"jjjj", "jjkkll", "gGgG", "nnNN", "lllhhh", "xxxx", "uuUU", "hjkl"} {
		if looksLikeWords([]rune(letters)) {
			t.Errorf("%q is taken for words", letters)
		}
	}
	for _, words := range []string{"only", "show", "what", "sort", "limit", "users", "remove"} {
		if !looksLikeWords([]rune(words)) {
			t.Errorf("%q is taken for keys", words)
		}
	}
}

func TestPasteOutsideTheInputGoesIntoIt(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.press("alt+4")
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("show me all users"), Paste: true})
	if s.input.field.Text() != "show me all users" || s.focus != layout.Input {
		t.Errorf("%q", s.input.field.Text())
	}
}

func TestQuestionsOfTheProgramTakeWords(t *testing.T) {
	t.Parallel()
	asked := 0
	s := newScreen(t, conversation(), 120, 36)
	ask := func(word string) {
		s.open(&confirm{title: "Q", question: "?", yes: func(*Model) tea.Cmd { asked++; return nil }})
		s.typed(word)
	}
	s.press("alt+2")
	ask("yes")
	ask("no")
	if asked != 1 || s.modal != nil || s.focus != layout.Transcript {
		t.Errorf("%d times yes, window %v, focus %v", asked, s.modal, s.focus)
	}
	for said, yes := range map[string]bool{"Yes please!": true, "go ahead": true, "no thanks": false, "cancel": false} {
		if answersYes(said) != yes || answersNo(said) == yes {
			t.Errorf("%q", said)
		}
	}
	if answersYes("yes but only Kenya") {
		t.Error("more than a yes is no yes")
	}
}
