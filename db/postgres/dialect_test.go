package postgres

import (
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/attack"
)

// TestServerReadsStringsAsParleyDoes has a database in which a backslash ends no string for parley, but does for the server, until
// it is told otherwise: what parley takes for the inside of a string would run.
func TestServerReadsStringsAsParleyDoes(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, `CREATE FUNCTION vol() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'ran'; END $$;
		CREATE TABLE t (a text); INSERT INTO t VALUES ('a\'' , vol() --');
		DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET standard_conforming_strings = off', current_database());
		EXECUTE format('ALTER DATABASE %I SET backslash_quote = on', current_database()); END $$`)
	dbtest.Exec(t, url, attack.TrapCounting)
	d := open(t, url, db.Settings{})
	for sql, want := range map[string]string{
		`SELECT 'a\'' , vol() --'`:                           `a\' , vol() --`,
		`SELECT 'a\'' , pg_sleep(0)::text --'`:               `a\' , pg_sleep(0)::text --`,
		`SELECT count(*) FROM t WHERE a = 'a\'' , vol() --'`: "1",
		`SELECT 'a\\b'`:                                      `a\\b`,
		`SELECT E'a\\b'`:                                     `a\b`,
	} {
		stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Explain(t.Context(), stmt); err != nil {
			t.Errorf("explain %s: %v", sql, err)
		}
		gives(t, d, sql, want)
	}
	d.Close()
	quiet(t, url)
}

// TestDatabaseThatQuotesAllNames has a database whose sessions call the closed search path by quoted names.
func TestDatabaseThatQuotesAllNames(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, `CREATE TABLE t (a text); INSERT INTO t VALUES ('x');
		DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET quote_all_identifiers = on', current_database()); END $$`)
	d := open(t, url, db.Settings{})
	gives(t, d, `SELECT a FROM t`, "x")
}

// TestServerReadsLettersAsParleyDoes has a database whose sessions take texts for Shift-JIS, in which the last byte of a letter of
// UTF-8 and the backslash behind it are one letter: the string would end where it does not for parley.
func TestServerReadsLettersAsParleyDoes(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, `CREATE FUNCTION vol() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'ran'; END $$;
		DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET client_encoding = ''SJIS''', current_database()); END $$`)
	dbtest.Exec(t, url, attack.TrapCounting)
	d := open(t, url, db.Settings{})
	for sql, want := range map[string]string{
		`SELECT E'ッ\' , vol() --'`:    `ッ' , vol() --`,
		`SELECT 'Äpfel' || chr(8364)`: `Äpfel€`,
	} {
		gives(t, d, sql, want)
	}
	d.Close()
	quiet(t, url)
}

// gives runs a statement whose rows are all of the one wanted value.
func gives(t *testing.T, d *Database, sql, want string) {
	t.Helper()
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Query(t.Context(), stmt)
	if err != nil {
		t.Errorf("%s: %v", stmt.SQL(), err)
		return
	}
	defer r.Close()
	for r.Next(t.Context()) {
		if row := r.Row(); len(row) != 1 || db.Format(row[0]) != want {
			t.Errorf("%s gave %q, want %q", stmt.SQL(), row, want)
		}
	}
	if r.Err() != nil {
		t.Errorf("%s: %v", stmt.SQL(), r.Err())
	}
}

// TestADatabaseThatEndsItsSessionsEarlyIsOpened has databases whose sessions, or statements, end before one of parley's questions is answered.
func TestADatabaseThatEndsItsSessionsEarlyIsOpened(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"statement_timeout = 1", "idle_session_timeout = 1", "lock_timeout = 1", "idle_in_transaction_session_timeout = 1"} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			url := dbtest.Postgres(t)
			dbtest.Exec(t, url, `CREATE TABLE t (a text); INSERT INTO t VALUES ('x');
				DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET `+limit+`', current_database()); END $$`)
			d := open(t, url, db.Settings{Timeout: time.Minute})
			if schema, err := d.Schema(t.Context()); err != nil || len(schema.Tables) != 1 {
				t.Errorf("the schema: %v, %v", schema, err)
			}
			for _, sql := range []string{"SELECT a FROM t", "SELECT 'x' FROM generate_series(1, 200000) HAVING count(*) > 1"} {
				gives(t, d, sql, "x")
			}
		})
	}
}

// TestAStatementThatSomebodyCancelledIsNoTimeout has a statement cancelled on the server long before its time is up.
func TestAStatementThatSomebodyCancelledIsNoTimeout(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	d := open(t, url, db.Settings{Timeout: time.Minute})
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() { // again and again, as it may not have begun yet
		defer close(stopped)
		for {
			select {
			case <-ended:
				return
			case <-time.After(300 * time.Millisecond):
				dbtest.Exec(t, url, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%1e12%' AND pid <> pg_backend_pid()")
			}
		}
	}()
	defer func() { close(ended); <-stopped }()
	_, err := d.run(t.Context(), request{sql: "SELECT count(*) FROM generate_series(1, 1e12)"})
	if db.KindOf(err) != db.Timeout || !strings.Contains(db.Told(err), "cancelled") {
		t.Errorf("got %v", db.Told(err))
	}
}
