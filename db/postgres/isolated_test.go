package postgres

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/db/statement/attack"
)

// TestNoTrapRunsInADatabaseOfItsOwn has nothing else to be refused for. Each trap is sprung first, past parley, as a superuser in a
// transaction that only reads: so it is one.
func TestNoTrapRunsInADatabaseOfItsOwn(t *testing.T) {
	t.Parallel()
	isolated, err := attack.Isolated()
	if err != nil || len(isolated) < 20 {
		t.Fatalf("%d databases were read: %v", len(isolated), err)
	}
	for _, c := range isolated {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			admin := dbtest.Postgres(t)
			dbtest.Exec(t, admin, attack.IsolatedBase+c.Setup+attack.IsolatedGrants)
			_, plain := dbtest.Role(t, admin)
			for _, as := range []string{admin, plain} {
				d := open(t, as, db.Settings{})
				for _, sql := range c.Statements {
					refusesQuietly(t, d, admin, sql)
				}
			}
		})
	}
}

// refusesQuietly fails unless parley refuses the statement, which springs its trap where nobody refuses it.
func refusesQuietly(t *testing.T, d *Database, admin, sql string) {
	t.Helper()
	sprung := strings.Contains(errorOf(t, admin, sql), attack.Sprung)
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		t.Errorf("%s: %v", sql, err)
		return
	}
	_, err = d.Explain(t.Context(), stmt)
	if db.KindOf(err) == db.ReadOnly {
		var r db.Rows
		if r, err = d.Query(t.Context(), stmt); err == nil {
			r.Close()
		}
	}
	if db.KindOf(err) != db.ReadOnly {
		t.Errorf("not refused (sprung by itself: %v): %s: %v", sprung, sql, err)
	} else if !sprung {
		t.Logf("is no trap: %s: %v", sql, errorOf(t, admin, sql))
	}
}

// errorOf is what a statement ends with past parley.
func errorOf(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.PgConn().Exec(t.Context(), "BEGIN READ ONLY; "+sql).ReadAll()
	if err == nil {
		return ""
	}
	return err.Error()
}
