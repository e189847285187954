package theme

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Paint is a style made ready: what goes before a text and after it. Rendering a cell is then two joins instead of a
// walk through lipgloss, which matters for a grid of a thousand cells a frame.
type Paint struct{ on, off string }

// Render styles s. The empty string stays empty.
func (p Paint) Render(s string) string {
	if s == "" || p.on == "" {
		return s
	}
	return p.on + s + p.off
}

// Write styles s into b.
func (p Paint) Write(b *strings.Builder, s string) {
	b.WriteString(p.on)
	b.WriteString(s)
	b.WriteString(p.off)
}

// paint asks lipgloss once what a style puts around a text, in the colour profile in force.
func paint(r *lipgloss.Renderer, s lipgloss.Style) Paint {
	on, off, _ := strings.Cut(s.Renderer(r).Render("x"), "x")
	return Paint{on: on, off: off}
}

// Styles is how every part of the screen looks. Panes name parts, never colours.
type Styles struct {
	Text, Muted, Faint, Strong, Accent, Second, Good, Warn, Bad Paint

	Frame, FrameFocus Paint // the lines around a pane
	Title, TitleFocus Paint
	Key, KeyText      Paint // a key and what it does
	Tab, TabOn        Paint
	Brand             Paint

	Added, Removed         SQL // a line of the diff
	AddedMark, RemovedMark SQL // the words in it that differ
	Plain                  SQL // a line that is the same on both sides
	AddedSign, RemovedSign Paint

	Header, HeaderCursor Paint // the grid's header
	Cell, Null           Paint
	RowCell, RowNull     Paint // in the row under the cursor
	CellCursor           Paint
	Mark, Match          Paint

	Selected, SelectedMuted Paint   // the selected turn or entry
	Ghost, Caret            Paint   // the input
	Bar                     []Paint // series of a chart
}

// SQL is the paints of SQL's tokens on one background.
type SQL struct{ Text, Keyword, Name, Function, String, Number, Operator, Comment Paint }

// newStyles makes the styles of a palette for a renderer's colour profile.
func newStyles(p Palette, r *lipgloss.Renderer) Styles {
	base := lipgloss.NewStyle()
	fg := func(c string) lipgloss.Style { return base.Foreground(color(c)) }
	on := func(c, back string) Paint { return paint(r, fg(c).Background(color(back))) }
	ink := func(c string) Paint { return paint(r, fg(c)) }
	bold := func(c string) Paint { return paint(r, fg(c).Bold(true)) }
	sql := func(back string, mark bool) SQL {
		s := func(c string) Paint {
			return paint(r, fg(c).Background(color(back)).Bold(mark).Underline(mark && back == ""))
		}
		operator, comment := p.Operator, p.Muted
		if back != "" {
			operator, comment = cmp.Or(p.Quiet, operator), cmp.Or(p.Quiet, comment)
		}
		key := paint(r, fg(p.Keyword).Background(color(back)).Bold(true))
		return SQL{Text: s(p.Text), Keyword: key, Name: s(p.Name), Function: s(p.Function), String: s(p.String), Number: s(p.Number),
			Operator: s(operator), Comment: s(comment)}
	}
	reverse := func(c, back string) Paint {
		if back == "" {
			return paint(r, base.Reverse(true))
		}
		return on(c, back)
	}
	return Styles{
		Text: ink(p.Text), Muted: ink(p.Muted), Faint: ink(p.Faint), Strong: bold(p.Text), Accent: ink(p.Accent),
		Second: ink(p.Second), Good: ink(p.Good), Warn: ink(p.Warn), Bad: ink(p.Bad),
		Frame: ink(p.Faint), FrameFocus: bold(p.Accent), Title: ink(p.Muted), TitleFocus: bold(p.Accent),
		Key: bold(p.Accent), KeyText: ink(p.Muted), Tab: ink(p.Muted), TabOn: reverseBold(r, p),
		Brand: bold(p.Second),
		Added: sql(p.AddedBack, false), Removed: sql(p.RemovedBack, false),
		AddedMark: sql(p.AddedMark, true), RemovedMark: sql(p.RemovedMark, true), Plain: sql("", false),
		AddedSign:   paint(r, fg(p.Added).Background(color(p.AddedBack)).Bold(true)),
		RemovedSign: paint(r, fg(p.Removed).Background(color(p.RemovedBack)).Bold(true)),
		Header:      paint(r, fg(p.Accent).Bold(true)), HeaderCursor: paint(r, fg(p.Accent).Background(color(p.RowBack)).Bold(true).Underline(p.RowBack == "")),
		Cell: ink(p.Text), Null: paint(r, fg(p.Muted).Italic(true)),
		RowCell: on(p.Text, p.RowBack), RowNull: paint(r, fg(p.Muted).Background(color(p.RowBack)).Italic(true)),
		CellCursor: reverse(p.CursorText, p.CursorBack), Mark: bold(p.Second), Match: bold(p.Warn),
		Selected: paint(r, fg(p.Text).Background(color(p.SelectBack)).Bold(true)), SelectedMuted: on(p.Muted, p.SelectBack),
		Ghost: paint(r, fg(p.Muted).Italic(true)), Caret: paint(r, base.Reverse(true)),
		Bar: []Paint{ink(p.Accent), ink(p.Second), ink(p.Good), ink(p.Number)},
	}
}

// reverseBold is the tab in front: inverse, so that it shows without colour.
func reverseBold(r *lipgloss.Renderer, p Palette) Paint {
	if p.CursorBack == "" {
		return paint(r, lipgloss.NewStyle().Reverse(true).Bold(true))
	}
	return paint(r, lipgloss.NewStyle().Foreground(color(p.CursorText)).Background(color(p.CursorBack)).Bold(true))
}
