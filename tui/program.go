package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/clip"
	"parley/tui/wire"
)

// frames is how often a second the terminal may be drawn: a key is on screen at the next tick.
const frames = 120

// PanicError is returned when the screen made a mistake: the terminal is restored before anybody reads it.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("the screen failed: %v", e.Value) }

// The terminal's title is put aside while the screen says which database it is on, and comes back (xterm, CSI t).
const pushTitle, popTitle = "\x1b[22;0t", "\x1b[23;0t"

// Run shows the screen until the user leaves. The terminal is as before when it returns, also after a panic, which comes
// back as *PanicError.
func Run(ctx context.Context, talk Conversation, o Options, in io.Reader, out io.Writer) error {
	if o.Escape == nil {
		o.Escape = func(s string) { io.WriteString(out, s) }
	}
	if o.Clipboard == nil {
		o.Clipboard, o.Paste = clip.System()
	}
	if o.Back != nil {
		defer o.Back()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m, err := New(ctx, talk, o)
	if err != nil {
		return err
	}
	if f, ok := in.(*os.File); ok {
		in = &answerless{File: f}
	}
	if f, ok := out.(*os.File); ok {
		out = &wire.Terminal{File: f}
	}
	options := []tea.ProgramOption{tea.WithAltScreen(), tea.WithContext(ctx), tea.WithFPS(frames), tea.WithInput(in), tea.WithOutput(out),
		tea.WithoutSignalHandler(), tea.WithReportFocus()}
	if !o.NoMouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	o.Escape(pushTitle)
	defer o.Escape(popTitle)
	if o.Signals.Progress {
		defer o.Escape(hideProgress)
	}
	shield := &shield{model: m}
	program := tea.NewProgram(shield, options...)
	if o.Back != nil {
		o.Back()
	}
	_, err = program.Run()
	shield.lastDraft()
	switch {
	case shield.failed != nil:
		return shield.failed
	case errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil, errors.Is(err, tea.ErrInterrupted):
		return context.Canceled
	}
	return err
}

// shield keeps a panic of the screen from reaching the terminal: it ends the program in good order instead.
type shield struct {
	model  *Model
	failed error
}

// lastDraft notes what was not sent when the screen is over; a screen that failed may not know.
func (s *shield) lastDraft() {
	defer func() { _ = recover() }()
	s.model.takeDraft()
}

// Init implements tea.Model.
func (s *shield) Init() tea.Cmd { return s.guard(tea.Batch(s.model.Init(), s.model.hear())) }

// Update implements tea.Model.
func (s *shield) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer func() {
		if v := recover(); v != nil {
			s.failed = &PanicError{Value: v, Stack: debug.Stack()}
			next, cmd = s, tea.Quit
		}
	}()
	if failed, ok := msg.(panicMsg); ok {
		s.failed = failed.err
		return s, tea.Quit
	}
	_, cmd = s.model.Update(msg)
	return s, s.guard(cmd)
}

// View implements tea.Model.
func (s *shield) View() (view string) {
	defer func() {
		if v := recover(); v != nil {
			view = "parley made a mistake while drawing; ctrl+c leaves."
			if s.failed == nil {
				s.failed = &PanicError{Value: v, Stack: debug.Stack()}
			}
		}
	}()
	return s.model.View()
}

// panicMsg brings a panic of a command to the update loop.
type panicMsg struct{ err error }

// guard turns a panic in a command into a message.
func (s *shield) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = panicMsg{&PanicError{Value: v, Stack: debug.Stack()}}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = s.guard(batch[i])
			}
		}
		return msg
	}
}
