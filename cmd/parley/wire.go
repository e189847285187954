package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"parley/db"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/tui"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
)

// runtime is one run of the program: its settings and what it reads and writes.
type runtime struct {
	options
	model          *openedModel
	modelMu        sync.Mutex
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	screen         io.Writer // standard output itself, for who draws on it
	log            *slog.Logger
	logFile        *os.File
	clock          func() time.Time
	memory         memory.Store
	secret         string // the database's password, as it was typed
	storeTold      bool   // that the store of remembered parameters fails was said
	// passwords asks on the screen; nil without one.
	passwords tui.Passwords
	// trials says whether the engine may try its readings on the database.
	trials reader.Trials
	// unteachable says that nothing is learned in this run.
	unteachable bool
	// unverified says that the project's verified questions are asked as if nobody had answered them.
	unverified bool
	// keepers are those of the databases of the run, by identity.
	keepers   map[string]*project.Keeper
	keepersMu sync.Mutex
	// connectionsMu guards options.Connections and options.Tunnels, which a form of the screen adds to.
	connectionsMu sync.Mutex
	tunnels       tunnels
	garbage       garbage
}

// trials are those of a turn; tests, whose answers may not hang on how busy the machine is, have others.
var trials = reader.QuickTrials

func newRuntime(ctx context.Context, o options, stdin io.Reader, stdout, stderr io.Writer) (*runtime, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	r := &runtime{options: o, model: &openedModel{options: o.modelOptions}, ctx: ctx, stdin: stdin, screen: stdout, stdout: outDoor(stdout, o.Defuse), stderr: stderr, log: slog.New(slog.DiscardHandler), clock: time.Now, trials: trials}
	if o.Now != "" {
		now, err := time.Parse(time.RFC3339, o.Now)
		if err != nil {
			return nil, usage("PARLEY_NOW is no time: "+o.Now+".", "Write it like 2026-11-21T09:00:00+03:00.")
		}
		r.clock = func() time.Time { return now }
	}
	if err := r.openLog(); err != nil {
		return nil, err
	}
	return r, r.readPassword()
}

// openLog sends the log to the --debug file; without one nothing is logged anywhere.
func (r *runtime) openLog() error {
	if r.Debug == "" {
		return nil
	}
	f, err := os.OpenFile(r.Debug, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return failed("The log file cannot be opened: "+err.Error()+".", "Name another with --debug FILE.")
	}
	r.logFile = f
	r.log = slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return nil
}

func (r *runtime) close() {
	r.tunnels.close()
	if r.memory != nil {
		r.memory.Close()
	}
	if r.logFile != nil {
		r.logFile.Close()
	}
}

// unusable says which settings of a conversation cannot have an effect, and what holds in their place; empty for none.
func (r *runtime) unusable() string {
	asks := r.dialogSettings().Strategy
	switch {
	case asks == dialog.Rules || r.Provider != "":
		return ""
	case r.IntentLLM && r.Intent == dialog.Rules.String():
		return "CONVERSATION_INTENT_LLM asks a model, and there is none: rules tell a refinement from a new query. Set --provider."
	default:
		return fmt.Sprintf("--intent %s asks a model, and there is none: rules tell a refinement from a new query. Set --provider.", asks)
	}
}

// dialogSettings are the settings of the originals that the core knows.
func (r *runtime) dialogSettings() dialog.Settings {
	strategy, _ := dialog.ParseStrategy(r.Intent)
	if r.IntentLLM && strategy == dialog.Rules {
		strategy = dialog.Hybrid
	}
	return dialog.Settings{MaxTurns: r.MaxTurns, RefinementOff: !r.DialogRefinement, Strategy: strategy}
}

// open starts opening a database, its schema and the index over it. An empty target is a conversation without one.
func (r *runtime) open(targets ...string) *workflow.Opening {
	return workflow.OpenNamed(r.ctx, func(ctx context.Context, named func(*workflow.Source)) (*workflow.Source, error) {
		database, err := r.opened(ctx, targets...)
		if err != nil {
			return nil, err
		}
		source, err := r.assisted(ctx, database, targets, false, named)
		if err != nil {
			database.Close()
		}
		return source, err
	})
}

// assisted is the source with the model beside its engine; it can be read again. anew passes over what was kept of it;
// named is told the names of the catalogue before its rows are looked at.
func (r *runtime) assisted(ctx context.Context, database db.Database, targets []string, anew bool, named func(*workflow.Source)) (*workflow.Source, error) {
	source, err := r.source(ctx, database, targets, anew, named)
	if err != nil {
		return nil, err
	}
	source.Reread = func(ctx context.Context) (*workflow.Source, error) {
		return r.assisted(ctx, database, targets, true, nil)
	}
	return source, r.assist(ctx, source)
}

// openNamed is open for a target that may be the name of a connection.
func (r *runtime) openNamed(target string) *workflow.Opening {
	targets, err := r.targets(target)
	if err != nil {
		return workflow.Open(r.ctx, func(context.Context) (*workflow.Source, error) { return nil, err })
	}
	return r.open(targets...)
}

// source is the engine over the database, with what the user's words for it mean.
func (r *runtime) source(ctx context.Context, database db.Database, targets []string, anew bool, named func(*workflow.Source)) (*workflow.Source, error) {
	teaching := r.teach(database, targets)
	keeper := r.keeper(identity(database, targets))
	keeper.Set(teaching.places)
	said, problems := keeper.Session()
	teaching.add(said, nil, problems)
	if r.unverified {
		teaching.questions = nil
	}
	index, known, err := r.index(ctx, database, targets, anew, named)
	if err != nil {
		return nil, err
	}
	source, err := engine.Over(ctx, database, index, r.trials, teaching.compile(database.Dialect(), r.calledOf(database, targets)))
	if err != nil {
		return nil, err
	}
	source.Facts, source.Kept = known.facts, known.kept
	if r.unteachable {
		return source, nil
	}
	source.Keeper = keeper
	source.Trust = func(yes bool) error { return r.trust().Say(teaching.places.Untrusted, yes) }
	return source, nil
}
