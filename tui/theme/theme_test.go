package theme

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// luminance is the relative luminance of "#rrggbb" (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(shift uint) float64 {
		c := float64(n>>shift&255) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// everyPalette is all palettes by name, those of 256 colours too.
func everyPalette() map[string]Palette {
	all := maps.Clone(palettes)
	for name, p := range palettes256 {
		all[name+" of 256"] = p
	}
	return all
}

func TestTextReachesTheContrastOnItsBackground(t *testing.T) {
	t.Parallel()
	for name, p := range everyPalette() {
		if p.Background == "" {
			continue
		}
		sql := []string{p.Text, p.Keyword, p.Name, p.Function, p.String, p.Number, p.Operator, p.Muted}
		lines := append(slices.Clone(sql[:6]), cmp.Or(p.Quiet, p.Operator), cmp.Or(p.Quiet, p.Muted))
		for _, c := range []struct {
			part, back string
			text       []string
		}{
			{"screen", p.Background, append(sql, p.Accent, p.Second, p.Good, p.Warn, p.Bad)},
			{"added line", p.AddedBack, append(lines, p.Added)},
			{"removed line", p.RemovedBack, append(lines, p.Removed)},
			{"added words", p.AddedMark, sql[:6]},
			{"removed words", p.RemovedMark, sql[:6]},
			{"cursor", p.CursorBack, []string{p.CursorText}},
			{"row", p.RowBack, []string{p.Text, p.Muted}},
			{"selection", p.SelectBack, []string{p.Text, p.Muted, p.Good, p.Warn, p.Bad, p.Second}},
		} {
			for _, text := range c.text {
				if got := contrast(t, text, c.back); got < 4.5 {
					t.Errorf("%s, %s: %s on %s has %.2f : 1, want 4.5", name, c.part, text, c.back, got)
				}
			}
		}
		if got := contrast(t, p.Faint, p.Background); got < 1.8 {
			t.Errorf("%s: frames have %.2f : 1 and cannot be seen", name, got)
		}
	}
}

// What was added or removed is told from the row under the cursor and from each other by more than its sign.
func TestNoTwoBackgroundsThatMeanDifferentThingsAreTheSame(t *testing.T) {
	t.Parallel()
	for name, p := range everyPalette() {
		if p.Background == "" {
			continue
		}
		seen := map[string]string{p.Background: "screen"}
		for part, back := range map[string]string{"row": p.RowBack, "added line": p.AddedBack, "removed line": p.RemovedBack,
			"added words": p.AddedMark, "removed words": p.RemovedMark} {
			if other, ok := seen[back]; ok {
				t.Errorf("%s: %s and %s are both %s", name, other, part, back)
			}
			seen[back] = part
		}
	}
}

func TestThemeWithoutColourUsesNoColour(t *testing.T) {
	t.Parallel()
	th, err := New(Options{Profile: termenv.Ascii, Dark: true})
	if err != nil {
		t.Fatal(err)
	}
	if th.Name != "none" {
		t.Errorf("theme %q, want none", th.Name)
	}
	for _, p := range []Paint{th.Text, th.Strong, th.CellCursor, th.TitleFocus, th.AddedMark.Name, th.Null, th.Bad} {
		if strings.Contains(p.on, "3") || strings.Contains(p.on, "4;") || strings.Contains(p.on, "48") {
			t.Errorf("%q sets a colour", p.on)
		}
	}
	if th.CellCursor.on == "" || th.TitleFocus.on == "" {
		t.Error("the cursor and the focus cannot be seen without colour")
	}
}

func TestNewFollowsTheTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Profile: termenv.TrueColor, Dark: true}, "dark"},
		{Options{Profile: termenv.TrueColor}, "light"},
		{Options{Profile: termenv.ANSI, Dark: true}, "16"},
		{Options{Profile: termenv.TrueColor, Name: "contrast"}, "contrast"},
	} {
		th, err := New(c.o)
		if err != nil || th.Name != c.want {
			t.Errorf("%+v: %v, %v; want %s", c.o, th, err, c.want)
		}
	}
	if _, err := New(Options{Name: "mauve"}); err == nil || !strings.Contains(err.Error(), "dark, light") {
		t.Errorf("an unknown theme must list the known ones, got %v", err)
	}
}

func TestPlainTwinsAreAsWideAsWhatTheyReplace(t *testing.T) {
	t.Parallel()
	th, err := New(Options{Name: "dark", ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	drawn := strings.Join([]string{TopLeft, TopRight, BottomLeft, BottomRight, Horizontal, Vertical, TeeDown, TeeUp, TeeRight,
		Refined, Fresh, Answer, Failed, Cursor, Arrow, Dot, Check, Warning, Up, Down, Wrapped, Full, Track}, "\n") +
		strings.Join(append(Eighths, Spinner...), "\n")
	got := th.Draw(drawn)
	a, b := strings.Split(drawn, "\n"), strings.Split(got, "\n")
	for i := range a {
		if ansi.StringWidth(a[i]) != ansi.StringWidth(b[i]) {
			t.Errorf("%q is %d cells, its twin %q %d", a[i], ansi.StringWidth(a[i]), b[i], ansi.StringWidth(b[i]))
		}
		if strings.ContainsFunc(b[i], func(r rune) bool { return r > 126 }) {
			t.Errorf("%q has no plain twin", a[i])
		}
	}
}

// TestColoursOf256AreTheirOwn keeps lipgloss from choosing near ones: each is of the cube or a grey of the terminal's.
func TestColoursOf256AreTheirOwn(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"#16181d": true, "#fafafa": true, "": true}
	steps := []int{0, 0x5f, 0x87, 0xaf, 0xd7, 0xff}
	for _, r := range steps {
		for _, g := range steps {
			for _, b := range steps {
				known[fmt.Sprintf("#%02x%02x%02x", r, g, b)] = true
			}
		}
	}
	for grey := 8; grey < 0xf0; grey += 10 {
		known[fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)] = true
	}
	for name, p := range palettes256 {
		v := reflect.ValueOf(p)
		for i := range v.NumField() {
			if c := v.Field(i).String(); !known[c] {
				t.Errorf("%s: %s of %s is none of the 256", name, c, v.Type().Field(i).Name)
			}
		}
	}
}

// What a terminal of 256 colours gets is the colour that the palette names, greys too.
func TestColoursOf256ComeAsTheyAreNamed(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"dark": "48;5;236m", "light": "48;5;255m", "contrast": "48;5;236m"} {
		th, err := New(Options{Name: name, Dark: name != "light", Profile: termenv.ANSI256})
		if err != nil {
			t.Fatal(err)
		}
		if got := th.RowCell.Render("x"); !strings.Contains(got, want) {
			t.Errorf("%s: the row of the cursor is %q, want %s", name, got, want)
		}
	}
}

// Behind a window frames are as faint as without one, and words are seen.
func TestFramesBehindAWindowStayFaint(t *testing.T) {
	th, err := New(Options{Name: "dark", Profile: termenv.TrueColor, Dark: true})
	if err != nil {
		t.Fatal(err)
	}
	want := th.Frame.Render("╭─") + th.Muted.Render(" SQL ") + th.Frame.Render("─╮")
	if got := th.Behind(th.FrameFocus.Render("╭─") + th.TitleFocus.Render(" SQL ") + th.FrameFocus.Render("─╮")); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
