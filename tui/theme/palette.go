package theme

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/charmbracelet/lipgloss"
)

// Palette is the colours of a theme by the part they play. Colours are "#rrggbb", or the number of one of the
// terminal's own sixteen; empty follows the terminal's default.
type Palette struct {
	// Background is the terminal background that the colours were chosen for; the contrast test measures against it.
	Background string

	Text   string // what is read
	Muted  string // what is read second: times, counts, hints
	Faint  string // frames without focus, rules: not text
	Accent string // focus, the cursor, the brand
	Second string // refinements, marks

	Good, Warn, Bad string

	Keyword, Name, Function, String, Number, Operator string // SQL

	AddedBack, RemovedBack string // a line of the diff
	Quiet                  string // operators and comments on one, where Operator and Muted are too dark for it; empty where they are not
	AddedMark, RemovedMark string // the words that differ inside a line
	Added, Removed         string // signs and text
	CursorBack, CursorText string // the cell under the cursor
	RowBack                string // the row under the cursor
	SelectBack             string // the selected turn or entry
	Panel                  string // the background of a window over the panes
}

// The palettes. Every text colour reaches 4.5 : 1 on the background it is used on; the test of this package measures.
var (
	darkPalette = Palette{
		Background: "#16181d",
		Text:       "#d5dae4", Muted: "#949db0", Faint: "#4b5263", Accent: "#6fc3df", Second: "#c4a7e7",
		Good: "#9ccf8f", Warn: "#e8c07d", Bad: "#ef8b8b",
		Keyword: "#8db7f5", Name: "#d5dae4", Function: "#e3c08d", String: "#a3d39c", Number: "#efb080", Operator: "#a9b4c8",
		AddedBack: "#17301f", RemovedBack: "#3a1c22", AddedMark: "#1e4d33", RemovedMark: "#642832",
		Added: "#9ccf8f", Removed: "#f09c9c",
		CursorBack: "#6fc3df", CursorText: "#10141a", RowBack: "#232833", SelectBack: "#232833", Panel: "",
	}
	lightPalette = Palette{
		Background: "#fafafa",
		Text:       "#24292f", Muted: "#5c6570", Faint: "#b4bac2", Accent: "#0b6580", Second: "#7338a0",
		Good: "#1f6b33", Warn: "#7d5200", Bad: "#ae1f28",
		Keyword: "#1d4fa3", Name: "#24292f", Function: "#7a4a00", String: "#1f6b33", Number: "#91430a", Operator: "#4e5661",
		AddedBack: "#e0f4e4", RemovedBack: "#fbe4e4", AddedMark: "#b5e3bf", RemovedMark: "#fad2d2",
		Added: "#17592a", Removed: "#94161f",
		CursorBack: "#0b6580", CursorText: "#ffffff", RowBack: "#e9edf1", SelectBack: "#e9edf1", Panel: "",
	}
	contrastPalette = Palette{
		Background: "#000000",
		Text:       "#ffffff", Muted: "#d0d0d0", Faint: "#9a9a9a", Accent: "#ffff5f", Second: "#ff9dff",
		Good: "#5fff87", Warn: "#ffd75f", Bad: "#ff9a9a",
		Keyword: "#8fd3ff", Name: "#ffffff", Function: "#ffe08a", String: "#87ff87", Number: "#ffc58f", Operator: "#ffffff",
		AddedBack: "#003a00", RemovedBack: "#4f0000", AddedMark: "#005f00", RemovedMark: "#7d0000",
		Added: "#afffaf", Removed: "#ffc7c7",
		CursorBack: "#ffff5f", CursorText: "#000000", RowBack: "#303030", SelectBack: "#303030", Panel: "",
	}
	// sixteenPalette leaves every colour to the terminal's own scheme.
	sixteenPalette = Palette{
		Text: "", Muted: "7", Faint: "8", Accent: "14", Second: "13",
		Good: "10", Warn: "11", Bad: "9",
		Keyword: "12", Name: "", Function: "14", String: "10", Number: "11", Operator: "7",
		Added: "10", Removed: "9",
		CursorBack: "14", CursorText: "0", RowBack: "", SelectBack: "", Panel: "",
	}
)

