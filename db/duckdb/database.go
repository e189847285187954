// Package duckdb opens DuckDB databases, and files of CSV, TSV, Parquet and JSON as tables of one, for reading.
//
// DuckDB is C++ that runs what is in other people's files: a damaged or hostile one may crash it, and some statements take
// memory that it does not count. It runs in a worker process (process.go, package db/worker), which has package
// duckdb/engine; nothing of it runs in parley's own process. Start reading at Open and OpenFiles. Because reading locks the file
// against writers in other programs, the worker ends after a while without statements, and another one starts for the next.
// The package imports db, db/statement, db/worker and duckdb/engine.
package duckdb

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/db"
	"parley/db/duckdb/engine"
	"parley/db/scratch"
	"parley/db/statement"
	"parley/db/worker"
)

// idle is how long the file is held without a statement.
const idle = 30 * time.Second

// scratchName is that of temporary folders, spillName what lies in them of what DuckDB moves out of memory.
const (
	scratchName = "parley-duckdb-*"
	spillName   = "spill"
)

// Database is a DuckDB file, or a temporary one with a view for each named file.
type Database struct {
	name, url string
	settings  db.Settings
	scratch   *scratch.Folder // where the worker may write
	idle      time.Duration

	starting chan struct{} // held while a worker is started
	opening  engine.Opening
	files    identities // as they were when the worker was started

	mu       sync.Mutex
	worker   *worker.Client // nil, or it may have ended
	users    int
	timer    *time.Timer
	shut     bool
	standing []string // macros of the file's own by names of DuckDB's functions
}

var _ db.Database = (*Database)(nil)

// Name is the file's name, or how many files there are.
func (d *Database) Name() string { return d.name }

// URL is the file's path, or the paths.
func (d *Database) URL() string { return d.url }

// Dialect is DuckDB's.
func (d *Database) Dialect() statement.Dialect { return statement.DuckDB }

// orderBy finds what may be a sort, of which the engine asks itself how large it is.
var orderBy = regexp.MustCompile(`(?i)\border\s+by\b`)

// Query runs one statement. The guard looks at it first.
func (d *Database) Query(ctx context.Context, stmt *statement.Statement) (db.Rows, error) {
	text, err := db.Readable(stmt, statement.DuckDB)
	if err != nil {
		return nil, err
	}
	r, err := d.query(ctx, engine.Query{Text: text, Sorts: orderBy.MatchString(text)})
	if err != nil {
		return nil, err
	}
	r.head.Remark = strings.TrimSpace(r.head.Remark + " " + d.stands(text))
	return r, nil
}

// made is the table of that name if it was made of data files; nil when it was not.
func (d *Database) made(name string) *engine.Table {
	i := slices.IndexFunc(d.opening.Tables, func(t engine.Table) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &d.opening.Tables[i]
}

// Protection asks DuckDB for its settings.
func (d *Database) Protection(ctx context.Context) (db.Protection, error) {
	p := db.Protection{Detail: "DuckDB opened the file READ_ONLY, without access to other files, and locked its settings."}
	values := map[string]string{}
	err := d.each(ctx, "SELECT name, value FROM system.main.duckdb_settings() WHERE name IN ('access_mode', 'enable_external_access', 'lock_configuration')",
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
	d.letGo()
	return d.scratch.Close()
}
