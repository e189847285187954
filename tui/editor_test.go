package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"parley/tui/theme"
)

func ctrl(t tea.KeyType) tea.KeyMsg { return tea.KeyMsg{Type: t} }

// writing is a screen whose editor holds the SQL of the first turn and, in its place, a text.
func writing(t *testing.T, sql string) (*screen, *sqlEditor) {
	t.Helper()
	s := newScreen(t, conversation(), 120, 36)
	s.ask("Show me all users")
	s.press("alt+3", "e")
	e, ok := s.modal.(*sqlEditor)
	if !ok {
		t.Fatalf("no editor:\n%s", s.plain())
	}
	s.shows("SELECT *", "ctrl+s runs")
	if sql != "" {
		e.field.Set(sql)
	}
	return s, e
}

func TestAnEditIsATurnThatIsCalledByWhatItChanges(t *testing.T) {
	t.Parallel()
	s, _ := writing(t, "")
	s.typed(" LIMIT 3")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	s.shows("2 limit 3", "2,000 → 3 rows", "SQL ─ turn 1 → 2")
	if s.modal != nil {
		t.Error("the editor stays open")
	}
}

func TestAnErrorStandsUnderItsWordWithTheNearestName(t *testing.T) {
	t.Parallel()
	s, e := writing(t, "SELECT id, contry\nFROM users")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	s.shows("           ^ ", "contry", " country ")
	s.press("tab")
	if got := e.field.Text(); got != "SELECT id, country\nFROM users" {
		t.Errorf("%q", got)
	}
	s.lacks("^ ")
	e.field.Set("SELECT id FROM users WHERE WHERE id = 1")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	s.shows("^ ")
	if e.place != strings.LastIndex(e.field.Text(), "WHERE") {
		t.Errorf("a syntax error at %d", e.place)
	}
	e.field.Set("DELETE FROM users")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	if e.problem == "" || s.modal == nil {
		t.Error("a statement that writes is no problem")
	}
}

func TestTheEditorCompletesLaysOutAndUndoes(t *testing.T) {
	t.Parallel()
	s, e := writing(t, "")
	s.typed(" WHERE coun")
	s.shows(" country ")
	s.press("tab")
	s.typed(" = 'Kenya' and id > 3")
	s.send(ctrl(tea.KeyCtrlO))
	if got := e.field.Text(); got != "SELECT *\nFROM users\nWHERE country = 'Kenya' AND id > 3" {
		t.Errorf("laid out: %q", got)
	}
	for range 60 {
		s.press("ctrl+z")
	}
	if got := e.field.Text(); got != "SELECT *\nFROM users" {
		t.Errorf("undone: %q", got)
	}
	s.press("ctrl+y")
	if got := e.field.Text(); got != "SELECT *\nFROM users " {
		t.Errorf("redone: %q", got)
	}
	s.press("esc", "esc")
	if s.modal != nil {
		t.Error("esc does not leave")
	}
}

func TestTheEditorIsExactAtEverySize(t *testing.T) {
	t.Parallel()
	s, e := writing(t, "SELECT '日本語', contry FROM users WHERE name LIKE '%a very long text that goes on and on and on, and does not fit into any line of a small screen%'")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	for _, size := range [][2]int{{60, 16}, {80, 24}, {200, 60}, {61, 17}, {120, 36}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		exact(t, s, size[0], size[1], "editor")
		if e.problem == "" || !containsText(s, "^ ") {
			t.Errorf("%v: the error is not to be seen:\n%s", size, s.plain())
		}
	}
}

func TestWhatIsSelectedIsReplacedCopiedAndRun(t *testing.T) {
	t.Parallel()
	var copied string
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clipboard = func(s string) error { copied = s; return nil } })
	s.ask("Show me all users")
	s.press("alt+3", "e")
	e := s.modal.(*sqlEditor)
	e.field.Set("SELECT id FROM users WHERE id IN (SELECT user_id FROM orders LIMIT 3)")
	e.field.at = len("SELECT id FROM users WHERE id IN (")
	s.send(ctrl(tea.KeyShiftEnd))
	s.send(ctrl(tea.KeyShiftLeft))
	if got := e.field.MarkedText(); got != "SELECT user_id FROM orders LIMIT 3" {
		t.Fatalf("selected: %q", got)
	}
	s.send(ctrl(tea.KeyCtrlC))
	s.settle()
	if copied != "SELECT user_id FROM orders LIMIT 3" || s.modal == nil {
		t.Errorf("copied: %q", copied)
	}
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	s.shows("3 rows", "user_id")
	s.press("alt+3", "e")
	e = s.modal.(*sqlEditor)
	e.field.Set("SELECT a FROM users")
	e.field.at = len("SELECT ")
	s.send(ctrl(tea.KeyShiftRight))
	s.typed("nme")
	if got := e.field.Text(); got != "SELECT nme FROM users" {
		t.Errorf("typed over: %q", got)
	}
	s.send(altKey('a'))
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	if e.place != len("SELECT ") {
		t.Errorf("an error of what is selected stands at %d: %s", e.place, e.problem)
	}
	s.send(altKey('a'))
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("SELECT\n1"), Paste: true})
	if got := e.field.Text(); got != "SELECT\n1" {
		t.Errorf("pasted over: %q", got)
	}
	s.press("ctrl+z")
	if got := e.field.Text(); got != "SELECT nme FROM users" {
		t.Errorf("undone: %q", got)
	}
}

// BenchmarkAKeyInTheEditor is a key in the middle of 2,000 lines over the demo's tables, drawn: each must take at most 4 ms.
func BenchmarkAKeyInTheEditor(b *testing.B) {
	var sql strings.Builder
	sql.WriteString("SELECT id, name\nFROM users\nWHERE id > 0\n")
	for i := range 2000 {
		fmt.Fprintf(&sql, "  AND (country <> 'x%d' OR id > %d)\n", i, i)
	}
	th, err := theme.New(theme.Options{Name: "dark", Profile: termenv.TrueColor, Dark: true})
	if err != nil {
		b.Fatal(err)
	}
	source := newScreen(b, conversation(), 120, 36).talk.Source()
	for name, k := range map[string]tea.KeyMsg{
		"letter": {Type: tea.KeyRunes, Runes: []rune("c")}, "backspace": ctrl(tea.KeyBackspace), "enter": ctrl(tea.KeyEnter),
		"down": ctrl(tea.KeyDown), "tab": ctrl(tea.KeyTab), "undo": ctrl(tea.KeyCtrlZ), "select": ctrl(tea.KeyShiftDown),
		"paste": {Type: tea.KeyRunes, Runes: []rune("a\nb"), Paste: true},
	} {
		b.Run(name, func(b *testing.B) {
			e := &sqlEditor{complete: completerOf(source), place: -1}
			e.field.width = 100
			e.field.Set(sql.String())
			e.field.at = len(e.field.chars) / 2
			for range maxEditions {
				e.keep(edition{sql.String(), e.field.at})
			}
			for b.Loop() {
				e.Key(nil, k)
				e.View(th, 100, 30)
			}
		})
	}
}
