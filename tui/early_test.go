package tui

import (
	"strings"
	"testing"
)

func TestKeysAreReadOfWhatATerminalSent(t *testing.T) {
	t.Parallel()
	var got []string
	for _, k := range keysOf([]byte("é a\x7f\x1b[A\x1b[5~\x1bOB\x1bxü\x03\r\n\xff")) {
		got = append(got, k.String())
	}
	if want := "é| |a|backspace|ü|ctrl+c|enter|enter"; strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
}

// What is typed before the screen is up stands in the input, and is asked when enter was among it.
func TestWhatIsTypedBeforeTheScreenIsUpIsKept(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Typed = []byte("Show me all users\rOnly from") })
	s.settle()
	s.shows("SELECT *", "Only from")
}

// A terminal that has no size to tell is drawn like any, and its keys are taken.
func TestATerminalWithoutASizeIsUsed(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 0, 0)
	s.typed("only these")
	s.shows("only these")
}
