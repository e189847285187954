// Package text measures, cuts, pads and wraps strings in terminal cells. Widths are those of grapheme clusters, the
// same count that the renderer uses, so that a wide character never pushes a frame out of line.
//
// Start reading at Fit. The functions understand ANSI styling but never see raw text of a database: that is made
// visible (db.Visible) before it comes here.
package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis marks what was cut off. It is one cell wide.
const Ellipsis = "…"

// blanks serves Spaces without an allocation for every width a screen has.
var blanks = strings.Repeat(" ", 512)

// Width is the number of cells that s takes.
func Width(s string) int {
	if plain(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
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

// Hang wraps s like Wrap with every line after the first set in by `indent` cells.
func Hang(s string, w, indent int) []string {
	lines := Wrap(s, w)
	if len(lines) == 1 || w <= indent {
		return lines
	}
	rest := Wrap(strings.TrimLeft(s[min(len(lines[0]), len(s)):], " \n"), w-indent)
	for i := range rest {
		rest[i] = Spaces(indent) + rest[i]
	}
	return append(lines[:1], rest...)
}

// Clusters splits s into its grapheme clusters: what a person calls characters.
func Clusters(s string) []string {
	out := make([]string, 0, len(s))
	for s != "" {
		c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if c == "" {
			break
		}
		out = append(out, c)
		s = s[len(c):]
	}
	return out
}
