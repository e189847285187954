package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// effectMsg is the result of a small effect that knows what to do with the model; it checks itself whether it still
// belongs to what is on screen.
type effectMsg interface {
	apply(m *Model) tea.Cmd
}

// hostCommand runs a slash command of the host.
func hostCommand(ctx context.Context, name, argument string, f func(context.Context, string) (string, error)) tea.Cmd {
	return func() tea.Msg {
		s, err := f(ctx, argument)
		return answerMsg{name: name, text: s, err: err}
	}
}
