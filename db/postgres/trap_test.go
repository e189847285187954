package postgres

import (
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/attack"
	"parley/workflow/schema"
)

// trapped is a database full of traps, its URL for the superuser, and for a role that may only read.
func trapped(t *testing.T) (admin, plain string, statements []string) {
	t.Helper()
	script, statements, err := attack.Traps()
	if err != nil {
		t.Fatal(err)
	}
	admin = dbtest.Postgres(t)
	dbtest.Exec(t, admin, script)
	dbtest.Exec(t, admin, attack.TrapCounting)
	_, plain = dbtest.Role(t, admin)
	return admin, plain, statements
}

func TestNoTrapRuns(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"superuser", "plain role"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			admin, plain, statements := trapped(t)
			if len(statements) < 700 {
				t.Fatalf("only %d statements were read", len(statements))
			}
			as := admin
			if who == "plain role" {
				as = plain
				statements = append(statements, "SELECT * FROM guarded")
			}
			statements = append(statements, viewsOfOthers(t, admin)...)
			d := open(t, as, db.Settings{})
			for _, sql := range statements {
				refuses(t, d, sql)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			quiet(t, admin)
		})
	}
}

func TestNoTrapRunsThatStandsAlone(t *testing.T) {
	t.Parallel()
	statements, err := attack.Lone()
	if err != nil || len(statements) < 100 {
		t.Fatalf("%d statements were read: %v", len(statements), err)
	}
	for _, who := range []string{"superuser", "plain role"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			admin, plain, _ := trapped(t)
			dbtest.Exec(t, admin, "SET track_functions = 'none'; "+attack.Common)
			d := open(t, map[string]string{"superuser": admin, "plain role": plain}[who], db.Settings{})
			for _, sql := range statements {
				refuses(t, d, sql)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			quiet(t, admin)
		})
	}
}

// viewsOfOthers makes a view whose owner is bound by a policy that does not bind a superuser, and reads it.
func viewsOfOthers(t *testing.T, admin string) []string {
	t.Helper()
	name, _ := dbtest.Role(t, admin)
	dbtest.Exec(t, admin, "CREATE VIEW v_guarded AS SELECT * FROM guarded; ALTER VIEW v_guarded OWNER TO "+name+"; GRANT SELECT ON v_guarded TO PUBLIC")
	return []string{"SELECT * FROM v_guarded", "SELECT count(*) FROM (SELECT id FROM v_guarded) x"}
}

// refuses fails unless a statement is refused as one that may do more than read, by name and with what would allow it; both
// when it runs and when its plan is asked for.
func refuses(t *testing.T, d *Database, sql string) {
	t.Helper()
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		t.Errorf("%s: %v", sql, err)
		return
	}
	if _, err := d.Explain(t.Context(), stmt); err == nil {
		t.Errorf("explained: %s", sql)
	}
	r, err := d.Query(t.Context(), stmt)
	if err == nil {
		r.Close()
		t.Errorf("ran: %s", sql)
		return
	}
	if stmt.Guard() == nil && db.KindOf(err) != db.ReadOnly {
		t.Errorf("%s: refused for another reason: %v", sql, err)
	}
}

// quiet fails when any function of a user was called, or a program ran.
func quiet(t *testing.T, admin string) {
	t.Helper()
	time.Sleep(1500 * time.Millisecond) // the server counts when the sessions are gone
	watcher := open(t, admin, db.Settings{})
	if got := all(t, watcher, attack.TrapCalls); got[0] != "0" {
		t.Errorf("functions were called %s times", got[0])
	}
	if _, err := os.Stat("/tmp/parley_trap"); err == nil {
		os.Remove("/tmp/parley_trap")
		t.Error("a program ran on the server")
	}
}

