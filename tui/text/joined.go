package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Terminals that do not know of joined characters draw each emoji of a family by itself, and all that follows in the line stands too far
// to the right. There the first one stands for all.

// joiners make one character of several code points: the zero-width joiner, the sign that asks for a picture, that for a key, and skins.
const joiners = "\u200d\ufe0f\u20e3\U0001F3FB\U0001F3FC\U0001F3FD\U0001F3FE\U0001F3FF"

// Unjoined is a line with the first code point in place of each joined character, in as many cells. Styling stays.
func Unjoined(line string) string {
	if !strings.ContainsAny(line, joiners) {
		return line
	}
	var b strings.Builder
	state := byte(0)
	for len(line) > 0 {
		char, w, n, next := ansi.DecodeSequence(line, state, nil)
		if w > 0 && strings.ContainsAny(char, joiners) {
			first := string([]rune(char)[0])
			b.WriteString(first + Spaces(max(w-Width(first), 0)))
		} else {
			b.WriteString(char)
		}
		line, state = line[n:], next
	}
	return b.String()
}
