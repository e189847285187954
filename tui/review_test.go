package tui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/workflow"
)

func reviewing(t *testing.T) *screen {
	t.Helper()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.press("tab", "R", "1")
	s.shows("review")
	s.typed("Only from last month")
	s.press("enter")
	s.waitWhileRunning("not run yet")
	return s
}

// waitWhileRunning handles messages until a text is on the screen, while a turn runs.
func (s *screen) waitWhileRunning(text string) {
	s.tb.Helper()
	for deadline := time.After(mostRest); !containsText(s, text); {
		select {
		case msg := <-s.messages:
			s.send(msg)
		case <-deadline:
			s.tb.Fatalf("%q does not come:\n%s", text, s.plain())
		}
	}
}

func TestReviewShowsTheDiffBeforeAnythingRuns(t *testing.T) {
	t.Parallel()
	s := reviewing(t)
	s.shows("+WHERE created_at >= '2026-10-01'", "enter runs it")
	s.lacks("Result ─")
	if n := len(s.talk.Session().Turns()); n != 1 {
		t.Fatalf("%d turns before the answer", n)
	}
	s.press("enter")
	s.settle()
	s.shows("2,000 → 95 rows", "2 turns")
}

func TestReviewRefusedLeavesTheQueryAsItWas(t *testing.T) {
	t.Parallel()
	s := reviewing(t)
	s.press("esc")
	s.settle()
	s.shows("Cancelled", "Result ─ 2,000 rows", "SQL ─ turn 1")
	s.lacks("+WHERE", "not run yet")
	if s.input.field.Text() != "Only from last month" || s.pending != nil {
		t.Errorf("the input is %q", s.input.field.Text())
	}
}

// A yes or a no that is written out and sent answers, and nothing of it is left for what comes next.
func TestReviewIsAnsweredInWords(t *testing.T) {
	t.Parallel()
	s := reviewing(t)
	s.press("n", "o", "enter")
	s.settle()
	s.shows("Cancelled", "Result ─ 2,000 rows", "SQL ─ turn 1")
	if got := s.input.field.Text(); got != "Only from last month" || s.pending != nil || s.job != nil {
		t.Errorf("after no the input is %q, under way %v", got, s.job != nil)
	}
	s = reviewing(t)
	s.press("y", "e", "s", "enter")
	s.settle()
	s.shows("2,000 → 95 rows", "2 turns")
	if got := s.input.field.Text() + strings.Join(s.queue, ","); got != "" {
		t.Errorf("after yes %q is left", got)
	}
}

func TestAWaitingStatementIsEditedInThePaneAndRunsInItsPlace(t *testing.T) {
	t.Parallel()
	s := reviewing(t)
	s.press("e")
	if _, ok := s.modal.(*sqlEditor); !ok {
		t.Fatalf("no editor:\n%s", s.plain())
	}
	s.press("esc")
	s.shows("not run yet") // it still waits
	s.press("e")
	e := s.modal.(*sqlEditor)
	e.field.Set("SELECT * FROM users WHERE country = 'Kenya'")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	s.shows("2 + country = 'Kenya'", "SQL ─ turn 1 → 2")
	s.lacks("not run yet", "last month")
	if s.pending != nil || s.job != nil || s.modal != nil || !s.input.Empty() {
		t.Error("something still waits")
	}
	s.press("alt+1")
	s.typed("how many per country")
	s.press("enter")
	s.waitWhileRunning("not run yet")
	s.press("e")
	s.modal.(*sqlEditor).field.Set("SELECT * FROM users WHERE country = 'Kenya'")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	s.shows("2 turns")
	s.lacks("not run yet")
}

func TestModelAtWorkIsShownWithWhereTheQuestionWent(t *testing.T) {
	t.Parallel()
	script := conversation()
	gate := make(chan struct{})
	script.wait["Sort by name"] = gate
	s := newScreen(t, script, 160, 40)
	s.typed("Sort by name")
	s.press("enter")
	report := s.job.plan.Report
	report(workflow.Progress{Kind: workflow.Asking, Sent: workflow.Sent{Model: "big", Host: "models.example", Level: "names"}})
	report(workflow.Progress{Kind: workflow.Explaining, Text: "Sorting \x1b[31mby name"})
	s.waitWhileRunning("Sorting ␛[31mby name")
	s.shows("asking big at models.example (sees names)")
	close(gate)
	s.settle()
}

// Words that are typed over a waiting statement are in the input whole, and in place of what was asked.
func TestWordsOverAWaitingStatementAreWhole(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"net revenue", "not shipped", "show me orders"} {
		s := reviewing(t)
		s.typed(words)
		s.settle()
		if got := s.input.field.Text(); got != words {
			t.Errorf("%q is %q in the input", words, got)
		}
		if s.modal != nil || len(s.talk.Session().Turns()) != 1 {
			t.Errorf("%q: window %v, %d turns", words, s.modal, len(s.talk.Session().Turns()))
		}
	}
}

// The same over the first statement, which has no changes for n to go through.
func TestWordsOverAFirstWaitingStatementAreWhole(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"net revenue", "not shipped"} {
		s := newScreen(t, conversation(), 160, 40)
		s.press("alt+2", "R", "1")
		s.typed("Show me all users")
		s.press("enter")
		s.waitWhileRunning("not run yet")
		s.typed(words)
		s.settle()
		if got := s.input.field.Text(); got != words {
			t.Errorf("%q is %q in the input", words, got)
		}
	}
}
