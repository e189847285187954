// Package db opens databases and reads from them: schema, bounded streaming results, cancel, explain; never a write.
//
// Start reading at Database. The sub-packages postgres, sqlite, duckdb and demo implement it; only they import drivers.
// The package imports statement and the standard library.
package db

import (
	"context"
	"time"

	"parley/db/statement"
)

// Database is one open, read-only database. Its methods are safe for concurrent use.
type Database interface {
	// Name is what the user reads: "ecommerce (demo)", "chinook.sqlite", "test on 127.0.0.1"; never a credential.
	Name() string
	// URL is where it was opened, without password, as a session file remembers it.
	URL() string
	// Dialect is the SQL it speaks.
	Dialect() statement.Dialect
	// Schema reads tables, columns, keys, row estimates and comments. It does not scan tables.
	Schema(ctx context.Context) (*Schema, error)
	// Values returns up to limit distinct values of a column, commonest first where that is cheap, found without a full
	// scan of a big table; complete says that there are no others.
	Values(ctx context.Context, table TableName, column string, limit int) (values []Value, complete bool, err error)
	// Query checks the statement with the guard, runs it in its own read-only transaction and returns its rows as they
	// come. The context cancels the statement on the server.
	Query(ctx context.Context, stmt *statement.Statement) (Rows, error)
	// Explain is the plan's estimate without running the statement.
	Explain(ctx context.Context, stmt *statement.Statement) (*Plan, error)
	// Protection says what the engine itself answered about being read-only, and what the role may do.
	Protection(ctx context.Context) (Protection, error)
	// Close lets every connection and file go.
	Close() error
}

// Distant is a database on the other side of a network.
type Distant interface {
	// RoundTrip is how long the way there and back took at its fastest; 0 while that is not known.
	RoundTrip() time.Duration
}

// Neighbourly is a database of a server that has others.
type Neighbourly interface {
	// Neighbours are the server's other databases that the role may open: the name of each, and where it is opened, without password.
	Neighbours(ctx context.Context) ([]Neighbour, error)
}

// Neighbour is another database of the same server.
type Neighbour struct{ Name, Target string }

// Rows is a result under way: a forward-only stream. Close ends the transaction, and is safe to call twice.
type Rows interface {
	Columns() []ResultColumn
	// Next reads one row; false at the end, or with Err.
	Next(ctx context.Context) bool
	// Row is the current row, valid until the next Next.
	Row() []Value
	Err() error
	Close() error
}

// Remark is what the user should know of how a database ran a statement; empty when there is nothing.
func Remark(r Rows) string {
	if remarkable, ok := r.(interface{ Remark() string }); ok {
		return remarkable.Remark()
	}
	return ""
}

// ResultColumn is a column of a result, known by position: names may repeat.
type ResultColumn struct {
	Name string
	Type Type
	// Native is the engine's own name of the type: "numeric(10,2)".
	Native string
}

// Plan is one node of a query plan, with the engine's estimates; zero when the engine gives none.
type Plan struct {
	Node   string
	Detail string
	// Start and Cost are what it takes, in the engine's own unit, until the first row and until the last one.
	Start, Cost float64
	Rows        float64
	Children    []*Plan
}

// CostOf is what the first rows of the plan cost, of which there are limit or fewer: a result is read ahead up to a limit,
// and not beyond it.
func (p *Plan) CostOf(limit int) float64 {
	return p.Start + (p.Cost-p.Start)*min(1, float64(limit)/max(p.Rows, 1))
}

// Settings bound what one query may take.
type Settings struct {
	// Timeout stops a statement; 0 means 30 s, negative none.
	Timeout time.Duration
	// Now is the day that the demo's dates are relative to; zero means today.
	Now time.Time
	// Memory is what an embedded engine may take to sort, group and join, in MB; 0 means DefaultMemory.
	Memory int
	// Allow are objects of the database, by name with schema ("app.tax"), that may run although nobody can say that they only read.
	Allow []string
	// Password gives a password of "user@host" when a server wants another one than it got; nil, or an error: there is none.
	// It is asked four times at most.
	Password func(who string) (string, error)
}

// DefaultMemory is what an embedded engine may take to sort, group and join unless the settings say otherwise, in MB.
const DefaultMemory = 96

// DefaultTimeout is what one statement may take unless the settings say otherwise.
const DefaultTimeout = 30 * time.Second

// timeoutKey is the context's key for WithTimeout.
type timeoutKey struct{}

// WithTimeout gives the statements run under the context another timeout than the settings': an export may take its
// time. Negative means none.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

// Deadline is ctx with the timeout of WithTimeout, else of the settings.
func (s Settings) Deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := s.Timeout
	if other, ok := ctx.Value(timeoutKey{}).(time.Duration); ok {
		timeout = other
	}
	switch {
	case timeout < 0:
		return context.WithCancel(ctx)
	case timeout == 0:
		timeout = DefaultTimeout
	}
	return context.WithTimeout(ctx, timeout)
}
