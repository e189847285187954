package tui

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
	"parley/tui/theme"
)

// choice is one line of a picker.
type choice struct {
	title  string
	detail string // at the right: a key, a count
	below  string // a second, muted line
	off    string // why it cannot be chosen now; empty when it can
	value  any
}

// picker is a window with a list to choose from and a field to search it.
type picker struct {
	title   string
	prompt  string
	choices []choice
	pick    func(m *Model, c choice) tea.Cmd
	field   field
	// numbered choices are picked by their number while nothing is typed to search.
	numbered bool
	found    []int
	at, top  int
}

func newPicker(title, prompt string, choices []choice, pick func(*Model, choice) tea.Cmd) *picker {
	p := &picker{title: title, prompt: prompt, choices: choices, pick: pick, field: field{single: true, width: 60}}
	p.filter()
	return p
}

// filter finds the choices that contain every word typed; those that start with the text come first.
func (p *picker) filter() {
	want := strings.Fields(strings.ToLower(p.field.Text()))
	p.found, p.at, p.top = nil, 0, 0
	var later []int
	for i, c := range p.choices {
		where := strings.ToLower(c.title + " " + c.below)
		if !containsAll(where, want) {
			continue
		}
		if len(want) > 0 && !strings.HasPrefix(where, want[0]) {
			later = append(later, i)
			continue
		}
		p.found = append(p.found, i)
	}
	p.found = append(p.found, later...)
}

func containsAll(s string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(s, w) {
			return false
		}
	}
	return true
}

// Key moves, searches, or chooses.
func (p *picker) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "ctrl+c":
		m.close()
	case "up", "ctrl+p", "shift+tab":
		p.move(-1)
	case "down", "ctrl+n", "tab":
		p.move(1)
	case "pgup":
		p.move(-10)
	case "pgdown":
		p.move(10)
	case "enter":
		return p.choose(m)
	default:
		if n := p.number(k); n > 0 {
			p.at = n - 1
			return p.choose(m)
		}
		if p.field.Key(k) {
			p.filter()
		}
	}
	return nil
}

// number is the choice that a digit picks, from 1; 0 for none.
func (p *picker) number(k tea.KeyMsg) int {
	s := k.String()
	if !p.numbered || len(p.field.chars) > 0 || len(s) != 1 || s[0] < '1' || int(s[0]-'0') > len(p.found) {
		return 0
	}
	return int(s[0] - '0')
}

func (p *picker) move(by int) { p.at = min(max(p.at+by, 0), max(len(p.found)-1, 0)) }

func (p *picker) choose(m *Model) tea.Cmd {
	if p.at >= len(p.found) {
		return nil
	}
	c := p.choices[p.found[p.at]]
	if c.off != "" {
		return m.say(Warn, c.off)
	}
	m.close()
	return p.pick(m, c)
}

// Size is as high as the list and as wide as its longest line.
func (p *picker) Size(_ *theme.Theme, _, h int) (int, int) {
	wide, high := 44, 2
	for _, c := range p.choices {
		wide = max(wide, text.Width(c.title)+text.Width(c.detail)+4, text.Width(c.below)+4)
		high += c.height()
	}
	return min(wide, 96), min(high, h*3/4)
}

func (c choice) height() int {
	if c.below != "" {
		return 2
	}
	return 1
}

// View draws the field and the list.
func (p *picker) View(th *theme.Theme, w, h int) window {
	p.field.width = w - 3
	ghost := ""
	if len(p.field.chars) == 0 {
		ghost = p.prompt
	}
	lines := []string{th.Accent.Render(theme.Prompt) + " " + p.field.View(th, 1, true, ghost)[0], th.Faint.Render(rule(w))}
	room := h - len(lines)
	p.top = p.visibleTop(room)
	for i := p.top; i < len(p.found) && len(lines) < h; i++ {
		lines = append(lines, p.line(th, i, w)...)
	}
	if len(p.found) == 0 {
		lines = append(lines, th.Muted.Render("nothing with these words"))
	}
	return window{title: p.title, lines: lines[:min(len(lines), h)], foot: p.foot(), note: text.Count(len(p.found)),
		scroll: scroll{top: p.top, shown: room, total: len(p.found)}}
}

func (p *picker) foot() string {
	if p.numbered {
		return "number or enter chooses · esc back"
	}
	return "enter chooses · esc back"
}

// visibleTop scrolls so that the chosen line is shown whole.
func (p *picker) visibleTop(room int) int {
	top := min(p.top, p.at)
	for top < p.at {
		used := 0
		for i := top; i <= p.at; i++ {
			used += p.choices[p.found[i]].height()
		}
		if used <= room {
			break
		}
		top++
	}
	return top
}

func (p *picker) line(th *theme.Theme, i, w int) []string {
	c := p.choices[p.found[i]]
	lead, title, detail := "  ", th.Text, th.Muted
	if c.off != "" {
		title = th.Muted
	}
	if i == p.at {
		lead, title, detail = theme.Cursor+" ", th.Selected, th.SelectedMuted
	}
	if p.numbered {
		lead += strconv.Itoa(i+1) + " "
	}
	room := w - text.Width(lead) - text.Width(c.detail)
	out := []string{title.Render(lead+text.Fit(c.title, room)) + detail.Render(c.detail)}
	if c.below != "" {
		out = append(out, strings.Repeat(" ", text.Width(lead))+th.Muted.Render(text.Cut(c.below, w-text.Width(lead))))
	}
	return out
}
