package postgres

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

func TestTheProofTellsTheRoleAndWhatRunsCode(t *testing.T) {
	t.Parallel()
	admin, plain, _ := trapped(t)
	name, writer := dbtest.Role(t, admin)
	dbtest.Exec(t, admin, "GRANT INSERT ON u TO "+name)
	dbtest.Exec(t, admin, `DO $$ DECLARE f oid; BEGIN FOR f IN SELECT oid FROM pg_catalog.pg_proc WHERE (prosecdef OR probin LIKE '%dblink%') AND oid >= 16384 LOOP
		EXECUTE pg_catalog.format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', f::regprocedure); END LOOP; END $$`)
	for who, c := range map[string]struct{ url, verdict string }{
		"superuser": {admin, "guarded, SUPERUSER"},
		"writer":    {writer, "guarded, role can write"},
		"reader":    {plain, "read-only: proven"},
	} {
		d := open(t, c.url, db.Settings{})
		proof, err := db.Prove(t.Context(), d)
		if err != nil {
			t.Fatal(who, err)
		}
		text := proof.Text()
		if verdict, _ := proof.Protection.Verdict(); verdict != c.verdict || !proof.Holds() || !strings.Contains(text, c.verdict) {
			t.Errorf("%s: %s\n%s", who, verdict, text)
		}
		for _, trial := range proof.Trials {
			if trial.Behind == "" && !strings.HasPrefix(trial.SQL, "EXPLAIN ANALYZE") {
				t.Errorf("%s: only the guard stops %s", who, trial.SQL)
			}
		}
		for _, want := range []string{"the function trap.spy() is volatile", "run by the view v_two, by the view v_spy", "begun read-only"} {
			if !strings.Contains(strings.ToLower(strings.Join(append(proof.Inventory, dangers(t, d)), "\n")), strings.ToLower(want)) {
				t.Errorf("%s: the proof does not say %q:\n%s", who, want, text)
			}
		}
		if script := strings.Contains(text, "CREATE ROLE"); script != (who != "reader") {
			t.Errorf("%s: the script for a safer role: %v", who, script)
		}
	}
	quiet(t, admin)
}

