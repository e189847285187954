package workflow

import (
	"context"
	"sync/atomic"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// Source is an open database with what understands questions about it.
type Source struct {
	Database db.Database
	Schema   *db.Schema
	Index    *schema.Index
	// Facts are what was read of the rows for the index; nil where that is not known.
	Facts *schema.Facts
	// Kept says that the facts were read in an earlier run: words that they do not explain are looked for anew.
	Kept      bool
	Names     statement.Names
	Generator Generator
	Refiner   Refiner
	// Project is what the words of the database mean; never nil from an engine.
	Project *project.Project
	// Keeper changes the project's files; nil where nothing is taught. Trust says yes or no to a project that somebody else
	// may have made; nil where there is none.
	Keeper *project.Keeper
	Trust  func(yes bool) error
	// Protection is what the engine said, when it was opened, about only being read.
	Protection db.Protection
	// proved is what the last proof on purpose left of that; nil before the first.
	proved atomic.Pointer[db.Protection]
	// Vocabulary tells detection what the database speaks about.
	Vocabulary dialog.Vocabulary
	// Assistant speaks for the model beside the engine; nil where nobody does.
	Assistant Assistant
	// Reread reads schema and values of the same database again; nil where there is nothing to read.
	Reread func(context.Context) (*Source, error)
}

// Safety is the last word on the connection: that of a proof, else of the opening.
func (s *Source) Safety() db.Protection {
	if last := s.proved.Load(); last != nil {
		return *last
	}
	return s.Protection
}

// TakesForSQL says that an input is surely SQL, and runs as it stands.
func (s *Source) TakesForSQL(input string) bool {
	sql, as := typist{dialect: s.dialect(), names: s.Names, vocabulary: s.Vocabulary}.typedSQL(input)
	return sql != "" && as == certain
}

// dialect is the database's; PostgreSQL where there is none.
func (s *Source) dialect() statement.Dialect {
	if s.Database == nil {
		return statement.PostgreSQL
	}
	return s.Database.Dialect()
}

// Opening is a source that is being opened in the background: the first frame does not wait for a database.
type Opening struct {
	done   chan struct{}
	source *Source
	err    error
	// named is closed when first is there: the database with the names of its catalogue, before its rows are looked at.
	named chan struct{}
	first *Source
	// fresh is the source as it was read last, where it was read again.
	fresh atomic.Pointer[Source]
	// give gives the opening up: nobody waits for what it still reads.
	give context.CancelFunc
}

// Open starts opening a source.
func Open(ctx context.Context, open func(context.Context) (*Source, error)) *Opening {
	return OpenNamed(ctx, func(ctx context.Context, _ func(*Source)) (*Source, error) { return open(ctx) })
}

// OpenNamed is Open for what can say the names of the catalogue, once, before its rows are looked at: SQL that was typed does not
// wait for more.
func OpenNamed(ctx context.Context, open func(ctx context.Context, named func(*Source)) (*Source, error)) *Opening {
	ctx, give := context.WithCancel(ctx)
	o := &Opening{done: make(chan struct{}), named: make(chan struct{}), give: give}
	go func() {
		defer close(o.done)
		o.source, o.err = open(ctx, func(s *Source) {
			o.first = s
			close(o.named)
		})
	}()
	return o
}

// Opened is the opening of a source that is open already.
func Opened(s *Source) *Opening {
	o := &Opening{done: make(chan struct{}), source: s, give: func() {}}
	close(o.done)
	return o
}

// Ready is the source when it is open, else nil; it does not wait.
func (o *Opening) Ready() *Source {
	select {
	case <-o.done:
		return o.latest()
	default:
		return nil
	}
}

// Known is the source as far as it is open, the names of its catalogue at least; nil before. It does not wait.
func (o *Opening) Known() *Source {
	if s := o.Ready(); s != nil {
		return s
	}
	select {
	case <-o.named:
		return o.first
	default:
		return nil
	}
}

func (o *Opening) latest() *Source {
	if s := o.fresh.Load(); s != nil {
		return s
	}
	return o.source
}

// Refresh reads schema and values again; who asks for the source from now on gets what was read. It waits for the reading.
func (o *Opening) Refresh(ctx context.Context) (*Source, error) {
	source, err := o.Wait(ctx)
	if err != nil || source.Reread == nil {
		return source, err
	}
	before := source.proved.Load()
	if source, err = source.Reread(ctx); err == nil {
		if before != nil {
			source.proved.Store(before)
		}
		o.fresh.Store(source)
	}
	return source, err
}

// Err is why the source could not be opened; nil while it is opening and when it is open. It does not wait.
func (o *Opening) Err() error {
	select {
	case <-o.done:
		return o.err
	default:
		return nil
	}
}

// Wait waits for the source, or returns why it could not be opened.
func (o *Opening) Wait(ctx context.Context) (*Source, error) {
	select {
	case <-o.done:
		return o.latest(), o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Named waits for the names of the catalogue at least: what runs as it stands needs no more.
func (o *Opening) Named(ctx context.Context) (*Source, error) {
	select {
	case <-o.done:
		return o.latest(), o.err
	default:
	}
	select {
	case <-o.named:
		return o.first, nil
	case <-o.done:
		return o.latest(), o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close gives up what is still read of the rows, waits for that, and closes the database.
func (o *Opening) Close() error {
	o.give()
	<-o.done
	if o.source == nil || o.source.Database == nil {
		return nil
	}
	return o.source.Database.Close()
}
