package tui

import (
	"fmt"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
)

// Work that took long and ends while the person is elsewhere says so: by a notice of the desktop where the terminal is known to show
// them (OSC 9, OSC 777), else by the bell. While it lasts, terminals that are known to show progress (OSC 9;4) show some. Terminals are
// known by what they say of themselves in the environment, for one that does not know a sequence may show it as a message.

const (
	// longWork is from how long on work that ends is told to somebody who is elsewhere.
	longWork = 10 * time.Second
	// slowWork is after how long the terminal shows that something is under way.
	slowWork = time.Second
)

// Signals are what the terminal can be told beside the screen.
type Signals struct {
	// Notice makes the sequence that says something; nil says nothing.
	Notice func(words string) string
	// Progress says that the terminal shows progress.
	Progress bool
}

// How work that took long is told: the setting's words.
const (
	NotifyAuto = "auto"
	NotifyBell = "bell"
	NotifyOff  = "off"
)

// SignalsOf are those of the terminal that an environment tells of.
func SignalsOf(notify string, env func(string) string) Signals {
	bell := func(string) string { return "\a" }
	switch {
	case notify == NotifyOff:
		return Signals{}
	case notify == NotifyBell || env("TMUX") != "" || env("STY") != "": // a multiplexer keeps notices to itself, and passes bells on
		return Signals{Notice: bell}
	}
	s := Signals{Notice: bell, Progress: env("WT_SESSION") != "" || env("ConEmuANSI") == "ON"}
	switch program, term := env("TERM_PROGRAM"), env("TERM"); {
	case program == "ghostty":
		s.Progress = true
		fallthrough
	case program == "iTerm.app" || program == "WezTerm" || term == "xterm-kitty":
		s.Notice = func(words string) string { return "\x1b]9;" + words + "\a" }
	case strings.HasPrefix(term, "foot") || strings.HasPrefix(term, "rxvt"):
		s.Notice = func(words string) string { return "\x1b]777;notify;parley;" + words + "\a" }
	}
	return s
}

// attention is what is known of where the person is, and what the terminal shows of work under way.
type attention struct {
	// told says that the terminal tells where the focus is; away that it is elsewhere. Without it a key since the work began means that
	// somebody is there.
	told, away bool
	key        time.Time
	shown      bool // progress
	order      *wanted
}

// wanted is the progress that the terminal is to show; commands run beside each other, and the last wish counts.
type wanted struct {
	mu    sync.Mutex
	shown bool
}

// Progress as OSC 9;4 says it: under way for who knows how long, and none.
const showProgress, hideProgress = "\x1b]9;4;3;0\a", "\x1b]9;4;0;0\a"

// elsewhere says that nobody has been looking since some work began.
func (a *attention) elsewhere(begun time.Time) bool {
	if a.told {
		return a.away
	}
	return !a.key.After(begun)
}

// onFocus takes in where the focus is.
func (m *Model) onFocus(here bool) {
	m.attention.told, m.attention.away = true, !here
}

// notify tells that work has ended, where it took long and nobody was looking. What was asked is not said: a desktop shows notices to
// whoever passes.
func (m *Model) notify(what string, begun time.Time) tea.Cmd {
	took := m.options.Clock().Sub(begun)
	notice, escape := m.options.Signals.Notice, m.options.Escape
	if took < longWork || notice == nil || escape == nil || !m.attention.elsewhere(begun) {
		return nil
	}
	words := fmt.Sprintf("parley, %s: %s after %s", visibleOneLine(m.placeName()), what, text.Elapsed(took))
	return func() tea.Msg {
		escape(notice(strings.ReplaceAll(words, ";", ",")))
		return nil
	}
}

// showWork has the terminal show progress while something has been under way for a while, and none else.
func (m *Model) showWork() tea.Cmd {
	a, escape := &m.attention, m.options.Escape
	slow := len(m.exports) > 0 || m.job != nil && m.pending == nil && m.now.Sub(m.job.begun) >= slowWork
	if !m.options.Signals.Progress || escape == nil || slow == a.shown {
		return nil
	}
	if a.order == nil {
		a.order = &wanted{}
	}
	order := a.order
	a.shown = slow
	order.mu.Lock()
	order.shown = slow
	order.mu.Unlock()
	return func() tea.Msg {
		order.mu.Lock()
		defer order.mu.Unlock()
		if order.shown {
			escape(showProgress)
		} else {
			escape(hideProgress)
		}
		return nil
	}
}