// dangers are all that the proof could list.
func dangers(t *testing.T, d *Database) string {
	t.Helper()
	var lines []string
	for _, f := range d.known.catalogue.Dangers() {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

func TestARoleByTheProofsScriptOnlyReads(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, "CREATE TABLE t AS SELECT 1 AS v")
	name, as := dbtest.Role(t, admin)
	script := RoleScript(strings.TrimPrefix(admin[strings.LastIndex(admin, "/"):strings.LastIndex(admin, "?")], "/"), name)
	_, rest, _ := strings.Cut(script, "\n")
	dbtest.Exec(t, admin, rest)
	p, err := open(t, as, db.Settings{}).Protection(t.Context())
	if verdict, safety := p.Verdict(); err != nil || safety != db.Proven {
		t.Errorf("%s, %v", verdict, err)
	}
}

// TestARoleIsNoReaderThatCouldDoMore gives roles one power each: whatever the session could become or change outside parley counts.
func TestARoleIsNoReaderThatCouldDoMore(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, `CREATE TABLE t (v int); CREATE SCHEMA s; CREATE SEQUENCE q; SELECT lo_create(4711);
CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'; REVOKE EXECUTE ON FUNCTION f() FROM PUBLIC`)
	other, _ := dbtest.Role(t, admin)
	dbtest.Exec(t, admin, "GRANT INSERT ON t TO "+other)
	great, _ := dbtest.Role(t, admin)
	dbtest.Exec(t, admin, "ALTER ROLE "+great+" SUPERUSER")
	database := admin[strings.LastIndex(admin, "/")+1 : strings.LastIndex(admin, "?")]
	elsewhere := dbtest.Postgres(t)
	dbtest.Exec(t, elsewhere, "CREATE TABLE t (v int)")
	second := elsewhere[strings.LastIndex(elsewhere, "/")+1 : strings.LastIndex(elsewhere, "?")]
	for power, verdict := range map[string]string{
		"GRANT SELECT ON t TO %[1]s":                                                              "read-only: proven",
		"ALTER ROLE %[1]s SUPERUSER; ALTER ROLE %[1]s SET role = %[2]s":                           "guarded, SUPERUSER",
		"GRANT %[3]s TO %[1]s":                                                                    "guarded, SUPERUSER",
		"ALTER ROLE %[1]s NOINHERIT; GRANT %[2]s TO %[1]s":                                        "guarded, role can write",
		"GRANT pg_write_all_data TO %[1]s":                                                        "guarded, role can write",
		"ALTER ROLE %[1]s CREATEROLE":                                                             "guarded, role can write",
		"ALTER ROLE %[1]s CREATEDB":                                                               "guarded, role can write",
		"ALTER ROLE %[1]s REPLICATION":                                                            "guarded, role can write",
		"GRANT CREATE ON SCHEMA s TO %[1]s":                                                       "guarded, role can write",
		"GRANT CREATE ON DATABASE %[4]s TO %[1]s":                                                 "guarded, role can write",
		"GRANT UPDATE (v) ON t TO %[1]s":                                                          "guarded, role can write",
		"GRANT TRUNCATE ON t TO %[1]s":                                                            "guarded, role can write",
		"GRANT USAGE ON SEQUENCE q TO %[1]s":                                                      "guarded, role can write",
		"GRANT UPDATE ON LARGE OBJECT 4711 TO %[1]s":                                              "guarded, role can write",
		"GRANT UPDATE ON pg_catalog.pg_description TO %[1]s":                                      "guarded, role can write",
		"GRANT CREATE ON DATABASE %[5]s TO %[1]s":                                                 "guarded, role can write",
		"GRANT SET ON PARAMETER session_replication_role TO %[1]s":                                "guarded, role can write",
		"GRANT ALTER SYSTEM ON PARAMETER work_mem TO %[1]s":                                       "guarded, role can write",
		"GRANT EXECUTE ON FUNCTION pg_catalog.pg_read_file(text) TO %[1]s":                        "guarded, role can write",
		"GRANT EXECUTE ON FUNCTION pg_catalog.lo_import(text) TO %[1]s":                           "guarded, role can write",
		"GRANT EXECUTE ON FUNCTION f() TO %[1]s":                                                  "guarded, role can write",
		"CREATE TABLE s.own (); ALTER TABLE s.own OWNER TO %[1]s; REVOKE ALL ON s.own FROM %[1]s": "guarded, role can write",
		"CREATE FUNCTION s.own() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION s.own() OWNER TO %[1]s": "guarded, role can write",
	} {
		name, as := dbtest.Role(t, admin)
		dbtest.Exec(t, admin, fmt.Sprintf(power, name, other, great, database, second))
		if shared := sharedGrant.FindStringSubmatch(power); shared != nil { // the role could not be dropped
			t.Cleanup(func() {
				dbtest.Exec(t, admin, "REVOKE ALL ON "+strings.ReplaceAll(shared[1], "%[5]s", second)+" FROM "+name)
			})
		}
		p, err := open(t, as, db.Settings{}).Protection(t.Context())
		if got, _ := p.Verdict(); err != nil || got != verdict {
			t.Errorf("%s: %s for %s, %v\n%s", power, got, verdict, err, p.Detail)
		}
	}
}

// sharedGrant is a grant on what belongs to no database of the test.
var sharedGrant = regexp.MustCompile(`^GRANT [A-Z ]+ ON ((?:FUNCTION )?pg_catalog\.\S+|PARAMETER \S+|DATABASE %\[5\]s) TO`)

// TestDblinkForEverybodyIsNoReader: where the extension is there, a role may reach any server through it.
func TestDblinkForEverybodyIsNoReader(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, "CREATE EXTENSION dblink")
	_, as := dbtest.Role(t, admin)
	for _, want := range []db.Safety{db.Guarded, db.Proven} {
		if want == db.Proven {
			dbtest.Exec(t, admin, `DO $$ DECLARE f oid; BEGIN FOR f IN SELECT oid FROM pg_catalog.pg_proc WHERE probin LIKE '%dblink%' LOOP
				EXECUTE pg_catalog.format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', f::regprocedure); END LOOP; END $$`)
		}
		p, err := open(t, as, db.Settings{}).Protection(t.Context())
		if _, safety := p.Verdict(); err != nil || safety != want {
			t.Errorf("wanted %d: %s, %v", want, p.Detail, err)
		}
	}
}

// TestWhatARoleOwnsInOtherDatabasesCounts: what a role owns there counts, what was granted to it there only its own catalogue says.
func TestWhatARoleOwnsInOtherDatabasesCounts(t *testing.T) {
	t.Parallel()
	admin, elsewhere := dbtest.Postgres(t), dbtest.Postgres(t)
	name, as := dbtest.Role(t, admin)
	dbtest.Exec(t, elsewhere, "CREATE TABLE own (); ALTER TABLE own OWNER TO "+name)
	t.Cleanup(func() { dbtest.Exec(t, elsewhere, "DROP OWNED BY "+name) })
	d := open(t, as, db.Settings{})
	p, err := d.Protection(t.Context())
	if _, safety := p.Verdict(); err != nil || safety != db.Guarded {
		t.Errorf("%s, %v", p.Detail, err)
	}
	if told, err := d.Inventory(t.Context()); err != nil || !strings.Contains(strings.Join(told, "\n"), "Other databases of this server that the role may open") {
		t.Errorf("%q, %v", told, err)
	}
}

