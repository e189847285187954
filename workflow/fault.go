package workflow

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
)

// explain is the one place where an error becomes what the user reads: what is wrong, and what to do next (IRW-REQ-05).
func explain(err error) *dialog.Failure {
	var (
		unknown   *NotUnderstood
		ambiguous *Ambiguous
		refusal   *statement.Refusal
		syntax    *statement.SyntaxError
		failure   *db.Error
		panicked  *PanicError
		costly    *Costly
		slipped   *SlipError
		large     *statement.TooLarge
	)
	switch {
	case errors.As(err, &unknown):
		return notUnderstood(unknown)
	case errors.As(err, &ambiguous):
		return &dialog.Failure{Kind: "not understood", Message: asked(ambiguous), CanRetry: true, Suggestions: readings(ambiguous.Readings)}
	case errors.As(err, &refusal):
		return &dialog.Failure{Kind: "refused", Message: sentence(refusal.Error()), CanRetry: true}
	case errors.As(err, &large):
		return &dialog.Failure{Kind: "refused", Message: SentenceCase(large.Error()) + ": it is not run. Split it, or say it with fewer levels.", CanRetry: true}
	case errors.As(err, &costly):
		return &dialog.Failure{Kind: "refused", CanRetry: true,
			Message: sentence(costly.Error()) + " Narrow it down with a filter, or allow more with --ask-cost (0 never asks)."}
	case errors.As(err, &slipped):
		return &dialog.Failure{Kind: "syntax", Message: slipped.Error(), CanRetry: true}
	case errors.As(err, &syntax):
		return &dialog.Failure{Kind: "syntax", Message: sentence(syntax.Error()) + " Mend the SQL and send it again.", CanRetry: true}
	case errors.Is(err, context.Canceled):
		return &dialog.Failure{Kind: "cancelled", Message: "Cancelled. The query before it stays.", CanRetry: true}
	case errors.As(err, &failure) && failure.Kind == db.Unreachable: // by a limit of its own, before a statement was begun
		return databaseFailure(failure)
	case errors.Is(err, context.DeadlineExceeded):
		return &dialog.Failure{Kind: "timeout", Message: "It took longer than the time limit. " + db.TimeoutHint, CanRetry: true}
	case errors.As(err, &failure):
		return databaseFailure(failure)
	case errors.As(err, &panicked):
		return &dialog.Failure{Kind: "internal", Message: "parley made a mistake in this turn; the conversation is as it was. Try other words, and report it with --debug FILE.", CanRetry: true}
	default:
		return &dialog.Failure{Kind: "internal", Message: SentenceCase(err.Error()) + ". Try again, or ask in other words.", CanRetry: true}
	}
}

func notUnderstood(e *NotUnderstood) *dialog.Failure {
	f := &dialog.Failure{Kind: "not understood", CanRetry: true, Suggestions: e.Suggestions}
	switch {
	case e.Refusal != "":
		f.Kind, f.Message = "refused", e.Refusal
	case e.Absent != "":
		f.Message = e.Absent
	case len(e.Words) > 0:
		f.Message = fmt.Sprintf("I did not understand: %s.", strings.Join(once(e.Words), ", "))
	default:
		f.Message = "I did not understand that as a question about this database."
	}
	if len(e.Suggestions) > 0 {
		f.Message += " These would work: " + strings.Join(e.Suggestions, " · ")
	} else {
		f.Message += " Name a table or a column: /schema shows them."
	}
	for _, note := range e.Notes {
		f.Message += " " + note
	}
	return f
}

// sentence is an error's text as a person reads it.
func sentence(text string) string { return SentenceCase(strings.TrimRight(text, ". ")) + "." }

// asked is the question back with the readings, numbered as they can be picked, each with what it brings.
func asked(e *Ambiguous) string {
	lines := []string{e.Question}
	glance := func(d *Draft) string {
		if d.Glance == "" {
			return ""
		}
		return " (" + d.Glance + ")"
	}
	if len(e.Readings) == 1 {
		lines[0] += " The likeliest reading: " + e.Readings[0].Called() + glance(e.Readings[0]) + "."
	} else {
		for i, r := range e.Readings {
			lines = append(lines, fmt.Sprintf("%d. %s%s", i+1, r.Called(), glance(r)))
		}
	}
	return strings.Join(append(lines, e.Notes...), "\n")
}

func readings(drafts []*Draft) []string {
	var lines []string
	for _, d := range drafts {
		lines = append(lines, d.Called())
	}
	return lines
}

func databaseFailure(e *db.Error) *dialog.Failure {
	kind := "database"
	switch e.Kind {
	case db.Timeout:
		kind = "timeout"
	case db.ReadOnly:
		kind = "refused"
	case db.Cancelled:
		kind = "cancelled"
	case db.Syntax:
		kind = "syntax"
	}
	message := sentence(e.Message)
	if e.Hint != "" {
		message += " " + e.Hint
	}
	return &dialog.Failure{Kind: kind, Message: db.Visible(message), CanRetry: true}
}