// TestOpeningRunsNoTrap reads schema, values and references as the program does when it opens a database.
func TestOpeningRunsNoTrap(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"superuser", "plain role"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			admin, plain, _ := trapped(t)
			dbtest.Exec(t, admin, `SET track_functions = 'none'; CREATE TABLE orders (id int PRIMARY KEY, users_id int); INSERT INTO orders SELECT i, 1 + i % 2 FROM generate_series(1, 40) i;
				ALTER TABLE orders ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON orders USING (may_see(id));
				CREATE TABLE bills (id int PRIMARY KEY, users_id int); INSERT INTO bills SELECT i, 1 + i % 2 FROM generate_series(1, 40) i;
				CREATE INDEX ON bills ((id + im_plain(3)));
				CREATE TABLE goods (id int PRIMARY KEY); INSERT INTO goods SELECT generate_series(1, 9);
				CREATE TABLE lines (id int PRIMARY KEY, goods_id int); INSERT INTO lines SELECT i, 1 + i % 9 FROM generate_series(1, 40) i;
				GRANT SELECT ON orders, bills, goods, lines TO PUBLIC`)
			as := admin
			if who == "plain role" {
				as = plain
			}
			d := open(t, as, db.Settings{})
			if _, err := schema.Build(t.Context(), d, schema.DefaultLimits); err != nil {
				t.Fatal(err)
			}
			refs := []db.Reference{
				{From: db.TableName{Name: "orders"}, Column: "users_id", To: db.TableName{Name: "users"}, Key: "id"},
				{From: db.TableName{Name: "bills"}, Column: "users_id", To: db.TableName{Name: "users"}, Key: "id"},
				{From: db.TableName{Name: "lines"}, Column: "goods_id", To: db.TableName{Name: "goods"}, Key: "id"},
			}
			tested := []bool{false, false, true} // a policy, and an index, run code; the last two tables run none
			for i, found := range d.Inclusions(t.Context(), refs) {
				if found.Known != tested[i] {
					t.Errorf("the reference of %s was tested: %v, want %v", refs[i].From.Name, found.Known, tested[i])
				}
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			quiet(t, admin)
		})
	}
}

func TestTheRefusalNamesThePathToWhatRuns(t *testing.T) {
	t.Parallel()
	admin, _, _ := trapped(t)
	d := open(t, admin, db.Settings{})
	for sql, want := range map[string]string{
		"SELECT * FROM v_two":         "The function trap.spy() is volatile: the server cannot say that it changes nothing (it is run by the view v_two, by the view v_spy).",
		"SELECT 5::posint":            "The function valid() is volatile: the server cannot say that it changes nothing (it is run by the type posint).",
		"SELECT c + 1 FROM purse":     "The function coin_int() is volatile: the server cannot say that it changes nothing (it is run by the cast from public.coin to integer).",
		"SELECT definer()":            "The function definer() runs with the rights of its owner (SECURITY DEFINER).",
		"SELECT * FROM ran":           "The foreign table ran runs a program on the server (file_fdw).",
		"SELECT total(id) FROM users": "The function add_spy() is volatile: the server cannot say that it changes nothing (it is run by the function total()).",
	} {
		stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Query(t.Context(), stmt); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", sql, err, want)
		}
	}
}

func TestWhatIsAllowedByNameRuns(t *testing.T) {
	t.Parallel()
	admin, _, _ := trapped(t)
	d := open(t, admin, db.Settings{Allow: []string{"public.vol", "public.v_spy"}})
	for sql, runs := range map[string]bool{"SELECT vol()": true, "SELECT * FROM v_spy": true, "SELECT * FROM v_two": true, "SELECT st_sql()": false} {
		stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Query(t.Context(), stmt)
		if (err == nil) != runs {
			t.Errorf("%s: %v", sql, err)
		}
		if err == nil {
			r.Close()
		}
	}
}

