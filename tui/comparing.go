package tui

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	pages "parley/workflow/transcript"
)

// writeComparison asks for a file and writes there what the SQL pane compares.
func (m *Model) writeComparison() tea.Cmd {
	name := "sql" + m.options.Clock().Format("-20060102-1504") + ".html"
	return m.open(newPrompt("Write the comparison to a file", "the ending says how: .html a page, .md a note, .patch a patch", name, (*Model).comparisonTo))
}

// comparisonTo writes what the SQL pane compares. A file that is there is left alone.
func (m *Model) comparisonTo(path string) tea.Cmd {
	path = AtHome(path)
	switch {
	case path == "":
		return m.writeComparison()
	case needsBefore(m) != "":
		return m.say(Info, needsBefore(m))
	case !slices.Contains(pages.ComparisonForms, strings.ToLower(filepath.Ext(path))):
		return m.say(Warn, "The file's ending says how to write it: .html, .md or .patch.")
	}
	c := pages.Comparison{
		Left:  cmp.Or(m.sql.beside, fmt.Sprintf("turn %d", m.sql.from)),
		Right: fmt.Sprintf("turn %d", m.sql.to), Before: m.sql.before, After: m.sql.after,
	}
	return func() tea.Msg {
		var b strings.Builder
		err := c.Write(&b, path)
		if err == nil {
			err = writeNew(path, b.String())
		}
		return wroteMsg{path: path, err: err}
	}
}

// writeNew writes a file that is not there yet; nothing half written stays.
func writeNew(path, s string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return fmt.Errorf("%s is there already: choose another name", filepath.Base(path))
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(s)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(path) // it is ours
	}
	return err
}

// wroteMsg says that the comparison was written.
type wroteMsg struct {
	path string
	err  error
}

func (w wroteMsg) apply(m *Model) tea.Cmd {
	if w.err != nil {
		return m.say(Bad, "The comparison was not written: "+visibleOneLine(w.err.Error())+".")
	}
	return m.say(Good, "Wrote the comparison to "+visibleOneLine(w.path)+".")
}
