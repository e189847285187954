package postgres

import (
	"fmt"
	"net/url"
	"os"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

// twins gives every function and operator of pg_catalog that a user may copy a twin of the same name and argument types in
// the schema evil, which every session of the database searches first. Each twin counts itself and fails.
const twins = `
CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC;
CREATE TABLE t (id int PRIMARY KEY, name text); INSERT INTO t SELECT i, 'n' || i % 3 FROM generate_series(1, 30) i; ANALYZE t;
GRANT SELECT ON t TO PUBLIC;
DO $do$ DECLARE f record; BEGIN
	FOR f IN SELECT p.proname, pg_get_function_identity_arguments(p.oid) AS args, format_type(p.prorettype, NULL) AS gives, p.proretset
		FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f' AND p.provariadic = 0
	LOOP BEGIN
		EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS %s %s STABLE LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION ''a foreign function ran''; END $f$',
			f.proname, f.args, CASE WHEN f.proretset THEN 'SETOF ' ELSE '' END, f.gives);
		EXCEPTION WHEN OTHERS THEN NULL; -- pseudo types and the like cannot be copied
	END; END LOOP;
	FOR f IN SELECT o.oprname, format_type(o.oprleft, NULL) AS l, format_type(o.oprright, NULL) AS r, p.proname
		FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprleft <> 0
	LOOP BEGIN
		EXECUTE format('CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil.%I)', f.oprname, f.l, f.r, f.proname);
		EXCEPTION WHEN OTHERS THEN NULL;
	END; END LOOP;
END $do$;
CREATE FUNCTION evil.spy(oid, regproc) RETURNS bool STABLE LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a foreign function ran'; END $$;
CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = regproc, FUNCTION = evil.spy);
DO $do$ BEGIN
	EXECUTE format('ALTER DATABASE %I SET search_path = evil, pg_catalog, public', current_database());
	EXECUTE format('ALTER DATABASE %I SET track_functions = ''all''', current_database());
END $do$;`

// called are the functions of the schema evil that sessions which have ended called.
const called = `SELECT coalesce(pg_catalog.string_agg(funcname OPERATOR(pg_catalog.||) ' ' OPERATOR(pg_catalog.||) calls, ', '), '')
	FROM pg_catalog.pg_stat_user_functions WHERE schemaname OPERATOR(pg_catalog.=) 'evil'`

func TestParleysOwnQuestionsCallNoForeignFunction(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"superuser", "plain role"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			admin := dbtest.Postgres(t)
			dbtest.Exec(t, admin, twins)
			as := admin
			if who == "plain role" {
				_, as = dbtest.Role(t, admin)
			}
			d := open(t, as, db.Settings{})
			walkThrough(t, d)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			watcher := open(t, withPath(t, admin, "pg_catalog"), db.Settings{})
			time.Sleep(time.Second) // the server counts when the session is gone
			if got := all(t, watcher, called); got[0] != "" {
				t.Errorf("foreign functions were called: %s", got[0])
			}
			if got := all(t, watcher, "SELECT pg_catalog.count(*) FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'evil'"); len(got[0]) < 4 {
				t.Errorf("only %s twins were made", got[0])
			}
		})
	}
}

