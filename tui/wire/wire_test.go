package wire

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parley/db/dbtest/seed"
)

// emulator is a terminal as far as frames need one: home, columns, rows, styles and text.
type emulator struct {
	cells [][]string // a character with its style; the second cell of a wide one is empty
	x, y  int
	style string
}

func newEmulator(w, h int) *emulator {
	e := &emulator{cells: make([][]string, h)}
	for y := range e.cells {
		e.cells[y] = make([]string, w)
	}
	return e
}

func (e *emulator) write(t *testing.T, s string) {
	t.Helper()
	for s != "" {
		switch {
		case s[0] == '\r':
			e.x, s = 0, s[1:]
		case s[0] == '\n':
			e.y, s = e.y+1, s[1:]
		case s[0] == '\x1b':
			end := 2 + strings.IndexFunc(s[2:], func(r rune) bool { return r >= '@' && r <= '~' })
			e.control(t, s[:end+1])
			s = s[end+1:]
		default:
			_, n := utf8.DecodeRuneInString(s)
			e.cells[e.y][e.x] = e.style + s[:n]
			for range ansi.StringWidth(s[:n]) - 1 {
				e.x++
				e.cells[e.y][e.x] = ""
			}
			e.x, s = e.x+1, s[n:]
		}
	}
}

func (e *emulator) control(t *testing.T, seq string) {
	t.Helper()
	number := strings.TrimRight(strings.TrimPrefix(seq, "\x1b["), "mGHK")
	switch seq[len(seq)-1] {
	case 'm':
		if e.style += seq; number == "0" || number == "" {
			e.style = ""
		}
	case 'G':
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		e.x = n - 1
	case 'H':
		row, _, _ := strings.Cut(number, ";")
		n, _ := strconv.Atoi(row)
		e.x, e.y = 0, max(n-1, 0)
	default:
		t.Fatalf("a frame holds %q", seq)
	}
}

func (e *emulator) String() string { return fmt.Sprintf("%q", e.cells) }

// flush writes a frame as Bubble Tea's renderer does.
func flush(before, after []string) string {
	var b strings.Builder
	b.WriteString(home)
	for i, l := range after {
		switch {
		case before != nil && before[i] == l:
			if i < len(after)-1 {
				b.WriteByte('\n')
			}
			continue
		case i == 0 && before == nil:
			b.WriteByte('\r')
		}
		b.WriteString(l)
		if i < len(after)-1 {
			b.WriteString("\r\n")
		}
	}
	fmt.Fprintf(&b, "\x1b[%d;H", len(after))
	return b.String()
}

// pane is a random line of a pane in w cells, edges included.
func pane(r *rand.Rand, w int) string {
	const styles = "\x1b[1m|\x1b[38;2;1;2;3m|\x1b[7m|"
	style := strings.Split(styles, "|")
	edge := []string{"│", "┃"}[r.IntN(2)]
	s, used := style[r.IntN(4)]+edge+"\x1b[0m", 1
	for used < w-1 {
		word := []string{"name", "42", "日本", "Rīga", " ", "   ", "…", "é"}[r.IntN(8)]
		if r.IntN(100) == 0 {
			word = "✨"
		}
		if used+ansi.StringWidth(word) > w-1 {
			word = " "
		}
		s += style[r.IntN(4)] + word + "\x1b[0m"
		used += ansi.StringWidth(word)
	}
	return s + edge
}

func TestThinnedFramesShowTheSameScreen(t *testing.T) {
	t.Parallel()
	r := seed.Random(t)
	const w, h = 48, 10
	want, got := newEmulator(w, h), newEmulator(w, h)
	terminal := &Terminal{}
	panes := make([][3]string, h)
	var before []string
	sent, whole := 0, 0
	for step := range 3000 {
		for y := range panes {
			for p := range panes[y] {
				if panes[y][p] == "" || r.IntN(9) == 0 {
					panes[y][p] = pane(r, w/3)
				}
			}
		}
		after := make([]string, h)
		for y := range after {
			after[y] = strings.Join(panes[y][:], "")
			if r.IntN(40) == 0 {
				after[y] = "╭" + strings.Repeat("─", w-2) + "╮"
			}
		}
		if r.IntN(50) == 0 {
			before = nil // as after a resize
		}
		frame := flush(before, after)
		thin := terminal.thin(frame)
		want.write(t, frame)
		got.write(t, thin)
		if want.String() != got.String() {
			t.Fatalf("step %d: %q was thinned to %q:\n%s\nwant\n%s", step, frame, thin, got, want)
		}
		before, sent, whole = after, sent+len(thin), whole+len(frame)
	}
	if sent > whole*9/10 {
		t.Errorf("%d of %d bytes were sent", sent, whole)
	}
}

func TestOnlyThePaneThatChangedIsSent(t *testing.T) {
	t.Parallel()
	terminal := &Terminal{}
	talk := "│ what was said     ││"
	before, after := []string{talk + " row 1     │", "status"}, []string{talk + " row 2     │", "status"}
	terminal.thin(flush(nil, before))
	if got, want := terminal.thin(flush(before, after)), home+"\x1b[23G row 2\r\n\x1b[2;H"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOtherWritesGoThroughAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"\x1b[?1049h", "\x1b]52;c;eA==\x07", home, home + "\x1b[2J", home + "text without an end"} {
		if got := new(Terminal).thin(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
