package workflow

import (
	"log/slog"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
)

// Settings say how turns run.
type Settings struct {
	// NoExecute leaves the database's rows alone: statements are made and checked, not run.
	NoExecute bool
	// Whole makes Run wait for the last row that is read ahead; else it returns with the first ones and the rowset
	// goes on reading.
	Whole bool
	// Flow is for a host that writes all rows of a result as they come: Reply.Rows.Stream gives each of them once, in bounded
	// memory, and of the limits only Memory and Stall hold.
	Flow   bool
	Limits db.Limits
	// AskCost is the estimated cost, in the database's own unit, from which a statement waits for a yes; 0 never asks.
	AskCost float64
	// KeepChoices keeps what is answered to a question back in the person's own project; else it holds until parley ends.
	KeepChoices bool
	// ShortNames gives tables that stand with others short names in statements that the rules make.
	ShortNames bool
	// Clock is the user's clock in the user's time zone; NewID makes turn ids.
	Clock func() time.Time
	NewID func() uuid.UUID
	Log   *slog.Logger
	// Room remembers parameters; nil remembers nothing. Its Sync is the host's to call, beside the update loop.
	Room *memory.Room
	// Kept is what a kept session of a name remembers about a database, as Room.Export wrote it; nil for nothing. The function may be
	// nil.
	Kept func(session, database string) ([]byte, error)
}

// Orchestrator runs the turns of one session. Begin, Commit and the other methods that touch the session are called
// from one goroutine, the update loop; only Plan.Run may run beside them.
type Orchestrator struct {
	session  *dialog.Session
	opening  *Opening
	settings Settings
	// reset says that /new or /clear came last: nothing is carried into the next question.
	reset bool
	// trees and rows are those of the last turns that were made or looked at: a session without end must not grow with them. A
	// tree is read again from its SQL, rows are run again.
	trees *trees
	rows  *shelf
	// taught is what the turns taught the room.
	taught taught
	// offered is what the last question back offered.
	offered offer
	// passed is what the readings of the last turn were that another one was preferred to.
	passed offer
	// near is the reading that was offered in the place of one without rows; nil for none.
	near *nearest
	// lesson is what was understood of the last input and waits for a yes; nil for nothing.
	lesson *taughtLesson
	// anew says that a default filter was told since the query in force was made.
	anew bool
	// greeted says that what there is to say of the project was said.
	greeted bool
}

// New makes an orchestrator over a session and a source that may still be opening.
func New(session *dialog.Session, opening *Opening, settings Settings) *Orchestrator {
	if settings.Clock == nil {
		settings.Clock = time.Now
	}
	if settings.NewID == nil {
		settings.NewID = uuid.New
	}
	if settings.Log == nil {
		settings.Log = slog.New(slog.DiscardHandler)
	}
	return &Orchestrator{
		session: session, opening: opening, settings: settings,
		trees: newTrees(64), rows: newShelf(3),
	}
}

// Session is the conversation's state, to read.
func (o *Orchestrator) Session() *dialog.Session { return o.session }

// Room is what is remembered, nil when nothing is.
func (o *Orchestrator) Room() *memory.Room { return o.settings.Room }

// Opening is the source under way.
func (o *Orchestrator) Opening() *Opening { return o.opening }

// Source is the open source, nil while it is opening.
func (o *Orchestrator) Source() *Source { return o.opening.Ready() }

// Trouble says why there is no source, in words that say what to do next; nil while it is opening and when it is open.
func (o *Orchestrator) Trouble() *dialog.Failure {
	if err := o.opening.Err(); err != nil {
		return explain(err)
	}
	return nil
}

// Tree is the statement of a turn, nil when the turn has none.
func (o *Orchestrator) Tree(t *dialog.Turn) *statement.Statement {
	if t == nil || t.Result == nil {
		return nil
	}
	if tree := o.trees.get(t.ID); tree != nil {
		return tree
	}
	return o.parseTurn(t)
}

// parseTurn reads the SQL of a turn that came from a file.
func (o *Orchestrator) parseTurn(t *dialog.Turn) *statement.Statement {
	source := o.opening.Ready()
	if source == nil {
		return nil
	}
	tree, err := statement.Parse(t.Result.SQL, source.dialect(), source.Names)
	if err != nil {
		o.settings.Log.Warn("a turn's SQL does not parse", "turn", t.Number, "error", err)
		return nil
	}
	o.trees.put(t.ID, tree)
	return tree
}

// Rows are the rows of a turn while they are kept, else nil: run the turn again.
func (o *Orchestrator) Rows(t *dialog.Turn) *db.Rowset { return o.rows.get(t.ID) }

// Settle writes down how many rows a turn has, once its reading has ended; it says whether it has.
func (o *Orchestrator) Settle(t *dialog.Turn) bool {
	rows := o.rows.get(t.ID)
	if rows == nil || rows.State() == db.Reading {
		return false
	}
	o.session.Count(t.ID, rows.Len(), rows.More())
	return true
}

// Close lets every result go. The source belongs to who opened it.
func (o *Orchestrator) Close() { o.rows.clear() }
