package tui

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
	"github.com/muesli/termenv"

	"parley/tui/silence"
	"parley/tui/theme"
)

// answerTime is how long a terminal may take to say its background. One that says nothing is asked for by COLORFGBG, which
// may be that of an outer terminal, and else taken for dark.
const answerTime = 150 * time.Millisecond

// Every package that could ask the terminal has been initialised by now: this one imports them.
func init() { silence.End() }

// Terminal says what the terminal can show. It asks for the background once, before the program starts; what comes later
// is taken out of the keys (answerless). What was typed while it asked is the program's. From then on keys come one by one, as the
// program reads them; back gives the terminal its settings again.
func Terminal(name string, plain bool) (o theme.Options, typed []byte, back func()) {
	o = theme.Options{Name: name, ASCII: plain, Profile: termenv.ColorProfile(), Dark: true}
	if os.Getenv("NO_COLOR") != "" {
		o.Profile = termenv.Ascii
	}
	if o.Profile == termenv.TrueColor && os.Getenv("TMUX") != "" {
		o.Profile = throughTmux(tmuxFeatures())
	}
	back = keyByKey(os.Stdin)
	if o.Profile != termenv.Ascii {
		answers := asked(os.Stdin, os.Stdout)
		o.Dark, o.Joined = dark(answers, os.Getenv("COLORFGBG")), joins2027(answers)
		typed, _ = withoutAnswers(answers)
	}
	return o, typed, back
}

// throughTmux is what comes through tmux of all colours: for a terminal of which it does not know that it has them it puts the nearest of
// 256 in their place, which turns an added and a removed line the same grey. features are those of the terminal; empty when not known.
func throughTmux(features string) termenv.Profile {
	if features == "" || slices.Contains(strings.Split(features, ","), "RGB") {
		return termenv.TrueColor
	}
	return termenv.ANSI256
}

// tmuxFeatures asks tmux what it knows of the terminal around it; empty where it does not say.
func tmuxFeatures() string {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	said, err := exec.CommandContext(ctx, "tmux", "display-message", "-p", "#{client_termfeatures}").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(said))
}

// keyByKey has a terminal hand on each key as it is, and nothing of it shown, until back is called.
func keyByKey(in *os.File) (back func()) {
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		return func() {}
	}
	return sync.OnceFunc(func() { _ = term.Restore(in.Fd(), state) })
}

// asked asks the terminal for its background (OSC 11), whether joined characters are one (mode 2027), and then what it is (DA1), which
// every terminal answers: so the end of the answers is known whatever it tells, and nothing of them is left for the program. What was
// typed before and meanwhile stands among them.
func asked(in, out *os.File) (answers []byte) {
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return nil
	}
	reader, err := cancelreader.NewReader(in)
	if err != nil {
		return nil
	}
	defer reader.Close()
	mode := askJoined
	if os.Getenv("TERM_PROGRAM") == "Apple_Terminal" { // it prints the last letter of what it does not know
		mode = ""
	}
	if _, err := out.WriteString("\x1b]11;?\x1b\\" + mode + "\x1b[c"); err != nil {
		return nil
	}
	timer := time.AfterFunc(answerTime, func() { reader.Cancel() })
	defer timer.Stop()
	return readAnswers(reader)
}

const askJoined = "\x1b[?2027$p"

// joins2027 says that a terminal answered that several code points that are one character take the cells of one: the mode is set, for now
// or for ever.
func joins2027(answers []byte) bool {
	return bytes.Contains(answers, []byte("\x1b[?2027;1$y")) || bytes.Contains(answers, []byte("\x1b[?2027;3$y"))
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

// dark says whether the background is dark by the answer "…]11;rgb:RRRR/GGGG/BBBB…", without one by COLORFGBG, and without
// that it is: most terminals are.
func dark(answer []byte, colorfgbg string) bool {
	_, colour, ok := strings.Cut(string(answer), "]11;rgb:")
	if !ok {
		return darkByNumber(colorfgbg)
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

// darkByNumber reads "foreground;background" or "foreground;default;background", numbers of the sixteen colours: 7 and from
// 9 on are light.
func darkByNumber(colorfgbg string) bool {
	back, err := strconv.Atoi(colorfgbg[strings.LastIndexByte(colorfgbg, ';')+1:])
	return err != nil || back != 7 && back < 9
}

// answerless is a terminal's input without answers that come after their time, which would be read as keys: a background
// colour, and what the terminal is. It stays a file, for raw mode and for cancelling a read.
type answerless struct {
	*os.File
	held []byte // the beginning of an answer whose end has not come yet
}

const (
	colourAnswer = "\x1b]11;rgb:"
	whatAnswer   = "\x1b[?"
)

// Read implements io.Reader. It may give no bytes and no error.
func (a *answerless) Read(p []byte) (int, error) {
	if len(p) <= len(a.held) {
		n := copy(p, a.held)
		a.held = a.held[n:]
		return n, nil
	}
	n := copy(p, a.held)
	a.held = nil
	more, err := a.File.Read(p[n:])
	kept, held := withoutAnswers(p[:n+more])
	a.held = bytes.Clone(held)
	return copy(p, kept), err
}

// withoutAnswers takes answers out of keys; an answer that has only begun is held.
func withoutAnswers(keys []byte) (kept, held []byte) {
	for {
		at, end := findAnswer(keys)
		switch {
		case at < 0:
			return append(kept, keys...), nil
		case end < 0:
			return append(kept, keys[:at]...), keys[at:]
		}
		kept, keys = append(kept, keys[:at]...), keys[end:]
	}
}

// findAnswer is where the first answer lies; at is negative where there is none, end while it has not come whole.
func findAnswer(keys []byte) (at, end int) {
	at = bytes.Index(keys, []byte(colourAnswer))
	if at >= 0 {
		return at, endOf(keys, at+len(colourAnswer), func(c byte) bool { return c == 7 || c == '\\' })
	}
	at = bytes.Index(keys, []byte(whatAnswer))
	if at >= 0 {
		return at, endOf(keys, at+len(whatAnswer), func(c byte) bool { return c >= '@' && c <= '~' })
	}
	return -1, -1
}

// endOf is the place behind the byte that ends an answer, bounded so that nothing else is ever swallowed.
func endOf(keys []byte, from int, last func(byte) bool) int {
	const longest = 64
	for i := from; i < len(keys); i++ {
		if last(keys[i]) || i-from > longest {
			return i + 1
		}
	}
	return -1
}
