package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// commandActions are the slash commands that are the screen's own. Those of the conversation (new, clear, undo, redo,
// history, branch) go to the core; the host may add others.
var commandActions map[string]func(m *Model, argument string) tea.Cmd

func init() {
	act := func(a Action) func(*Model, string) tea.Cmd {
		return func(m *Model, _ string) tea.Cmd { return m.do(a) }
	}
	commandActions = map[string]func(*Model, string) tea.Cmd{
		"help":     act("help"),
		"quit":     act("quit"),
		"exit":     act("quit"),
		"explain":  act("explain"),
		"tree":     act("tree"),
		"history":  act("tree"),
		"timeline": act("tree"),
		"review":   act("review"),
		"mouse":    act("mouse"),
		"edit":     act("edit"),
		"keys":     act("palette"),
		"chart":    act("chart"),
		"more":     act("more"),
		"schema":   (*Model).schemaCommand,
		"theme":    (*Model).themeCommand,
		"save":     (*Model).saveCommand,
		"open":     (*Model).openCommand,
		"db":       (*Model).dbCommand,
		"sessions": (*Model).sessionsCommand,
		"search":   (*Model).searchSessions,
		"home":     func(m *Model, _ string) tea.Cmd { return m.home() },
		"connect":  func(m *Model, _ string) tea.Cmd { return m.connect() },
		"board":    (*Model).boardCommand,
		"continue": (*Model).goOnWith,
	}
}

// command carries out a slash command of the screen or the host; ok is false when it belongs to the conversation.
func (m *Model) command(name, argument string) (cmd tea.Cmd, ok bool) {
	if f, ok := commandActions[name]; ok {
		return f(m, argument), true
	}
	if name == "model" && argument == "" && m.options.Models != nil {
		return m.modelCommand(), true
	}
	if f, ok := m.options.Commands[name]; ok {
		return hostCommand(m.ctx, name, argument, f), true
	}
	if name == "export" && strings.HasSuffix(strings.ToLower(argument), ".html") {
		return m.sessionsCommand("export " + AtHome(argument)), true // a page is of the conversation; the other endings are of results
	}
	if name == "export" {
		return m.exportCommand(argument), true
	}
	return nil, false
}

func (m *Model) schemaCommand(argument string) tea.Cmd {
	cmd := m.do("schema")
	if b, ok := m.modal.(*browser); ok && argument != "" {
		b.Search(argument)
	}
	return cmd
}

func (m *Model) themeCommand(argument string) tea.Cmd {
	if argument != "" {
		return m.setTheme(strings.ToLower(argument))
	}
	var choices []choice
	for _, n := range theme.Names() {
		choices = append(choices, choice{title: n, value: n})
	}
	return m.open(newPicker("Theme", "search", choices, func(m *Model, c choice) tea.Cmd { return m.setTheme(c.value.(string)) }))
}

// answerMsg brings the text of a host's command.
type answerMsg struct {
	name, text string
	err        error
}

func (a answerMsg) apply(m *Model) tea.Cmd {
	switch {
	case a.err != nil:
		return m.say(Bad, sentence(strings.TrimSuffix(a.err.Error(), "."))+".")
	case strings.Contains(strings.TrimSpace(a.text), "\n"):
		p := newPager("/"+a.name, 100, wrapped(a.text))
		p.copy = a.text
		return m.open(p)
	case a.text != "":
		return m.say(Good, a.text)
	}
	return nil
}

// help shows the keys of the pane in front and the slash commands.
func (m *Model) help() tea.Cmd {
	const one, apart, two = 84, 4, 148 // columns
	keys, pane, wide := m.keys, m.focus, one
	if m.layout.Width >= two+2*margin+4 {
		wide = two
	}
	return m.open(newPager("Help "+theme.Horizontal+" "+pane.String(), wide, func(th *theme.Theme, w int) []string {
		if w < two {
			return slices.Concat(helpSections(th, keys, pane, w)...)
		}
		return sideBySections(helpSections(th, keys, pane, (w-apart)/2), (w-apart)/2, apart)
	}))
}

// helpSections are the keys of a pane, those of everywhere, and the commands, each with a heading and a blank line below.
func helpSections(th *theme.Theme, keys *KeyMap, pane layout.Pane, w int) [][]string {
	var out [][]string
	for _, where := range []Where{place(pane), Outside, Everywhere} {
		if where == Outside && pane == layout.Input {
			continue
		}
		section := []string{th.Strong.Render(where.String())}
		for _, b := range keys.In(where) {
			section = append(section, helpLines(th, b.Help().Key, b.Help().Desc, w)...)
		}
		out = append(out, append(section, ""))
	}
	section := []string{th.Strong.Render("Commands")}
	for _, c := range dialog.Commands {
		name := "/" + c.Name
		if c.Argument != "" {
			name += " " + strings.ToUpper(c.Argument)
		}
		section = append(section, helpLines(th, name, c.Help, w)...)
	}
	return append(out, section)
}

// sideBySections puts sections into two columns of about the same height.
func sideBySections(sections [][]string, w, apart int) []string {
	total := 0
	for _, s := range sections {
		total += len(s)
	}
	var columns [2][]string
	for _, s := range sections {
		to := 0
		if len(columns[1]) > 0 || len(columns[0])+len(s)/2 > total/2 {
			to = 1
		}
		columns[to] = append(columns[to], s...)
	}
	out := make([]string, max(len(columns[0]), len(columns[1])))
	for i := range out {
		out[i] = text.Fit(lineAt(columns[0], i), w) + text.Spaces(apart) + lineAt(columns[1], i)
	}
	return out
}

// focusFor gives the focus to the pane an action belongs to.
func (m *Model) focusFor(w Where) {
	for p := layout.Input; p < layout.Panes; p++ {
		if place(p) == w {
			m.setFocus(p)
		}
	}
}

// explainPlan writes a query plan as a tree with the engine's estimates.
func explainPlan(p *db.Plan) []string {
	var out []string
	var walk func(n *db.Plan, depth int)
	walk = func(n *db.Plan, depth int) {
		line := strings.Repeat("  ", depth) + n.Node
		if n.Detail != "" {
			line += "  " + n.Detail
		}
		if n.Cost > 0 || n.Rows > 0 {
			line += fmt.Sprintf("  (cost %.4g, %.0f rows)", n.Cost, n.Rows)
		}
		out = append(out, db.Visible(line))
		for _, c := range n.Children {
			walk(c, depth+1)
		}
	}
	walk(p, 0)
	return out
}

func lineAt(lines []string, i int) string {
	if i >= len(lines) {
		return ""
	}
	return lines[i]
}

// helpLines are a key or command with what it does.
func helpLines(th *theme.Theme, name, does string, w int) []string {
	const wide = 18
	var out []string
	for _, l := range text.Wrap(does, w-wide-3) {
		out = append(out, "  "+th.Key.Render(text.Fit(name, wide))+" "+th.KeyText.Render(l))
		name = ""
	}
	return out
}
