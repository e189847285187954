package tui

import (
	"fmt"
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/saved"
	"parley/tui/layout"
	"parley/tui/theme"
)

// explain shows the engine's plan of the statement on screen, without running it.
func (m *Model) explain() tea.Cmd {
	if why := opening(m); why != "" {
		return m.say(Info, why)
	}
	return m.plan(m.sql.after)
}

// explained is the statement in "EXPLAIN SELECT …"; empty when the text is nothing of the kind. What runs the statement (ANALYZE) is
// left out: parley shows plans without running.
func explained(said string) string {
	found := explainForm.FindStringSubmatch(said)
	if found == nil {
		return ""
	}
	return found[1]
}

var explainForm = regexp.MustCompile(`(?is)^\s*explain\s+(?:query\s+plan\s+|analy[sz]e\s+|verbose\s+|\([^)]*\)\s*)*((?:select|with|from|values|table)\b.*?);?\s*$`)

// explainTyped shows the plan of a statement that was typed; what is wrong with it is shown where it is.
func (m *Model) explainTyped(sql string) tea.Cmd {
	if why := opening(m); why != "" {
		return m.say(Info, why)
	}
	e := &sqlEditor{complete: completerOf(m.talk.Source()), place: -1}
	e.field.width = 60
	e.field.Set(sql)
	s := e.parse(m, e.whole())
	if s == nil {
		return m.open(e)
	}
	if err := s.Guard(); err != nil {
		return m.say(Bad, sentence(err.Error()))
	}
	return m.plan(s)
}

// plan asks the engine how it would run a statement.
func (m *Model) plan(stmt *statement.Statement) tea.Cmd {
	database, ctx := m.talk.Source().Database, m.ctx
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
	folder, lines := saved.Folder(m.options.Saved), threadInputs(m.talk.Session())
	save := func() tea.Msg { return savedMsg{name: name, err: folder.Save(name, lines)} }
	return func() tea.Msg {
		if taken := folder.Taken(name, lines); taken != nil {
			return takenMsg{name: name, before: taken, save: save}
		}
		return save()
	}
}

// takenMsg says that another question has the name under which one is to be saved.
type takenMsg struct {
	name   string
	before []string
	save   tea.Cmd
}

// apply asks before the other one goes.
func (t takenMsg) apply(m *Model) tea.Cmd {
	question := visibleOneLine(t.name + " is saved already: " + strings.Join(t.before, ", "))
	return m.open(&confirm{title: "Replace it?", question: question, yes: func(*Model) tea.Cmd { return t.save }})
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

// openCommand asks a saved query again; without a name it lists them.
func (m *Model) openCommand(name string) tea.Cmd {
	folder := m.options.Saved
	if name == "" {
		return func() tea.Msg { return listSaved(folder) }
	}
	return func() tea.Msg {
		lines, err := saved.Folder(folder).Inputs(name)
		if err == nil && len(lines) == 0 {
			err = fmt.Errorf("the saved query %q is empty", name)
		}
		if err != nil {
			err = fmt.Errorf("%w; /open lists them", err)
		}
		return openedMsg{lines: lines, err: err}
	}
}

type savedListMsg struct{ names []string }

func listSaved(folder string) savedListMsg { return savedListMsg{saved.Folder(folder).Names()} }

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
	m.setFocus(layout.Input)
	m.queue = append(m.queue, "/new "+o.lines[0])
	m.queue = append(m.queue, o.lines[1:]...)
	return m.next()
}

// compareWith offers what the query in force can be compared with: the marked turn, what the clipboard or a paste holds, saved
// queries, and the other turns, the last one first.
func (m *Model) compareWith() tea.Cmd {
	choices := []choice{{title: "SQL that you paste", detail: "clipboard", value: (*Model).comparePasted}}
	if marked := m.transcript.Find(m.transcript.marked); marked != nil {
		choices = append([]choice{m.turnToCompare(marked.turn(), "marked turn")}, choices...)
	}
	for _, name := range saved.Folder(m.options.Saved).Names() {
		choices = append(choices, choice{title: visibleOneLine(name), detail: "saved question", value: func(m *Model) tea.Cmd { return m.compareSaved(name) }})
	}
	turns := m.talk.Session().Turns()
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Result != nil && turns[i].Number != m.sql.to {
			choices = append(choices, m.turnToCompare(turns[i], fmt.Sprintf("turn %d", turns[i].Number)))
		}
	}
	return m.open(newPicker("Compare the query with", "search", choices, func(m *Model, c choice) tea.Cmd { return c.value.(func(*Model) tea.Cmd)(m) }))
}

func (m *Model) turnToCompare(t *dialog.Turn, detail string) choice {
	return choice{title: visibleOneLine(t.Input), detail: detail, value: func(m *Model) tea.Cmd {
		if s := m.talk.Tree(t); s != nil {
			return m.compareTo(s, fmt.Sprintf("turn %d", t.Number))
		}
		return m.say(Info, "The SQL of this turn is no longer kept.")
	}}
}

// comparePasted compares with what the clipboard holds; where it cannot be read, with what is pasted.
func (m *Model) comparePasted() tea.Cmd {
	compare := func(m *Model, sql string) tea.Cmd { return m.compareSQL(sql, "the clipboard") }
	if read := m.options.Paste; read != nil {
		return func() tea.Msg {
			sql, err := read()
			return toCompareMsg{sql: sql, name: "the clipboard", err: err}
		}
	}
	return m.open(newPrompt("Compare with", "paste the SQL; enter compares it with the query", "", compare))
}

// compareSaved asks a saved question beside the conversation, for its SQL as of now.
func (m *Model) compareSaved(name string) tea.Cmd {
	host, folder, ctx := m.options.Host, saved.Folder(m.options.Saved), m.ctx
	if host == nil {
		return m.say(Info, "Saved questions cannot be asked here.")
	}
	return tea.Batch(m.say(Info, "Asking "+name+" …"), func() tea.Msg {
		inputs, err := folder.Inputs(name)
		if err != nil {
			return toCompareMsg{err: err}
		}
		turn, err := host.Answer(ctx, inputs)
		switch {
		case err != nil:
			return toCompareMsg{err: err}
		case turn.Result == nil:
			return toCompareMsg{err: fmt.Errorf("%s is not answered here", name)}
		}
		return toCompareMsg{sql: turn.Result.SQL, name: name}
	})
}

// toCompareMsg brings SQL to compare the query in force with.
type toCompareMsg struct {
	sql, name string
	err       error
}

func (t toCompareMsg) apply(m *Model) tea.Cmd {
	if t.err != nil {
		return m.say(Bad, sentence(t.err.Error())+".")
	}
	return m.compareSQL(t.sql, t.name)
}

func (m *Model) compareSQL(sql, name string) tea.Cmd {
	source := m.talk.Source()
	s, err := statement.Parse(sql, source.Database.Dialect(), source.Names)
	if err != nil {
		return m.say(Bad, sentence(name)+" holds no query that can be read: "+visibleOneLine(err.Error())+".")
	}
	return m.compareTo(s, name)
}

// compareTo shows the query on screen against another statement, which runs nowhere.
func (m *Model) compareTo(other *statement.Statement, name string) tea.Cmd {
	if m.sql.after == nil {
		return m.say(Info, needsQuery(m))
	}
	m.sql.ShowBeside(other, visibleOneLine(name))
	m.setFocus(layout.Diff)
	if other.SQL() == m.sql.after.SQL() {
		return m.say(Info, "The query is the same as "+visibleOneLine(name)+".")
	}
	return m.say(Info, "Compared with "+visibleOneLine(name)+"; enter on the turn shows it as it was.")
}
