package duckdb

import (
	"path/filepath"
	"slices"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/attack"
)

const victim = attack.Schema + "CREATE SEQUENCE victim_seq"

func TestAttacksChangeNothing(t *testing.T) {
	t.Parallel()
	path := file(t, victim)
	folder := filepath.Dir(path)
	attacks := dbtest.Attacks(t, statement.DuckDB, folder)
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

func TestAttacksOnFileTablesChangeNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	csv := write(t, filepath.Join(folder, "victim.csv"), "id,v\n1,v1\n")
	attacks := append(dbtest.Attacks(t, statement.DuckDB, folder),
		attack.Case{SQL: "COPY (SELECT 1) TO " + literal(csv), Place: "COPY over the named file"},
		attack.Case{SQL: "EXPLAIN ANALYZE COPY (SELECT 1) TO " + literal(csv), Place: "EXPLAIN ANALYZE COPY over the named file"})
	before := dbtest.Fingerprint(t, folder)
	d, err := OpenFiles(t.Context(), []string{csv}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Guarded(t, d, attacks)
	dbtest.Unguarded(t, attacks, d.Attempt)
	d.Close()
	if dbtest.Fingerprint(t, folder) != before {
		t.Error("the folder has changed")
	}
}
