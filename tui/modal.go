package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// modal is a window over the panes. While one is open it gets every key; esc closes it.
type modal interface {
	// Key handles a key. A window closes itself by m.close().
	Key(m *Model, k tea.KeyMsg) tea.Cmd
	// Size is how large it wants to be on a screen.
	Size(th *theme.Theme, w, h int) (int, int)
	// View draws the content into w × h cells, frame excluded.
	View(th *theme.Theme, w, h int) window
}

// window is a modal's content with what is written on its frame.
type window struct {
	title, note, foot string
	lines             []string
	scroll            scroll
}

const (
	// margin is what a window leaves free around itself.
	margin = 2
	// strip and band are the least columns beside it and lines above it in which more than pieces of frames and words is seen; of
	// less it takes all but the first line and the last.
	strip, band = 6, 4
)

// placeWindow centres a window of the size it wants, frame and a blank at either side included.
func placeWindow(th *theme.Theme, md modal, w, h int) layout.Rect {
	wantW, wantH := md.Size(th, w, h)
	r := layout.Rect{W: min(wantW+4, w-2*margin), H: min(wantH+2, h-margin)}
	if (w-r.W)/2 < strip {
		r.W = w
	}
	if (h-r.H)/2 < band {
		r.H = h - margin
	}
	r.X, r.Y = (w-r.W)/2, (h-r.H)/2
	return r
}

// drawModal lays the window over the screen.
func drawModal(th *theme.Theme, screen []string, md modal, w, h int) {
	r := placeWindow(th, md, w, h)
	over(screen, r, windowLines(th, md, r), w)
}

// windowLines draws a window in its place.
func windowLines(th *theme.Theme, md modal, r layout.Rect) []string {
	iw, ih := inner(r)
	v := md.View(th, iw-2, ih)
	lines := make([]string, len(v.lines))
	for i, l := range v.lines {
		lines[i] = " " + text.Fit(l, iw-2) + " "
	}
	f := frame{title: v.title, note: v.note, foot: v.foot, focused: true, scroll: v.scroll}
	return f.draw(th, r, lines)
}

// windowed keeps an offset so that the line `at` of n is among h lines.
func windowed(top, at, h, n int) int {
	top = min(max(top, at-h+1), at)
	return max(min(top, n-h), 0)
}
