package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"parley/db/statement"
	"parley/tui/layout"
	"parley/tui/theme"
)

func parsed(t *testing.T, sql string) *statement.Statement {
	t.Helper()
	s, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Diffs are golden with their colours: view × width × theme.
func TestGoldenDiffs(t *testing.T) {
	t.Parallel()
	before := parsed(t, "SELECT name, email FROM users WHERE country = 'Kenya' AND status <> 'a very long status that does not fit a column' LIMIT 100")
	after := parsed(t, "SELECT name, city FROM users WHERE country = 'Latvia' AND created_at >= '2026-10-01' ORDER BY name LIMIT 10")
	for _, name := range []string{"dark", "light", "16", "none"} {
		for _, view := range []SQLView{SideBySide, Unified, WholeStatement} {
			for _, w := range []int{60, 110} {
				t.Run(fmt.Sprintf("%s_%d_%s", view, w, name), func(t *testing.T) {
					t.Parallel()
					th, err := theme.New(theme.Options{Name: name, Profile: termenv.TrueColor, Dark: true})
					if err != nil {
						t.Fatal(err)
					}
					p := &sqlPane{view: view}
					r := layout.Rect{W: w, H: 16}
					p.SetSize(r)
					p.Show(before, after, 1, 2)
					lines := p.View(th, r, true)
					out := ""
					for _, l := range lines {
						if ansi.StringWidth(l) != w {
							t.Errorf("%d cells wide: %q", ansi.StringWidth(l), l)
						}
						out += l + "\n"
					}
					golden.RequireEqual(t, out)
				})
			}
		}
	}
}

func TestLongLinesWrapAndAreNeverCutSilently(t *testing.T) {
	t.Parallel()
	long := parsed(t, "SELECT a FROM t WHERE note = 'one_very_long_word_that_is_wider_than_the_pane_it_stands_in_and_goes_on_and_on'")
	p := &sqlPane{}
	p.SetSize(layout.Rect{W: 40, H: 20})
	p.Show(nil, long, 0, 1)
	all := ""
	for _, l := range p.content() {
		for _, s := range l.right {
			if s.Token != statement.Space {
				all += s.Text
			}
		}
	}
	if want := "one_very_long_word_that_is_wider_than_the_pane_it_stands_in_and_goes_on_and_on"; !strings.Contains(all, want) {
		t.Errorf("%q", all)
	}
}

func TestANameIsReadWhereItStands(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		script := conversation()
		script.indexed = true
		script.sql["orders of Kenya"] = "SELECT o.id, o.status FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE u.country = 'Kenya'"
		s := newScreen(t, script, size[0], size[1])
		s.ask("orders of Kenya")
		s.press("alt+3", "o")
		s.shows("Names of the query", "▸ orders o", "called o here", "→ users.id by user_id", "← order_items.order_id")
		s.press("j")
		s.shows("▸   id", "INTEGER, the key of orders")
		s.press("j")
		s.shows("orders.status", "TEXT")
		s.press("enter")
		s.shows("Tables", "orders")
		s.press("esc", "alt+3", "J")
		s.shows("How the tables are joined", "└─ users u", "on u.id = o.user_id", "by a declared key; one for each of orders")
		s.press("esc")
		x, y := find(t, s, "country = 'Kenya'")
		s.send(tea.MouseMsg{X: x + 1, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		s.shows("users.country", "TEXT")
	}
}

func TestTheNamesOfWhatChangedAreReadFirst(t *testing.T) {
	t.Parallel()
	s := changed(t, 120, 36)
	s.press("alt+3", "n", "n", "n", "o")
	s.shows("users.status")
	s.press("esc", "n", "o")
	s.shows("users.created_at")
}

// find is where a text stands on the screen.
func find(t *testing.T, s *screen, text string) (x, y int) {
	t.Helper()
	for y, l := range strings.Split(s.plain(), "\n") {
		if before, _, ok := strings.Cut(l, text); ok {
			return ansi.StringWidth(before), y
		}
	}
	t.Fatalf("%q is not on the screen", text)
	return 0, 0
}
