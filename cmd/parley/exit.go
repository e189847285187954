package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parley/db"
	"parley/dialog"
)

// Exit codes of the command line.
const (
	exitDone          = 0
	exitFailed        = 1
	exitUsage         = 2
	exitNotUnderstood = 3
	exitRefused       = 4
	exitCut           = 5 // the output ends before the result does
	exitDoubted       = 6 // there are doubts about the answer, and --strict gives none with doubts
	exitCancelled     = 130
)

// sentence is an error in two sentences: what is wrong, and what to do.
type sentence struct {
	wrong, todo string
	code        int
}

func (e *sentence) Error() string {
	if e.todo == "" {
		return e.wrong
	}
	return e.wrong + " " + e.todo
}

func usage(wrong, todo string) error  { return &sentence{wrong, todo, exitUsage} }
func failed(wrong, todo string) error { return &sentence{wrong, todo, exitFailed} }

// quiet ends with a code after everything was said already.
type quiet int

func (q quiet) Error() string { return fmt.Sprintf("exit %d", int(q)) }

// exitCode is the one place where an error becomes a code and a line on standard error.
func exitCode(err error, stderr io.Writer) int {
	var said quiet
	var s *sentence
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &said):
		return int(said)
	case errors.As(err, &s):
		fmt.Fprintln(stderr, "parley: "+s.Error())
		return s.code
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "parley: cancelled.")
		return exitCancelled
	default:
		fmt.Fprintln(stderr, "parley: "+db.Told(err))
		return exitFailed
	}
}

// failureCode is the exit code of a turn that failed.
func failureCode(f *dialog.Failure) int {
	switch f.Kind {
	case "not understood":
		return exitNotUnderstood
	case "refused":
		return exitRefused
	case "cancelled":
		return exitCancelled
	default:
		return exitFailed
	}
}
