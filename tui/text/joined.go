package text

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Terminals that do not know of joined characters draw each emoji of a family by itself, and all that follows in the line stands too far
// to the right. There the first one stands for all.

// joiners make one character of several code points: the zero-width joiner, the sign that asks for a picture, that for a key, and skins.
const joiners = "\u200d\ufe0f\u20e3\U0001F3FB\U0001F3FC\U0001F3FD\U0001F3FE\U0001F3FF"

// Unjoined is a line with the first code point in place of each joined character, in as many cells. Letters that such a terminal gives
// more cells, as those of Hindi with their vowels, keep all that they are made of: what they take too much is taken from the blanks
// behind, of which one stays, and only where there are too few does the first code point stand for them, too. Styling stays.
func Unjoined(line string) string {
	if !strings.ContainsAny(line, joiners) && !strings.ContainsFunc(line, takesCells) {
		return line
	}
	if whole, debt := unjoined(line, true); debt == 0 {
		return whole
	}
	short, _ := unjoined(line, false)
	return short
}

// unjoined is Unjoined with letters whole, or not; debt is how many cells the line has too many.
func unjoined(line string, letters bool) (out string, debt int) {
	var b strings.Builder
	state, before := byte(0), ""
	for len(line) > 0 {
		char, w, n, next := ansi.DecodeSequence(line, state, nil)
		over := 0
		if w > 0 && len(char) > 1 {
			over = max(apart(char)-w, 0)
		}
		switch {
		case w > 0 && strings.ContainsAny(char, joiners), over > 0 && !letters:
			first := string([]rune(char)[0])
			b.WriteString(first + Spaces(max(w-Width(first), 0)))
		case char == " " && before == " " && debt > 0:
			debt--
		default:
			b.WriteString(char)
			debt += over
		}
		if w > 0 {
			before = char
		}
		line, state = line[n:], next
	}
	return b.String(), debt
}

// apart is how many cells a character takes where each of its code points is given its own.
func apart(char string) (cells int) {
	for i, r := range char {
		switch {
		case i == 0:
			cells = Width(string(r))
		case takesCells(r):
			cells++
		}
	}
	return cells
}

// takesCells says that a code point joins the one before, and takes a cell of its own where a terminal does not know of that: a mark that
// has a width, a letter that follows a sign which joins it (Indic scripts), the vowels am of Thai and Lao.
func takesCells(r rune) bool {
	if r < 0x900 || r > 0x1cff && r < 0xa800 || r > 0xabff && r < 0x11000 || r > 0x11fff {
		return false
	}
	return !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) && !(r >= 0x1160 && r <= 0x11ff)
}
