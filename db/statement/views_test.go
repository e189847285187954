package statement_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"parley/db/dbtest"
	"parley/db/statement"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// The views of a PostgreSQL server are queries of every shape, written by others, up to 200 lines long.
func TestViewsOfARealServerKeepTheirTreeAndRun(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, dbtest.Server(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	views := readViews(t, conn)
	refused := 0
	for name, definition := range views {
		s, err := statement.Parse(definition, statement.PostgreSQL, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := statement.Parse(s.Format(80), statement.PostgreSQL, nil)
		if err != nil || !statement.SameTree(s, again) || again.Format(80) != s.Format(80) {
			t.Errorf("%s: another tree after formatting: %v\n%s", name, err, s.Format(80))
		}
		if c := statement.Compare(s, again); len(c.Changes) > 0 {
			t.Errorf("%s differs from itself: %v", name, c.Changes)
		}
		var refusal *statement.Refusal
		if errors.As(s.Guard(), &refusal) {
			refused++
		}
		if _, err := conn.Exec(ctx, "EXPLAIN "+s.SQL()); err != nil {
			t.Errorf("%s: the server does not take the written text: %v\n%s", name, err, s.SQL())
		}
	}
	t.Logf("%d views, %d of them refused for what they call", len(views), refused)
	if len(views) < 100 || refused > 30 { // catalogue views cast to regclass and its kin
		t.Errorf("%d views, %d refused", len(views), refused)
	}
}

func readViews(t *testing.T, conn *pgx.Conn) map[string]string {
	rows, err := conn.Query(t.Context(), "SELECT schemaname || '.' || viewname, definition FROM pg_views")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	views := map[string]string{}
	for rows.Next() {
		var name, definition string
		if err := rows.Scan(&name, &definition); err != nil {
			t.Fatal(err)
		}
		views[name] = definition
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return views
}
