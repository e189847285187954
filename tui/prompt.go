package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// prompt is a window that asks for one line.
type prompt struct {
	title, hint string
	field       field
	done        func(m *Model, s string) tea.Cmd
}

func newPrompt(title, hint, value string, done func(*Model, string) tea.Cmd) *prompt {
	p := &prompt{title: title, hint: hint, done: done, field: field{single: true, width: 60}}
	p.field.Set(value)
	return p
}

// Key edits; enter gives the line back.
func (p *prompt) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "ctrl+c":
		m.close()
	case "enter":
		m.close()
		return p.done(m, strings.TrimSpace(p.field.Text()))
	default:
		p.field.Key(k)
	}
	return nil
}

// Size is one line and the hint.
func (p *prompt) Size(_ *theme.Theme, w, _ int) (int, int) {
	wide := min(max(60, text.Width(p.hint)), w-2*margin-4)
	return wide, 1 + len(text.Wrap(p.hint, wide))
}

// View draws the line.
func (p *prompt) View(th *theme.Theme, w, _ int) window {
	p.field.width = w - 3
	lines := []string{th.Accent.Render(theme.Prompt) + " " + p.field.View(th, 1, true, "")[0]}
	for _, l := range text.Wrap(p.hint, w) {
		lines = append(lines, th.Muted.Render(l))
	}
	return window{title: p.title, foot: "enter · esc back", lines: lines}
}

// confirm is a window that asks yes or no; no is what happens on every other key.
type confirm struct {
	title, question string
	yes             func(m *Model) tea.Cmd
}

// Key takes y for yes.
func (c *confirm) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	m.close()
	switch k.String() {
	case "y", "Y":
		m.takeYes()
		return c.yes(m)
	case "n":
		m.takeNo()
	default:
		if k.Type == tea.KeyRunes && !k.Alt && m.focus == layout.Input { // the first letter of what is asked next
			m.input.Type(string(k.Runes))
			return m.say(Info, "Not done. What you type is in the input.")
		}
	}
	return nil
}

// Size is the question.
func (c *confirm) Size(_ *theme.Theme, w, _ int) (int, int) {
	wide := min(max(text.Width(c.question), 30), w-2*margin-4)
	return wide, len(text.Wrap(c.question, wide))
}

// View draws the question.
func (c *confirm) View(th *theme.Theme, w, _ int) window {
	var lines []string
	for _, l := range text.Wrap(c.question, w) {
		lines = append(lines, th.Text.Render(l))
	}
	return window{title: c.title, foot: "y yes · any other key: no", lines: lines}
}
