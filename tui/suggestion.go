package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db/statement"
	"parley/dialog"
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

// affordedMsg brings refinements of a turn's result that are understood whole.
type affordedMsg struct {
	turn        *dialog.Turn
	refinements []string
}

// afford looks for what may be asked of a result next, for the empty input to show: the maker reads each, as it would when it is sent.
func (m *Model) afford(turn *dialog.Turn, s *statement.Statement) tea.Cmd {
	m.affords = nil
	source := m.talk.Source()
	if source == nil || source.Index == nil || turn == nil || turn.Result == nil {
		return nil
	}
	ways := suggest.Shown{Statement: s, Rows: turn.Result.Rows, Index: source.Index, Now: m.options.Clock()}.Next()
	if source.Refiner == nil || source.Assistant != nil && source.Assistant.Status() != "rules" {
		m.affords = ways[:min(len(ways), shownQuestions)]
		return nil
	}
	ctx, now := m.ctx, m.options.Clock()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		found := affordedMsg{turn: turn}
		for _, said := range ways {
			r := workflow.Refine{Request: workflow.Request{Question: said, Now: now}, Current: s, Result: turn.Result}
			draft, err := source.Refiner.Refine(ctx, r)
			if err != nil || draft.Statement == nil || len(draft.Ignored) > 0 || draft.Statement.SQL() == s.SQL() {
				continue
			}
			if found.refinements = append(found.refinements, said); len(found.refinements) == shownQuestions {
				break
			}
		}
		return found
	}
}

func (a affordedMsg) apply(m *Model) tea.Cmd { //nolint:unparam // as all messages of the screen
	if current := m.talk.Session().Current(); current != nil && current.ID == a.turn.ID {
		m.affords = a.refinements
	}
	return nil
}
