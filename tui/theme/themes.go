// Package theme says how the screen looks: palettes (colours by part), styles (made from a palette), themes (named).
// No other package of the screen holds a colour.
//
// Start reading at New.
package theme

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// Theme is a named look.
type Theme struct {
	Name string
	Styles
	plain bool
	// ground starts every stretch of unstyled cells where the theme brings its own background; empty follows the terminal.
	ground string
}

// Names lists the themes in the order the theme key goes through them.
func Names() []string { return []string{"dark", "light", "contrast", "16", "none"} }

var palettes = map[string]Palette{
	"dark": darkPalette, "light": lightPalette, "contrast": contrastPalette, "16": sixteenPalette, "none": {},
}

// Options choose a theme.
type Options struct {
	// Name is one of Names, or empty to follow the terminal.
	Name string
	// Dark says that the terminal's background is dark; it decides when Name is empty.
	Dark bool
	// ASCII draws with plain letters only.
	ASCII bool
	// Profile is what the terminal can show; termenv.Ascii (also by NO_COLOR) shows no colour whatever the name.
	Profile termenv.Profile
	// Joined says that the terminal draws characters of several code points, as joined emoji, in the cells of one.
	Joined bool
}

// New makes a theme. An unknown name is an error that lists the known ones.
func New(o Options) (*Theme, error) {
	name := o.Name
	if name == "" {
		name = follow(o)
	}
	p, ok := palettes[name]
	if !ok {
		return nil, fmt.Errorf("unknown theme %q: the themes are %s", name, strings.Join(Names(), ", "))
	}
	if few, ok := palettes256[name]; ok && o.Profile == termenv.ANSI256 {
		p = few.indexed()
	}
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(o.Profile)
	t := &Theme{Name: name, Styles: newStyles(p, r), plain: o.ASCII}
	if wantsGround(name, o.Dark) {
		t.ground = paint(r, lipgloss.NewStyle().Background(color(p.Background)).Foreground(color(p.Text))).on
	}
	if name == "none" || o.Profile == termenv.Ascii {
		t.Styles = monochrome(o.Profile)
	}
	return t, nil
}

// Behind is a line of the screen behind a window: without its colours, and frames as faint as they are, so that the eye finds the
// window. Without colours it stays as it is.
func (t *Theme) Behind(line string) string {
	if t.Muted.on == "" || t.Name == "16" {
		return line
	}
	var l Line
	for rest := ansi.Strip(line); rest != ""; {
		n := strings.IndexFunc(rest, ofFrame)
		if n < 0 {
			n = len(rest)
		}
		l.Add(t.Muted, rest[:n])
		frame := strings.IndexFunc(rest[n:], func(r rune) bool { return !ofFrame(r) })
		if frame < 0 {
			frame = len(rest) - n
		}
		l.Add(t.Frame, rest[n:n+frame])
		rest = rest[n+frame:]
	}
	return l.String()
}

// ofFrame says that a character draws frames and lines.
func ofFrame(r rune) bool { return r >= '─' && r <= '╿' }

// wantsGround says whether a theme must bring its own background: it was chosen for another one than the terminal has.
func wantsGround(name string, dark bool) bool {
	return name == "light" && dark || name == "dark" && !dark || name == "contrast"
}

// follow chooses the theme that suits the terminal.
func follow(o Options) string {
	switch {
	case o.Profile == termenv.Ascii:
		return "none"
	case o.Profile == termenv.ANSI:
		return "16"
	case o.Dark:
		return "dark"
	}
	return "light"
}

// monochrome is the look without colour: bold, underline and reverse tell parts apart. NO_COLOR asks for no colour,
// not for no attributes; a profile of Ascii in lipgloss drops both, so attributes are written for ANSI here.
func monochrome(profile termenv.Profile) Styles {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	return attributes(newStyles(Palette{}, r))
}

// attributes gives the parts that must be seen without colour their attributes by hand.
func attributes(s Styles) Styles {
	bold, reverse := Paint{"\x1b[1m", "\x1b[0m"}, Paint{"\x1b[7m", "\x1b[0m"}
	under, dim := Paint{"\x1b[4m", "\x1b[0m"}, Paint{"\x1b[2m", "\x1b[0m"}
	for _, p := range []*Paint{&s.Strong, &s.TitleFocus, &s.Key, &s.Brand, &s.Header, &s.Mark,
		&s.FrameFocus, &s.Selected, &s.AddedSign, &s.RemovedSign, &s.Plain.Keyword, &s.Added.Keyword, &s.Removed.Keyword} {
		*p = bold
	}
	for _, p := range []*Paint{&s.CellCursor, &s.TabOn, &s.Caret} {
		*p = reverse
	}
	for _, q := range []*SQL{&s.AddedMark, &s.RemovedMark} {
		*q = SQL{under, under, under, under, under, under, under, under}
	}
	s.Match, s.HeaderCursor, s.RowCell = under, under, bold
	s.Null, s.Ghost, s.RowNull = dim, dim, dim
	return s
}
