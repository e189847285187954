package tui

import (
	"context"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// Conversation is the core as the screen needs it. All methods are called on the update loop; only Plan.Run runs beside.
type Conversation interface {
	Begin(input string) *workflow.Plan
	// BeginWith takes the input again with some of what it inherited, or with nothing.
	BeginWith(input string, inherited []memory.Found) *workflow.Plan
	// BeginTurned takes the input for the other intent.
	BeginTurned(input string) *workflow.Plan
	// BeginDraft takes the reading that the user picked.
	BeginDraft(input string, draft *workflow.Draft) *workflow.Plan
	// Others looks at the readings that the one in force was preferred to; nil where there are none. Its function runs beside.
	Others() func(ctx context.Context) []*workflow.Draft
	// Parts are what the statement in force says, each with other ways to have it; Weigh looks at such ways, beside.
	Parts() []workflow.Part
	Weigh(ways []*workflow.Draft) func(ctx context.Context) []*workflow.Draft
	// BeginEdit takes SQL written by hand.
	BeginEdit(sql string) *workflow.Plan
	// BeginWritten takes it under words that say what it changes.
	BeginWritten(words, sql string) *workflow.Plan
	// BeginGiven takes words whose SQL is given: what the grid asks for.
	BeginGiven(input, sql string) *workflow.Plan
	// BeginFurther reads a turn's result on by a new run, or says why it cannot.
	BeginFurther(*dialog.Turn) (*workflow.Plan, error)
	// BeginBack reads the rows of a turn that came without them; nil where they are kept, or not known to be cheap.
	BeginBack(*dialog.Turn) *workflow.Plan
	// Commit records the outcome; nil when it was overtaken.
	Commit(*workflow.Outcome) *workflow.Reply
	Undo() *workflow.Reply
	Redo() *workflow.Reply
	Branch(id uuid.UUID) *workflow.Reply
	Session() *dialog.Session
	// Teaching says that a card asks whether to keep what was understood.
	Teaching() bool
	// Source is nil while the database is opening.
	Source() *workflow.Source
	// Trouble says why the database could not be opened, nil otherwise.
	Trouble() *dialog.Failure
	// Tree and Rows are what is kept of a turn, nil when nothing is.
	Tree(*dialog.Turn) *statement.Statement
	Rows(*dialog.Turn) *db.Rowset
	// Grown brings a turn's counts up to the rows read by now.
	Grown(*dialog.Turn)
	// Settle writes them down once its reading has ended, and says whether it has.
	Settle(*dialog.Turn) bool
}

var _ Conversation = (*workflow.Orchestrator)(nil)
