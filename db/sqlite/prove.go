package sqlite

import (
	"context"

	"parley/db"
)

var _ db.Prover = (*Database)(nil)

// Attempt runs a text with SQLite's own layers alone: the file is open read-only, so there is nothing to undo.
func (d *Database) Attempt(ctx context.Context, sql string) error {
	r, err := d.query(ctx, sql)
	if err != nil {
		return err
	}
	defer r.Close()
	for r.Next(ctx) {
	}
	return r.Err()
}

// Inventory tells of what SQLite knows nothing more.
func (d *Database) Inventory(context.Context) ([]string, error) {
	return []string{"SQLite has no roles and no functions of its own in a file; views run nothing but what the authorizer allows."}, nil
}
