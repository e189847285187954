package tui

import (
	"strconv"

	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// frame is a pane's border with what is written into it: title at the left, note at the right, and a thumb on the right
// line that shows how far the content is scrolled.
type frame struct {
	title, note string
	foot        string // in the lower line, at the right
	footLeft    string // in the lower line, at the left
	focused     bool
	// number is the key that goes to the pane; 0 for a window.
	number int
	scroll scroll
	// tone replaces the colour of the note.
	tone *theme.Paint
}

// scroll is where a view stands in its content.
type scroll struct{ top, shown, total int }

// inner is the room inside a frame.
func inner(r layout.Rect) (w, h int) { return max(r.W-2, 0), max(r.H-2, 0) }

// draw puts the border around lines, which are cut and padded to fit exactly.
func (f frame) draw(th *theme.Theme, r layout.Rect, lines []string) []string {
	w, h := inner(r)
	edge := th.Frame
	if f.focused {
		edge = th.FrameFocus
	}
	out := make([]string, 0, r.H)
	out = append(out, f.top(th, edge, r.W))
	from, to := f.scroll.thumb(h)
	left, right, thumb := edge.Render(theme.Vertical), edge.Render(theme.Vertical), edge.Render("┃")
	for i := range h {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		end := right
		if i >= from && i < to {
			end = thumb
		}
		out = append(out, left+text.Fit(line, w)+end)
	}
	return append(out, f.bottom(th, edge, r.W))
}

// room is how wide a note may be in a frame of w columns beside the title.
func (f frame) room(w int) int {
	lead := 3 // a blank or the cursor, and the number of a pane
	if f.focused {
		lead++
	}
	return w - 4 - lead - text.Width(f.title) - 4
}

// top is the upper line with title and note; the title gives way last.
func (f frame) top(th *theme.Theme, edge theme.Paint, w int) string {
	lead, title, titlePaint := " ", f.title+" ", th.Title
	if f.focused {
		lead, titlePaint = theme.Cursor+" ", th.TitleFocus
	}
	number := ""
	if f.number > 0 {
		number = strconv.Itoa(f.number) + " "
	}
	title = text.Cut(title, w-4-text.Width(lead+number))
	room := w - 4 - text.Width(lead+number+title)
	note := ""
	if f.note != "" && room > 6 {
		note = " " + text.Cut(f.note, room-3) + " "
	}
	notePaint := th.Muted
	if f.tone != nil {
		notePaint = *f.tone
	}
	var l theme.Line
	l.Add(edge, theme.TopLeft+theme.Horizontal)
	l.Add(titlePaint, lead)
	l.Add(th.Key, number)
	l.Add(titlePaint, title)
	l.Add(edge, rule(room-text.Width(note)))
	l.Add(notePaint, note)
	l.Add(edge, theme.Horizontal+theme.TopRight)
	return l.String()
}

func (f frame) bottom(th *theme.Theme, edge theme.Paint, w int) string {
	pad := func(s string, room int) string {
		if s == "" || room < 6 {
			return ""
		}
		return " " + text.Cut(s, room-2) + " "
	}
	left := pad(f.footLeft, w-4)
	foot := pad(f.foot, w-4-text.Width(left))
	var l theme.Line
	l.Add(edge, theme.BottomLeft+theme.Horizontal)
	l.Add(th.Muted, left)
	l.Add(edge, rule(w-4-text.Width(foot)-text.Width(left)))
	l.Add(th.Muted, foot)
	l.Add(edge, theme.Horizontal+theme.BottomRight)
	return l.String()
}

// thumb is the part of h lines that stands for what is shown; empty when everything is.
func (s scroll) thumb(h int) (from, to int) {
	if s.total <= s.shown || s.shown <= 0 || h < 3 {
		return 0, 0
	}
	size := max(1, h*s.shown/s.total)
	from = (h - size) * s.top / max(s.total-s.shown, 1)
	return from, from + size
}

var rules = func() []string {
	out, s := make([]string, 512), ""
	for i := range out {
		out[i] = s
		s += theme.Horizontal
	}
	return out
}()

// rule is a horizontal line of n cells.
func rule(n int) string { return rules[min(max(n, 0), len(rules)-1)] }

// over lays a window over a screen of w columns.
func over(screen []string, r layout.Rect, window []string, w int) {
	for i, l := range window {
		y := r.Y + i
		if y < 0 || y >= len(screen) {
			continue
		}
		screen[y] = text.Slice(screen[y], 0, r.X) + "\x1b[0m" + l + "\x1b[0m" + text.Slice(screen[y], r.X+r.W, w-r.X-r.W)
	}
}
