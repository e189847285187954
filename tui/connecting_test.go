package tui

import (
	"errors"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/dialog"
)

func TestADatabaseIsTriedBeforeItIsNamed(t *testing.T) {
	t.Parallel()
	var tried string
	h := &host{try: func(to Destination) error {
		if tried = to.Database; tried == "postgres://ana@db.example:5433/shop?sslmode=require" {
			return nil
		}
		return errors.New("nobody answers at db.example:5432")
	}}
	var gone Destination
	h.travel = func(to Destination) (Conversation, Options, error) {
		gone = to
		return elsewhere(t, &dialog.Session{}), Options{}, errors.New("far away")
	}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	s.ask("/connect")
	s.shows("Add a database", "PostgreSQL", "host or host:port")
	s.press("enter")
	s.shows("It needs a name.")
	s.press("tab")
	s.typed("prod")
	s.press("tab")
	s.typed("db.example")
	s.press("tab")
	s.typed("shop")
	s.press("enter")
	s.settle()
	s.shows("Nobody answers at db.example:5432", "ctrl+s keeps it")
	if h.added != "" {
		t.Errorf("kept: %s", h.added)
	}
	s.press("shift+tab")
	s.typed(":5433")
	s.press("tab", "tab")
	s.typed("ana")
	s.press("tab", "right", "enter")
	s.settle()
	if h.added != "prod=postgres://ana@db.example:5433/shop?sslmode=require" || gone.Database != "prod" {
		t.Errorf("tried %s, kept %s, gone to %v", tried, h.added, gone)
	}
	s.ask("/connect")
	s.press("right", "tab")
	s.shows("SQLite, DuckDB, CSV")
	s.typed("sales")
	s.press("tab")
	s.typed("~/data/2026-*.csv")
	s.send(ctrl(tea.KeyCtrlS))
	s.settle()
	if h.added != "sales=~/data/2026-*.csv" {
		t.Errorf("kept: %s", h.added)
	}
}

// Who types where the form begins writes the name; a file is asked for no password.
func TestTypingBeginsWithTheName(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = &host{} })
	s.ask("/connect")
	s.shows("A password is asked for")
	s.typed("shelf")
	form, ok := s.modal.(*connectForm)
	if !ok || form.kind != 0 || form.said(formName) != "shelf" {
		t.Fatalf("%+v", s.modal)
	}
	s.press("shift+tab", "right")
	s.shows("SQLite, DuckDB, CSV", "shelf")
	s.lacks("A password is asked for")
}