func TestAServerThatDoesNotSayWhatTheRoleMayDoProvesNothing(t *testing.T) {
	t.Parallel()
	f := facts{}
	if badge := f.badge(); badge != db.UnknownRole {
		t.Errorf("a role of which nothing was said is a %q", badge)
	}
	for _, a := range f.answers() {
		if a.sql != askPowers {
			a.take("")
		}
	}
	if badge := f.badge(); badge != db.UnknownRole {
		t.Errorf("a role of which not all was said is a %q", badge)
	}
}

// TestNamesWriteNoLinesOfAProof: what a stranger may call something cannot pass for a line of parley's own.
func TestNamesWriteNoLinesOfAProof(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	const lie = "x\n\nObjects that run code: none of this database's own."
	dbtest.Exec(t, admin, `CREATE SCHEMA "`+lie+`"; CREATE FUNCTION "`+lie+`"."`+lie+`"() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'`)
	d := open(t, admin+`&search_path=`+url.PathEscape(`public, "`+lie+`"`), db.Settings{})
	proof, err := db.Prove(t.Context(), d)
	if text := proof.Text(); err != nil || strings.Contains(text, "\nObjects that run code: none") {
		t.Errorf("%v:\n%s", err, text)
	}
}

// TestParleysOwnQuestionsAreNotCompiled: a role for which the server compiles every statement has that for its own statements alone; compiling
// parley's took half a minute to open such a database.
func TestParleysOwnQuestionsAreNotCompiled(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, "CREATE TABLE t AS SELECT 1 AS v")
	name, as := dbtest.Role(t, admin)
	dbtest.Exec(t, admin, fmt.Sprintf("GRANT SELECT ON t TO %[1]s; ALTER ROLE %[1]s SET jit = on", name))
	d, err := Open(t.Context(), as, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for own, want := range map[bool]bool{true: true, false: false} {
		off := slices.Contains(d.localSettings(t.Context(), own), setting{"jit", "off"})
		if off != want {
			t.Errorf("own %v: compiling is off: %v", own, off)
		}
	}
	if got := all(t, d, "SELECT pg_catalog.current_setting('jit')"); got[0] != "on" {
		t.Errorf("the person's statement has jit %s", got[0])
	}
}

// TestARolesSettingsNeitherCompileEarlyNorChangeWhatIsMeant: a person's statements are compiled from the usual costs on, and mean what they
// mean to parley; costs that a role raised, or -1 for never, stay.
func TestARolesSettingsNeitherCompileEarlyNorChangeWhatIsMeant(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, "CREATE TABLE t AS SELECT ARRAY[n] AS v FROM generate_series(1, 20000) n; CREATE INDEX ON t USING gin (v)")
	name, as := dbtest.Role(t, admin)
	dbtest.Exec(t, admin, fmt.Sprintf(`GRANT SELECT ON t TO %[1]s; ALTER ROLE %[1]s SET jit = on; ALTER ROLE %[1]s SET jit_above_cost = 0; ALTER ROLE %[1]s SET jit_inline_above_cost = 0;
ALTER ROLE %[1]s SET jit_optimize_above_cost = -1; ALTER ROLE %[1]s SET array_nulls = off; ALTER ROLE %[1]s SET transform_null_equals = on; ALTER ROLE %[1]s SET gin_fuzzy_search_limit = 3`, name))
	d := open(t, as, db.Settings{})
	for sql, want := range map[string]string{
		"SELECT pg_catalog.current_setting('jit_above_cost')":                                             "100000",
		"SELECT pg_catalog.current_setting('jit_inline_above_cost')":                                      "500000",
		"SELECT pg_catalog.current_setting('jit_optimize_above_cost')":                                    "-1",
		"SELECT ('{NULL}'::text[])[1] IS NULL":                                                            "true",
		"SELECT (NULL::int = NULL) IS NULL":                                                               "true",
		"SELECT pg_catalog.count(*) FROM t WHERE v && ARRAY(SELECT pg_catalog.generate_series(1, 15000))": "15000",
		"SELECT pg_catalog.current_setting('gin_fuzzy_search_limit')":                                     "0",
	} {
		if got := all(t, d, sql); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", sql, got)
		}
	}
}
