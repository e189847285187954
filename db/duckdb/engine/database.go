// Package engine is DuckDB as a worker process has it: it opens the files and runs the statements that package duckdb asks
// for, and knows nothing of who asks.
//
// Start reading at Handle, which takes the requests (requests.go), and Open. The file is opened with access_mode=READ_ONLY,
// external access is switched off but for the named files, no extension loads itself, the configuration is locked (lock in
// sandbox.go), and a text must be one statement that DuckDB itself calls a SELECT (conn.go). Only this package imports DuckDB's
// bindings; it imports db and db/worker beside them.
package engine

import "sync"

// Database is an open DuckDB file, or a temporary one with a view for each table of data files.
type Database struct {
	opening Opening

	mu     sync.Mutex
	engine *engine // nil between two gears
	gear   int     // of gears, in which the engine runs or will be opened
	users  int
}

// Open opens a file. Data files are made tables first, unless that was done before.
func Open(o Opening) (*Database, Opened, error) {
	d := &Database{opening: o}
	opened := Opened{Tables: o.Tables}
	if len(o.Sources) > 0 && len(o.Tables) == 0 {
		var err error
		if opened.Tables, err = d.register(); err != nil {
			return nil, opened, err
		}
	}
	c, err := d.acquire() // so that what is wrong with the file shows now
	if err != nil {
		return nil, opened, err
	}
	d.release(c)
	return d, opened, nil
}

// acquire gives a connection of its own, opening the file if another gear is in.
func (d *Database) acquire() (*conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.engine == nil {
		e, err := d.locked()
		if err != nil {
			return nil, openFailure(d.opening.Name, err)
		}
		d.engine = e
	}
	c, err := d.engine.connect()
	if err != nil {
		return nil, err
	}
	d.users++
	return c, nil
}

func (d *Database) release(c *conn) {
	c.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.users--
}
