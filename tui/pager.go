package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
	"parley/tui/theme"
)

// pager is a window with text to read. lines are made for a width, so that they wrap anew after a resize.
type pager struct {
	title, note string
	make        func(th *theme.Theme, w int) []string
	wide        int
	// copy is what y copies; empty when there is nothing to copy.
	copy  string
	top   int
	lines []string
	made  int
	high  int
}

// newPager is a pager over ready lines.
func newPager(title string, wide int, make func(*theme.Theme, int) []string) *pager {
	return &pager{title: title, wide: wide, make: make}
}

// Key scrolls, copies or closes.
func (p *pager) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "down", "j", "enter":
		p.top++
	case "up", "k":
		p.top--
	case "pgdown", " ", "ctrl+d":
		p.top += p.high - 1
	case "pgup", "ctrl+u":
		p.top -= p.high - 1
	case "home", "g":
		p.top = 0
	case "end", "G":
		p.top = len(p.lines)
	case "y":
		if p.copy != "" {
			return m.copyText(p.copy, "text")
		}
	default:
		m.close()
	}
	return nil
}

// Size is as high as the text.
func (p *pager) Size(th *theme.Theme, w, h int) (int, int) {
	wide := min(p.wide, w-2*margin-4)
	p.prepare(th, wide)
	return wide, min(max(len(p.lines), 1), h-4)
}

// View draws the lines in view.
func (p *pager) View(th *theme.Theme, w, h int) window {
	p.prepare(th, w)
	p.high = h
	p.top = min(max(p.top, 0), max(len(p.lines)-h, 0))
	end := min(p.top+h, len(p.lines))
	foot := "esc back"
	if p.copy != "" {
		foot = "y copies · " + foot
	}
	return window{title: p.title, note: p.note, lines: p.lines[p.top:end], foot: foot,
		scroll: scroll{top: p.top, shown: h, total: len(p.lines)}}
}

// prepare makes the lines for a width.
func (p *pager) prepare(th *theme.Theme, w int) {
	if p.lines == nil || p.made != w {
		p.lines, p.made = p.make(th, w), w
	}
}

// wrapped is a text as lines for a pager.
func wrapped(s string) func(*theme.Theme, int) []string {
	return func(th *theme.Theme, w int) []string {
		var out []string
		for _, l := range text.Wrap(visibleLines(s), w) {
			out = append(out, th.Text.Render(l))
		}
		return out
	}
}
