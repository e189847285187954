// Package demo makes the database that parley opens when none is named: "ecommerce", a shop with travel and payments.
//
// Start reading at Open. The rows come from a fixed seed and the day they are made on, so that the same day always
// gives the same rows, and "last month" always has some. They are made in a temporary file, which goes when nobody has it open, and
// read through package sqlite with every layer of protection that a file has: a database in memory would be sorted in memory
// too, whatever its size. The package imports the SQLite driver, db, db/scratch and db/sqlite.
package demo

import (
	"context"
	"database/sql/driver"
	_ "embed"
	"errors"
	"fmt"
	"time"

	modernc "modernc.org/sqlite"

	"parley/db"
	"parley/db/sqlite"
)

// Name is what the user reads, Target what names the demo on the command line.
const (
	Name   = "ecommerce (demo)"
	Target = "demo"
)

//go:embed schema.sql
var schema string

// keys are the indexes of references, made when the rows are there: who has none of another table's rows is asked often, and would
// be looked for row by row.
//
//go:embed keys.sql
var keys string

// Project is what words mean in the demo: the text of its parley.toml.
//
//go:embed parley.toml
var Project string

// Open makes the rows and opens them for reading. s.Now is the day that they are relative to; demos of one day that are open at
// once are one file.
func Open(ctx context.Context, s db.Settings) (*sqlite.Database, error) {
	f, err := take(ctx, day(s.Now))
	if err != nil {
		return nil, fmt.Errorf("make the demo: %w", err)
	}
	return sqlite.OpenMade(ctx, f.path, Name, Target, s, f.leave)
}

// write makes the file.
func write(ctx context.Context, path string, today time.Time) error {
	writer, err := connect(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(fill(ctx, writer, today), writer.Close())
}

func day(now time.Time) time.Time {
	if now.IsZero() {
		now = time.Now()
	}
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
}

func connect(ctx context.Context, path string) (driver.Conn, error) {
	connector, err := modernc.NewConnector(sqlite.MadeURI(path) + "?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)")
	if err != nil {
		return nil, err
	}
	return connector.Connect(ctx)
}

// fill creates the tables and inserts every row in one transaction.
func fill(ctx context.Context, c driver.Conn, today time.Time) error {
	if err := exec(ctx, c, schema+"BEGIN"); err != nil {
		return err
	}
	g := newGenerator(today)
	for _, t := range g.tables() {
		if err := insert(ctx, c, t); err != nil {
			return fmt.Errorf("fill %s: %w", t.name, err)
		}
	}
	return exec(ctx, c, keys+"COMMIT")
}

func exec(ctx context.Context, c driver.Conn, sql string) error {
	execer, ok := c.(driver.ExecerContext)
	if !ok {
		return errors.New("the SQLite driver cannot run statements")
	}
	_, err := execer.ExecContext(ctx, sql, nil)
	return err
}
