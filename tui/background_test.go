package tui

import (
	"os"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestBackgroundIsReadFromTheTerminalsAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer, colorfgbg string
		want              bool
	}{
		{"\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?62;22c", "", true},
		{"\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?62;22c", "0;15", true},
		{"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?1;2c", "", false},
		{"\x1b]11;rgb:fa/f8/e0\x1b\\", "", false},
		{"\x1b[?1;2c", "", true},
		{"\x1b]11;rgb:zz", "", true},
		{"", "", true},
		{"", "0;15", false},
		{"", "0;default;7", false},
		{"", "15;0", true},
		{"", "15;8", true},
		{"", "15;default", true},
	} {
		if got := dark([]byte(c.answer), c.colorfgbg); got != c.want {
			t.Errorf("%q, COLORFGBG %q: dark %v", c.answer, c.colorfgbg, got)
		}
	}
}

func TestATerminalThatJoinsSaysSo(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{"\x1b[?2027;1$y\x1b[?62c": true, "\x1b[?2027;3$y": true, "\x1b[?2027;2$y": false, "\x1b[?2027;0$y\x1b[?6c": false, "": false} {
		if joins2027([]byte(answer)) != want {
			t.Errorf("%q: joined is not %v", answer, want)
		}
	}
	if kept, held := withoutAnswers([]byte("a\x1b[?2027;1$yb")); string(kept) != "ab" || held != nil {
		t.Errorf("%q %q", kept, held)
	}
}

func TestAnswersThatComeLateAreNoKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ arrives, want string }{
		{"abc", "abc"},
		{"a\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?62;22cb", "ab"},
		{"\x1b]11;rgb:fafa/fafa/fafa\x07x\x1b[?6cy", "xy"},
		{"\x1b[A\x1b[<0;3;4M\x1b", "\x1b[A\x1b[<0;3;4M\x1b"},
		{"\x1b]11;rgb:" + strings.Repeat("f", 200) + "end", strings.Repeat("f", 200-66) + "end"},
	} {
		kept, held := withoutAnswers([]byte(c.arrives))
		if string(kept) != c.want || held != nil {
			t.Errorf("%q leaves %q and holds %q, want %q", c.arrives, kept, held, c.want)
		}
	}
}

func TestAnswerInPiecesIsHeldUntilItsEnd(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	in := &answerless{File: r}
	buf := make([]byte, 64)
	for _, step := range [][2]string{{"j\x1b]11;rgb:16", "j"}, {"16/1818/1d1d\x1b\\k", "k"}, {"\x1b[?6", ""}, {"2;22cl", "l"}} {
		if _, err := w.WriteString(step[0]); err != nil {
			t.Fatal(err)
		}
		n, err := in.Read(buf)
		if err != nil || string(buf[:n]) != step[1] {
			t.Errorf("after %q: %q, %v; want %q", step[0], buf[:n], err, step[1])
		}
	}
}

// tmux hands all colours on only to terminals of which it knows that they have them.
func TestThroughTmuxComeTheColoursThatItHandsOn(t *testing.T) {
	t.Parallel()
	for features, want := range map[string]termenv.Profile{
		"": termenv.TrueColor, "256,bpaste,ccolour,clipboard,mouse,RGB,strikethrough,title": termenv.TrueColor, "RGB": termenv.TrueColor,
		"bpaste,ccolour,clipboard,cstyle,focus,title": termenv.ANSI256, "256,title": termenv.ANSI256,
	} {
		if got := throughTmux(features); got != want {
			t.Errorf("%q: %v, want %v", features, got, want)
		}
	}
}