func TestTheCatalogueIsReadAgainWhenItChanges(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT 1 AS v; CREATE FUNCTION calm() RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'; CREATE VIEW w AS SELECT calm() AS v")
	d := open(t, url, db.Settings{})
	for _, sql := range []string{"SELECT calm()", "SELECT v FROM w", "SELECT 5 = '5'::text"} {
		stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := d.Query(t.Context(), stmt); err == nil {
			r.Close()
		} else if !strings.Contains(sql, "=") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	dbtest.Exec(t, url, `CREATE FUNCTION loud() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_lock(1); RETURN 1; END';
		CREATE FUNCTION eq(int, text) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN loud() > 0; END';
		CREATE OPERATOR = (LEFTARG = int, RIGHTARG = text, FUNCTION = eq);
		CREATE OR REPLACE FUNCTION calm() RETURNS int LANGUAGE sql STABLE AS 'SELECT loud()'`)
	for _, sql := range []string{"SELECT calm()", "SELECT v FROM w", "SELECT 5 = '5'::text"} {
		refuses(t, d, sql)
	}
}

// TestTheServersOwnReadingOfANameIsFollowed asks a server whose encoding has letters of one byte: it cuts long names elsewhere than
// one of UTF-8.
func TestTheServersOwnReadingOfANameIsFollowed(t *testing.T) {
	t.Parallel()
	utf := dbtest.Postgres(t)
	u, err := url.Parse(utf)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/") + "_latin"
	dbtest.Exec(t, utf, "CREATE DATABASE "+name+" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
	t.Cleanup(func() { dbtest.Exec(t, utf, "DROP DATABASE "+name+" WITH (FORCE)") })
	latin := dbtest.WithDatabase(t, utf, name)
	long := strings.Repeat("ä", 70)
	dbtest.Exec(t, latin+"&client_encoding=UTF8", "CREATE SCHEMA trap; CREATE FUNCTION trap."+long+"() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'; "+
		"CREATE SCHEMA "+long+"; CREATE FUNCTION "+long+".loud() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'; "+
		"CREATE FUNCTION calls() RETURNS int LANGUAGE sql STABLE AS 'SELECT trap."+long+"()'; CREATE FUNCTION searches() RETURNS int LANGUAGE sql STABLE AS 'SELECT "+long+".loud()'")
	d := open(t, latin, db.Settings{})
	for _, sql := range []string{"SELECT calls()", "SELECT searches()"} {
		refuses(t, d, sql)
	}
}

// TestATypeOfTheParsersOwnIsLookedForWhereTheServerLooks has a schema in front of pg_catalog: the parser reads json as pg_catalog's, as newer
// servers do, an older one looks for it there first.
func TestATypeOfTheParsersOwnIsLookedForWhereTheServerLooks(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, `CREATE SCHEMA front; CREATE FUNCTION valid(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_lock(1); RETURN true; END';
		CREATE DOMAIN front.json AS int CHECK (public.valid(VALUE))`)
	dbtest.Exec(t, admin, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = front, pg_catalog, public', current_database()); END $$")
	dbtest.Exec(t, admin, attack.TrapCounting)
	d := open(t, admin, db.Settings{})
	for _, sql := range []string{"SELECT '5'::json", "SELECT json '5'", "SELECT CAST(5 AS json)", "SELECT '{5}'::json[]", "SELECT a FROM jsonb_to_record('{\"a\": 1}') AS x(a json)"} {
		refuses(t, d, sql)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	quiet(t, admin)
}

// TestWhatAFingerprintMustSee changes what a statement runs, in ways that leave functions, types and tables as they are.
func TestWhatAFingerprintMustSee(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, `CREATE FUNCTION loud(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN $1 > 0; END'; CREATE DOMAIN odd AS int CHECK (loud(VALUE));
		CREATE TYPE pair AS (a int, b int); CREATE TABLE t (id int, calm int[], other odd[]); CREATE TABLE guarded (id int);
		CREATE POLICY p ON guarded USING (loud(id)); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY`)
	name, plain := dbtest.Role(t, url)
	dbtest.Exec(t, url, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+name+"; ALTER ROLE "+name+" BYPASSRLS")
	d := open(t, plain, db.Settings{})
	for _, step := range []struct{ calm, change string }{
		{"SELECT '(5,6)'::pair", "ALTER TYPE pair ALTER ATTRIBUTE b TYPE odd"},
		{"SELECT calm = '{5}' FROM t", "ALTER TABLE t RENAME calm TO gone; ALTER TABLE t RENAME other TO calm"},
		{"SELECT id FROM guarded", "ALTER ROLE " + name + " NOBYPASSRLS"},
	} {
		stmt, err := statement.Parse(step.calm, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Query(t.Context(), stmt)
		if err != nil {
			t.Errorf("%s: %v", step.calm, err)
			continue
		}
		r.Close()
		dbtest.Exec(t, url, step.change)
		refuses(t, d, step.calm)
	}
}

// TestNoSettingTakesDigitsAway has a database whose sessions show fewer digits than numbers have.
func TestNoSettingTakesDigitsAway(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET extra_float_digits = -15', current_database()); END $$")
	d := open(t, admin, db.Settings{})
	for range 2 { // the first statement of a session, and others
		if got := all(t, d, "SELECT 2 / 3.0::float8"); got[0] != "0.6666666666666666" {
			t.Errorf("got %s", got[0])
		}
	}
}
