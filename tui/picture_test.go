package tui

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"parley/tui/text"
	"parley/tui/theme"
)

// picture is the README's picture of the screen.
const picture = "../.github/assets/screen.svg"

// The picture is the screen as it is drawn now: the first session of the README and a key of the grid, 120×36. Like a golden it
// is written anew with -update (task picture).
func TestReadmeShowsTheScreenAsItIs(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36, func(o *Options) {
		// The dark theme on a light terminal brings its own background.
		o.Theme = theme.Options{Name: "dark", Profile: termenv.TrueColor}
	})
	for _, input := range []string{"Show me all users", "Only from last month", "Sort by name"} {
		s.ask(input)
	}
	s.press("alt+4", "l", "l", "l", "f")
	s.settle()
	s.press("j", "j")
	s.settle()
	got := svg(s.View(), 120, 36)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(picture, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not the screen as it is drawn now: task picture writes it anew", picture)
	}
}

// svg draws a screen of w × h cells. Every run of one style is a text stretched to its cells, so that the frames meet in
// whatever font the reader has.
func svg(screen string, w, h int) []byte {
	const cellW, cellH, edge = 8.4, 18.0, 12.0
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`+"\n",
		float64(w)*cellW+2*edge, float64(h)*cellH+2*edge)
	for y, line := range strings.Split(screen, "\n") {
		runs := styledRuns(line)
		if y == 0 {
			fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", runs[0].back)
		}
		top, x := edge+float64(y)*cellH, edge
		for _, r := range runs {
			wide := float64(text.Width(r.text)) * cellW
			if r.back != runs[0].back {
				fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", x, top, wide, cellH, r.back)
			}
			if lead := len(r.text) - len(strings.TrimLeft(r.text, " ")); lead < len(r.text) {
				shown := strings.TrimSpace(r.text)
				fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" fill="%s"%s textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve">%s</text>`+"\n",
					x+float64(lead)*cellW, top+13.5, r.fore, r.attributes(), float64(text.Width(shown))*cellW, html.EscapeString(shown))
			}
			x += wide
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// styledRun is text of one style.
type styledRun struct {
	text, fore, back      string
	bold, italic, reverse bool
}

func (r styledRun) attributes() string {
	s := ""
	if r.bold {
		s += ` font-weight="bold"`
	}
	if r.italic {
		s += ` font-style="italic"`
	}
	return s
}

// styledRuns takes a line apart by its styles. A frame's blanks part a run, so that its text stands on its cells.
func styledRuns(line string) []styledRun {
	var out []styledRun
	var now styledRun
	flush := func() {
		if now.text == "" {
			return
		}
		if r := now; r.reverse {
			r.fore, r.back = r.back, r.fore
			out = append(out, r)
		} else {
			out = append(out, r)
		}
		now.text = ""
	}
	p := ansi.NewParser()
	var state byte
	for line != "" {
		seq, width, n, next := ansi.DecodeSequence(line, state, p)
		if width > 0 {
			if seq != " " && strings.HasSuffix(now.text, "  ") {
				flush()
			}
			now.text += seq
		} else if strings.HasSuffix(seq, "m") {
			flush()
			now = now.styled(seq)
		}
		line, state = line[n:], next
	}
	flush()
	return out
}

// styled is the style after an SGR sequence.
func (r styledRun) styled(seq string) styledRun {
	codes := strings.Split(strings.TrimSuffix(strings.TrimPrefix(seq, "\x1b["), "m"), ";")
	for i := 0; i < len(codes); i++ {
		switch codes[i] {
		case "0", "":
			r = styledRun{}
		case "1":
			r.bold = true
		case "3":
			r.italic = true
		case "7":
			r.reverse = true
		case "38", "48":
			var rgb [3]int
			for c := range rgb {
				rgb[c], _ = strconv.Atoi(codes[i+2+c])
			}
			colour := fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
			if codes[i] == "38" {
				r.fore = colour
			} else {
				r.back = colour
			}
			i += 4
		}
	}
	return r
}
