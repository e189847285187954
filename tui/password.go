package tui

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
	"parley/tui/theme"
)

// PasswordQuestion asks the user for a password while the screen is up.
type PasswordQuestion struct {
	// Who it is for: "ana@db.example".
	Who string
	// Keyring says that the password can be kept in the system's keyring; Again that the server did not take the last one.
	Keyring, Again bool
	// Answer takes one answer; it must not block.
	Answer chan<- PasswordAnswer
}

// PasswordAnswer is what the user typed; Err where he did not want to. Keep asks for the keyring.
type PasswordAnswer struct {
	Password string
	Keep     bool
	Err      error
}

// errNoAnswer is the answer of a user who left.
var errNoAnswer = errors.New("no password was given")

// Passwords is a way to ask for passwords from beside the update loop: Ask waits for the screen's answer.
type Passwords chan PasswordQuestion

// Ask asks and waits; q needs no Answer.
func (p Passwords) Ask(ctx context.Context, q PasswordQuestion) (password string, keep bool, err error) {
	answer := make(chan PasswordAnswer, 1)
	q.Answer = answer
	select {
	case p <- q:
	case <-ctx.Done():
		return "", false, ctx.Err()
	}
	select {
	case a := <-answer:
		return a.Password, a.Keep, a.Err
	case <-ctx.Done():
		return "", false, ctx.Err()
	}
}

// hear waits for the next question; there is one at a time.
func (m *Model) hear() tea.Cmd {
	questions, ctx := m.options.Passwords, m.ctx
	if questions == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case q := <-questions:
			return passwordMsg(q)
		case <-ctx.Done():
			return nil
		}
	}
}

// passwordMsg brings a question.
type passwordMsg PasswordQuestion

func (q passwordMsg) apply(m *Model) tea.Cmd {
	return m.open(&passwordPrompt{question: PasswordQuestion(q), field: field{single: true}})
}

// passwordPrompt is a window that asks for a password, and shows none of it.
type passwordPrompt struct {
	question PasswordQuestion
	field    field
	keep     bool
}

// Key edits; enter gives the password, tab chooses the keyring.
func (p *passwordPrompt) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "ctrl+c":
		return p.answer(m, PasswordAnswer{Err: errNoAnswer})
	case "enter":
		return p.answer(m, PasswordAnswer{Password: p.field.Text(), Keep: p.keep})
	case "tab":
		p.keep = p.question.Keyring && !p.keep
	default:
		p.field.Key(k)
	}
	return nil
}

func (p *passwordPrompt) answer(m *Model, a PasswordAnswer) tea.Cmd {
	m.modal = nil
	p.question.Answer <- a
	return tea.Batch(m.hear(), m.next())
}

// Size is a line for the password and one for the keyring.
func (p *passwordPrompt) Size(*theme.Theme, int, int) (int, int) {
	return max(60, text.Width(p.place())), 2
}

// place says where the password can be kept.
func (p *passwordPrompt) place() string {
	switch {
	case !p.question.Keyring:
		return "It is not kept: this machine has no keyring; ~/.pgpass is read too."
	case p.keep:
		return "[x] keep it in the system's keyring (tab)"
	}
	return "[ ] keep it in the system's keyring (tab)"
}

// View draws a dot for each character.
func (p *passwordPrompt) View(th *theme.Theme, w, _ int) window {
	hidden := field{single: true, width: w - 3, at: p.field.at, chars: strings.Split(strings.Repeat(theme.Dot, len(p.field.chars)), "")}
	title := "Password of "
	if p.question.Again {
		title = "Not accepted. Password of "
	}
	return window{title: title + visibleOneLine(p.question.Who), foot: "enter · esc back", lines: []string{
		th.Accent.Render(theme.Prompt) + " " + hidden.View(th, 1, true, "")[0],
		th.Muted.Render(text.Cut(p.place(), w)),
	}}
}
