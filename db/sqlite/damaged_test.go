package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/dbtest/seed"
)

// TestDamagedFilesAreReadOrRefusedInASentence changes bytes of files, most of them among those that say where the rest is, and
// cuts files off.
func TestDamagedFilesAreReadOrRefusedInASentence(t *testing.T) {
	t.Parallel()
	path := file(t, `CREATE TABLE t (i INTEGER PRIMARY KEY, s TEXT, r REAL, g AS (i * 2), CHECK (i > 0)); CREATE INDEX by_s ON t (s, r); CREATE VIEW w AS SELECT s, sum(r) FROM t GROUP BY s;
		CREATE TABLE k (a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID; CREATE VIRTUAL TABLE f USING fts5(x);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t (i, s, r) SELECT i, 'value ' || i % 90, i / 7.0 FROM n;
		INSERT INTO k SELECT s, i FROM t; INSERT INTO f SELECT s FROM t LIMIT 500; UPDATE t SET s = hex(zeroblob(9000)) WHERE i % 500 = 0`)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := seed.Random(t)
	folder := t.TempDir()
	ends := map[db.Kind]int{}
	for i := range dbtest.DamagedFiles() {
		damaged := filepath.Join(folder, fmt.Sprintf("%d.sqlite", i))
		if err := os.WriteFile(damaged, damage(random, whole), 0o600); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		err := readAll(t.Context(), damaged)
		var e *db.Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("file %d: %T %v is no sentence", i, err, err)
		}
		if took := time.Since(begun); took > 30*time.Second {
			t.Errorf("file %d took %v", i, took)
		}
		ends[db.KindOf(err)]++
		os.Remove(damaged)
	}
	t.Logf("by kind: %v", ends)
}

// readAll opens a file and reads what is in it.
func readAll(ctx context.Context, path string) error {
	d, err := Open(ctx, path, db.Settings{Timeout: 2 * time.Second})
	if err != nil {
		return err
	}
	defer d.Close()
	schema, err := d.Schema(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, table := range schema.Tables {
		for _, sql := range []string{"SELECT * FROM %s ORDER BY 1", "SELECT count(*) FROM %s WHERE rowid > 5"} {
			failed = errors.Join(failed, drain(ctx, d, fmt.Sprintf(sql, `"`+table.Name+`"`)))
		}
	}
	return failed
}

func drain(ctx context.Context, d *Database, sql string) error {
	r, err := d.query(ctx, sql)
	if err != nil {
		return err
	}
	defer r.Close()
	for r.Next(ctx) {
	}
	return r.Err()
}

// pageBytes is the size of a page, at whose beginning stands what is where on it (https://www.sqlite.org/fileformat2.html).
const pageBytes = 4 << 10

func damage(random *rand.Rand, whole []byte) []byte {
	b := append([]byte{}, whole...)
	for range 1 + random.IntN(8) {
		at := random.IntN(len(b))
		switch random.IntN(4) {
		case 0:
			at = random.IntN(100) // the file's header
		case 1, 2:
			at = at/pageBytes*pageBytes + random.IntN(40)
		}
		b[at] ^= byte(1 + random.IntN(255))
	}
	if random.IntN(6) == 0 {
		return b[:random.IntN(len(b))]
	}
	return b
}
