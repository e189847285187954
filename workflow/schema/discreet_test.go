package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/workflow/schema"
)

// logins is a table whose texts let people in, beside a number and a key that are called like such.
const logins = `CREATE TABLE commits (commit_hash TEXT PRIMARY KEY, note TEXT);
INSERT INTO commits VALUES ('c0ffee', 'first'), ('decade', 'second');
CREATE TABLE accounts (id INT PRIMARY KEY, name TEXT, password_hash TEXT, pwd TEXT, api_token TEXT, client_secret TEXT, token_type TEXT, tokens INT);
INSERT INTO accounts VALUES (1, 'Ada', 'HUSH-1', 'HUSH-2', 'HUSH-3', 'HUSH-4', 'bearer', 5), (2, 'Bo', 'HUSH-1', 'HUSH-2', 'HUSH-3', 'HUSH-4', 'basic', 7)`

func TestWhatLetsPeopleInIsNotLookedAt(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, logins+"; ANALYZE")
	for engine, target := range map[string]string{"PostgreSQL": url, "SQLite": dbtest.SQLite(t, "logins", logins)} {
		d, err := opener.Open(t.Context(), db.Settings{}, target)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		tables, err := d.Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		x, facts, err := schema.Read(t.Context(), d, tables, schema.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(facts)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "HUSH") || !strings.Contains(string(text), "Ada") || !strings.Contains(string(text), "c0ffee") || !strings.Contains(string(text), "bearer") {
			t.Errorf("%s: known are %s", engine, text)
		}
		if c := x.Table("accounts").Column("tokens"); c.Role != schema.Measure || c.High != 7 {
			t.Errorf("%s: a number of tokens is %v up to %v", engine, c.Role, c.High)
		}
	}
}

func TestNumbersThatTellThingsApartAreNotAddedUp(t *testing.T) {
	t.Parallel()
	x := built(t, `CREATE TABLE desks (id INTEGER PRIMARY KEY, sid INTEGER, extension INTEGER, ext INTEGER, bid INTEGER, paid INTEGER);
		INSERT INTO desks VALUES (1, 71, 4401, 11, 90, 3), (2, 75, 4407, 12, 80, 4), (3, 71, 4420, 15, 70, 5)`)
	for column, want := range map[string]schema.Aggregation{
		"sid": schema.NoAggregate, "extension": schema.NoAggregate, "ext": schema.NoAggregate, "bid": schema.Sum, "paid": schema.Sum,
	} {
		if c := x.Table("desks").Column(column); c.Aggregate != want {
			t.Errorf("%s is put together by %v, want %v", column, c.Aggregate, want)
		}
	}
}
