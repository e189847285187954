package tui

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/text"
	"parley/tui/theme"
)

// choice is one line of a picker.
type choice struct {
	title  string
	detail string // at the right: a key, a count
	below  string // a second, muted line
	also   string // what it is found by besides, in small letters; not shown
	glance string // what it brings, before that line
	off    string // why it cannot be chosen now; empty when it can
	dim    bool   // left behind: can be chosen, and stands back
	value  any
}

// picker is a window with a list to choose from and a field to search it.
type picker struct {
	title   string
	prompt  string
	choices []choice
	pick    func(m *Model, c choice) tea.Cmd
	field   field
	// numbered choices are picked by their number while nothing is typed to search. They are readings, to be told apart:
	// long ones take several lines, and give up what they have in common where that is not enough.
	numbered       bool
	titles, belows []string // short forms
	// rank is the order of the choices for a text; nil finds those that contain its words.
	rank func(text string) []int
	// other takes what was typed where no choice has it; nil takes nothing.
	other     func(m *Model, said string) tea.Cmd
	otherwise string // says what other does, where the list is empty
	wide      int    // the least width; 0 is usual
	// preview draws what is shown of the chosen one, in w cells; nil shows nothing.
	preview func(th *theme.Theme, c choice, w, h int) []string
	// keys do something with the chosen one, and leave the window open; says is that for the foot.
	keys    map[string]func(m *Model, c choice) tea.Cmd
	says    string
	found   []int
	at, top int
	w       int
	// where is what each choice is searched in, in small letters; nil until something is typed.
	where []string
}

// newPicker shows names, values and a model's words as text: the choices hold them as they are.
func newPicker(title, prompt string, choices []choice, pick func(*Model, choice) tea.Cmd) *picker {
	for i := range choices {
		c := &choices[i]
		c.title, c.detail, c.below, c.glance = db.Visible(c.title), db.Visible(c.detail), db.Visible(c.below), db.Visible(c.glance)
	}
	title, prompt = db.Visible(title), db.Visible(prompt)
	p := &picker{title: title, prompt: prompt, choices: choices, pick: pick, field: field{single: true, width: 60}}
	p.filter()
	return p
}

// newReadings is a picker of numbered choices.
func newReadings(title, prompt string, choices []choice, pick func(*Model, choice) tea.Cmd) *picker {
	p := newPicker(title, prompt, choices, pick)
	p.numbered = true
	titles, belows := make([]string, len(choices)), make([]string, len(choices))
	for i, c := range choices {
		titles[i], belows[i] = visibleOneLine(c.title), visibleOneLine(c.below)
	}
	p.titles, p.belows = text.Apart(titles), text.Apart(belows)
	return p
}

// filter finds the choices that contain every word typed; those that start with the text come first.
func (p *picker) filter() {
	want := strings.Fields(strings.ToLower(p.field.Text()))
	p.found, p.at, p.top = nil, 0, 0
	if p.rank != nil {
		p.found = p.rank(p.field.Text())
		return
	}
	var later []int
	for i := range p.choices {
		switch {
		case len(want) == 0:
			p.found = append(p.found, i)
		case !containsAll(p.searched(i), want):
		case strings.HasPrefix(p.searched(i), want[0]):
			p.found = append(p.found, i)
		default:
			later = append(later, i)
		}
	}
	p.found = append(p.found, later...)
}

