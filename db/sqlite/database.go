// Package sqlite opens SQLite files for reading, and for nothing else.
//
// Start reading at Open. Five layers keep the promise, each enough by itself for most of what could be tried: the file
// is opened mode=ro, the connection is query_only and defensive, the authorizer (authorize.go) allows only reading, a
// statement must be one that SQLite itself calls read-only (stmt.go), and db/statement has looked at it before.
// The package imports the driver, db and db/statement.
package sqlite

import (
	"context"
	"errors"
	"sync"

	"parley/db"
	"parley/db/statement"
)

// connections is how many statements run side by side on one database.
const connections = 4

// Database is a SQLite file.
type Database struct {
	name, url string
	dsn       string
	settings  db.Settings
	done      func() error // called when the database is closed; nil does nothing

	slots chan struct{} // one token a connection in use
	mu    sync.Mutex
	idle  []*conn
	shut  bool
}

var _ db.Database = (*Database)(nil)

// Name is the file's name.
func (d *Database) Name() string { return d.name }

// URL is the file's path.
func (d *Database) URL() string { return d.url }

// Dialect is SQLite's.
func (d *Database) Dialect() statement.Dialect { return statement.SQLite }

// Query runs one statement. The guard looks at it first.
func (d *Database) Query(ctx context.Context, stmt *statement.Statement) (db.Rows, error) {
	text, err := db.Readable(stmt, statement.SQLite)
	if err != nil {
		return nil, err
	}
	return d.query(ctx, text)
}

// query runs text behind the engine's own layers alone.
func (d *Database) query(ctx context.Context, text string) (*rows, error) {
	bounded, cancel := d.settings.Deadline(ctx)
	r, err := d.start(bounded, ctx, text)
	if err != nil {
		err = db.Interrupted(err, bounded)
		cancel()
		return nil, err
	}
	r.cancel = cancel
	return r, nil
}

// acquire gives a connection that nobody else uses, opening one if need be.
func (d *Database) acquire(ctx context.Context) (*conn, error) {
	select {
	case d.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := d.take(ctx)
	if err != nil {
		<-d.slots
	}
	return c, err
}

func (d *Database) take(ctx context.Context) (*conn, error) {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		return nil, errClosed
	}
	if n := len(d.idle); n > 0 {
		c := d.idle[n-1]
		d.idle = d.idle[:n-1]
		d.mu.Unlock()
		return c, nil
	}
	d.mu.Unlock()
	c, err := connect(ctx, d.dsn)
	if err != nil {
		return nil, openFailure(err)
	}
	return c, nil
}

var errClosed = &db.Error{Kind: db.Lost, Message: "The database is closed.", Hint: "Open it again.", Position: -1}

// release takes a connection back.
func (d *Database) release(c *conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		_ = c.close()
	} else {
		d.idle = append(d.idle, c)
	}
	<-d.slots
}

// Protection reports what SQLite answers about the file and the connection.
func (d *Database) Protection(ctx context.Context) (db.Protection, error) {
	p := db.Protection{Detail: "SQLite opened the file mode=ro with query_only, and its authorizer allows reading only."}
	probe, err := d.connection(ctx)
	if err != nil {
		return p, err
	}
	defer probe.release()
	p.ReadOnly = probe.readOnly()
	if !p.ReadOnly {
		p.Detail = "SQLite did not confirm that the database is open for reading only."
	}
	return p, nil
}

// Close lets the file go. Statements under way keep their connection until their rows are closed.
func (d *Database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return nil
	}
	d.shut = true
	var errs []error
	for _, c := range d.idle {
		errs = append(errs, c.close())
	}
	d.idle = nil
	if d.done != nil {
		errs = append(errs, d.done())
	}
	return errors.Join(errs...)
}
