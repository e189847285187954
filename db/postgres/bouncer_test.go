package postgres

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

// bouncer starts PgBouncer in transaction mode before a server, with so many connections to it, and returns the URL through it.
func bouncer(t *testing.T, to string, connections int) string {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "parley-bouncer-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	port := dbtest.FreePort(t)
	server := fmt.Sprintf("host=%s port=%s user=%s", u.Hostname(), u.Port(), u.User.Username())
	if password, ok := u.User.Password(); ok {
		server += " password=" + password
	}
	config := fmt.Sprintf(`[databases]
%s = %s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = %d
logfile = %s/log
`, strings.TrimPrefix(u.Path, "/"), server, port, connections, folder)
	path := filepath.Join(folder, "pgbouncer.ini")
	if err := os.WriteFile(path, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	dbtest.Start(t, "pgbouncer", path)
	u.Host = fmt.Sprintf("127.0.0.1:%d", port)
	return u.String()
}

func TestThroughPgBouncerInTransactionMode(t *testing.T) {
	t.Parallel()
	direct := dbtest.Postgres(t)
	dbtest.Exec(t, direct, "CREATE TABLE t AS SELECT generate_series(1, 1000) AS v")
	through := bouncer(t, direct, 2)
	d := openThrough(t, through)
	if schema, err := d.Schema(t.Context()); err != nil || schema.Table("t") == nil {
		t.Errorf("schema %v, %v", schema, err)
	}
	if p, err := d.Protection(t.Context()); err != nil || !p.ReadOnly {
		t.Errorf("protection %+v, %v", p, err)
	}
	var readers sync.WaitGroup
	for range 8 { // more than there are connections to the server
		readers.Go(func() {
			for range 20 {
				r, err := d.run(t.Context(), request{sql: "SELECT count(*), current_setting('transaction_read_only') FROM t"})
				if err != nil {
					t.Error(err)
					return
				}
				if !r.Next(t.Context()) || r.Row()[0] != int64(1000) || r.Row()[1] != "on" {
					t.Errorf("got %v, %v", r.Row(), r.Err())
				}
				r.Close()
			}
		})
	}
	readers.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := d.run(ctx, request{sql: "SELECT count(*) FROM generate_series(1, 1e12)"}); db.KindOf(err) != db.Timeout {
		t.Errorf("got %v", err)
	}
	if got := all(t, d, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()"); got[0] != "0" {
		t.Errorf("%s backends still work after the cancel", got[0])
	}
}

// openThrough opens a database through a pooler, once that is there.
func openThrough(t *testing.T, through string) *Database {
	t.Helper()
	for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		d, err := Open(t.Context(), through, db.Settings{Timeout: 20 * time.Second})
		if err == nil {
			t.Cleanup(func() { d.Close() })
			return d
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// TestTemporaryObjectsOfThePoolRunNothing has another client of a pooler leave objects in the sessions that parley gets next.
// TestAPoolerOutlivesResultsThatAreBrokenOff has several clients of a pooler with one connection break results off, early and when the
// statement is just about to end.
func TestAPoolerOutlivesResultsThatAreBrokenOff(t *testing.T) {
	t.Parallel()
	url := bouncer(t, dbtest.Postgres(t), 1)
	d := openThrough(t, url)
	var clients sync.WaitGroup
	for client := range 8 {
		clients.Go(func() {
			for i := range 25 {
				r, err := d.run(t.Context(), request{sql: fmt.Sprintf("SELECT i FROM generate_series(1, %d) i", 1+100*client*i)})
				if err != nil {
					t.Errorf("result %d of client %d: %v", i, client, err)
					return
				}
				r.Next(t.Context())
				r.Close()
			}
		})
	}
	clients.Wait()
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("after it: %v", got)
	}
}

func TestTemporaryObjectsOfThePoolRunNothing(t *testing.T) {
	t.Parallel()
	direct := dbtest.Postgres(t)
	dbtest.Exec(t, direct, "CREATE TABLE users (id int); INSERT INTO users VALUES (1)")
	through := bouncer(t, direct, 2)
	d := openThrough(t, through)
	other, err := pgx.Connect(t.Context(), through+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	for range 8 {
		if _, err := other.Exec(t.Context(), `CREATE OR REPLACE FUNCTION pg_temp.spy() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock(77); RETURN 1; END $$;
			CREATE OR REPLACE TEMP VIEW users AS SELECT pg_temp.spy() AS id; CREATE OR REPLACE TEMP VIEW pg_roles AS SELECT pg_temp.spy() AS rolname`); err != nil {
			t.Fatal(err)
		}
	}
	for _, sql := range []string{"SELECT id FROM users", "SELECT pg_temp.spy()", "SELECT * FROM pg_temp.users", "SELECT rolname FROM pg_roles"} {
		for range 4 {
			stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := d.Query(t.Context(), stmt); err == nil {
				for r.Next(t.Context()) {
				}
				r.Close()
				t.Errorf("ran: %s", sql)
			} else if db.KindOf(err) != db.ReadOnly {
				t.Logf("%s: %v", sql, err)
			}
		}
	}
}

// TestARoleThatThePoolLeftIsSeen has another client of a pooler set a role in the sessions that parley gets next: for it there
// are policies, and another schema of its name.
func TestARoleThatThePoolLeftIsSeen(t *testing.T) {
	t.Parallel()
	direct := dbtest.Postgres(t)
	name, _ := dbtest.Role(t, direct)
	dbtest.Exec(t, direct, "CREATE FUNCTION loud(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN $1 > 0; END'; CREATE TABLE guarded (id int); CREATE POLICY p ON guarded USING (loud(id));"+
		"ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; GRANT SELECT ON guarded TO PUBLIC; CREATE SCHEMA "+name+"; GRANT USAGE ON SCHEMA "+name+" TO PUBLIC;"+
		"CREATE FUNCTION "+name+".calm() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 2; END'; CREATE FUNCTION calm() RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'")
	through := bouncer(t, direct, 2)
	d := openThrough(t, through)
	calm := []string{"SELECT id FROM guarded", "SELECT calm()"}
	for _, sql := range calm {
		all(t, d, sql)
	}
	var others []*pgx.Conn
	for range 2 { // both sessions of the pool
		other, err := pgx.Connect(t.Context(), through+"&default_query_exec_mode=simple_protocol")
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close(t.Context())
		if _, err := other.Exec(t.Context(), "BEGIN; SET ROLE "+name); err != nil {
			t.Fatal(err)
		}
		others = append(others, other)
	}
	for _, other := range others {
		if _, err := other.Exec(t.Context(), "COMMIT"); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		for _, sql := range calm {
			refuses(t, d, sql)
		}
	}
}
