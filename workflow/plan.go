package workflow

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/judgement"
	"parley/workflow/project"
)

// Timing says where a turn's time went. Waiting for a source that is still opening counts in none.
type Timing struct{ Detect, Begin, Generate, Execute, Commit time.Duration }

// Plan is a turn that was decided and not yet run. It holds a snapshot and shares no state with the session, so Run may
// go on beside the update loop.
type Plan struct {
	Input     string
	Detection dialog.Detection
	// Report, when set before Run, is told from Run's goroutine how a model gets on.
	Report func(Progress)
	// Ask, when set before Run, is asked from Run's goroutine before a statement is executed that waits for a yes; an error
	// ends the turn with it. Where nobody can be asked, such a statement does not run. Review makes every statement wait.
	Ask    func(context.Context, Proposal) error
	Review bool

	ticket   dialog.Ticket
	opening  *Opening
	settings Settings
	started  time.Time
	make     maker
	strategy dialog.Strategy
	// context, and the turn and the statements in force, are what a refinement works from.
	context dialog.Context
	inForce *dialog.Turn
	current *statement.Statement
	before  *statement.Statement
	timing  Timing
	// generates says that the question stands alone; notice is said beside the turn.
	generates bool
	// picked says that a reading was chosen of those that a question back offered.
	picked bool
	typing typing // where the input is SQL, how sure that is
	notice string
	// sent is what left for a model before the turn's maker was asked.
	sent []Sent
	// asked is the input that /payload is to show the request of; nil without one.
	asked *dialog.Detection
	// lesson is what waits to be kept, and was said yes to; nil for none.
	lesson *taughtLesson
	// anew says that default filters were told since the query in force was made.
	anew bool
	// lifts are the default filters that the input lifts; refined is then what is refined in the place of current.
	lifts   []*project.Definition
	refined *statement.Statement
	// path are the turns of the present branch, oldest first, trees the statements of those that are read already, and source is
	// what the others are read with. Fresh says that the conversation was begun anew.
	path   func() []*dialog.Turn
	trees  map[uuid.UUID]*statement.Statement
	source *Source
	fresh  bool
	// looked says that what is remembered was looked at; back is what the input goes on from instead of the query in force,
	// nil for nothing; gone are parameters whose time is over.
	looked bool
	back   *recollection
	gone   []memory.Found
	// exact says that nothing that stands by itself is added; amendment is what the turn does to memory beside its query;
	// refusal is why a command that changes memory cannot be carried out.
	exact     bool
	amendment *amendment
	refusal   string
	// onward is what the plan reads on; nil for all other plans.
	onward *onward
	// unasked says that nobody asked for the plan: it runs where that is known to be cheap, and never asks back.
	unasked bool
}

// maker brings the draft of a turn.
type maker func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error)

// Outcome is what running a plan brought: a draft and its rows, or an error.
type Outcome struct {
	Plan  *Plan
	Draft *Draft
	Rows  *db.Rowset
	Err   error

	// asked is the draft's statement before default filters were added; nil where none could be.
	asked *statement.Statement
	// lesson is what was understood of a sentence that teaches.
	lesson *taughtLesson
	// nearest is a reading that has rows where the draft has none; nil for none.
	nearest *nearest
	// answer is what a command said; verdict is what is thought of the draft; remark is what the database said of running the statement; sent is what left for a model.
	answer string
	// expired tells what was remembered once and is missed.
	expired  string
	verdict  judgement.Judgement
	remark   string
	sent     []Sent
	executed time.Time
	timing   Timing
}

// PanicError is returned when a part of a turn panicked: the session is as it was.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Runs says whether the plan has work to do outside the update loop; else Commit may follow at once.
func (p *Plan) Runs() bool { return p.make != nil || p.hosted() }

