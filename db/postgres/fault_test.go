package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
	"parley/db/dbtest"
)

// forever gives rows without end, as they are asked for.
const forever = "SELECT generate_series(1, 1000000000), repeat('x', 100)"

// said checks that a failure has a kind, a sentence and a hint.
func said(t *testing.T, what string, err error, want db.Kind) {
	t.Helper()
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != want || e.Message == "" || e.Hint == "" {
		t.Errorf("%s: got %#v, want kind %d with a hint", what, err, want)
	}
}

// reading starts a statement and reads its first rows.
func reading(t *testing.T, d *Database, sql string) *rows {
	t.Helper()
	r, err := d.run(t.Context(), request{sql: sql})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	for range 100 {
		if !r.Next(t.Context()) {
			t.Fatal(r.Err())
		}
	}
	return r
}

func drain(ctx context.Context, r *rows) error {
	for r.Next(ctx) {
	}
	return r.Err()
}

func TestServerKilledInTheMiddleOfAResult(t *testing.T) {
	t.Parallel()
	url, kill := dbtest.Cluster(t)
	d := open(t, url, db.Settings{})
	kept := db.Collect(t.Context(), reading(t, d, "SELECT generate_series(1, 5000)"), db.Limits{})
	defer kept.Close()
	if err := kept.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := reading(t, d, forever)
	kill()
	said(t, "the result under way", drain(t.Context(), r), db.Lost)
	_, err := d.run(t.Context(), request{sql: "SELECT 1"})
	said(t, "the next statement", err, db.Unreachable)
	if row, err := kept.Row(4000); err != nil || row[0] != int64(4101) {
		t.Errorf("an earlier result has %v, %v", row, err)
	}
}

func TestBackendEndedByTheServer(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	d := open(t, url, db.Settings{})
	r := reading(t, d, forever)
	dbtest.Exec(t, url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	said(t, "the result under way", drain(t.Context(), r), db.Lost)
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("after reconnecting: %v", got)
	}
}

// runsOne runs a statement to its end, and says what went wrong.
func runsOne(t *testing.T, d *Database) error {
	r, err := d.run(t.Context(), request{sql: "SELECT 1"})
	if err == nil {
		err = drain(t.Context(), r)
	}
	return err
}

func TestServerKilledWhileNobodyAsks(t *testing.T) {
	t.Parallel()
	url, kill := dbtest.Cluster(t)
	d := open(t, url, db.Settings{})
	all(t, d, "SELECT 1")
	kill()
	err := runsOne(t, d)
	for until := time.Now().Add(40 * time.Second); err == nil && time.Now().Before(until); { // its backend outlives the server by a moment
		time.Sleep(10 * time.Millisecond)
		err = runsOne(t, d)
	}
	said(t, "the next statement", err, db.Unreachable)
	if err != nil && !strings.Contains(err.Error(), "No PostgreSQL server answers") {
		t.Errorf("it says %q", err)
	}
}

// A connection that the server ended is noticed when it is used again: before its end was read, or after.
func TestStatementOnAConnectionThatEndedIsBegunAnew(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	d := open(t, url, db.Settings{})
	const others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
	first, second := reading(t, d, forever), reading(t, d, forever) // so that more than one connection is idle
	first.Close()
	second.Close()
	for range 30 {
		dbtest.Exec(t, url, others)
		if got := all(t, d, "SELECT 1"); got[0] != "1" {
			t.Fatalf("after reconnecting: %v", got)
		}
	}
}

func TestStatementThatEndsItsConnectionIsNotRunAgain(t *testing.T) {
	t.Parallel()
	proxy, url := dbtest.NewProxy(t, dbtest.Postgres(t))
	d := open(t, url, db.Settings{})
	all(t, d, "SELECT 1")
	opened := proxy.Opened()
	_, err := d.run(t.Context(), request{sql: "SELECT pg_terminate_backend(pg_backend_pid()), (SELECT count(*) FROM generate_series(1, 1e12))"})
	said(t, "a statement that ends its connection", err, db.Lost)
	if again := proxy.Opened() - opened; again != 1 {
		t.Errorf("%d connections were made after it, want the one that asks whether there is a server", again)
	}
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("after it: %v", got)
	}
}

