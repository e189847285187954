package sqlite_test

import (
	"fmt"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/sqlite"
)

// TestLongDefinitionsAreRead: what made a table may be longer than any statement that is typed, for its comments or its defaults.
func TestLongDefinitionsAreRead(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "long", fmt.Sprintf("CREATE TABLE boats (id INTEGER PRIMARY KEY, /* %s */ name TEXT); INSERT INTO boats VALUES (1, 'Gull')", strings.Repeat("long ", 600_000)))
	d, err := sqlite.Open(t.Context(), path, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	tables, err := d.Schema(t.Context())
	if err != nil || len(tables.Tables) != 1 || len(tables.Tables[0].Columns) != 2 {
		t.Fatalf("%+v, %v", tables, err)
	}
	if values, _, err := d.Values(t.Context(), tables.Tables[0].TableName, "name", 5); err != nil || len(values) != 1 {
		t.Errorf("%v, %v", values, err)
	}
}
