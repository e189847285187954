package tui

import (
	"slices"
	"strings"
	"time"

	"parley/tui/text"
	"parley/tui/theme"
)

// Tone is the kind of a message in the status line.
type Tone uint8

// The tones.
const (
	Info Tone = iota
	Good
	Warn
	Bad
)

// lifetime is how long a message of a tone stays.
func (t Tone) lifetime() time.Duration {
	return [...]time.Duration{Info: 4 * time.Second, Good: 4 * time.Second, Warn: 7 * time.Second, Bad: 10 * time.Second}[t]
}

// readFor is how long a message of n characters is read: some twenty a second.
func readFor(n int) time.Duration { return time.Duration(n) * 50 * time.Millisecond }

// status is the lowest line: what is connected and how safely, then a message for a while, or the keys of this place.
type status struct {
	message string
	tone    Tone
	serial  int // of the message, so that an old timer does not take a new one away
}

// Say shows a message and gives the serial for its timer.
func (s *status) Say(tone Tone, message string) int {
	s.message, s.tone = visibleOneLine(message), tone
	s.serial++
	return s.serial
}

// Clear takes the message away: what comes next has nothing to do with it.
func (s *status) Clear() { s.message = "" }

// Gone takes the message with this serial away.
func (s *status) Gone(serial int) {
	if serial == s.serial {
		s.message = ""
	}
}

// Lines draws the line, and above it as much of a long message as has no room in one: what it says at its end is the way out.
func (s *status) Lines(th *theme.Theme, w int, left string, keys []Binding) []string {
	sign, paint := s.look(th)
	if s.message == "" || text.Width(sign+s.message) <= w-2 {
		return []string{s.View(th, w, left, keys)}
	}
	parts := text.Wrap(sign+s.message, w-2)
	if len(parts) > mostLines {
		parts = append(parts[:mostLines-1], text.Cut(strings.Join(parts[mostLines-1:], " "), w-2))
	}
	for i, l := range parts {
		parts[i] = text.Fit(" "+paint.Render(l), w)
	}
	return parts
}

// mostLines is how many lines a message may take: with two the upper one hides the input's frame, and nothing that is written.
const mostLines = 2

// View draws the line. left are the facts, each with its paint; without keys only esc means something.
func (s *status) View(th *theme.Theme, w int, left string, keys []Binding) string {
	line := " " + left + th.Faint.Render(" "+theme.Vertical+" ")
	room := w - text.Width(line) - 1
	if s.message != "" {
		sign, paint := s.look(th)
		if text.Width(sign)+text.Width(s.message) > room { // better without the facts than without its end
			line, room = " ", w-2
		}
		return text.Fit(line+paint.Render(sign+text.Cut(s.message, room-text.Width(sign))), w)
	}
	if len(keys) == 0 {
		return text.Fit(line+th.Key.Render("esc")+th.KeyText.Render(" back"), w)
	}
	return text.Fit(line+hints(th, keys, room), w)
}

func (s *status) look(th *theme.Theme) (string, theme.Paint) {
	switch s.tone {
	case Good:
		return theme.Check + " ", th.Good
	case Warn:
		return "! ", th.Warn
	case Bad:
		return theme.Failed + " ", th.Bad
	}
	return "", th.Text
}

// hints writes as many keys as fit, whole ones only; the last shown is always help.
func hints(th *theme.Theme, keys []Binding, room int) string {
	var l theme.Line
	help := "?"
	if at := slices.IndexFunc(keys, func(b Binding) bool { return b.Action == "help" }); at >= 0 {
		help = keyName(keys[at].Keys()[0])
	}
	used := text.Width(help + " help")
	for _, b := range keys {
		name, does := keyName(b.Keys()[0]), b.Hint
		w := text.Width(name) + 1 + text.Width(does) + 2
		if b.Action == "help" || used+w > room {
			continue
		}
		used += w
		l.Add(th.Key, name)
		l.Add(th.KeyText, " "+does+"  ")
	}
	l.Add(th.Key, help)
	l.Add(th.KeyText, " help")
	return l.String()
}
