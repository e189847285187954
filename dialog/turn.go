// Package dialog is the synchronous core of a conversation: session, turns, intent, thread and branches, context.
//
// It imports the standard library without I/O, and uuid; it reads no clock and no random source: time and ids are
// passed in (requirements §1). Start reading at Session.
package dialog

import (
	"time"

	"github.com/google/uuid"
)

// Intent says what an input does to the conversation (DM-REQ-02, DM-REQ-03).
type Intent uint8

// The intents.
const (
	NewQuery Intent = iota
	Refinement
)

// String is the intent's name in the batch protocol and in files.
func (i Intent) String() string { return [...]string{"new_query", "refinement"}[i] }

// Confidence is how sure a detection is (DM-REQ-04).
type Confidence uint8

// The confidences, in order.
const (
	Low Confidence = iota
	Medium
	High
)

// String is the confidence's name in the batch protocol and in files.
func (c Confidence) String() string { return [...]string{"low", "medium", "high"}[c] }

// Route says who answers an input (requirements §3).
type Route uint8

// The routes.
const (
	// RouteQuery makes or refines SQL, or runs SQL as typed.
	RouteQuery Route = iota
	// RouteAnswer speaks about what is on screen, without new SQL.
	RouteAnswer
	// RouteCommand is a slash command.
	RouteCommand
	// RouteClarify asks back, or takes thanks and greetings; the query stays.
	RouteClarify
)

// String is the route's name in the batch protocol and in files.
func (r Route) String() string { return [...]string{"query", "answer", "command", "clarify"}[r] }

// Turn is one exchange: what was said, and what came of it. Either Result or Failure is set, or neither for an answer.
type Turn struct {
	ID uuid.UUID
	// Number counts from 1 and goes on over undo and /new; only Clear starts again.
	Number int
	// Parent is the turn this one was made from; the zero UUID for the root of a thread.
	Parent uuid.UUID
	Time   time.Time
	Input  string
	// Question is the input as a question that stands alone, where it was reformulated.
	Question   string
	Intent     Intent
	Confidence Confidence
	Route      Route
	Result     *Result
	Failure    *Failure
}

// Result is the preview of a turn's outcome that the state keeps: bounded in bytes; the rows live in the result store.
type Result struct {
	// SQL is the statement as run, one line.
	SQL         string
	Explanation string
	// Understood lists readings: "last month = 1–31 Oct 2026".
	Understood []string
	// Ignored lists words that had no part in the SQL.
	Ignored []string
	// Notes are said to the user beside the result: "country is shown already".
	Notes []string
	// Changes is the summary of what a refinement changed, computed from the two trees.
	Changes []string
	// Source is who made the SQL: "engine", "typed", or a model's name.
	Source  string
	Columns []string
	// Rows counts the rows fetched; More says there are others.
	Rows    int
	More    bool
	Preview [][]string
	Elapsed time.Duration
	AsOf    time.Time
}

// Failure is why a turn brought no result, in words that say what to do next (IRW-REQ-05).
type Failure struct {
	// Kind is "not understood", "refused", "syntax", "database", "timeout", "cancelled" or "internal".
	Kind     string
	Message  string
	CanRetry bool
	// Suggestions are inputs that would work.
	Suggestions []string
}
