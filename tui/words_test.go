package tui

import (
	"strings"
	"testing"
	"time"

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

// The SQL editor that a word's first letter opened closes again; what is typed in it later, or begins with a space, is SQL.
func TestTheEditorThatAWordOpenedCloses(t *testing.T) {
	t.Parallel()
	now := noon
	for _, pane := range []string{"alt+3", "alt+4"} {
		s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clock = func() time.Time { return now } })
		s.ask("Show me all users")
		s.press(pane)
		s.typed("export it")
		s.settle()
		if got := s.input.field.Text(); got != "export it" || s.modal != nil {
			t.Errorf("%s: %q is in the input, over it %T", pane, got, s.modal)
		}
		s.input.Put("")
		for _, pause := range []time.Duration{0, time.Second} {
			s.press(pane, "e")
			now = now.Add(pause)
			text := " -- and so on"
			if pause > 0 {
				text = text[1:]
			}
			s.typed(text)
			editor, ok := s.modal.(*sqlEditor)
			if !ok {
				t.Fatalf("%s, %q after %s: %T", pane, text, pause, s.modal)
			}
			if !strings.HasSuffix(editor.field.Text(), text) {
				t.Errorf("%s: %q", pane, editor.field.Text())
			}
			s.press("esc")
		}
	}
}

// Who asks for a chart in words goes on in words: the input keeps the focus.
func TestAChartAskedForInWordsLeavesTheFocusInTheInput(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		s := newScreen(t, conversation(), size[0], size[1])
		s.ask("how many per country")
		s.ask("show it as a chart")
		s.settle()
		s.shows("4 Chart")
		s.typed("export it")
		if got := s.input.field.Text(); got != "export it" || s.modal != nil {
			t.Errorf("%q is in the input, over it %T", got, s.modal)
		}
	}
}

// A query is saved under a name that is said in words.
func TestAQueryIsSavedInWords(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Saved = t.TempDir() })
	s.ask("Show me all users")
	s.typed("save this as everyone")
	s.press("enter")
	come[savedMsg](s)
	s.shows("everyone")
	s.ask("save this")
	s.shows("Save the query")
	s.press("esc")
	s.ask("save it as csv")
	s.lacks("Save the query")
}

func TestAnIOfAWordIsALetterOfIt(t *testing.T) {
	t.Parallel()
	for _, pane := range []string{"alt+2", "alt+3", "alt+4"} {
		for _, words := range []string{"limit 10", "which of them are active", "with their city", "list countries", "in Kenya", "find the oldest", "is Kenya among them"} {
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

// Who looks for each letter types words as well: in the conversation none of their letters is lost.
func TestAWordIsWholeHoweverSlowlyItIsTyped(t *testing.T) {
	t.Parallel()
	for _, pause := range []time.Duration{600 * time.Millisecond, 1200 * time.Millisecond, 3 * time.Second} {
		for _, words := range []string{"which are late", "limit 10", "show me all orders", "what about Kenya", "sort by name", "users in Kenya", "count them", "add the city", "in Kenya", "how many"} {
			now := noon
			s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clock = func() time.Time { return now } })
			s.ask("Show me all users")
			before := s.talk.Session().Current()
			s.press("alt+2")
			for _, r := range words {
				now = now.Add(pause)
				s.typed(string(r))
			}
			s.settle()
			if got := s.input.field.Text(); got != words || s.focus != layout.Input || s.modal != nil {
				t.Errorf("%q is %q in the input after pauses of %v, focus %v", words, got, pause, s.focus)
			}
			if s.talk.Session().Current().ID != before.ID {
				t.Errorf("%q moved the conversation", words)
			}
		}
	}
}

// Keys that each do something stay keys when they are pressed one after the other, with a look at what each did.
func TestKeysPressedOneByOneStayKeys(t *testing.T) {
	t.Parallel()
	now := noon
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clock = func() time.Time { return now } })
	s.ask("Show me all users")
	s.press("alt+4")
	for _, key := range []string{"l", "s", "o", "esc", "g", "p", "esc", "l", "y"} {
		now = now.Add(time.Second)
		s.press(key)
		s.settle()
	}
	if s.input.field.Text() != "" || s.focus != layout.Grid {
		t.Errorf("%q in the input, focus %v", s.input.field.Text(), s.focus)
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
	for _, question := range []string{"only Kenya", "sort by name", "net revenue", "not shipped", "no orders", "November"} {
		s.setFocus(layout.Input)
		s.input.Put("")
		ask(question)
		if got := s.input.field.Text(); got != question || asked != 1 {
			t.Errorf("%q is %q in the input, %d times yes", question, got, asked)
		}
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

// A letter that answers is the first of a word where others follow at once; an answer alone is none of what is typed later.
func TestAnAnswerIsTheBeginningOfWords(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clock = func() time.Time { return now } })
	ask := func() {
		s.setFocus(layout.Input)
		s.input.Put("")
		s.open(&confirm{title: "Q", question: "?", yes: func(*Model) tea.Cmd { return nil }})
	}
	for _, words := range []string{"yesterday's orders", "years", "yes but only Kenya", "nobody"} {
		ask()
		s.typed(words)
		if got := s.input.field.Text(); got != words {
			t.Errorf("%q is %q in the input", words, got)
		}
		ask()
		s.setFocus(layout.Transcript)
		s.typed(words)
		if got := s.input.field.Text(); got != words {
			t.Errorf("%q is %q in the input after the conversation had the keys", words, got)
		}
	}
	for _, said := range []string{"n", "y", "no"} {
		ask()
		s.typed(said)
		now = now.Add(2 * together)
		s.typed("show me")
		if got := s.input.field.Text(); got != "show me" {
			t.Errorf("after %q it is %q", said, got)
		}
	}
}

