package sqlite

import (
	"path/filepath"
	"slices"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/attack"
)

func TestAttacksChangeNothing(t *testing.T) {
	t.Parallel()
	path := file(t, attack.Schema+"CREATE INDEX victim_v ON victim (v)")
	folder := filepath.Dir(path)
	attacks := dbtest.Attacks(t, statement.SQLite, folder)
	before := dbtest.Fingerprint(t, folder)
	d := open(t, path, db.Settings{})
	rows := all(t, d, attack.Rows)
	dbtest.Guarded(t, d, attacks)
	dbtest.Unguarded(t, attacks, d.Attempt)
	if got := all(t, d, attack.Rows); !slices.Equal(got, rows) {
		t.Errorf("the rows were %v and are now %v", rows, got)
	}
	d.Close()
	if dbtest.Fingerprint(t, folder) != before {
		t.Error("the database's folder has changed")
	}
}
