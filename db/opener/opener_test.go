package opener

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// made makes a database file with one table t of one row, through a driver of database/sql.
func made(t *testing.T, driver, path string) string {
	t.Helper()
	d, err := sql.Open(driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec("CREATE TABLE t AS SELECT 1 AS v"); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTargetsAreKnownByWhatTheyAre(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	csv := filepath.Join(folder, "t.csv")
	if err := os.WriteFile(csv, []byte("v\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lite := made(t, "sqlite", filepath.Join(folder, "lite.db"))
	duck := made(t, "duckdb", filepath.Join(folder, "duck.db"))
	for target, want := range map[string]statement.Dialect{
		lite: statement.SQLite, "sqlite://" + lite: statement.SQLite, "file:" + lite: statement.SQLite,
		duck: statement.DuckDB, csv: statement.DuckDB, filepath.Join(folder, "t*.csv"): statement.DuckDB,
	} {
		d, err := Open(t.Context(), db.Settings{}, target)
		if err != nil {
			t.Errorf("%s: %v", target, err)
			continue
		}
		if d.Dialect() != want || one(t, d) != int64(1) {
			t.Errorf("%s: dialect %v, row %v", target, d.Dialect(), one(t, d))
		}
		d.Close()
	}
}

func TestServerIsKnownByItsURL(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT 1 AS v")
	d, err := Open(t.Context(), db.Settings{}, url)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if d.Dialect() != statement.PostgreSQL || one(t, d) != int64(1) {
		t.Errorf("dialect %v", d.Dialect())
	}
}

// one is the only cell of table t.
func one(t *testing.T, d db.Database) db.Value {
	t.Helper()
	stmt, err := statement.Parse("SELECT v FROM t", d.Dialect(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := d.Query(t.Context(), stmt)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if !rows.Next(t.Context()) {
		t.Fatal(rows.Err())
	}
	return rows.Row()[0]
}

func TestWhatCannotBeOpenedIsSaidInTwoSentences(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, targets := range map[string][]string{
		"nothing there":  {filepath.Join(folder, "gone.db")},
		"a folder":       {folder},
		"unknown scheme": {"mysql://root@localhost/x"},
		"no server":      {"postgres://nobody:secret@127.0.0.1:1/x"},
		"bad settings":   {"postgres://nobody:secret@host:port/x"},
		"two databases":  {filepath.Join(folder, "a.db"), filepath.Join(folder, "b.db")},
		"no such host":   {"host=no-such-host.invalid user=x password=secret"},
	} {
		d, err := Open(context.Background(), db.Settings{}, targets...)
		var e *db.Error
		if d != nil || !errors.As(err, &e) || e.Message == "" || e.Hint == "" {
			t.Errorf("%s: %v, %#v", name, d, err)
			continue
		}
		if strings.Contains(e.Message+e.Hint, "secret") {
			t.Errorf("%s: the password is in %q", name, e.Message+e.Hint)
		}
	}
}

func TestListsOfDataFilesAreTakenApart(t *testing.T) {
	t.Parallel()
	whole := filepath.Join(t.TempDir(), "a,b.csv")
	if err := os.WriteFile(whole, []byte("v\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]int{"a.csv,b.parquet": 2, whole: 1, "postgres://a,b/shop": 1, "shop,old.sqlite": 1, "a.csv": 1} {
		if got := Split([]string{target}); len(got) != want {
			t.Errorf("%s: %v", target, got)
		}
	}
}

// TestAnEmptyFileIsCalledThat: it is no database of any kind, and no data.
func TestAnEmptyFileIsCalledThat(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"shop.db", "shop.sqlite", "shop.duckdb", "orders.csv", "orders.parquet", "orders.json"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), db.Settings{}, path)
		var said *db.Error
		if !errors.As(err, &said) || said.Kind != db.NotDatabase || said.Message != name+" is empty: it has 0 bytes." || said.Hint == "" {
			t.Errorf("%s: %+v", name, err)
		}
	}
}
