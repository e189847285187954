package tui

import (
	"errors"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
)

func TestADatabaseIsTriedBeforeItIsNamed(t *testing.T) {
	t.Parallel()
	var tried, through string
	h := &host{try: func(to Destination) error {
		through = to.Tunnel
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
	for _, said := range []string{"far", "localhost:5433", "shop", "ana"} {
		s.press("tab")
		s.typed(said)
	}
	s.press("tab", "tab")
	s.typed("ssh -N -L 5433:db:5432 jump")
	s.press("enter")
	s.settle()
	s.press("ctrl+s")
	s.settle()
	if through != "ssh -N -L 5433:db:5432 jump" || h.added != "far=postgres://ana@localhost:5433/shop ssh -N -L 5433:db:5432 jump" {
		t.Errorf("tried through %q, kept %s", through, h.added)
	}
	s.ask("/connect")
	s.press("right", "tab")
	s.shows("SQLite, DuckDB, CSV")
	s.lacks("tunnel")
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

// What is chosen is told by a sign, and the foot says how to choose.
func TestWhatIsChosenIsToldWithoutColour(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = &host{} })
	s.ask("/connect")
	s.shows("● PostgreSQL", "○ file", "● prefer", "○ disable", "← → choose")
	s.press("tab")
	s.lacks("choose")
	s.press("shift+tab", "right")
	s.shows("○ PostgreSQL", "● file")
	exact(t, s, 80, 24, "with the form")
}

// A database that did not answer is kept on ctrl+s: that is said, and it is not tried a second time. One that was never tried is gone
// to; when it does not open, both are said.
func TestWhatIsKeptAllTheSameIsSaid(t *testing.T) {
	t.Parallel()
	for _, tried := range []bool{true, false} {
		gone := 0
		h := &host{try: func(Destination) error { return errors.New("nobody answers") }}
		h.travel = func(Destination) (Conversation, Options, error) {
			gone++
			return nil, Options{}, errors.New("it is far away")
		}
		s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
		s.ask("/connect")
		s.press("right", "tab")
		s.typed("shelf")
		s.press("tab")
		s.typed("books.db")
		if tried {
			s.press("enter")
			s.settle()
			s.shows("Nobody answers")
		}
		s.press("ctrl+s")
		s.settle()
		s.shows("shelf is in the settings.")
		s.lacks("Add a database")
		if tried && gone != 0 {
			t.Error("it was tried again")
		}
		if !tried {
			s.shows("shelf is in the settings. It is far away")
		}
	}
}

// Who pastes a URL has said all of it at once.
func TestAURLInAFieldIsTakenApart(t *testing.T) {
	t.Parallel()
	for name, before := range map[string][]string{"the name's field": {"tab"}, "the server's field": {"tab", "tab"}} {
		h := &host{try: func(Destination) error { return nil }}
		h.travel = func(Destination) (Conversation, Options, error) { return nil, Options{}, errors.New("far away") }
		s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
		s.ask("/connect")
		s.press(before...)
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("postgres://ana:hush@db.example:5433/shop?sslmode=require"), Paste: true})
		s.press("tab")
		s.shows("db.example:5433", "The password of the URL is left out")
		s.lacks("hush")
		s.typed("prod")
		s.press("enter")
		s.settle()
		if want := "prod=postgres://ana@db.example:5433/shop?sslmode=require"; h.added != want {
			t.Errorf("in %s: kept %q, want %q", name, h.added, want)
		}
	}
}

// A server that asks for a password answers: it is kept and gone to, and there the password is asked for.
func TestAServerThatAsksForAPasswordIsGoneTo(t *testing.T) {
	t.Parallel()
	gone := ""
	h := &host{try: func(Destination) error {
		return &db.Error{Kind: db.Login, Message: "The password for ana is wrong or missing.", Cause: db.ErrPassword}
	}}
	h.travel = func(to Destination) (Conversation, Options, error) {
		gone = to.Database
		return nil, Options{}, errors.New("no password was given")
	}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	s.ask("/connect")
	for _, said := range []string{"prod", "db.example", "shop"} {
		s.press("tab")
		s.typed(said)
	}
	s.press("enter")
	s.settle()
	s.lacks("Add a database")
	if h.added != "prod=postgres://db.example/shop" || gone != "prod" {
		t.Errorf("kept %q, gone to %q", h.added, gone)
	}
}

// An attempt that takes long is given up by typing, and what it comes to later is not heard.
func TestTypingGivesUpAnAttempt(t *testing.T) {
	t.Parallel()
	h := &host{try: func(Destination) error { return errors.New("nobody answers") }}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	s.ask("/connect")
	for _, said := range []string{"prod", "db.example", "shop"} {
		s.press("tab")
		s.typed(said)
	}
	form, ok := s.modal.(*connectForm)
	if !ok {
		t.Fatalf("%+v", s.modal)
	}
	late := form.try(s.Model)
	s.shows("trying")
	s.typed("s")
	s.lacks("trying")
	late().(connectsMsg).apply(s.Model)
	s.lacks("Nobody answers")
	s.press("enter")
	s.settle()
	s.shows("Nobody answers")
}

