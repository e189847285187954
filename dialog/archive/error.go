package archive

import (
	"cmp"
	"fmt"
	"strings"
)

// NotFoundError is returned when no kept session has the id or name.
type NotFoundError struct{ Ref string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("No kept session is called %q. parley sessions list shows those there are.", e.Ref)
}

// AmbiguousError is returned when a part of an id fits several sessions.
type AmbiguousError struct {
	Ref string
	IDs []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits %d sessions: %s. Give more of the id.", e.Ref, len(e.IDs), strings.Join(e.IDs, ", "))
}

// LockedError is returned when another parley has the session open. PID is 0 when it is not known.
type LockedError struct {
	ID    string
	Name  string // empty when the session has none
	First string // the beginning of its first question; empty when there is none
	PID   int
}

func (e *LockedError) Error() string {
	by := "another parley"
	if e.PID > 0 {
		by += fmt.Sprintf(" (process %d)", e.PID)
	}
	return fmt.Sprintf("The session %s is open in %s. Close it there first, or go on in a new session.", e.called(), by)
}

// called is what a person knows the session by: its name, else its first question.
func (e *LockedError) called() string {
	if e.Name == "" && e.First != "" {
		return `"` + e.First + `"`
	}
	return cmp.Or(e.Name, e.ID)
}

// DamagedError is returned when a session's file cannot be read as one. Aside is where it was moved, empty when it was
// left in place.
type DamagedError struct {
	Path, Aside string
	Cause       error
}

func (e *DamagedError) Error() string {
	if e.Aside != "" {
		return fmt.Sprintf("The session file %s is damaged (%v) and nothing in it could be read. It was set aside as %s.", e.Path, e.Cause, e.Aside)
	}
	return fmt.Sprintf("The session file %s is damaged (%v). parley sessions resume sets it aside and goes on with what can be read.", e.Path, e.Cause)
}

func (e *DamagedError) Unwrap() error { return e.Cause }

// NewerError is returned for a file that a later parley wrote.
type NewerError struct {
	Path    string
	Version int
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("The session file %s has format %d, and this parley knows %d. Open it with the newer parley.", e.Path, e.Version, logVersion)
}

// NameError is returned for a name that a session cannot have.
type NameError struct{ Name, Reason string }

func (e *NameError) Error() string {
	return fmt.Sprintf("A session cannot be called %q: %s. Choose another name.", e.Name, e.Reason)
}

// WriteError is returned when a session cannot be written: no space, no permission, no folder.
type WriteError struct {
	Path  string
	Cause error
}

func (e *WriteError) Error() string {
	return fmt.Sprintf("The session cannot be saved: %v. It goes on in memory, and is written as soon as it can be in %s.", e.Cause, e.Path)
}

func (e *WriteError) Unwrap() error { return e.Cause }

// ReadError is returned when a session's file or the folder cannot be read at all.
type ReadError struct {
	Path  string
	Cause error
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("%s cannot be read: %v. Look at its permissions, or name another folder with PARLEY_SESSIONS_DIR.", e.Path, e.Cause)
}

func (e *ReadError) Unwrap() error { return e.Cause }
