package db

import (
	"context"
	"errors"
	"strings"
)

// Kind sorts what can go wrong with a database by what the user can do about it.
type Kind uint8

// The kinds of failure.
const (
	Failed      Kind = iota // the engine's own words, of no kind below
	NoDatabase              // no such file, server database or driver
	NotDatabase             // the file is there and is no database
	Unreachable             // no server answers there
	Login                   // the server refused user, password or TLS
	Permission              // the role, or the operating system, does not allow it
	NoTable                 // no such table
	NoColumn                // no such column
	NoFunction              // no such function or operator
	Syntax                  // the engine cannot read the statement
	ReadOnly                // a layer of the engine refused what is not a read
	Timeout                 // the statement took longer than Settings.Timeout
	Cancelled               // the user stopped it
	Lost                    // the connection broke
	Busy                    // locked by another program, or no connection free
	Resources               // memory, disk or another limit of the server or of this machine
	TooLarge                // one row or cell is larger than parley reads
)

// Error is what a database could not do: a sentence on what is wrong, and one on what to do.
type Error struct {
	Kind    Kind
	Message string // one sentence; may hold text of the engine, so it goes through Visible before it is shown
	Hint    string // one sentence on what to do; may be empty
	// Position is the byte offset in the statement's SQL where the engine points, or -1.
	Position int
	// Cause is the driver's error, for the log.
	Cause error
}

// ErrPassword is behind the refusal of a server that answers, and wants a password or another one.
var ErrPassword = errors.New("a password is wanted")

// Error is the message without the hint.
func (e *Error) Error() string { return e.Message }

// Told is what a person is told of err: what is wrong, and after it the hint, where err's chain holds an *Error with one.
func Told(err error) string {
	said := Visible(err.Error())
	var e *Error
	if !errors.As(err, &e) || e.Hint == "" {
		return said
	}
	return strings.TrimRight(said, ". ") + ". " + Visible(e.Hint)
}

// Unwrap gives the driver's error.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf is the kind of the first *Error in err's chain; Failed when there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Failed
}

// Interrupted is err, or, when it comes from the end of one of the contexts, which of the two ends it was: a timeout or
// a cancel. Engines call both an interrupt. Contexts may be nil.
func Interrupted(err error, contexts ...context.Context) error {
	if err == nil || !interruption(err) {
		return err
	}
	for _, ctx := range contexts {
		switch {
		case ctx == nil || ctx.Err() == nil:
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return &Error{Kind: Timeout, Message: "The statement took too long and was stopped.", Hint: TimeoutHint, Position: -1, Cause: err}
		default:
			return &Error{Kind: Cancelled, Message: "The statement was stopped.", Position: -1, Cause: context.Cause(ctx)}
		}
	}
	return err
}

func interruption(err error) bool {
	kind := KindOf(err)
	return kind == Cancelled || kind == Timeout || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Hints that the engines share, so that one failure reads the same everywhere.
const (
	TimeoutHint = "Narrow it down with a filter or a limit, or give it longer with --timeout."
	WriteHint   = "parley only reads: ask for a SELECT."
)
