package main

import (
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"

	"parley/db"
	"parley/db/opener"
)

// readPassword asks on the terminal when --password says so: before the screen opens, for then the terminal is its own.
// The password is not shown, and kept in memory alone.
func (r *runtime) readPassword() error {
	if !r.Password {
		return nil
	}
	in, ok := r.stdin.(*os.File)
	if !ok || !term.IsTerminal(in.Fd()) {
		return usage("There is no terminal to ask for the password on.", "Put it in ~/.pgpass or PGPASSWORD.")
	}
	fmt.Fprint(r.stderr, "Password: ")
	typed, err := term.ReadPassword(in.Fd())
	fmt.Fprintln(r.stderr)
	if err != nil {
		return fmt.Errorf("read the password: %w", err)
	}
	r.secret = string(typed)
	return nil
}

// databaseSettings are what a database is opened with.
func (r *runtime) databaseSettings() db.Settings {
	var typed func(string) (string, error)
	if r.Password {
		typed = func(string) (string, error) { return r.secret, nil }
	}
	return db.Settings{Timeout: r.Timeout, Now: r.clock(), Password: opener.WithKeyring(typed)}
}
