package tui

import (
	"fmt"
	"slices"
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

func TestQueriesOfWithFoldWhereThereIsNoRoomAndOnAKey(t *testing.T) {
	t.Parallel()
	const sql = "WITH stays AS (SELECT admissions.patient_id, admissions.ward_id, admissions.discharged_on - admissions.admitted_on AS days FROM admissions " +
		"WHERE admissions.admitted_on >= '2026-01-01'), beds AS (SELECT 1 AS a) SELECT wards.name, avg(stays.days) AS average FROM stays JOIN wards ON wards.id = stays.ward_id GROUP BY wards.name"
	s := newScreen(t, conversation(), 120, 36)
	s.ask("Show me all users")
	show := func(h int) string {
		s.sql.SetSize(layout.Rect{W: 90, H: h})
		var out []string
		for _, l := range s.sql.content() {
			if l.fold != nil {
				out = append(out, "⋯ "+l.fold.summary(70))
				continue
			}
			line := ""
			for _, x := range l.right {
				line += x.Text
			}
			out = append(out, line)
		}
		return strings.Join(out, "\n")
	}
	s.sql.Show(nil, parsed(t, sql), 0, 1)
	if all := show(40); strings.Contains(all, "⋯") || !strings.Contains(all, "discharged_on") {
		t.Errorf("folded where there is room:\n%s", all)
	}
	folded := show(10)
	if !strings.Contains(folded, "⋯ WITH stays AS ( SELECT admissions.patient_id, … FROM admissions") || !strings.Contains(folded, "GROUP BY wards.name") {
		t.Errorf("not folded:\n%s", folded)
	}
	if why := needsFolds(s.Model); why != "" {
		t.Errorf("the key says %q", why)
	}
	s.sql.ToggleFolds()
	if open := show(10); strings.Contains(open, "⋯") {
		t.Errorf("not opened:\n%s", open)
	}
	s.sql.ToggleFolds()
	if closed := show(40); !strings.Contains(closed, "⋯") {
		t.Errorf("not closed:\n%s", closed)
	}
	at := slices.IndexFunc(s.sql.content(), func(l sqlLine) bool { return l.fold != nil })
	s.sql.Hit(3, at)
	if one := show(10); strings.Contains(one, "⋯") {
		t.Errorf("a click does not open:\n%s", one)
	}
}