// walkThrough asks a database all that parley asks of one, and runs a statement that calls nothing by name.
func walkThrough(t *testing.T, d *Database) {
	t.Helper()
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if table := schema.Table("t"); table == nil || table.Schema != "" || table.Rows != 30 {
		t.Errorf("the table that the search path finds is %+v", table)
	}
	if values, _, err := d.Values(t.Context(), db.TableName{Name: "t"}, "name", 10); err != nil || len(values) != 3 {
		t.Errorf("values %v, %v", values, err)
	}
	if p, err := d.Protection(t.Context()); err != nil || !p.ReadOnly {
		t.Errorf("protection %+v, %v", p, err)
	}
	stmt, err := statement.Parse("SELECT id, name FROM t", statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Explain(t.Context(), stmt); err != nil {
		t.Error(err)
	}
	r, err := d.Query(t.Context(), stmt)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r.Next(t.Context()) {
		n++
	}
	if r.Close(); n != 30 || r.Err() != nil {
		t.Errorf("%d rows, %v", n, r.Err())
	}
}

// withPath is the URL of a session that searches other schemas.
func withPath(t testing.TB, to, path string) string {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", path)
	u.RawQuery = q.Encode()
	return u.String()
}

// bait catches whoever asks the catalogue without saying whose operators and functions are meant: each spy makes mallory a
// superuser, or writes a row, or leaves a mark outside the transaction, as far as the caller's rights go.
const bait = `
CREATE TABLE customers (id int PRIMARY KEY); INSERT INTO customers VALUES (1), (2); CREATE TABLE loot (who text);
GRANT ALL ON customers, loot TO PUBLIC; CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC;
CREATE FUNCTION evil.spy() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
	PERFORM pg_advisory_lock(4711);
	BEGIN EXECUTE 'ALTER ROLE %[1]s SUPERUSER'; EXCEPTION WHEN OTHERS THEN NULL; END;
	BEGIN INSERT INTO public.loot VALUES (current_user); EXCEPTION WHEN OTHERS THEN NULL; END;
	BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch %[2]s/ran'''; EXCEPTION WHEN OTHERS THEN NULL; END;
END $$;
CREATE FUNCTION evil.notlike(name, name) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.spy(); RETURN true; END $$;
CREATE FUNCTION evil.equal(oid, regproc) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.spy(); RETURN false; END $$;
CREATE FUNCTION evil.version() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.spy(); RETURN 'PostgreSQL 99'; END $$;
CREATE FUNCTION evil.current_setting(text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.spy(); RETURN 'on'; END $$;
CREATE FUNCTION evil.set_config(text, text, bool) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.spy(); RETURN ''; END $$;
CREATE OPERATOR public.!~~ (LEFTARG = name, RIGHTARG = name, FUNCTION = evil.notlike);
CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regproc, FUNCTION = evil.equal);
CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = regproc, FUNCTION = evil.equal);`

const looted = `SELECT (SELECT pg_catalog.count(*) FROM public.loot), (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = '%s'),
	(SELECT coalesce(pg_catalog.string_agg(a.backend_type || ': ' || a.query, '; '), 'none') FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a USING (pid)
		WHERE l.locktype = 'advisory' AND l.objid = 4711 AND a.datname = pg_catalog.current_database())`

func TestOpeningAndAskingTakeNoBait(t *testing.T) {
	t.Parallel()
	for _, path := range []string{`"$user", public`, "evil, pg_catalog, public"} {
		for _, who := range []string{"superuser", "plain role"} {
			t.Run(who+" with "+path, func(t *testing.T) {
				t.Parallel()
				admin, folder := dbtest.Postgres(t), serverFolder(t)
				name, plain := dbtest.Role(t, admin)
				dbtest.Exec(t, admin, fmt.Sprintf(bait, name, folder))
				dbtest.Exec(t, admin, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = "+path+"', current_database()); END $$")
				as := admin
				if who == "plain role" {
					as = plain
				}
				d := open(t, as, db.Settings{})
				if schema, err := d.Schema(t.Context()); err != nil || schema.Table("customers") == nil {
					t.Fatal(schema, err)
				}
				if _, _, err := d.Values(t.Context(), db.TableName{Name: "customers"}, "id", 10); err != nil {
					t.Error(err)
				}
				stmt, err := statement.Parse("SELECT count(*) FROM customers", statement.PostgreSQL, nil)
				if err != nil {
					t.Fatal(err)
				}
				r, err := d.Query(t.Context(), stmt)
				if err != nil {
					t.Fatal(err)
				}
				r.Close()
				watcher := open(t, withPath(t, admin, "pg_catalog"), db.Settings{})
				if got := all(t, watcher, fmt.Sprintf(looted, name)); got[0] != "0|false|none" {
					t.Errorf("rows written, mallory a superuser, whose spy left a mark: %s", got[0])
				}
				if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
					t.Errorf("shell commands ran: %v %v", left, err)
				}
			})
		}
	}
}
