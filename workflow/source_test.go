package workflow_test

import (
	"context"
	"testing"
	"time"

	"parley/db"
	"parley/db/opener"
	"parley/workflow"
	"parley/workflow/engine"
)

// demoDatabase is the embedded demo.
func demoDatabase(tb testing.TB) db.Database {
	tb.Helper()
	return openDatabase(tb, "demo", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
}

func openDatabase(tb testing.TB, target string, now time.Time) db.Database {
	tb.Helper()
	database, err := opener.Open(context.Background(), db.Settings{Now: now}, target)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { database.Close() })
	return database
}

// openSource is a database with the embedded engine over it.
func openSource(tb testing.TB, target string, now time.Time) *workflow.Source {
	tb.Helper()
	source, err := engine.Source(context.Background(), openDatabase(tb, target, now), engine.WholeTrials)
	if err != nil {
		tb.Fatal(err)
	}
	return source
}
