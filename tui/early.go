package tui

import (
	"bytes"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// early holds a key that comes before the screen has a size, and with it anything for keys to act on.
func (m *Model) early(msg tea.Msg) bool {
	key, ok := msg.(tea.KeyMsg)
	if !ok || m.layout.Width > 0 {
		return false
	}
	m.held = append(m.held, key)
	return true
}

// catchUp takes the keys in that were held, once there is a screen.
func (m *Model) catchUp() tea.Cmd {
	if len(m.held) == 0 || m.layout.Width == 0 {
		return nil
	}
	keys := m.held
	m.held = nil
	var cmds []tea.Cmd
	for _, key := range keys {
		cmds = append(cmds, m.route(key))
		m.place()
	}
	return tea.Batch(cmds...)
}

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
