// Package layout says where everything lies. One function turns a size and a state into named rectangles; panes get
// their rectangle and do no arithmetic of their own. The rectangles of an arrangement cover the screen exactly, without
// overlap: the test walks through all sizes.
//
// Start reading at Arrange.
package layout

// Pane is a part of the screen that can have the focus.
type Pane uint8

// The panes, in the order tab goes through them.
const (
	Input Pane = iota
	Transcript
	Diff
	Grid
	// Panes counts them.
	Panes
)

// String is the pane's name.
func (p Pane) String() string { return [...]string{"Ask", "Conversation", "SQL", "Result"}[p] }

// Mode is how the panes share the screen.
type Mode uint8

// The modes.
const (
	// TooSmall shows a notice.
	TooSmall Mode = iota
	// Narrow shows one pane at a time, under a line of tabs.
	Narrow
	// Medium shows the conversation, or SQL over result, under a line of tabs.
	Medium
	// Wide shows everything at once.
	Wide
)

// The sizes at which the arrangement changes.
const (
	MinWidth, MinHeight = 60, 16
	MediumWidth         = 80
	WideWidth           = 120
	// mediumHeight is what SQL over result needs to be of use.
	mediumHeight = 22
)

// Rect is a place on the screen, in cells; the zero Rect is not shown.
type Rect struct{ X, Y, W, H int }

// Empty says that nothing is shown there.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains says whether the cell lies inside.
func (r Rect) Contains(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// State is what an arrangement depends on besides the size.
type State struct {
	// Page is the pane shown in front where not all fit: the one that last had the focus besides the input.
	Page Pane
	// Zoom shows Page alone over the whole area.
	Zoom bool
	// InputLines is how many lines the input wants.
	InputLines int
	// DiffLines is how many lines the SQL wants, DiffLeast how many its change takes without anything else.
	DiffLines, DiffLeast int
	// DiffAlone gives the SQL the result's place, too.
	DiffAlone bool
	// Split is the transcript's share of the width in percent; 0 is the default.
	Split int
	// Divide is the SQL's share of its column in percent; 0 gives it what it wants, up to a half, and what its change takes.
	Divide int
}

// Layout is where everything lies.
type Layout struct {
	Mode          Mode
	Width, Height int
	Tabs          Rect
	At            [Panes]Rect
	Status        Rect
}

// Arrange places the panes on a screen of w × h cells.
//
//	wide                          medium                    narrow
//	╭ talk ─────╮╭ SQL ───────╮   tabs                      tabs
//	│           │╰────────────╯   ╭ talk, or SQL ──────╮    ╭ one of three ──╮
//	│           │╭ result ────╮   │    over result     │    │                │
//	╰───────────╯╰────────────╯   ╰────────────────────╯    ╰────────────────╯
//	╭ input ──────────────────╮   ╭ input ─────────────╮    ╭ input ─────────╮
//	╰─────────────────────────╯   ╰────────────────────╯    ╰────────────────╯
//	status                        status                    status
func Arrange(w, h int, s State) Layout {
	l := Layout{Width: w, Height: h, Mode: mode(w, h)}
	if l.Mode == TooSmall {
		return l
	}
	input := min(max(s.InputLines, 1), max(1, h/4)) + 2
	l.Status = Rect{0, h - 1, w, 1}
	l.At[Input] = Rect{0, h - 1 - input, w, input}
	area := Rect{0, 0, w, h - 1 - input}
	if l.Mode != Wide {
		l.Tabs = Rect{0, 0, w, 1}
		area.Y, area.H = 1, area.H-1
	}
	l.place(area, s)
	return l
}

func mode(w, h int) Mode {
	switch {
	case w < MinWidth || h < MinHeight:
		return TooSmall
	case w >= WideWidth:
		return Wide
	case w >= MediumWidth && h >= mediumHeight:
		return Medium
	}
	return Narrow
}

// place shares the area between the three panes above the input.
func (l *Layout) place(area Rect, s State) {
	page := s.Page
	if page == Input {
		page = Transcript
	}
	switch {
	case s.Zoom, l.Mode == Narrow:
		l.At[page] = area
	case l.Mode == Wide:
		left, right := area.columns(share(area.W, s.Split, 36, 30, 70))
		l.At[Transcript] = left
		l.At[Diff], l.At[Grid] = right.rows(s)
	case page == Transcript:
		l.At[Transcript] = area
	default:
		l.At[Diff], l.At[Grid] = area.rows(s)
	}
}

// share is percent of n, with a default and bounds that keep both sides useful.
func share(n, percent, normal, least, most int) int {
	if percent == 0 {
		percent = normal
	}
	return min(max(n*percent/100, least), max(least, n-most), n-1)
}

// columns cuts the rectangle after w columns.
func (r Rect) columns(w int) (left, right Rect) {
	return Rect{r.X, r.Y, w, r.H}, Rect{r.X + w, r.Y, r.W - w, r.H}
}

// rows gives the SQL what it wants up to a half of the height, more where its change needs it, and the result the rest.
func (r Rect) rows(s State) (diff, grid Rect) {
	const frame, least = 2, 5
	if s.DiffAlone {
		return r, Rect{}
	}
	h := min(max(s.DiffLines+frame, least-1), max(least, r.H/2))
	h = max(h, s.DiffLeast+frame)
	if s.Divide > 0 {
		h = r.H * s.Divide / 100
	}
	h = min(max(h, 3), r.H-least)
	return Rect{r.X, r.Y, r.W, h}, Rect{r.X, r.Y + h, r.W, r.H - h}
}

// PaneAt is the pane under a cell; ok is false between panes and on lines that are none.
func (l *Layout) PaneAt(x, y int) (Pane, bool) {
	for p := Input; p < Panes; p++ {
		if !l.At[p].Empty() && l.At[p].Contains(x, y) {
			return p, true
		}
	}
	return Input, false
}

// Shown says whether the pane is on screen.
func (l *Layout) Shown(p Pane) bool { return !l.At[p].Empty() }
