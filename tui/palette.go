package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/tui/finder"
	"parley/tui/text"
	"parley/workflow/project"
)

// The palette finds everything by name: what keys do, slash commands, tables and columns, words of the project, saved questions,
// kept sessions, settings. What is found and in which order is package finder's.

// Setting is a setting of the program, to be changed by name.
type Setting struct{ Name, Help, Value string }

// found is something in the palette, with what choosing it does.
type found struct {
	finder.Item
	choice
	pick func(m *Model) tea.Cmd
}

// most columns and sessions that are looked through: a catalogue may have a hundred thousand.
const (
	mostColumns  = 20_000
	mostSessions = 500
)

// palette opens it; what lies on disk is added when it has been read.
func (m *Model) palette() tea.Cmd {
	things := slices.Concat(m.actionsFound(), m.commandsFound(), m.tablesFound(), m.wordsFound(), m.settingsFound())
	p := newPalette(things, m.recent)
	host, saved := m.options.Host, m.options.Saved
	return tea.Batch(m.open(p), func() tea.Msg {
		more := paletteMsg{to: p}
		for _, name := range listSaved(saved).names {
			more.things = append(more.things, savedFound(name))
		}
		if host != nil {
			entries, _ := host.Sessions("") // what cannot be read is not found
			for _, e := range entries[:min(len(entries), mostSessions)] {
				more.things = append(more.things, sessionFound(e))
			}
		}
		return more
	})
}

// newPalette is a picker over things that ranks them.
func newPalette(things []found, recent []string) *picker {
	p := newPicker("Everything by name", "what do you want to do? actions, tables, settings …", nil, func(m *Model, c choice) tea.Cmd {
		f := c.value.(found)
		m.recent = append([]string{f.ID}, slices.DeleteFunc(m.recent, func(id string) bool { return id == f.ID })...)
		m.recent = m.recent[:min(len(m.recent), 20)]
		return f.pick(m)
	})
	p.wide = 76
	p.hold(things, recent)
	return p
}

// hold puts things into a palette.
func (p *picker) hold(things []found, recent []string) {
	items := make([]finder.Item, len(things))
	p.choices = make([]choice, len(things))
	for i, f := range things {
		items[i], p.choices[i] = f.Item, f.choice
		p.choices[i].value = f
	}
	index := finder.NewIndex(items)
	p.rank = func(text string) []int { return index.Rank(text, recent) }
	p.filter()
}

// paletteMsg brings what lies on disk to the palette that asked for it.
type paletteMsg struct {
	to     *picker
	things []found
}

func (p paletteMsg) apply(m *Model) tea.Cmd { //nolint:unparam // an effect
	if m.modal != modal(p.to) || len(p.things) == 0 {
		return nil
	}
	var things []found
	for _, c := range p.to.choices {
		things = append(things, c.value.(found))
	}
	at := p.to.at
	p.to.hold(append(things, p.things...), m.recent)
	p.to.at = min(at, max(len(p.to.found)-1, 0))
	return nil
}

// actionsFound are what keys do, those of this place first, moves last.
func (m *Model) actionsFound() []found {
	var out []found
	seen := map[Action]bool{"palette": true, "newline": true, "send": true, "accept": true, "older": true, "newer": true}
	all := append(m.keys.Here(m.focus), m.keys.All()...)
	for _, moves := range []bool{false, true} {
		for _, b := range all {
			if _, ok := local[b.Action]; ok != moves || seen[b.Action] {
				continue
			}
			seen[b.Action] = true
			out = append(out, m.actionFound(b, moves))
		}
	}
	return out
}

func (m *Model) actionFound(b Binding, moves bool) found {
	f := found{Item: finder.Item{Name: string(b.Action), ID: string(b.Action), Says: b.Help().Desc, Weight: 6}}
	f.title, f.detail = sentence(b.Help().Desc), b.Help().Key
	if b.Where > Outside {
		f.title = b.Where.String() + ": " + b.Help().Desc
	}
	if moves {
		f.Weight = 0
	}
	if off := actions[b.Action].off; off != nil {
		f.off = off(m)
	}
	f.pick = func(m *Model) tea.Cmd {
		m.focusFor(b.Where)
		return m.do(b.Action)
	}
	return f
}

