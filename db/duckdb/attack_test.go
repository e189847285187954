package duckdb

import (
	"context"
	"path/filepath"
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

const victim = "CREATE TABLE victim AS SELECT i AS id, 'v' || i AS v FROM range(1, 11) r(i); CREATE SEQUENCE victim_seq"

func TestAttacksChangeNothing(t *testing.T) {
	t.Parallel()
	path := file(t, victim)
	folder := filepath.Dir(path)
	attacks := dbtest.Attacks(t, "duckdb", folder)
	before := dbtest.Fingerprint(t, folder)
	d := open(t, path, db.Settings{})
	dbtest.Guarded(t, d, attacks)
	dbtest.Unguarded(t, attacks, func(ctx context.Context, a dbtest.Attack) error {
		return d.each(ctx, a.SQL, func([]db.Value) {})
	})
	if got := all(t, d, "SELECT count(*), min(v), max(v) FROM victim"); got[0] != "10|v1|v9" {
		t.Errorf("the rows are now %v", got)
	}
	d.Close()
	if dbtest.Fingerprint(t, folder) != before {
		t.Error("the database's folder has changed")
	}
}

func TestAttacksOnFileTablesChangeNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	csv := write(t, filepath.Join(folder, "victim.csv"), "id,v\n1,v1\n")
	attacks := append(dbtest.Attacks(t, "duckdb", folder),
		dbtest.Attack{SQL: "COPY (SELECT 1) TO " + literal(csv), Guard: true, Engine: true, Line: "COPY over the named file"},
		dbtest.Attack{SQL: "EXPLAIN ANALYZE COPY (SELECT 1) TO " + literal(csv), Guard: true, Engine: true, Line: "EXPLAIN ANALYZE COPY over the named file"})
	before := dbtest.Fingerprint(t, folder)
	d, err := OpenFiles(t.Context(), []string{csv}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Guarded(t, d, attacks)
	dbtest.Unguarded(t, attacks, func(ctx context.Context, a dbtest.Attack) error {
		return d.each(ctx, a.SQL, func([]db.Value) {})
	})
	d.Close()
	if dbtest.Fingerprint(t, folder) != before {
		t.Error("the folder has changed")
	}
}
