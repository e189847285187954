package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/tui/theme"
)

// explain shows the engine's plan of the statement on screen, without running it.
func (m *Model) explain() tea.Cmd {
	if why := opening(m); why != "" {
		return m.say(Info, why)
	}
	database, stmt, ctx := m.talk.Source().Database, m.sql.after, m.ctx
	return func() tea.Msg {
		plan, err := database.Explain(ctx, stmt)
		return planMsg{plan: plan, err: err}
	}
}

type planMsg struct {
	plan *db.Plan
	err  error
}

func (p planMsg) apply(m *Model) tea.Cmd {
	switch {
	case p.err != nil:
		return m.say(Bad, sentence(p.err.Error())+".")
	case p.plan == nil:
		return m.say(Info, "This engine gives no plan.")
	}
	return m.open(newPager("Plan", 110, func(th *theme.Theme, w int) []string {
		var out []string
		for _, l := range explainPlan(p.plan) {
			out = append(out, th.Text.Render(l))
		}
		return out
	}))
}

// saveQuery asks for a name; saveCommand keeps the conversation's inputs under it, so that "last month" stays relative.
func (m *Model) saveQuery() tea.Cmd {
	return m.open(newPrompt("Save the query", "a name; /open NAME asks it again, with its dates as of that day", "", (*Model).saveCommand))
}

func (m *Model) saveCommand(name string) tea.Cmd {
	switch {
	case name == "":
		return m.saveQuery()
	case m.options.Saved == "":
		return m.say(Warn, "There is no folder for saved queries.")
	case m.talk.Session().Current() == nil:
		return m.say(Info, needsQuery(m))
	}
	path, err := savedPath(m.options.Saved, name)
	if err != nil {
		return m.say(Warn, sentence(err.Error())+".")
	}
	lines := threadInputs(m.talk.Session())
	return func() tea.Msg {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return savedMsg{err: err}
		}
		return savedMsg{name: name, err: os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600)}
	}
}

// threadInputs are the inputs that made the query in force, oldest first, each on one line.
func threadInputs(s *dialog.Session) []string {
	var out []string
	for _, t := range s.Path() {
		if t.Result == nil {
			continue
		}
		if t.Intent == dialog.NewQuery {
			out = nil
		}
		said, sql := oneLine(t.Input), oneLine(t.Result.SQL)
		if t.Result.Source == "typed" && !strings.EqualFold(said, sql) { // its words say what an edit changed
			said = sql
		}
		out = append(out, said)
	}
	return out
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

type savedMsg struct {
	name string
	err  error
}

func (s savedMsg) apply(m *Model) tea.Cmd {
	if s.err != nil {
		return m.say(Bad, "The query could not be saved: "+s.err.Error()+".")
	}
	return m.say(Good, "Saved as "+s.name+": /open "+s.name+" asks it again.")
}

const savedEnding = ".parley"

// savedPath is the file of a saved query; a name is letters, digits, blanks, - and _.
func savedPath(folder, name string) (string, error) {
	ok := strings.TrimFunc(strings.ToLower(name), func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == ' '
	}) == ""
	if !ok || name == "" || len(name) > 60 {
		return "", errors.New("a name is letters, digits, blanks, - and _")
	}
	return filepath.Join(folder, "queries", name+savedEnding), nil
}

// openCommand asks a saved query again; without a name it lists them.
func (m *Model) openCommand(name string) tea.Cmd {
	folder := m.options.Saved
	if name == "" {
		return func() tea.Msg { return listSaved(folder) }
	}
	path, err := savedPath(folder, name)
	if err != nil {
		return m.say(Warn, sentence(err.Error())+".")
	}
	return func() tea.Msg {
		b, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("there is no saved query %q; /open lists them", name)
		}
		return openedMsg{lines: strings.Split(strings.TrimSpace(string(b)), "\n"), err: err}
	}
}

type savedListMsg struct{ names []string }

func listSaved(folder string) savedListMsg {
	paths, _ := filepath.Glob(filepath.Join(folder, "queries", "*"+savedEnding)) // the pattern is well formed
	var names []string
	for _, p := range paths {
		names = append(names, strings.TrimSuffix(filepath.Base(p), savedEnding))
	}
	sort.Strings(names)
	return savedListMsg{names}
}

func (s savedListMsg) apply(m *Model) tea.Cmd {
	if len(s.names) == 0 {
		return m.say(Info, "No query is saved yet: /save NAME keeps the one on screen.")
	}
	var choices []choice
	for _, n := range s.names {
		choices = append(choices, choice{title: visibleOneLine(n), value: n})
	}
	return m.open(newPicker("Saved queries", "search", choices, func(m *Model, c choice) tea.Cmd { return m.openCommand(c.value.(string)) }))
}

// openedMsg brings the inputs of a saved query.
type openedMsg struct {
	lines []string
	err   error
}

func (o openedMsg) apply(m *Model) tea.Cmd {
	if o.err != nil {
		return m.say(Bad, sentence(o.err.Error())+".")
	}
	m.queue = append(m.queue, "/new "+o.lines[0])
	m.queue = append(m.queue, o.lines[1:]...)
	return m.next()
}
