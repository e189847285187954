package tui

import (
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
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
	for range 200 {
		if e.has(part) {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
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
			if said.soon(c.sent) == c.never {
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