// palettes256 are those of terminals with 256 colours, in colours that these have: the nearest ones to those above turn a removed
// line black.
var palettes256 = map[string]Palette{
	"dark": {
		Background: "#16181d",
		Text:       "#d7d7d7", Muted: "#9e9e9e", Faint: "#4e4e4e", Accent: "#5fd7ff", Second: "#d7afff",
		Good: "#87d787", Warn: "#ffd787", Bad: "#ff8787",
		Keyword: "#afd7ff", Name: "#d7d7d7", Function: "#ffd7af", String: "#afffaf", Number: "#ffd787", Operator: "#b2b2b2",
		AddedBack: "#005f00", RemovedBack: "#5f0000", AddedMark: "#005f5f", RemovedMark: "#870000", Quiet: "#d0d0d0",
		Added: "#87d787", Removed: "#ffafaf",
		CursorBack: "#5fd7ff", CursorText: "#121212", RowBack: "#303030", SelectBack: "#303030",
	},
	"light": {
		Background: "#fafafa",
		Text:       "#262626", Muted: "#5f5f5f", Faint: "#b2b2b2", Accent: "#005f87", Second: "#8700af",
		Good: "#005f00", Warn: "#875f00", Bad: "#af0000",
		Keyword: "#005faf", Name: "#262626", Function: "#5f5f00", String: "#005f00", Number: "#870000", Operator: "#4e4e4e",
		AddedBack: "#d7ffd7", RemovedBack: "#ffd7d7", AddedMark: "#afffaf", RemovedMark: "#ffd7af",
		Added: "#005f00", Removed: "#870000",
		CursorBack: "#005f87", CursorText: "#ffffff", RowBack: "#eeeeee", SelectBack: "#eeeeee",
	},
	"contrast": {
		Background: "#000000",
		Text:       "#ffffff", Muted: "#d0d0d0", Faint: "#9e9e9e", Accent: "#ffff5f", Second: "#ffafff",
		Good: "#5fff87", Warn: "#ffd75f", Bad: "#ffafaf",
		Keyword: "#87d7ff", Name: "#ffffff", Function: "#ffd787", String: "#87ff87", Number: "#ffd7af", Operator: "#ffffff",
		AddedBack: "#005f00", RemovedBack: "#5f0000", AddedMark: "#005f5f", RemovedMark: "#870000", Quiet: "#d0d0d0",
		Added: "#afffaf", Removed: "#ffd7d7",
		CursorBack: "#ffff5f", CursorText: "#000000", RowBack: "#303030", SelectBack: "#303030",
	},
}

// indexed is a palette by the numbers of the 256 colours: what chooses them by their values takes the darkest grey for every grey.
func (p Palette) indexed() Palette {
	fields := reflect.ValueOf(&p).Elem()
	for i := range fields.NumField() {
		if n := index256(fields.Field(i).String()); n > 0 {
			fields.Field(i).SetString(strconv.Itoa(n))
		}
	}
	return p
}

// index256 is the number of a colour of the cube (16 to 231) or the greys (232 to 255); 0 for any other.
func index256(c string) int {
	var red, green, blue int
	if n, err := fmt.Sscanf(c, "#%02x%02x%02x", &red, &green, &blue); err != nil || n != 3 {
		return 0
	}
	steps := []int{0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff}
	r, g, b := slices.Index(steps, red), slices.Index(steps, green), slices.Index(steps, blue)
	if r >= 0 && g >= 0 && b >= 0 {
		return 16 + 36*r + 6*g + b
	}
	const darkest, step, greys = 8, 10, 24
	if red == green && green == blue && (red-darkest)%step == 0 && (red-darkest)/step < greys {
		return 232 + (red-darkest)/step
	}
	return 0
}

// color is a lipgloss colour of a palette entry, or none.
func color(c string) lipgloss.TerminalColor {
	if c == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(c)
}
