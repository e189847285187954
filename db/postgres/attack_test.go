package postgres

import (
	"os"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/attack"
)

const victim = attack.Schema + `
CREATE SEQUENCE victim_seq; CREATE SEQUENCE users_id_seq;
CREATE MATERIALIZED VIEW seen AS SELECT * FROM victim;
CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock(5); DELETE FROM victim; RETURN 1; END $$;
CREATE PROCEDURE eraser() LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock(6); DELETE FROM victim; END $$;
CREATE FUNCTION sly(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock(7); RETURN 1; END $$;
CREATE VIEW trap AS SELECT pg_advisory_lock(8) IS NULL AS held;
CREATE OPERATOR ### (RIGHTARG = int, FUNCTION = sly);`

// world is what an attack could have changed on the server, as one text.
const world = `SELECT
	(SELECT string_agg(line, ';') FROM (` + attack.Rows + `) AS lines),
	(SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_attribute),
	(SELECT last_value::text || is_called FROM victim_seq), (SELECT last_value::text || is_called FROM users_id_seq),
	(SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_extension),
	(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())),
	(SELECT count(*) FROM pg_locks WHERE relation = 'victim'::regclass AND mode <> 'AccessShareLock'),
	(SELECT count(*) FROM pg_replication_slots), (SELECT count(*) FROM pg_replication_origin), (SELECT count(*) FROM pg_prepared_xacts),
	(SELECT relacl::text FROM pg_class WHERE relname = 'victim'),
	current_setting('default_transaction_read_only'), current_setting('work_mem'), current_user`

func TestAttacksChangeNothing(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"superuser", "plain role"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			url := dbtest.Postgres(t)
			dbtest.Exec(t, url, victim)
			folder := serverFolder(t)
			watcher := open(t, url, db.Settings{})
			as := url
			if who == "plain role" {
				var name string
				name, as = dbtest.Role(t, url)
				// The role may do all that the tables' owner allows; that it does not happen is parley's doing.
				dbtest.Exec(t, url, "GRANT ALL ON ALL TABLES IN SCHEMA public TO "+name+"; GRANT ALL ON SEQUENCE victim_seq, users_id_seq TO "+name)
			}
			before := all(t, watcher, world)
			d := open(t, as, db.Settings{})
			attacks := dbtest.Attacks(t, statement.PostgreSQL, folder)
			dbtest.Guarded(t, d, attacks)
			dbtest.Unguarded(t, attacks, d.Attempt)
			// A view that takes a lock is none of the guard's or the catalogue's business; the lock must not stay.
			if got := all(t, d, "SELECT * FROM trap"); got[0] != "false" {
				t.Errorf("the trap says %q", got)
			}
			if after := all(t, watcher, world); after[0] != before[0] {
				t.Errorf("the server has changed:\nbefore %s\nafter  %s", before, after)
			}
			for range connections {
				if got := all(t, d, "SELECT current_setting('default_transaction_read_only') || current_setting('transaction_read_only')"); got[0] != "onon" {
					t.Errorf("a connection was left with %q", got)
				}
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("files were written: %v %v", left, err)
			}
		})
	}
}

// serverFolder is a folder in which a server on this machine could write.
func serverFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "parley-attack-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o777); err != nil || strings.ContainsAny(folder, "' ") {
		t.Fatal(folder, err)
	}
	return folder
}
