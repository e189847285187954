// Package text measures, cuts, pads and wraps strings in terminal cells. Widths are those of grapheme clusters, the
// same count that the renderer uses, so that a wide character never pushes a frame out of line.
//
// Start reading at Fit. The functions understand ANSI styling but never see raw text of a database: that is made
// visible (db.Visible) before it comes here.
package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis marks what was cut off. It is one cell wide.
const Ellipsis = "…"

// blanks serves Spaces without an allocation for every width a screen has.
var blanks = strings.Repeat(" ", 512)

// Width is the number of cells that s takes; styling takes none.
func Width(s string) int {
	if w, ok := quick(s); ok {
		return w
	}
	return ansi.StringWidth(s)
}

// quick counts strings of characters that are one cell wide whatever stands beside them, with styling between: nearly
// every line of the screen. ok is false for all others. The test compares it with the slow count.
func quick(s string) (w int, ok bool) {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c >= ' ' && c <= '~':
			i++
			w++
		case c == 0x1b:
			n := style(s[i:])
			if n == 0 {
				return 0, false
			}
			i += n
		case c < utf8.RuneSelf:
			return 0, false
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if !single(r) {
				return 0, false
			}
			i += n
			w++
		}
	}
	return w, true
}

// style is the length of the SGR sequence at the start of s, 0 when it is another one.
func style(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// single says that a character is always one cell: Latin, Greek and Cyrillic letters, and what frames are drawn with.
func single(r rune) bool {
	switch {
	case r >= 0xa1 && r <= 0x2ff:
		return r != 0xad && r != 0xa9 && r != 0xae
	case r >= 0x391 && r <= 0x3ff, r >= 0x400 && r <= 0x481, r >= 0x48a && r <= 0x52f:
		return true
	case r >= 0x2500 && r <= 0x25a0, r == 0x2026, r == 0x2013, r == 0x2192, r == 0x2713, r == 0x276f:
		return true
	case r >= 0x2581 && r <= 0x258f, r == 0x25b8, r == 0x25cf, r == 0x2400:
		return true
	}
	return r >= 0x2801 && r <= 0x28ff
}

// plain says that every byte of s is one printable ASCII cell: the common case of database text.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Spaces is n blanks; none when n is negative.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blanks) {
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

// Cut shortens s to at most w cells, with an ellipsis in the last one when something was lost.
func Cut(s string, w int) string {
	switch {
	case w <= 0:
		return ""
	case Width(s) <= w:
		return s
	case plain(s):
		return s[:w-1] + Ellipsis
	}
	return ansi.Truncate(s, w, Ellipsis)
}

// Fit makes s exactly w cells wide, its text at the left.
func Fit(s string, w int) string {
	s = Cut(s, w)
	return s + Spaces(w-Width(s))
}

// FitRight makes s exactly w cells wide, its text at the right.
func FitRight(s string, w int) string {
	s = Cut(s, w)
	return Spaces(w-Width(s)) + s
}

// Center makes s exactly w cells wide, its text in the middle.
func Center(s string, w int) string {
	s = Cut(s, w)
	left := (w - Width(s)) / 2
	return Spaces(left) + s + Spaces(w-Width(s)-left)
}

// Slice is the part of s from cell `from`, at most w cells wide; styling before it stays in force.
func Slice(s string, from, w int) string {
	if from <= 0 {
		return ansi.Truncate(s, w, "")
	}
	if plain(s) {
		return s[min(from, len(s)):min(from+w, len(s))]
	}
	return ansi.Cut(s, from, from+w)
}

// Wrap breaks s at spaces into lines of at most w cells; a longer word is broken inside. It gives at least one line.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return []string{""}
	}
	if Width(s) <= w && !strings.Contains(s, "\n") {
		return []string{s}
	}
	lines := strings.Split(ansi.Wrap(s, w, ""), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines
}

// Clusters splits s into its grapheme clusters: what a person calls characters.
func Clusters(s string) []string {
	out := make([]string, 0, len(s))
	for s != "" {
		if alone(s) {
			out, s = append(out, s[:1]), s[1:]
			continue
		}
		c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if c == "" {
			break
		}
		out = append(out, c)
		s = s[len(c):]
	}
	return out
}

// alone says that the first byte of s is a character of its own: what is ASCII before what is ASCII.
func alone(s string) bool {
	c := s[0]
	return (c >= ' ' && c <= '~' || c == '\n') && (len(s) == 1 || s[1] < utf8.RuneSelf)
}