// searched is what a choice is searched in: read once, for there may be ten thousand and each key asks.
func (p *picker) searched(i int) string {
	if p.where == nil {
		p.where = make([]string, len(p.choices))
	}
	if p.where[i] == "" {
		c := p.choices[i]
		p.where[i] = strings.ToLower(c.title+" "+c.below) + " " + c.also
	}
	return p.where[i]
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
		if act := p.keys[k.String()]; act != nil {
			if p.at >= len(p.found) {
				return nil
			}
			return act(m, p.choices[p.found[p.at]])
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
	if said := strings.TrimSpace(p.field.Text()); p.numbered && len(p.found) == 0 && said != "" { // none of these: said in words
		m.close()
		return m.send(said)
	}
	if said := strings.TrimSpace(p.field.Text()); p.other != nil && len(p.found) == 0 && said != "" {
		m.close()
		return p.other(m, said)
	}
	if said := strings.TrimSpace(p.field.Text()); len(p.found) == 0 && strings.Contains(said, " ") {
		m.close()
		return m.meantAsWords(said)
	}
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
func (p *picker) Size(_ *theme.Theme, w, h int) (int, int) {
	if p.preview != nil {
		return min(w-2*margin-4, 180), min(h-2*margin, max(len(p.choices)+2, roomy))
	}
	wide, high := max(44, p.wide), 2
	for _, c := range p.choices {
		wide = max(wide, text.Width(c.title)+text.Width(c.detail)+4, text.Width(c.below)+4)
	}
	p.w = min(wide, 96, w-2*margin-4)
	for i := range p.choices {
		title, below := p.texts(i)
		high += len(title) + len(below)
	}
	if p.numbered {
		return p.w, min(high, h-2*margin)
	}
	return p.w, min(high, h*3/4)
}

// texts are the lines of a choice: its title, and what stands below it.
func (p *picker) texts(i int) (title, below []string) {
	c := p.choices[i]
	room := p.w - text.Width(p.lead(i, 0)) - text.Width(c.detail)
	title = []string{c.title}
	if c.below != "" {
		below = []string{c.below}
	}
	if p.numbered {
		title, below = text.InLines(visibleOneLine(c.title), p.titles[i], room, 3), text.InLines(c.below, p.belows[i], room, 2)
		if c.glance != "" {
			below = append([]string{visibleOneLine(c.glance)}, text.InLines(c.below, p.belows[i], room, 1)...)
		}
	}
	return title, below
}

// lead is what stands before a choice, i its place among those found.
func (p *picker) lead(i, at int) string {
	lead := "  "
	if i == at {
		lead = theme.Cursor + " "
	}
	if p.numbered {
		lead += strconv.Itoa(i+1) + " "
	}
	return lead
}

// View draws the field, the list, and what is shown of the chosen one.
func (p *picker) View(th *theme.Theme, w, h int) window {
	if p.preview != nil {
		return p.withPreview(th, w, h)
	}
	return p.list(th, w, h)
}

// list draws the field and the list.
func (p *picker) list(th *theme.Theme, w, h int) window {
	p.field.width, p.w = w-3, w
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
		lines = append(lines, th.Muted.Render(p.nothing()))
	}
	return window{title: p.title, lines: lines[:min(len(lines), h)], foot: p.foot(), note: text.Count(len(p.found)),
		scroll: scroll{top: p.top, shown: room, total: len(p.found)}}
}

// nothing is said where no choice has the words typed.
func (p *picker) nothing() string {
	if p.numbered {
		return "none with these words: enter says them instead"
	}
	if p.other != nil {
		return p.otherwise
	}
	if strings.Contains(strings.TrimSpace(p.field.Text()), " ") {
		return "nothing with these words: enter puts them into the input"
	}
	return "nothing with these words"
}

func (p *picker) foot() string {
	if p.numbered {
		return "number or enter chooses · esc back"
	}
	if p.says != "" {
		return p.says + " · esc back"
	}
	return "enter chooses · esc back"
}

// visibleTop scrolls so that the chosen line is shown whole.
func (p *picker) visibleTop(room int) int {
	lowest := p.at // the first line from which the chosen one is shown whole
	for used := 0; lowest >= 0 && lowest < len(p.found); lowest-- {
		title, below := p.texts(p.found[lowest])
		if used += len(title) + len(below); used > room {
			break
		}
	}
	return max(min(p.top, p.at), min(lowest+1, p.at))
}

func (p *picker) line(th *theme.Theme, i, w int) []string {
	c := p.choices[p.found[i]]
	lead, title, detail := p.lead(i, p.at), th.Text, th.Muted
	if c.off != "" || c.dim {
		title = th.Muted
	}
	if i == p.at {
		title, detail = th.Selected, th.SelectedMuted
	}
	var out []string
	titles, belows := p.texts(p.found[i])
	room := w - text.Width(lead) - text.Width(c.detail)
	blank := text.Spaces(text.Width(lead))
	for n, l := range titles {
		if n > 0 {
			out = append(out, title.Render(blank+text.Fit(l, w-text.Width(lead))))
			continue
		}
		if c.detail != "" {
			l = text.Cut(l, room-1)
		}
		out = append(out, title.Render(lead+text.Fit(l, room))+detail.Render(c.detail))
	}
	for _, l := range belows {
		out = append(out, blank+th.Muted.Render(text.Cut(l, w-text.Width(lead))))
	}
	return out
}
