package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/db/statement"
	"parley/tui/text"
)

// What can be done from a cell of the result. Whatever changes the query is a refinement turn in the conversation.

// steered runs a change of the query on screen as a turn with these words.
func (m *Model) steered(words string, change func(s *steer) error) tea.Cmd {
	if why := busy(m); why != "" {
		return m.say(Info, why)
	}
	if m.sql.after == nil {
		return m.say(Info, needsQuery(m))
	}
	s, err := newSteer(m.sql.after, m.result.grid.Source())
	if err == nil {
		err = change(s)
	}
	if err != nil {
		return m.start(words, m.talk.Begin(words))
	}
	sql, err := s.SQL()
	if err != nil {
		return m.say(Bad, sentence(err.Error())+".")
	}
	return m.start(words, m.talk.BeginGiven(words, sql))
}

// columnName is the column under the cursor as it is said.
func (m *Model) columnName() string {
	c, _ := m.result.grid.Column()
	return visibleOneLine(c.Name)
}

func (m *Model) sortColumn() tea.Cmd {
	i := m.result.grid.Index()
	desc := false
	if s, err := newSteer(m.sql.after, m.result.grid.Source()); err == nil {
		sorted, down := s.Sorted(i)
		desc = sorted && !down
	}
	words := "sort by " + m.columnName()
	if desc {
		words += " descending"
	}
	return m.steered(words, func(s *steer) error { s.Sort(i, desc); return nil })
}

func (m *Model) filterValue() tea.Cmd {
	i, v := m.cellValue()
	words := fmt.Sprintf("only %s = %s", m.columnName(), spoken(v))
	return m.steered(words, func(s *steer) error { s.Filter(i, v, false); return nil })
}

func (m *Model) excludeValue() tea.Cmd {
	i, v := m.cellValue()
	words := fmt.Sprintf("exclude %s = %s", m.columnName(), spoken(v))
	return m.steered(words, func(s *steer) error { s.Filter(i, v, true); return nil })
}

func (m *Model) cellValue() (int, db.Value) {
	v, _ := m.result.grid.Value()
	return m.result.grid.Index(), v
}

func (m *Model) groupColumn() tea.Cmd {
	i := m.result.grid.Index()
	return m.steered("count by "+m.columnName(), func(s *steer) error { s.Group(i); return nil })
}

func (m *Model) dropColumn() tea.Cmd {
	i := m.result.grid.Index()
	if m.result.grid.Columns() < 2 {
		return m.say(Info, "A result needs a column: this is the only one.")
	}
	return m.steered("without "+m.columnName(), func(s *steer) error { return s.Drop(i) })
}

// hideColumn hides a column on this screen only; dropColumn takes it out of the query.
func (m *Model) hideColumn() tea.Cmd {
	name := m.columnName()
	if !m.result.grid.Hide() {
		return m.say(Info, "A result needs a column: this is the only one.")
	}
	return m.say(Info, name+" is hidden here: + brings it back.")
}

func (m *Model) showHidden() tea.Cmd {
	return m.say(Info, text.Plural(m.result.grid.ShowAll(), "column")+" back.")
}

func (m *Model) countRows() tea.Cmd {
	return m.steered("only count them", func(s *steer) error { s.Count(); return nil })
}

// drill shows the rows behind a row of an aggregate; elsewhere it opens the cell.
func (m *Model) drill() tea.Cmd {
	at, _ := m.result.grid.Cursor()
	row, ok := m.result.grid.Row(at)
	s, err := newSteer(m.sql.after, m.result.grid.Source())
	if !ok || err != nil || !s.Drill(row) {
		return m.inspect()
	}
	words := "show the rows behind " + m.rowName(row)
	return m.steered(words, func(s *steer) error { s.Drill(row); return nil })
}

// rowName names a row of an aggregate by its first value that is no number.
func (m *Model) rowName(row []db.Value) string {
	for i, c := range m.result.grid.Source() {
		if !c.Type.Numeric() && i < len(row) {
			return visibleOneLine(c.Name) + " = " + spoken(row[i])
		}
	}
	return "this number"
}

func (m *Model) markRow() tea.Cmd {
	m.result.grid.Mark()
	m.result.grid.Move(1, 0)
	return nil
}

// inTable names the table that an INSERT would fill: the query's first.
func inTable(s *statement.Statement) string {
	if s == nil {
		return "result"
	}
	q, err := s.Query()
	if err != nil || len(q.From) == 0 || q.From[0].Table == "" {
		return "result"
	}
	return q.From[0].Table
}