// A key that opens a window with a field does not eat the first letter of a word: the window closes again.
func TestAWindowThatAWordOpenedGivesItBack(t *testing.T) {
	t.Parallel()
	now := noon
	for _, one := range []struct{ pane, opens, words string }{
		{"alt+4", "w", "which of them are active"}, {"alt+4", "w", "what about Kenya"}, {"alt+4", "w", "what's new"}, {"alt+4", "t", "total per country"},
		{"alt+4", "t", "top 5"}, {"alt+4", "t", "the oldest ten"}, {"alt+3", "S", "Show me all users"}, {"alt+3", "w", "with their city"},
		{"alt+2", "t", "to Kenya"}, {"alt+2", "B", "By country"}, {"alt+2", "e", "each country"}, {"alt+4", "Y", "Yesterday's users"},
	} {
		for _, pause := range []time.Duration{0, 100 * time.Millisecond, 2 * time.Second} {
			s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clock, o.Saved = func() time.Time { return now }, t.TempDir() })
			s.ask("Show me all users")
			s.ask("Only from last month")
			before := s.talk.Session().Current()
			s.press(one.pane)
			s.press(one.opens)
			if s.modal == nil {
				t.Fatalf("%s opens nothing in %s", one.opens, one.pane)
			}
			for _, r := range one.words[1:] {
				now = now.Add(pause)
				s.typed(string(r))
			}
			if got := s.input.field.Text(); got != one.words || s.focus != layout.Input || s.modal != nil {
				t.Errorf("%s: %q after pauses of %v is %q in the input, over it %T", one.pane, one.words, pause, got, s.modal)
			}
			if s.talk.Session().Current().ID != before.ID {
				t.Errorf("%s: %q moved the conversation", one.pane, one.words)
			}
		}
	}
}

// The key that goes on from a turn leads into the input: the first letter of a word is no such key, and goes on from nowhere.
func TestAWordThatBeginsWithTheKeyToGoOnIsWhole(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"by country", "bye for now", "between May and June"} {
		s := newScreen(t, conversation(), 120, 36)
		s.ask("Show me all users")
		s.ask("Only from last month")
		before := s.talk.Session().Current()
		s.press("alt+2", "k")
		s.settle()
		s.typed(words)
		s.settle()
		if got := s.input.field.Text(); got != words || s.talk.Session().Current().ID != before.ID {
			t.Errorf("%q is %q in the input, in force %q", words, got, s.talk.Session().Current().Input)
		}
	}
	s := newScreen(t, conversation(), 120, 36)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.press("alt+2", "k")
	s.settle()
	s.typed("bonly Kenya") // goes on from the turn, and says what
	if got := s.input.field.Text(); got != "only Kenya" || s.talk.Session().Current().Input != "Show me all users" {
		t.Errorf("%q in the input, in force %q", got, s.talk.Session().Current().Input)
	}
}

// What is typed for the window stays in it.
func TestWhatIsTypedForAWindowStaysThere(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ pane, opens, words string }{
		{"alt+4", "w", "orders "}, {"alt+4", "t", "users id"}, {"alt+2", "t", "order items"}, {"alt+3", "S", "my users of May"}, {"alt+2", "B", "last month"},
	} {
		s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Saved = t.TempDir() })
		s.ask("Show me all users")
		s.ask("Only from last month")
		s.press(one.pane, one.opens)
		opened := s.modal
		s.typed(one.words)
		if s.modal == nil || s.modal != opened || !s.input.Empty() {
			t.Errorf("%s %s %q: %q is in the input, over it %T", one.pane, one.opens, one.words, s.input.field.Text(), s.modal)
		}
	}
}