// commandsFound are the slash commands; one that wants to know more is put into the input.
func (m *Model) commandsFound() []found {
	var out []found
	for _, c := range dialog.Commands {
		name := "/" + c.Name
		f := found{Item: finder.Item{Name: c.Name, ID: name, Says: c.Help, Words: c.Said[:min(len(c.Said), 3)], Weight: 4}}
		f.title, f.detail = sentence(c.Help), name
		f.pick = func(m *Model) tea.Cmd {
			if c.Argument == "" || withoutArgument[c.Name] {
				return m.send(name)
			}
			m.setFocus(0)
			m.input.Put(name + " ")
			return nil
		}
		out = append(out, f)
	}
	return out
}

// withoutArgument are commands that do something useful when nothing follows.
var withoutArgument = map[string]bool{"new": true, "schema": true, "context": true, "taught": true, "db": true, "open": true, "sessions": true, "search": true, "model": true, "payload": true, "theme": true}

// tablesFound are the tables and columns: choosing one shows it in the schema.
func (m *Model) tablesFound() []found {
	source := m.talk.Source()
	if source == nil || source.Schema == nil {
		return nil
	}
	show := func(table string) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.schemaCommand(table) }
	}
	var tables, columns []found
	for i := range source.Schema.Tables {
		t := &source.Schema.Tables[i]
		name := db.Visible(t.Name)
		f := found{Item: finder.Item{Name: name, ID: "table " + name, Says: db.Visible(t.Comment), Weight: 3}, pick: show(t.Name)}
		f.title, f.detail = name, fmt.Sprintf("table · %s", text.Plural(len(t.Columns), "column"))
		tables = append(tables, f)
		for _, c := range t.Columns {
			if len(columns) == mostColumns {
				break
			}
			column := found{Item: finder.Item{Name: db.Visible(c.Name), ID: "column " + name + "." + c.Name, Words: []string{name}, Says: db.Visible(c.Comment), Weight: 1}, pick: show(t.Name)}
			column.title, column.detail = name+"."+db.Visible(c.Name), "column · "+strings.ToLower(db.Visible(c.Native))
			columns = append(columns, column)
		}
	}
	return append(tables, columns...)
}

// wordsFound are the words of the project: choosing one says how it is understood.
func (m *Model) wordsFound() []found {
	source := m.talk.Source()
	if source == nil || source.Project == nil {
		return nil
	}
	return definitionsFound(source.Project)
}

func definitionsFound(p *project.Project) []found {
	var out []found
	for _, d := range p.Definitions {
		name := visibleOneLine(d.Name)
		f := found{Item: finder.Item{Name: name, ID: "word " + name, Weight: 3}}
		f.title, f.detail = name, "word of the project"
		f.pick = func(m *Model) tea.Cmd { return m.send("/taught " + name) }
		out = append(out, f)
	}
	return out
}

// behindActions lets what does something come before a setting that has the same word.
const behindActions = -50

// settingsFound are the settings: choosing one asks for its value.
func (m *Model) settingsFound() []found {
	var out []found
	for _, s := range m.options.Settings {
		f := found{Item: finder.Item{Name: strings.ReplaceAll(s.Name, "-", " "), ID: "setting " + s.Name, Says: s.Help, Words: []string{"setting", "settings", "preferences", "config"}, Weight: behindActions}}
		f.title, f.detail = "Setting "+s.Name+": "+s.Help, s.Value
		f.title = text.Cut(f.title, 72-text.Width(f.detail))
		f.pick = func(m *Model) tea.Cmd { return m.askSetting(s) }
		out = append(out, f)
	}
	return out
}

func (m *Model) askSetting(s Setting) tea.Cmd {
	host := m.options.Host
	if host == nil {
		return m.say(Info, "Settings cannot be written here.")
	}
	return m.open(newPrompt("Setting "+s.Name, s.Help, s.Value, func(m *Model, value string) tea.Cmd {
		if value == s.Value {
			return m.say(Info, s.Name+" stays as it is.")
		}
		return func() tea.Msg {
			said, err := host.SetSetting(s.Name, value)
			return answerMsg{name: "setting", text: said, err: err}
		}
	}))
}

func savedFound(name string) found {
	f := found{Item: finder.Item{Name: name, ID: "saved " + name, Words: []string{"saved"}, Weight: 2}}
	f.title, f.detail = visibleOneLine(name), "saved question"
	f.pick = func(m *Model) tea.Cmd { return m.openCommand(name) }
	return f
}

func sessionFound(e archive.Entry) found {
	c := sessionChoice(e)
	f := found{Item: finder.Item{Name: c.title, ID: "session " + e.ID, Says: c.below, Words: []string{"session"}}}
	f.title, f.detail = text.Cut(c.title, 40), "session · "+c.detail
	f.pick = func(m *Model) tea.Cmd { return m.travel(Destination{Session: e.ID}) }
	return f
}
