// Package wire stands between Bubble Tea and the terminal and sends less: Bubble Tea writes every line anew in which anything
// changed, from edge to edge, so that one step of a scrolling grid is the whole screen, conversation included. Here a line is
// sent from the first pane in which it differs to the last.
//
// It reads the form that Bubble Tea 1.3's renderer writes on the alternate screen: cursor home, lines that are skipped ("\n") or
// written ("…\r\n"), a cursor position. Whatever has another form goes through as it is, and so do lines with characters whose
// width terminals disagree about.
//
// Start reading at Terminal.Write.
package wire

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Terminal is a terminal that frames are written to. It stays a file, since Bubble Tea asks it for its size.
type Terminal struct {
	*os.File
	shown []string // the lines on the screen, as they were written last
}

// Write implements io.Writer.
func (t *Terminal) Write(p []byte) (int, error) {
	if _, err := t.File.Write([]byte(t.thin(string(p)))); err != nil {
		return 0, err
	}
	return len(p), nil
}

const home = "\x1b[H"

// thin leaves out of a frame what is on the screen already.
func (t *Terminal) thin(frame string) string {
	body, ok := strings.CutPrefix(frame, home)
	if !ok {
		return frame
	}
	lines := strings.Split(body, "\n")
	last := len(lines) - 1
	end := strings.LastIndex(lines[last], "\x1b[") // the cursor's place
	if end < 0 || !strings.HasSuffix(lines[last], "H") {
		t.shown = nil
		return frame
	}
	if strings.HasPrefix(lines[0], "\r") {
		t.shown = nil // drawn anew: nobody knows what the terminal shows
	}
	t.fit(len(lines))
	var b strings.Builder
	b.WriteString(home)
	for i, line := range lines {
		tail := ""
		switch {
		case i == last:
			line, tail = line[:end], line[end:]
		case strings.HasSuffix(line, "\r"):
			line, tail = strings.TrimSuffix(line, "\r"), "\r\n"
		default:
			tail = "\n"
		}
		if line != "" {
			b.WriteString(part(t.shown[i], line))
			t.shown[i] = strings.TrimPrefix(line, "\r")
		}
		b.WriteString(tail)
	}
	return b.String()
}

// fit keeps as many lines as the frame has; others are unknown.
func (t *Terminal) fit(n int) {
	if len(t.shown) != n {
		t.shown = make([]string, n)
	}
}

// mark is a place in a line at which sending may begin or end: where a pane begins, with the column and the style in force.
type mark struct {
	at, column int
	style      string
}

// part is what must be sent to turn a line into another: the panes between the first and the last that differ.
func part(old, new string) string {
	was, wasWide, ok := marks(old)
	is, isWide, known := marks(new)
	if old == "" || !ok || !known || wasWide != isWide {
		return new
	}
	from := 0 // marks up to which both lines are the same
	for from+1 < min(len(was), len(is)) && was[from+1] == is[from+1] && old[:was[from+1].at] == new[:is[from+1].at] {
		from++
	}
	to := 0 // marks from the end, behind which both are the same
	for to < min(len(was), len(is))-from-1 {
		w, i := was[len(was)-1-to], is[len(is)-1-to]
		if w.column != i.column || w.style != i.style || old[w.at:] != new[i.at:] {
			break
		}
		to++
	}
	begin, end := is[from], mark{at: len(new)}
	if to > 0 {
		end = is[len(is)-to]
	}
	if from == 0 && to == 0 {
		return new
	}
	sent := begin.style + new[begin.at:end.at]
	if end.style != "" {
		sent += "\x1b[0m"
	}
	return fmt.Sprintf("\x1b[%dG", begin.column+1) + sent
}

// blankStep is how often blanks before an edge may be left out from.
const blankStep = 8

// marks are the start of a line, the places behind the edges of panes, and those in the blanks that lead up to an edge. ok is
// false for a line that must be sent whole.
func marks(line string) (out []mark, wide int, ok bool) {
	style, begins := "", true
	var blanks []mark // of the run of blanks under way, which counts when it ends at an edge
	inBlanks := false
	for i := 0; i < len(line); {
		if line[i] == '\x1b' {
			n := sgr(line[i:])
			if n == 0 {
				return nil, 0, false
			}
			if style += line[i : i+n]; line[i:i+n] == "\x1b[0m" || line[i:i+n] == "\x1b[m" {
				style = ""
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		cells := width(r)
		if cells == 0 {
			return nil, 0, false
		}
		here := mark{i, wide, style}
		if begins {
			out = append(out, here)
		}
		begins = r == '│' || r == '┃'
		switch {
		case begins:
			out, blanks, inBlanks = append(out, blanks...), blanks[:0], false
		case r != ' ':
			blanks, inBlanks = blanks[:0], false
		case !inBlanks || wide%blankStep == 0:
			blanks, inBlanks = append(blanks, here), true
		}
		i, wide = i+n, wide+cells
	}
	return out, wide, len(out) > 0
}

// sgr is the length of the styling sequence at the start of s, 0 when it is another one.
func sgr(s string) int {
	end := strings.IndexFunc(s[min(2, len(s)):], func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') })
	if !strings.HasPrefix(s, "\x1b[") || end < 0 || s[2+end] != 'm' {
		return 0
	}
	return 2 + end + 1
}

// width is the cells of a character that every terminal gives the same, 0 for others: emoji, joiners, marks.
func width(r rune) int {
	switch {
	case r >= ' ' && r <= '~', r >= 0xa1 && r <= 0x2ff && r != 0xad && r != 0xa9 && r != 0xae, r >= 0x391 && r <= 0x3ff, r >= 0x400 && r <= 0x481:
		return 1
	case r >= 0x2500 && r <= 0x259f, r == '…', r == '–', r == '→', r == '✓', r == '▸', r == '↑', r == '↓', r == '❯':
		return 1
	case r >= 0x3041 && r <= 0x30ff, r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return ansi.StringWidth(string(r))
	}
	return 0
}
