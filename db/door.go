package db

import (
	"errors"
	"io"
	"unicode/utf8"
)

// Door is the way of everything that is printed. On a terminal what acts on it instead of showing itself is made visible, line
// ends and tabs excepted, whoever wrote it; files and pipes get the bytes as they are. It keeps the first error.
type Door struct {
	out     io.Writer
	visible bool
	rest    []byte // the beginning of a character whose end comes with the next write
	err     error
}

// NewDoor is the door to a writer; visible says that it leads to a terminal.
func NewDoor(out io.Writer, visible bool) *Door { return &Door{out: out, visible: visible} }

// Write implements io.Writer.
func (d *Door) Write(b []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	passed := b
	if d.visible {
		passed = d.shown(b)
	}
	if _, err := d.out.Write(passed); err != nil {
		d.err = err
		return 0, err
	}
	return len(b), nil
}

// Err is the first error of all writes, or that the text ended inside a character.
func (d *Door) Err() error { return d.err }

// shown is the text made visible, up to the last whole character.
func (d *Door) shown(b []byte) []byte {
	b = append(d.rest, b...)
	end := len(b)
	for back := 1; back < utf8.UTFMax && back <= len(b); back++ {
		if c := b[len(b)-back]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-back:]) {
				end = len(b) - back
			}
			break
		}
	}
	d.rest = append([]byte(nil), b[end:]...)
	return visibleBytes(b[:end])
}

// Flush writes what an unfinished character left.
func (d *Door) Flush() error {
	rest := d.rest
	d.rest = nil
	if len(rest) == 0 || d.err != nil {
		return d.err
	}
	_, err := io.WriteString(d.out, Visible(string(rest)))
	d.err = errors.Join(d.err, err)
	return d.err
}

// visibleBytes is Visible for a text of several lines with tabs.
func visibleBytes(b []byte) []byte {
	out := make([]byte, 0, len(b)+16)
	from := 0
	for i, c := range b {
		if c == '\n' || c == '\t' {
			out = append(append(out, Visible(string(b[from:i]))...), c)
			from = i + 1
		}
	}
	return append(out, Visible(string(b[from:]))...)
}
