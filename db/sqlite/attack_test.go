package sqlite

import (
	"context"
	"path/filepath"
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

func TestAttacksChangeNothing(t *testing.T) {
	t.Parallel()
	path := file(t, `CREATE TABLE victim (id INTEGER PRIMARY KEY, v TEXT); CREATE INDEX victim_v ON victim (v);
		WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 10) INSERT INTO victim SELECT n, 'v' || n FROM r`)
	folder := filepath.Dir(path)
	attacks := dbtest.Attacks(t, "sqlite", folder)
	before := dbtest.Fingerprint(t, folder)
	d := open(t, path, db.Settings{})
	dbtest.Guarded(t, d, attacks)
	dbtest.Unguarded(t, attacks, func(ctx context.Context, a dbtest.Attack) error {
		r, err := d.query(ctx, a.SQL)
		if err != nil {
			return err
		}
		defer r.Close()
		for r.Next(ctx) {
		}
		return r.Err()
	})
	if got := all(t, d, "SELECT count(*), min(v), max(v) FROM victim"); got[0] != "10|v1|v9" {
		t.Errorf("the rows are now %v", got)
	}
	d.Close()
	if dbtest.Fingerprint(t, folder) != before {
		t.Error("the database's folder has changed")
	}
}
