// Package postgres opens PostgreSQL, and servers that speak its protocol, for reading.
//
// Start reading at Open, then run (transaction.go): every statement, parley's own questions too, has a READ ONLY
// transaction of its own that is always rolled back. All goes through the extended protocol, which takes one statement
// at a time; results come as the server's own text, so that nothing is lost on the way.
// The package imports pgx, db and db/statement.
package postgres

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"parley/db"
	"parley/db/statement"
)

// Database is one database of a PostgreSQL server.
type Database struct {
	name, url string
	settings  db.Settings
	pool      *pgxpool.Pool
	facts     facts
	life      context.Context // until Close
	shut      context.CancelFunc
	away      atomic.Int64 // the fastest round trip, in nanoseconds
	slow      atomic.Int32 // statements in a row that did not begin at once

	mu    sync.Mutex
	path  searchPath
	known *code                   // nil: not read yet
	met   *met                    // what was read when parley connected
	types map[uint32]typeInfo     // the server's own types, beside those that every server has
	homes map[db.TableName]string // the schema of each table whose rows may be looked at unasked
	// closed are the columns that the role may not read.
	closed map[db.TableName][]string
	// asked and sampled count parley's own questions, and those that read rows of a table.
	asked, sampled int
}

var _ db.Database = (*Database)(nil)

// Name is the database and the host it is on.
func (d *Database) Name() string { return d.name }

// URL is where it was opened, without password.
func (d *Database) URL() string { return d.url }

// Dialect is PostgreSQL's.
func (d *Database) Dialect() statement.Dialect { return statement.PostgreSQL }

// Query runs one statement. The guard looks at it first, then the server's own catalogue.
func (d *Database) Query(ctx context.Context, stmt *statement.Statement) (db.Rows, error) {
	text, err := db.Readable(stmt, statement.PostgreSQL)
	if err != nil {
		return nil, err
	}
	return d.checked(ctx, text, text)
}

// checked runs a text, once all that the statement in it would run is known to read only.
func (d *Database) checked(ctx context.Context, text, stmt string) (db.Rows, error) {
	uses, err := statement.UsesOf(stmt)
	if err != nil {
		return nil, err
	}
	r, err := d.run(ctx, request{sql: text, uses: &uses})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Close stops the statements under way and ends all connections. It does not wait long for results that nobody closes.
func (d *Database) Close() error {
	d.shut()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		d.pool.Close()
	}()
	select {
	case <-closed:
	case <-time.After(cancelTimeout):
	}
	return nil
}
