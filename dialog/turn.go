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
func (i Intent) String() string { return name(i, "new_query", "refinement") }

// Confidence is how sure a detection is (DM-REQ-04).
type Confidence uint8

// The confidences, in order.
const (
	Low Confidence = iota
	Medium
	High
)

// String is the confidence's name in the batch protocol and in files.
func (c Confidence) String() string { return name(c, "low", "medium", "high") }

// TimeOf begins what is told of a period that is now of another column, since something else is asked for.
const TimeOf = "the time = "

// Route says who answers an input (requirements §3).
type Route uint8

// The routes.
const (
	// RouteQuery makes or refines SQL, or runs SQL as typed.
	RouteQuery Route = iota
	// RouteAnswer speaks about what is on screen, without new SQL.
	RouteAnswer
	// RouteCommand is a slash command, or the same in plain words ("undo").
	RouteCommand
	// RouteClarify asks back, or takes thanks and greetings; the query stays.
	RouteClarify
)

// String is the route's name in the batch protocol and in files.
func (r Route) String() string { return name(r, "query", "answer", "command", "clarify") }

// name is the name at an enumeration's value, or "unknown" where a damaged file held another.
func name[E ~uint8](e E, names ...string) string {
	if int(e) >= len(names) {
		return "unknown"
	}
	return names[e]
}

// Turn is one exchange: what was said, and what came of it. Either Result or Failure is set, or neither for an answer.
// A recorded turn is shared and never changed.
type Turn struct {
	ID uuid.UUID
	// Number counts from 1 and goes on over undo and /new; only Clear starts again. Record sets it.
	Number int
	// Parent is the turn that was current when this one was made; the zero UUID for the first. Record sets it.
	Parent uuid.UUID
	Time   time.Time
	Input  string
	// Original is the input that started the turn's thread, kept even when that turn is pruned. Record sets it.
	Original string
	// Question is the input as a question that stands alone, where it was reformulated.
	Question   string
	Intent     Intent
	Confidence Confidence
	Route      Route
	// Sent says what left this machine for the turn; empty when nothing did.
	Sent    string
	Result  *Result
	Failure *Failure
	// Reply is what an answer said.
	Reply string
	// Cleared says that the turn is a Clear: a conversation begins after it, and undo goes back over it.
	Cleared bool
}

// Asked is the input without the words that start over: "/new how many orders" asks how many orders.
func (t *Turn) Asked() string {
	question, _ := reset(t.Input)
	return question
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
	// Chance is the probability that the SQL answers what was said, 0 to 1: 1 where a person vouches for it, 0 where nobody
	// judged it. Doubts are what was assumed, left out or looks wrong, in words.
	Chance float64
	Doubts []string
	// Suggestions are inputs that bring rows where this brought none.
	Suggestions []string
	// Notes are said to the user beside the result: "country is shown already".
	Notes []string
	// Changes is the summary of what a refinement changed, computed from the two trees.
	Changes []string
	// Source is who made the SQL: "engine", "typed", "grid" (a key of the result), or a model's name.
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
