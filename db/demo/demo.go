// Package demo makes the database that parley opens when none is named: "ecommerce", a shop with travel and payments.
//
// Start reading at Open. The rows come from a fixed seed and the day they are made on, so that the same day always
// gives the same rows, and "last month" always has some. They are made in memory and read through package sqlite with
// every layer of protection that a file has. The package imports the SQLite driver, db and db/sqlite.
package demo

import (
	"context"
	"database/sql/driver"
	_ "embed"
	"errors"
	"fmt"
	"sync/atomic"
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

// opened numbers the databases of this process, so that each has its own memory.
var opened atomic.Int64

// Open makes the rows and opens them for reading. s.Now is the day that they are relative to.
func Open(ctx context.Context, s db.Settings) (*sqlite.Database, error) {
	key := fmt.Sprintf("ecommerce-%d", opened.Add(1))
	writer, err := connect(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("make the demo: %w", err)
	}
	// The memory lives as long as a connection does: the writer lets go when the reader holds it.
	defer writer.Close()
	if err := fill(ctx, writer, day(s.Now)); err != nil {
		return nil, fmt.Errorf("make the demo: %w", err)
	}
	return sqlite.OpenMemory(ctx, key, Name, Target, s)
}

func day(now time.Time) time.Time {
	if now.IsZero() {
		now = time.Now()
	}
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
}

func connect(ctx context.Context, key string) (driver.Conn, error) {
	connector, err := modernc.NewConnector(sqlite.MemoryURI(key) + "&_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)")
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
	return exec(ctx, c, "COMMIT")
}

func exec(ctx context.Context, c driver.Conn, sql string) error {
	execer, ok := c.(driver.ExecerContext)
	if !ok {
		return errors.New("the SQLite driver cannot run statements")
	}
	_, err := execer.ExecContext(ctx, sql, nil)
	return err
}