func TestNetworkCut(t *testing.T) {
	t.Parallel()
	proxy, url := dbtest.NewProxy(t, dbtest.Postgres(t))
	d := open(t, url, db.Settings{})
	r := reading(t, d, forever)
	proxy.Cut()
	said(t, "the result under way", drain(t.Context(), r), db.Lost)
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("after reconnecting: %v", got)
	}
}

func TestWhatTheServerRefusesIsSaid(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE seen (v int, w text); CREATE TABLE hidden (v int); CREATE TABLE locked (v int)")
	name, as := dbtest.Role(t, url)
	dbtest.Exec(t, url, "GRANT SELECT ON seen, locked TO "+name)
	_, err := open(t, as, db.Settings{Timeout: time.Second}).run(t.Context(), request{sql: "SELECT count(*) FROM generate_series(1, 1e12)"})
	said(t, "a statement without end", err, db.Timeout)
	d := open(t, as, db.Settings{})
	for sql, want := range map[string]db.Kind{
		"SELECT * FROM hidden":           db.Permission,
		"SELECT repeat('x', 2000000000)": db.Resources,
	} {
		_, err := d.run(t.Context(), request{sql: sql})
		said(t, sql, err, want)
	}
	for sql, want := range map[string]db.Kind{"SELECT * FROM gone": db.NoTable, "SELECT gone FROM seen": db.NoColumn, "SELECT 'ü', gone(v) FROM seen": db.NoFunction, "SELECT FROM WHERE": db.Syntax} {
		var e *db.Error
		_, err := d.run(t.Context(), request{sql: sql})
		if !errors.As(err, &e) || e.Kind != want {
			t.Errorf("%s: %v", sql, err)
		} else if word := map[db.Kind]string{db.NoTable: "gone", db.NoColumn: "gone", db.NoFunction: "gone", db.Syntax: "WHERE"}[want]; !strings.HasPrefix(sql[e.Position:], word) {
			t.Errorf("%s: position %d points at %q", sql, e.Position, sql[e.Position:])
		}
	}
}

func TestServerOutOfMemory(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.ClusterWithin(t, 500), db.Settings{})
	_, err := d.run(t.Context(), request{sql: "SELECT length(array_agg(repeat('x', 1000) || i)::text) FROM generate_series(1, 2000000) i"})
	said(t, "an array of 2 GB", err, db.Resources)
	var server *pgconn.PgError
	if !errors.As(err, &server) || server.Code != "53200" {
		t.Errorf("the server's own word is %v", server)
	}
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("after it: %v", got)
	}
}

func TestTableAlteredBetweenStatements(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT 1 AS v")
	d := open(t, url, db.Settings{})
	all(t, d, "SELECT * FROM t")
	dbtest.Exec(t, url, "ALTER TABLE t ADD COLUMN w text DEFAULT 'new'")
	if got := all(t, d, "SELECT * FROM t"); got[0] != "1|new" {
		t.Errorf("got %v", got)
	}
	dbtest.Exec(t, url, "DROP TABLE t")
	if _, err := d.run(t.Context(), request{sql: "SELECT * FROM t"}); db.KindOf(err) != db.NoTable {
		t.Errorf("got %v", err)
	}
}

