package postgres

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

func TestPasswordsAreTakenOutOfTargets(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"postgres://ana:s%20ecret@db/sales", "postgres://db/sales?password=secret", "host=db password = 'x y'"} {
		if !HasPassword(target) || HasPassword(WithoutPassword(target)) {
			t.Errorf("%s: the password is not seen, or stays", target)
		}
	}
	for target, want := range map[string]string{
		"postgres://ana:s%20ecret@db.example:5433/sales?sslmode=require": "postgres://ana@db.example:5433/sales?sslmode=require",
		"postgres://db/sales?user=ana&password=secret":                   "postgres://db/sales?user=ana",
		"host=db user=ana password=secret dbname=sales":                  "host=db user=ana dbname=sales",
		`host=db password = 'it\'s secret' dbname=sales`:                 "host=db dbname=sales",
		"service=sales": "service=sales",
		"postgres://":   "postgres:",
	} {
		if got := WithoutPassword(target); got != want && got != want+"//" {
			t.Errorf("%s became %s, want %s", target, got, want)
		}
		if !Is(target) {
			t.Errorf("%s is not taken for PostgreSQL", target)
		}
	}
	for _, target := range []string{"demo", "x.db", "a=b.csv", "mysql://x", ""} {
		if Is(target) {
			t.Errorf("%q is taken for PostgreSQL", target)
		}
	}
}

func TestServiceAndPasswordFilesAreRead(t *testing.T) {
	url, _ := dbtest.WithPasswords(t)
	address := url[strings.Index(url, "@")+1:]
	host, port, _ := strings.Cut(address[:strings.Index(address, "/")], ":")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"service":  "[sales]\nhost=" + host + "\nport=" + port + "\nuser=guarded\ndbname=postgres\nsslmode=disable\n",
		"password": host + ":*:*:guarded:sesame\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PGSERVICEFILE", filepath.Join(folder, "service"))
	t.Setenv("PGPASSFILE", filepath.Join(folder, "password"))
	d := open(t, "service=sales", db.Settings{})
	if got := all(t, d, "SELECT current_user"); got[0] != "guarded" || d.Name() != "postgres on "+host+":"+port || d.URL() != "service=sales" {
		t.Errorf("%v, %s, %s", got, d.Name(), d.URL())
	}
	t.Setenv("PGHOST", host)
	t.Setenv("PGPORT", port)
	t.Setenv("PGUSER", "guarded")
	t.Setenv("PGDATABASE", "postgres")
	if got := all(t, open(t, "postgres://?sslmode=disable", db.Settings{}), "SELECT current_user"); got[0] != "guarded" {
		t.Errorf("from the environment: %v", got)
	}
	hosts := "postgres://guarded@127.0.0.1:1," + host + ":" + port + "/postgres?sslmode=disable"
	if got := all(t, open(t, hosts, db.Settings{}), "SELECT 1"); got[0] != "1" {
		t.Errorf("the second of two hosts: %v", got)
	}
}

func TestRoleOfTheScriptReadsAndNothingElse(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT 1 AS v")
	name, _, _ := strings.Cut(url[strings.LastIndex(url, "/")+1:], "?")
	role := name + "_reader"
	dbtest.Exec(t, url, RoleScript(name, role))
	t.Cleanup(func() { dbtest.Exec(t, url, "DROP OWNED BY "+role+"; DROP ROLE "+role) })
	as := strings.Replace(url, url[strings.Index(url, "//"):strings.Index(url, "@")], "//"+role+":choose%20one", 1)
	d := open(t, as, db.Settings{})
	if p, err := d.Protection(t.Context()); err != nil || p.Role != "read-only role" {
		t.Errorf("%+v, %v", p, err)
	}
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("got %v", got)
	}
}
