package tui

import (
	"bytes"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// typedMsg are the keys that came before the screen was up.
type typedMsg []tea.KeyMsg

func (keys typedMsg) apply(m *Model) tea.Cmd {
	var cmds []tea.Cmd
	for _, key := range keys {
		cmds = append(cmds, m.route(key))
	}
	return tea.Batch(cmds...)
}

// typedEarly hands on what was typed before the screen was up.
func (m *Model) typedEarly() tea.Msg { return typedMsg(keysOf(m.options.Typed)) }

// keysOf are the keys of what a terminal sent: letters, and keys of one byte, which are called by it. Those of several bytes (arrows,
// page down) have nothing to move in before the screen is up, and are let go.
func keysOf(sent []byte) (keys []tea.KeyMsg) {
	for len(sent) > 0 {
		r, size := utf8.DecodeRune(sent)
		switch {
		case r == 0x1b:
			size = escapeLength(sent)
		case r == utf8.RuneError && size <= 1:
		case r == ' ':
			keys = append(keys, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
		case r == '\n': // so a terminal writes enter that is not read key by key yet
			keys = append(keys, tea.KeyMsg{Type: tea.KeyEnter})
		case r < ' ' || r == 0x7f:
			keys = append(keys, tea.KeyMsg{Type: tea.KeyType(r)})
		default:
			keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
		sent = sent[size:]
	}
	return keys
}

// escapeLength is how many bytes the sequence takes that begins with an escape: "ESC [ … letter", "ESC O letter", or one more key.
func escapeLength(sent []byte) int {
	switch {
	case bytes.HasPrefix(sent, []byte("\x1b[")):
		if end := bytes.IndexFunc(sent[2:], func(r rune) bool { return r >= '@' && r <= '~' }); end >= 0 {
			return 2 + end + 1
		}
		return len(sent)
	case bytes.HasPrefix(sent, []byte("\x1bO")):
		return min(len(sent), 3)
	}
	return min(len(sent), 2)
}
