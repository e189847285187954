package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db/statement"
	"parley/dialog"
	"parley/tui/layout"
	"parley/workflow"
)

// draftOf is a draft of SQL as the engine would make it.
func draftOf(tb testing.TB, sql, explanation string) *workflow.Draft {
	tb.Helper()
	parsed, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return &workflow.Draft{Statement: parsed, Source: "engine", Coverage: 1, Explanation: explanation}
}

func TestWhatWasNotUsedIsOnTheHeadlineAtEverySize(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.ignore = map[string][]string{"unpaid invoices": {"unpaid"}}
	script.sql["unpaid invoices"] = "SELECT id, name FROM users"
	s := newScreen(t, script, 80, 24)
	s.ask("unpaid invoices")
	for _, size := range [][2]int{{80, 24}, {60, 16}, {100, 30}, {120, 36}, {200, 60}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, keys := range []string{"alt+1", "alt+2", "alt+4", "z", "z"} {
			s.press(keys)
			s.shows("not used: unpaid")
			s.lacks("high confidence")
		}
	}
	s.press("alt+1")
	s.ask("Sort by name")
	s.lacks("not used: unpaid ·")
	s.shows("2,000 → 95 rows")
}

func TestGuessedIntentIsOnTheHeadlineAtEverySize(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24)
	s.ask("Show me all users")
	s.talk.Session().Current().Confidence = dialog.Low
	s.transcript.entries[0].reply.Turn.Confidence = dialog.Low
	for _, size := range [][2]int{{80, 24}, {60, 16}, {120, 36}, {200, 60}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.setFocus(layout.Grid)
		s.shows("intent guessed")
	}
}

func TestWarningsThatDoNotFitAreCutAndTheRestStaysExact(t *testing.T) {
	t.Parallel()
	script := conversation()
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprintf("word%d\x1b[31m", i))
	}
	script.ignore = map[string][]string{"Show me all users": many}
	s := newScreen(t, script, 80, 24)
	s.ask("Show me all users")
	for _, size := range [][2]int{{80, 24}, {60, 16}, {120, 36}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		exact(t, s, size[0], size[1], "many words not used")
		s.shows("not used: word0")
	}
	s.press("alt+2")
	if !strings.Contains(s.plain(), "word39") {
		t.Errorf("the conversation does not list every word:\n%s", s.plain())
	}
}

func TestNewTurnTakesTheMessageOfTheOneBeforeAway(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.say(Bad, "There is no file nope.db.")
	s.shows("There is no file nope.db.")
	s.ask("Show me all users")
	s.lacks("There is no file nope.db.")
	s.say(Bad, "There is no file nope.db.")
	s.ask("/columns")
	s.lacks("There is no file nope.db.")
}
