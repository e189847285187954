package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db/statement"
	"parley/tui/suggest"
	"parley/workflow"
)

// shownQuestions is how many first questions are offered.
const shownQuestions = 3

// patience is how long the maker is asked what it understands, before those found by then are shown.
const patience = 2 * time.Second

// suggestedMsg brings first questions that are understood whole.
type suggestedMsg struct {
	source    *workflow.Source
	questions []string
}

// suggest looks for first questions that the maker understands with every word: one that would be asked back is none.
func (m *Model) suggest() tea.Cmd {
	source := m.talk.Source()
	if source == nil || source.Index == nil || source.Generator == nil {
		return nil
	}
	if source.Assistant != nil && source.Assistant.Status() != "rules" { // a model is asked nothing that nobody asked
		questions := suggest.First(source.Index)
		m.suggested, m.looked = questions[:min(len(questions), shownQuestions)], true
		return nil
	}
	ctx, now := m.ctx, m.options.Clock()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		found := suggestedMsg{source: source}
		for _, q := range suggest.First(source.Index) {
			draft, err := source.Generator.Generate(ctx, workflow.Request{Question: q, Now: now})
			if err != nil || draft.Statement == nil || len(draft.Ignored) > 0 {
				continue
			}
			if found.questions = append(found.questions, q); len(found.questions) == shownQuestions {
				break
			}
		}
		return found
	}
}

func (s suggestedMsg) apply(m *Model) tea.Cmd { //nolint:unparam // as all messages of the screen
	if m.talk.Source() == s.source {
		m.suggested, m.looked = s.questions, true
	}
	return nil
}

// afford notes what may be asked of a result next, for the empty input to show.
func (m *Model) afford(s *statement.Statement) {
	m.affords = nil
	if source := m.talk.Source(); source != nil && source.Index != nil {
		m.affords = suggest.Next(s, source.Index)
		m.affords = m.affords[:min(len(m.affords), shownQuestions)]
	}
}
