package theme

import "strings"

// Line builds one styled line. Neighbours of the same paint share one pair of escape sequences, which keeps the bytes
// sent to the terminal few. The zero Line is empty.
type Line struct {
	b  strings.Builder
	on Paint
}

// Add appends s in a paint.
func (l *Line) Add(p Paint, s string) {
	if s == "" {
		return
	}
	if p != l.on {
		l.b.WriteString(l.on.off)
		l.b.WriteString(p.on)
		l.on = p
	}
	l.b.WriteString(s)
}

// String ends the line: nothing of its styling leaks into what follows.
func (l *Line) String() string {
	l.b.WriteString(l.on.off)
	l.on = Paint{}
	return l.b.String()
}

// Grow makes room for n bytes.
func (l *Line) Grow(n int) { l.b.Grow(n) }
