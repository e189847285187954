package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
)

// What is typed and not sent is kept as turns are, at most draftAfter later: a kill, a closed terminal, a crash lose no more of it.

const draftAfter = 700 * time.Millisecond

// draftMsg is the time to look at what is not sent.
type draftMsg struct{}

// keepDraftSoon looks at what is not sent some time after a message that may have changed it.
func (m *Model) keepDraftSoon(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyMsg, outcomeMsg:
	default:
		return nil
	}
	if m.options.Drafted == nil || m.drafting {
		return nil
	}
	m.drafting = true
	return tea.Tick(draftAfter, func(time.Time) tea.Msg { return draftMsg{} })
}

func (draftMsg) apply(m *Model) tea.Cmd {
	m.drafting = false
	if write := m.takeDraft(); write != nil {
		return writeTurn(m.ctx, write)
	}
	return nil
}

// takeDraft notes what is not sent, and returns the writing that is owed; nil when nothing is.
func (m *Model) takeDraft() func(context.Context) (string, error) {
	if m.options.Drafted == nil {
		return nil
	}
	now := m.unsent()
	if slices.Equal(now, m.draft) {
		return nil
	}
	m.draft = now
	return m.options.Drafted(now)
}

// unsent is what a kill would lose, the oldest first: the words of the turn under way, the inputs that wait for it, what is in the
// input, and what was written in the editor.
func (m *Model) unsent() (texts []string) {
	add := func(s string) {
		if strings.TrimSpace(s) != "" {
			texts = append(texts, s)
		}
	}
	if m.job != nil && !m.job.plan.Onward() {
		add(m.job.input)
	}
	for _, said := range m.queue {
		add(said)
	}
	if typed := m.input.Unsent(); !begunCommand(typed) {
		add(typed)
	}
	if e, ok := m.modal.(*sqlEditor); ok && e.written() {
		add(e.field.Text())
	}
	return texts
}

// begunCommand says that all that was typed is the name of a command, or its beginning: no loss, and in the way where it comes back.
func begunCommand(typed string) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(typed), "/")
	return ok && !strings.ContainsAny(name, "/ \n")
}

// giveBack puts what was not sent before where it was typed: the last text into the input, those before it where up finds them.
func (m *Model) giveBack() {
	m.draft = m.options.Draft
	n := len(m.draft)
	if n == 0 {
		return
	}
	m.input.history = append(m.input.history, m.draft[:n-1]...)
	m.input.past = len(m.input.history)
	m.input.Put(m.draft[n-1])
	m.input.Close()
}

// broughtBack says that what was not sent is there again.
func (m *Model) broughtBack() string {
	if n := len(m.options.Draft) - 1; n > 0 {
		return "What you had typed is back; ↑ brings " + text.Plural(n, "input") + " before it."
	}
	return "What you had typed is back; ctrl+c empties the input."
}

// moveDraft lets go of what is not sent here, since it goes along to another conversation.
func (m *Model) moveDraft() tea.Cmd {
	if m.options.Drafted == nil || len(m.draft) == 0 {
		return nil
	}
	m.draft = nil
	if write := m.options.Drafted(nil); write != nil {
		return writeTurn(m.ctx, write)
	}
	return nil
}