// Run makes the statement, checks it and reads its first rows. Cancelling the context stops the makers and the statement
// on the server. It does not touch the session.
func (p *Plan) Run(ctx context.Context) (out *Outcome) {
	out = &Outcome{Plan: p, timing: p.timing}
	defer func() {
		if v := recover(); v != nil {
			out.drop()
			out.Err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	if !p.Runs() {
		return out
	}
	ctx = WithAllowance(ctx)
	source, err := p.wait(ctx)
	if err != nil {
		out.Err = err
		return out
	}
	if p.Detection.Command == teachCommand && p.hosted() {
		out.answer, out.lesson = p.teach(ctx, source)
		return out
	}
	if p.hosted() && p.takes() {
		var turn *Plan
		if out.answer, turn = p.takenOver(ctx, source); turn == nil {
			return out
		}
		out.Plan = turn
	} else if p.hosted() {
		out.answer = p.hostCommand(ctx, source, out.listen())
		return out
	}
	source = out.generate(ctx, source)
	out.ask(ctx, source)
	if out.Err == nil {
		out.Err = out.check()
	}
	if out.Err == nil {
		out.Err = out.propose(ctx, source)
	}
	if out.Err == nil && !p.settings.NoExecute {
		out.execute(ctx, source)
	}
	if out.Err == nil {
		out.judge(ctx, source)
		out.settle(ctx, source)
	}
	return out
}

// wait gives the source: SQL that was typed needs no more of it than the names of the catalogue.
func (p *Plan) wait(ctx context.Context) (*Source, error) {
	if p.typing != prose {
		return p.opening.Named(ctx)
	}
	return p.opening.Wait(ctx)
}

// generate makes the draft, after asking a model for the intent where that is wanted. It gives the source that the draft was
// made with: what is not explained by facts of an earlier run is looked for in those of this one.
func (o *Outcome) generate(ctx context.Context, s *Source) *Source {
	started := time.Now()
	defer func() { o.timing.Generate = time.Since(started) }()
	report := o.listen()
	o.Plan = o.Plan.recalled(s).recollected(s).consult(ctx, s, report).lifted(s)
	o.Draft, o.Err = o.Plan.make(ctx, o.Plan, s, report)
	if s.Kept && o.unexplained(s) {
		if fresh, err := o.Plan.opening.Refresh(ctx); err == nil {
			s = fresh
			o.Draft, o.Err = o.Plan.make(ctx, o.Plan, s, report)
		}
	}
	if o.Draft != nil && o.Draft.Intent != nil {
		o.Plan = o.Plan.taken(*o.Draft.Intent)
	}
	o.restrict(s)
	o.stand(s)
	o.shorten()
	if len(o.Plan.gone) > 0 && o.Draft != nil {
		o.expired = o.Plan.expired(o.Draft.Statement)
	}
	return s
}

// shorten gives the tables of a statement that the rules made short names, where the settings say so. What the query in force reads under
// its own names stays.
func (o *Outcome) shorten() {
	if o.Draft == nil || o.Draft.Statement == nil || !o.Plan.settings.ShortNames || o.Draft.Source != "engine" {
		return
	}
	short := *o.Draft
	short.Statement = o.Draft.Statement.Shortened(o.Plan.current)
	o.Draft = &short
}

// unexplained says that the rules left words of a question out, or were not sure of it.
func (o *Outcome) unexplained(s *Source) bool {
	var unknown *NotUnderstood
	var unsure *Ambiguous
	switch {
	case o.Plan.typing != prose || s.Assistant != nil && s.Assistant.Status() != "rules":
		return false
	case o.Err != nil:
		return errors.As(o.Err, &unknown) || errors.As(o.Err, &unsure)
	}
	return o.Draft != nil && len(o.Draft.Ignored) > 0
}

// taken is the plan with the intent that the maker found, unless that was settled before: what refines the query in force
// goes on its thread, whatever the rules took it for.
func (p *Plan) taken(intent dialog.Intent) *Plan {
	if p.Detection.Settled || intent == dialog.Refinement && p.current == nil {
		return p
	}
	decided := *p
	decided.Detection = p.Detection.WithAnswer(intent)
	return &decided
}

// recalled is the plan with the statements in force read from their SQL, where that could not be done before: the turn of a
// resumed session may begin while the database is still opening.
func (p *Plan) recalled(s *Source) *Plan {
	if p.inForce == nil || p.current != nil {
		return p
	}
	current, err := statement.Parse(p.inForce.Result.SQL, s.dialect(), s.Names)
	if err != nil {
		p.settings.Log.Warn("a turn's SQL does not parse", "turn", p.inForce.Number, "error", err)
		return p
	}
	ready := *p
	ready.current = current
	if before, err := statement.Parse(p.context.BeforeQuery, s.dialect(), s.Names); err == nil && p.context.BeforeQuery != "" {
		ready.before = before
	}
	return &ready
}

// check is the guard before every statement, whoever wrote it.
func (o *Outcome) check() error {
	if o.Draft == nil || o.Draft.Statement == nil {
		return &NotUnderstood{}
	}
	return o.Draft.Statement.Guard()
}

// execute runs the statement. Time waiting for rows is the database's.
func (o *Outcome) execute(ctx context.Context, s *Source) {
	started := time.Now()
	defer func() { o.timing.Execute = time.Since(started) }()
	o.executed = o.Plan.settings.Clock()
	switch {
	case o.Plan.unasked:
		ctx = db.WithTimeout(ctx, unaskedTime)
	case o.Plan.onward != nil:
		ctx = db.WithTimeout(ctx, -1) // the user waits for it; its time is limited from the first row on
	}
	if err := o.query(ctx, s); err != nil {
		o.Err = o.Plan.withHint(ctx, err, o.Draft.Statement, o.Draft.Source, s)
		return
	}
	switch {
	case o.Plan.settings.Whole:
		o.Err = o.Rows.Wait(ctx)
	case !o.Plan.Onward():
		o.Err = firstRows(ctx, o.Rows)
	}
	if o.Err == nil && o.Plan.Onward() {
		o.Err = o.Plan.onward.overtaken(ctx, o.Rows, o.listen())
	}
	if o.Err != nil {
		o.drop()
	}
}

// query runs the statement; its rows are read ahead, or flow to where the host writes them.
func (o *Outcome) query(ctx context.Context, s *Source) (err error) {
	run := func(ctx context.Context) (db.Rows, error) { return s.Database.Query(ctx, o.Draft.Statement) }
	if o.Plan.settings.Flow {
		o.Rows, o.remark, err = db.Flow(ctx, run, o.Plan.settings.Limits)
		return err
	}
	rows, err := run(ctx)
	if err != nil {
		return err
	}
	o.remark = db.Remark(rows)
	o.Rows = db.Collect(ctx, rows, o.Plan.settings.Limits)
	return nil
}

// withHint says what to do about a wrong name: the nearest ones, or, where the schema that was read holds the name, that
// the database has changed since; it is read again then.
func (p *Plan) withHint(ctx context.Context, err error, stmt *statement.Statement, made string, s *Source) error {
	var failure *db.Error
	if errors.As(err, &failure) && failure.Kind == db.Syntax && failure.Hint == "" {
		hinted := *failure
		hinted.Hint = slipHint(stmt.SQL(), failure.Position, s.dialect(), s.Names)
		return &hinted
	}
	if !errors.As(err, &failure) || failure.Kind != db.NoTable && failure.Kind != db.NoColumn || s.Schema == nil {
		return err
	}
	hinted := *failure
	if hint := meant(stmt, s.Schema); hint != "" {
		hinted.Hint = hint
		return &hinted
	}
	fresh, err := p.opening.Refresh(ctx)
	switch {
	case err != nil:
		p.settings.Log.Warn("the schema was not read again", "error", err)
	case !reflect.DeepEqual(tablesOf(fresh.Schema), tablesOf(s.Schema)):
		hinted.Hint = "The database changed since it was opened; its tables were read again just now. Ask again, or start anew with /new."
	case made == "engine":
		hinted.Hint = "The mistake is parley's own: it made this statement. Ask in other words."
	}
	return &hinted
}

// tablesOf are the names of the tables and their columns.
func tablesOf(schema *db.Schema) map[string][]string {
	tables := map[string][]string{}
	for i := range schema.Tables {
		t := &schema.Tables[i]
		tables[t.String()] = columnNames([]*db.Table{t})
	}
	return tables
}

// patience is how long a turn waits for the whole of a result that has a screenful already: most end within it, and
// their count is whole from the start.
const patience = 40 * time.Millisecond

// firstRows waits for a screenful or the end, whichever is first; the rest is read on in the background.
func firstRows(ctx context.Context, rows *db.Rowset) error {
	const screenful = 200
	late := time.After(patience)
	waiting := true
	for rows.State() == db.Reading && (waiting || rows.Len() < screenful) {
		select {
		case <-rows.Changed():
		case <-late:
			waiting = false
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return rows.Err()
}

// drop lets the rows of an outcome go that nobody will read.
func (o *Outcome) drop() {
	if o.Rows != nil {
		o.Rows.Close()
		o.Rows = nil
	}
}
