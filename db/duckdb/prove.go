package duckdb

import (
	"context"

	"parley/db"
)

var _ db.Prover = (*Database)(nil)

// Attempt runs a text with DuckDB's own layers alone: the file is open read-only, so there is nothing to undo.
func (d *Database) Attempt(ctx context.Context, sql string) error {
	return d.each(ctx, sql, func([]db.Value) {})
}

// Inventory tells what DuckDB may reach.
func (d *Database) Inventory(ctx context.Context) ([]string, error) {
	client, err := d.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer d.release()
	return []string{
		"DuckDB has no roles; macros and views run inside the same settings: no files but those named, no extensions, settings locked.",
		client.Confinement().Text(),
	}, nil
}
