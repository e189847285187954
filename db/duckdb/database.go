// Package duckdb opens DuckDB databases, and files of CSV, TSV, Parquet and JSON as tables of one, for reading.
//
// Start reading at Open and OpenFiles. The file is opened with access_mode=READ_ONLY, external access is switched off but
// for the named files, no extension loads itself, the configuration is locked (lock in sandbox.go), and a text must be
// one statement that DuckDB itself calls a SELECT (conn.go). Because reading locks the file against writers in other
// programs, it is let go after a while without statements, and opened again for the next one.
// The package imports DuckDB's bindings, db and db/statement.
package duckdb

import (
	"context"
	"sync"
	"time"

	"parley/db"
	"parley/db/scratch"
	"parley/db/statement"
)

// idle is how long the file is held without a statement.
const idle = 30 * time.Second

// scratchName is that of temporary folders.
const scratchName = "parley-duckdb-*"

// Database is a DuckDB file, or a temporary one with a view for each named file.
type Database struct {
	name, url string
	path      string
	settings  db.Settings
	files     []string         // that statements may read beside the database itself
	rows      map[string]int64 // what is known of the size of file tables
	parts     map[string]int   // of how many files each file table is made
	scratch   *scratch.Folder  // for what DuckDB moves out of memory, and for the temporary database of files
	idle      time.Duration

	mu     sync.Mutex
	engine *engine
	gear   int // of gears, in which the engine runs or will be opened
	users  int
	timer  *time.Timer
	shut   bool
}

var _ db.Database = (*Database)(nil)

// Name is the file's name, or how many files there are.
func (d *Database) Name() string { return d.name }

// URL is the file's path, or the paths.
func (d *Database) URL() string { return d.url }

// Dialect is DuckDB's.
func (d *Database) Dialect() statement.Dialect { return statement.DuckDB }

// Query runs one statement. The guard looks at it first.
func (d *Database) Query(ctx context.Context, stmt *statement.Statement) (db.Rows, error) {
	text, err := db.Readable(stmt, statement.DuckDB)
	if err != nil {
		return nil, err
	}
	d.prepareToSort(ctx, text)
	r, err := d.query(ctx, text)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// acquire gives a connection of its own, opening the file if it was let go.
func (d *Database) acquire() (*conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return nil, &db.Error{Kind: db.Lost, Message: "The database is closed.", Hint: "Open it again.", Position: -1}
	}
	if d.engine == nil {
		e, err := d.locked()
		if err != nil {
			return nil, openFailure(d.name, err)
		}
		d.engine = e
	}
	c, err := d.engine.connect()
	if err != nil {
		return nil, err
	}
	d.users++
	if d.timer != nil {
		d.timer.Stop()
	}
	return c, nil
}

// release takes a connection back; the last one starts the clock after which the file is let go.
func (d *Database) release(c *conn) {
	c.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.users--
	if d.users > 0 {
		return
	}
	if d.shut {
		d.letGo()
		return
	}
	d.timer = time.AfterFunc(d.idle, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.users == 0 {
			d.letGo()
		}
	})
}

func (d *Database) letGo() {
	if d.engine != nil {
		d.engine.close()
		d.engine = nil
	}
	d.gear = 0
}

// Protection asks DuckDB for its settings.
func (d *Database) Protection(ctx context.Context) (db.Protection, error) {
	p := db.Protection{Detail: "DuckDB opened the file READ_ONLY, without access to other files, and locked its settings."}
	values := map[string]string{}
	err := d.each(ctx, "SELECT name, value FROM duckdb_settings() WHERE name IN ('access_mode', 'enable_external_access', 'lock_configuration')",
		func(row []db.Value) { values[db.Format(row[0])] = db.Format(row[1]) })
	if err != nil {
		return p, err
	}
	p.ReadOnly = values["access_mode"] == "read_only" && values["enable_external_access"] == "false" && values["lock_configuration"] == "true"
	if !p.ReadOnly {
		p.Detail = "DuckDB did not confirm that the database is open for reading only."
	}
	return p, nil
}

// Close lets the file go, once the statements under way are closed.
func (d *Database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return nil
	}
	d.shut = true
	if d.timer != nil {
		d.timer.Stop()
	}
	if d.users == 0 {
		d.letGo()
	}
	return d.scratch.Close()
}
