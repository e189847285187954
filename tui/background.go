package tui

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
	"github.com/muesli/termenv"

	"parley/tui/theme"
)

// answerTime is how long a terminal may take to say its background; a slow one is taken for dark.
const answerTime = 150 * time.Millisecond

// Terminal says what the terminal can show. It asks for the background once, before the program starts: an answer that
// came later would be read as keys.
func Terminal(name string, plain bool) theme.Options {
	o := theme.Options{Name: name, ASCII: plain, Profile: termenv.ColorProfile(), Dark: true}
	if os.Getenv("NO_COLOR") != "" {
		o.Profile = termenv.Ascii
	}
	if o.Profile != termenv.Ascii {
		o.Dark = darkBackground(os.Stdin, os.Stdout)
	}
	return o
}

// darkBackground asks the terminal for its background (OSC 11), and then what it is (DA1), which every terminal answers:
// so the end of the answers is known whether or not it tells its colours, and nothing of them is left for the program.
func darkBackground(in, out *os.File) bool {
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return true
	}
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		return true
	}
	defer func() { _ = term.Restore(in.Fd(), state) }()
	reader, err := cancelreader.NewReader(in)
	if err != nil {
		return true
	}
	defer reader.Close()
	if _, err := out.WriteString("\x1b]11;?\x1b\\\x1b[c"); err != nil {
		return true
	}
	timer := time.AfterFunc(answerTime, func() { reader.Cancel() })
	defer timer.Stop()
	return dark(readAnswers(reader))
}

// readAnswers reads until the answer to DA1, or the end of the time.
func readAnswers(reader cancelreader.CancelReader) []byte {
	var got []byte
	chunk := make([]byte, 256)
	for {
		n, err := reader.Read(chunk)
		got = append(got, chunk[:n]...)
		if err != nil || len(got) > 4096 {
			return got
		}
		if at := bytes.Index(got, []byte("\x1b[?")); at >= 0 && bytes.IndexByte(got[at:], 'c') > 0 {
			return got
		}
	}
}

// dark says whether the answer "…]11;rgb:RRRR/GGGG/BBBB…" is a dark colour. Without one it is: most terminals are.
func dark(answer []byte) bool {
	_, colour, ok := strings.Cut(string(answer), "]11;rgb:")
	if !ok {
		return true
	}
	var sum float64
	parts := strings.FieldsFunc(colour, func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) })
	if len(parts) < 3 {
		return true
	}
	for i, weight := range []float64{0.299, 0.587, 0.114} {
		v, err := strconv.ParseUint(parts[i], 16, 64)
		if err != nil {
			return true
		}
		full, _ := strconv.ParseUint(strings.Repeat("f", len(parts[i])), 16, 64) // digits only
		sum += weight * float64(v) / float64(full)
	}
	return sum < 0.5
}
