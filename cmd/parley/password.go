package main

import (
	"context"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"

	"parley/db"
	"parley/db/opener"
	"parley/tui"
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

// opened opens a database. Where a server wants a password, the one typed at start is tried, and then the screen asks.
func (r *runtime) opened(ctx context.Context, targets ...string) (db.Database, error) {
	if err := r.reach(ctx, targets); err != nil {
		return nil, err
	}
	passwords := &opener.Passwords{Ask: r.asker(ctx)}
	database, err := opener.Open(ctx, db.Settings{Timeout: r.Timeout, Memory: r.Engine, Now: r.clock(), Allow: r.Allow, Password: passwords.Password}, targets...)
	if err != nil {
		return nil, err
	}
	if err := passwords.Accepted(); err != nil {
		r.log.Warn("the password is not in the keyring", "error", err)
	}
	return database, nil
}

// asker asks for passwords; nil where nobody can be asked.
func (r *runtime) asker(ctx context.Context) func(who string) (string, bool, error) {
	if !r.Password && r.passwords == nil {
		return nil
	}
	typed, again := r.Password, false
	return func(who string) (string, bool, error) {
		switch {
		case typed:
			typed, again = false, true
			return r.secret, false, nil
		case r.passwords == nil:
			return "", false, opener.ErrNoPassword
		}
		question := tui.PasswordQuestion{Who: who, Keyring: opener.HasKeyring(), Again: again}
		again = true
		return r.passwords.Ask(ctx, question)
	}
}
