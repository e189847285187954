package workflow

import (
	"errors"
	"math"
	"time"

	"parley/dialog"
)

// A session that is resumed knows its queries and not their rows. Those that are cheap are read again when their turn comes on
// screen; nobody asked for that, so cheap is told by all there is to tell it: what the turn took and brought the last time, what
// the database expects of it now, and a clock that ends it. It goes the way of every statement, so what the guard or the server's
// own layers refuse is refused here too; whatever goes wrong, the turn is as it was and ctrl+r runs it.

const (
	// unaskedElapsed and unaskedRows are what a turn took and brought at most the last time to be read again unasked.
	unaskedElapsed = 250 * time.Millisecond
	unaskedRows    = 50_000
	// unaskedCost is the estimate up to which a statement is run unasked, in PostgreSQL's unit, a page read in a row: some 200
	// MB read, below a second where they lie in memory.
	unaskedCost = 25_000
)

// unaskedTime ends a statement that nobody asked for; reading its rows may take as long once more. Tests give it more.
var unaskedTime = 500 * time.Millisecond

// errDear is returned for a statement that nobody asked for and that is not known to be cheap.
var errDear = errors.New("nobody asked for it, and it is not known to be cheap")

// BeginBack reads the rows of a turn that came without them; nil where they are kept, or where it is not known to be cheap.
func (o *Orchestrator) BeginBack(t *dialog.Turn) *Plan {
	r := t.Result
	if o.settings.NoExecute || o.settings.Flow || o.Rows(t) != nil || r.Elapsed <= 0 || r.Elapsed > unaskedElapsed || r.Rows > unaskedRows || r.More {
		return nil
	}
	tree := o.Tree(t)
	if tree == nil {
		return nil
	}
	plan := o.anewFor(t, tree)
	plan.unasked = true
	plan.settings.Limits.Time = unaskedTime
	plan.settings.AskCost = unaskedCost
	if asked := o.settings.AskCost; asked > 0 {
		plan.settings.AskCost = math.Min(asked, unaskedCost)
	}
	return plan
}
