package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
)

// The settings may give an action a sequence of keys, written with commas: save = ",,s", zoom = "ctrl+x,z". Its first keys wait for
// the next one, and the status line shows what may follow. No key of the program's own is one.

// then stands between the keys of a sequence.
const then = ","

// typedKeys are keys as the settings write them: "space" is the key, as Bubble Tea calls it " ".
func typedKeys(fields []string) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		parts := sequence(f)
		for j, p := range parts {
			if p == "space" {
				parts[j] = " "
			}
		}
		keys[i] = strings.Join(parts, then)
	}
	return keys
}

// sequence are the keys of what is bound; a comma at its begin is that key.
func sequence(bound string) []string {
	if rest, ok := strings.CutPrefix(bound, then); ok {
		if rest == "" {
			return []string{then}
		}
		return append([]string{then}, strings.Split(strings.TrimPrefix(rest, then), then)...)
	}
	return strings.Split(bound, then)
}

// beginnings are the keys after which a sequence waits: "g" and "g,x" of "g,x,y".
func beginnings(bound string) []string {
	parts := sequence(bound)
	var out []string
	for i := 1; i < len(parts); i++ {
		out = append(out, strings.Join(parts[:i], then))
	}
	return out
}

// meet says that bindings of two places act at the same time.
func meet(a, b Where) bool {
	switch {
	case a == b || a == Everywhere || b == Everywhere:
		return true
	case a == Outside:
		return b != Asking
	case b == Outside:
		return a != Asking
	}
	return false
}

// checkSequences says what cannot be: a key that begins a sequence and is an action itself, or one that is text where it is pressed.
func (k *KeyMap) checkSequences() error {
	for _, b := range k.all {
		for _, bound := range b.Keys() {
			for _, begin := range beginnings(bound) {
				if utf8.RuneCountInString(begin) == 1 && (b.Where == Everywhere || b.Where == Asking) {
					return fmt.Errorf("key %s of %q begins with a letter, which is text in the input: begin with a key like ctrl+x", keyName(bound), b.Action)
				}
				for w := range k.find {
					if other, taken := k.find[w][begin]; taken && meet(b.Where, Where(w)) {
						return fmt.Errorf("key %s is %q and begins %s, which is %q: give one of them another key", keyName(begin), other, keyName(bound), b.Action)
					}
				}
			}
		}
	}
	return nil
}

// After is what may follow keys that were pressed in a pane: each binding with the rest of its keys.
func (k *KeyMap) After(pane layout.Pane, begun string) []Binding {
	var out []Binding
	for _, b := range k.Here(pane) {
		for _, bound := range b.Keys() {
			if rest, ok := strings.CutPrefix(bound, begun+then); ok {
				next := b
				next.SetKeys(rest)
				next.Hint = b.Help().Desc
				out = append(out, next)
			}
		}
	}
	return out
}

// follow takes a key as the next one of a sequence. Done says that it was one, or the end of one that there is not.
func (m *Model) follow(k tea.KeyMsg) (cmd tea.Cmd, done bool) {
	begun, pressed := m.begun, k.String()
	m.begun = ""
	if begun != "" {
		pressed = begun + then + pressed
		if a, ok := m.keys.Lookup(m.focus, pressed); ok {
			return m.do(a), true
		}
	}
	if len(m.keys.After(m.focus, pressed)) > 0 {
		m.begun = pressed
		m.status.Clear() // what may follow stands there
		return nil, true
	}
	switch {
	case begun == "":
		return nil, false
	case k.Type == tea.KeyEsc:
		return nil, true
	}
	return m.say(Info, "Nothing is on "+keyName(pressed)+"."), true
}
