package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
)

// A card that asks whether to keep what was understood says which letter does: the letter alone does it, once nothing follows it for a
// moment. With words behind it, it is the beginning of a sentence, and nothing is kept.

// verdictAfter is how long a letter stands alone before it is an answer.
const verdictAfter = 600 * time.Millisecond

// verdictMsg is the time to look whether a letter still stands alone.
type verdictMsg struct{ letter string }

// verdictSoon looks some time after a letter that answers a card, where the input holds nothing else.
func (m *Model) verdictSoon() tea.Cmd {
	letter := m.input.field.Text()
	if !m.answersCard(letter) {
		return nil
	}
	return tea.Tick(verdictAfter, func(time.Time) tea.Msg { return verdictMsg{letter} })
}

// answersCard says that a letter is the whole answer to a card that waits.
func (m *Model) answersCard(letter string) bool {
	return (letter == "y" || letter == "n") && m.talk.Teaching() && m.job == nil && m.pending == nil
}

func (v verdictMsg) apply(m *Model) tea.Cmd {
	if m.modal != nil || m.focus != layout.Input || m.input.field.Text() != v.letter || !m.answersCard(v.letter) {
		return nil
	}
	return m.send(m.input.Take())
}
