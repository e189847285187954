package suggest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/workflow/schema"
)

func demoIndex(t *testing.T) *schema.Index {
	t.Helper()
	database, err := demo.Open(context.Background(), db.Settings{Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	tables, err := database.Schema(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return schema.New(tables)
}

func TestFirstQuestionsAreAboutDifferentTables(t *testing.T) {
	t.Parallel()
	got := First(demoIndex(t))
	t.Log(strings.Join(got, "\n"))
	if len(got) < 6 || slices.ContainsFunc(got[:3], func(q string) bool { return strings.HasPrefix(q, "show me all") }) {
		t.Errorf("%q", got)
	}
}

func TestNextFitsTheResult(t *testing.T) {
	t.Parallel()
	x := demoIndex(t)
	for sql, want := range map[string]string{
		"SELECT * FROM orders": "group by status",
		"SELECT status, count(*) AS orders FROM orders GROUP BY status": "sort by orders descending",
		"SELECT 1": "",
	} {
		s, err := statement.Parse(sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := Next(s, x)
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}