// Who has a server's certificate looked at names its authority; the form tells the file by its whole path.
func TestTheFormNamesTheAuthorityOfAServer(t *testing.T) {
	t.Parallel()
	h := &host{try: func(Destination) error { return nil }}
	h.travel = func(Destination) (Conversation, Options, error) { return nil, Options{}, errors.New("far away") }
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	s.ask("/connect")
	for _, said := range []string{"prod", "db.example", "shop"} {
		s.press("tab")
		s.typed(said)
	}
	s.press("tab", "tab")
	s.shows("○ verify-ca", "○ verify-full", "○ disable")
	s.lacks("root cert")
	s.press("right", "right")
	s.shows("● verify-ca", "root cert", "a file with its authority")
	s.press("tab")
	s.typed("'/etc/our authority.pem'")
	s.press("enter")
	s.settle()
	if want := "prod=postgres://db.example/shop?sslmode=verify-ca&sslrootcert=%2Fetc%2Four+authority.pem"; h.added != want {
		t.Errorf("kept %q, want %q", h.added, want)
	}
}

// A setting of a pasted URL for which there is no field is kept, and that is said.
func TestWhatAURLSaysBesidesIsKept(t *testing.T) {
	t.Parallel()
	h := &host{try: func(Destination) error { return nil }}
	h.travel = func(Destination) (Conversation, Options, error) { return nil, Options{}, errors.New("far away") }
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	s.ask("/connect")
	s.press("tab")
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("postgres://ana@db/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem&sslcert=/etc/ana.pem&password=hush"), Paste: true})
	s.press("enter")
	s.shows("● verify-full", "/etc/ca.pem", "The password of the URL is left out", "Kept as the URL", "it: sslcert.")
	s.typed("prod")
	s.press("enter")
	s.settle()
	if want := "prod=postgres://ana@db/shop?sslcert=%2Fetc%2Fana.pem&sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem"; h.added != want {
		t.Errorf("kept %q, want %q", h.added, want)
	}
}

func TestAFileDroppedOnTheFormIsTakenAsItIs(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{"'/data/my sales.csv'": "/data/my sales.csv", `/data/my\ sales.csv `: "/data/my sales.csv", "'/a b.csv' '/c d.csv'": "/a b.csv,/c d.csv"} {
		h := &host{try: func(Destination) error { return nil }}
		h.travel = func(Destination) (Conversation, Options, error) { return nil, Options{}, errors.New("far away") }
		s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
		s.ask("/connect")
		s.press("right", "tab")
		s.typed("x")
		s.press("tab")
		s.typed(said)
		s.press("enter")
		s.settle()
		if h.added != "x="+want {
			t.Errorf("%s: kept %q", said, h.added)
		}
	}
}

func TestDroppedPaths(t *testing.T) {
	t.Parallel()
	for said, want := range map[string][]string{
		"a b.csv":                    {"a b.csv"},
		`'a b.csv'`:                  {"a b.csv"},
		`"a b.csv" `:                 {"a b.csv"},
		`a\ b.csv`:                   {"a b.csv"},
		`a\ b.csv c\(1\).csv d.csv`:  {"a b.csv", "c(1).csv", "d.csv"},
		`'it'\''s.csv'`:              {"it's.csv"},
		`it's.csv`:                   {"it's.csv"},
		`C:\data\x.csv`:              {`C:\data\x.csv`},
		`'not ended`:                 {"'not ended"},
		`postgres://ana@db/shop?a=b`: {"postgres://ana@db/shop?a=b"},
	} {
		if got := dropped(said); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}

// TestAServerThatCannotBeMeantIsNotKept neither tries nor keeps a port that is no number, or a host with blanks.
func TestAServerThatCannotBeMeantIsNotKept(t *testing.T) {
	t.Parallel()
	for server, want := range map[string]string{"db:54x2": "port", "db:": "port", "db:0": "port", "db:70000": "port", "db:54:32": "port", "my db": "host", "db/shop": "host", ":5432": "host", "[::1]:x": "port"} {
		h := &host{try: func(Destination) error { return nil }}
		s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
		s.ask("/connect")
		s.press("tab")
		s.typed("prod")
		s.press("tab")
		s.typed(server)
		s.press("tab")
		s.typed("shop")
		for _, key := range []string{"enter", "ctrl+s"} {
			s.press(key)
			s.settle()
			s.shows("The "+want, "Add a database")
		}
		if h.added != "" {
			t.Errorf("%q: %q is kept", server, h.added)
		}
	}
	for _, server := range []string{"db", "db:5432", "::1", "[::1]:5432", "10.0.0.1:6432", "/var/run/postgresql"} {
		if wrong := wrongServer(server); wrong != "" {
			t.Errorf("%q: %s", server, wrong)
		}
	}
}
