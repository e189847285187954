package postgres

import (
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