func TestTableLockedByAnotherSession(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT 1 AS v")
	locker, d := open(t, url, db.Settings{}), open(t, url, db.Settings{})
	conn, err := locker.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Conn().PgConn().Exec(t.Context(), "BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE").ReadAll(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, err = d.run(t.Context(), request{sql: "SELECT * FROM t"})
	said(t, "a locked table", err, db.Busy)
	if took := time.Since(start); took > lockTimeout+20*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestNothingStaysLockedWhileTheUserThinks(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT generate_series(1, 100000) AS v")
	d := open(t, url, db.Settings{})
	r, err := d.run(t.Context(), request{sql: "SELECT v FROM t"})
	if err != nil {
		t.Fatal(err)
	}
	set := db.Collect(t.Context(), r, db.Limits{Rows: 1000})
	defer set.Close()
	if err := set.Wait(t.Context()); err != nil || set.State() != db.Capped || set.Len() != 1000 {
		t.Fatal(set.State(), set.Len(), err)
	}
	dbtest.Exec(t, url, "SET lock_timeout = '1s'; ALTER TABLE t ADD COLUMN w int")
}

func TestWideAndHugeRows(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Postgres(t), db.Settings{})
	columns := make([]string, 1600)
	for i := range columns {
		columns[i] = fmt.Sprintf("%d AS c", i)
	}
	r := db.Rows(nil)
	var err error
	if r, err = d.run(t.Context(), request{sql: "SELECT " + strings.Join(columns, ", ")}); err != nil {
		t.Fatal(err)
	}
	if !r.Next(t.Context()) || len(r.Row()) != 1600 || r.Row()[1599] != int64(1599) {
		t.Errorf("%d columns, %v", len(r.Row()), r.Err())
	}
	r.Close()
	_, err = d.run(t.Context(), request{sql: "SELECT repeat('x', 200 * 1024 * 1024)"})
	said(t, "a cell of 200 MB", err, db.TooLarge)
	if got := all(t, d, "SELECT length(repeat('x', 50000000))"); got[0] != "50000000" {
		t.Errorf("after it: %v", got)
	}
}

func TestBytesThatAreNoUTF8(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	name := strings.TrimPrefix(url[strings.LastIndex(url, "/")+1:], "/")
	name, _, _ = strings.Cut(name, "?")
	dbtest.Exec(t, dbtest.Server(t), "CREATE DATABASE "+name+"_raw TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'")
	t.Cleanup(func() { dbtest.Exec(t, dbtest.Server(t), "DROP DATABASE "+name+"_raw WITH (FORCE)") })
	raw := dbtest.WithDatabase(t, url, name+"_raw")
	dbtest.Exec(t, raw, `CREATE TABLE t AS SELECT E'caf\351' AS v`)
	if got := all(t, open(t, raw, db.Settings{}), "SELECT v FROM t"); got[0] != "caf\xe9" {
		t.Errorf("got %q", got)
	}
}

func TestConnectionLimit(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	name, as := dbtest.Role(t, url)
	dbtest.Exec(t, url, "ALTER ROLE "+name+" CONNECTION LIMIT 1")
	open(t, as, db.Settings{})
	_, err := Open(t.Context(), as, db.Settings{})
	said(t, "no connection left", err, db.Busy)
}

func TestLoginsThatFail(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	_, err := Open(t.Context(), dbtest.WithDatabase(t, url, "no_such_database"), db.Settings{})
	said(t, "no such database", err, db.NoDatabase)
	_, err = Open(t.Context(), strings.Replace(url, "postgres@", "no_such_user@", 1), db.Settings{})
	if strings.Contains(url, "postgres@") {
		said(t, "no such user", err, db.Login)
	}
}

func TestPasswordIsAskedForWhereItIsWanted(t *testing.T) {
	t.Parallel()
	_, as := dbtest.WithPasswords(t)
	var asked []string
	ask := func(answers ...string) db.Settings {
		return db.Settings{Password: func(who string) (string, error) {
			asked = append(asked, who)
			if len(answers) == 0 {
				return "", errors.New("no more answers")
			}
			answer := answers[0]
			answers = answers[1:]
			return answer, nil
		}}
	}
	_, err := Open(t.Context(), as, db.Settings{})
	said(t, "no password", err, db.Login)
	_, err = Open(t.Context(), as, ask("wrong"))
	said(t, "a wrong password", err, db.Login)
	_, err = Open(t.Context(), as, ask("1", "2", "3", "4", "sesame"))
	said(t, "too many wrong passwords", err, db.Login)
	d := open(t, as, ask("wrong", "sesame"))
	if len(asked) != 2+attempts+2 || !strings.HasPrefix(asked[0], "guarded@127.0.0.1") || strings.Contains(d.URL()+d.Name(), "sesame") {
		t.Errorf("asked %v; %s, %s", asked, d.URL(), d.Name())
	}
}

func TestCloseDoesNotWaitForAbandonedResults(t *testing.T) {
	t.Parallel()
	d, err := Open(t.Context(), dbtest.Postgres(t), db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	r := reading(t, d, forever)
	start := time.Now()
	d.Close()
	if took := time.Since(start); took > cancelTimeout+20*time.Second {
		t.Errorf("took %v", took)
	}
	if err := drain(context.Background(), r); db.KindOf(err) != db.Cancelled {
		t.Errorf("the abandoned result: %v", err)
	}
}
