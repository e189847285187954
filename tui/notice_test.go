package tui

import (
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
)

// escapes are the sequences that a screen sent, and the clock that it reads.
type escapes struct {
	mu   sync.Mutex
	sent []string
	now  time.Time
}

func (e *escapes) add(s string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent = append(e.sent, s)
}

func (e *escapes) has(part string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.Contains(strings.Join(e.sent, ""), part)
}

// soon waits for a part that a command beside the screen sends.
func (e *escapes) soon(part string) bool {
	return e.within(40*time.Second, part)
}

func (e *escapes) within(most time.Duration, part string) bool {
	for deadline := time.Now().Add(most); !e.has(part); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

func (e *escapes) clock() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

func (e *escapes) later(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(d)
}

// working is a screen with a turn under way that waits for the gate.
func working(t *testing.T, env map[string]string) (*screen, *escapes, chan struct{}) {
	t.Helper()
	said, script, gate := &escapes{now: noon}, conversation(), make(chan struct{})
	script.wait["Show me all users"] = gate
	s := newScreen(t, script, 120, 36, func(o *Options) {
		o.Clock, o.Escape = said.clock, said.add
		o.Signals = SignalsOf(NotifyAuto, func(name string) string { return env[name] })
	})
	s.typed("Show me all users")
	s.press("enter")
	return s, said, gate
}

func TestLongWorkIsToldToSomebodyElsewhere(t *testing.T) {
	t.Parallel()
	ghostty := map[string]string{"TERM_PROGRAM": "ghostty"}
	for name, c := range map[string]struct {
		env   map[string]string
		msg   tea.Msg
		took  time.Duration
		sent  string
		never bool
	}{
		"the focus is elsewhere":                   {ghostty, tea.BlurMsg{}, 12 * time.Second, "\x1b]9;parley, ecommerce: done after 12", false},
		"the focus is here":                        {ghostty, tea.FocusMsg{}, 12 * time.Second, "\x1b]9;parley", true},
		"it was short":                             {ghostty, tea.BlurMsg{}, 2 * time.Second, "\x1b]9;parley", true},
		"no focus is told and no key came":         {map[string]string{"TERM": "foot"}, nil, 12 * time.Second, "\x1b]777;notify;parley;parley, ecommerce: done", false},
		"no focus is told and somebody typed":      {ghostty, altKey('a'), 12 * time.Second, "\x1b]9;parley", true},
		"an unknown terminal has the bell":         {map[string]string{"TERM": "xterm"}, tea.BlurMsg{}, 12 * time.Second, "\a", false},
		"within tmux the bell, whatever is around": {map[string]string{"TERM_PROGRAM": "ghostty", "TMUX": "1"}, tea.BlurMsg{}, 12 * time.Second, "\x1b]9", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, said, gate := working(t, c.env)
			said.later(time.Millisecond)
			if c.msg != nil {
				s.send(c.msg)
			}
			said.later(c.took)
			close(gate)
			s.settle()
			most := 40 * time.Second
			if c.never {
				most = 200 * time.Millisecond
			}
			if said.within(most, c.sent) == c.never {
				t.Errorf("sent %q", said.sent)
			}
		})
	}
}

func TestATerminalThatShowsProgressDoesSoWhileAQueryIsSlow(t *testing.T) {
	t.Parallel()
	s, said, gate := working(t, map[string]string{"WT_SESSION": "1"})
	s.send(tickMsg{s.job.generation})
	if said.has(showProgress) {
		t.Error("a query that has only begun is shown")
	}
	said.later(2 * time.Second)
	s.send(tickMsg{s.job.generation})
	if !said.soon(showProgress) {
		t.Errorf("sent %q", said.sent)
	}
	close(gate)
	s.settle()
	if !said.soon(hideProgress) {
		t.Errorf("sent %q", said.sent)
	}
	s, said, gate = working(t, map[string]string{"TERM_PROGRAM": "iTerm.app"})
	said.later(2 * time.Second)
	s.send(tickMsg{s.job.generation})
	close(gate)
	s.settle()
	if said.has("]9;4") {
		t.Error("a terminal that would show a message is sent progress")
	}
}

// A message that one line has no room for goes on in the line above: its end says what to do.
func TestALongMessageIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	const said = "There is no board yet: /save NAME keeps a question, /board NAME add QUESTION puts it on one."
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		s := newScreen(t, conversation(), size[0], size[1])
		s.press("alt+1")
		s.typed("half a question")
		s.say(Info, said)
		lines := strings.Split(s.plain(), "\n")
		end := strings.Join(strings.Fields(strings.Join(lines[len(lines)-2:], " ")), " ")
		if !strings.Contains(end, said) || len(lines) != size[1] {
			t.Errorf("%v: %s", size, end)
		}
		s.shows("half a question")
		for _, l := range lines {
			if text.Width(l) != size[0] {
				t.Errorf("%d cells of %d: %q", text.Width(l), size[0], l)
			}
		}
	}
	if readFor(len(said)) < 4*time.Second {
		t.Error("it goes before it is read")
	}
}

// What a small window asks or explains is read to its end.
func TestWhatASmallWindowSaysIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	const said = "Days after which a session goes that nobody asked to keep or gave a name; the number 0 keeps it for ever."
	s := newScreen(t, conversation(), 80, 24)
	s.open(newPrompt("Setting", said, "30", nil))
	s.shows("for ever.")
	s.open(&confirm{title: "Replace it?", question: said})
	s.shows("for ever.")
}
