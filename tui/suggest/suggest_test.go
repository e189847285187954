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

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func demoIndex(t *testing.T) *schema.Index {
	t.Helper()
	database, err := demo.Open(context.Background(), db.Settings{Now: noon})
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

// The first three are of different kinds, and none counts by what are sentences.
func TestFirstQuestionsAreOfDifferentKinds(t *testing.T) {
	t.Parallel()
	x := demoIndex(t)
	comment := x.Table("reviews").Column("comment")
	comment.Role, comment.Distinct, comment.Common = schema.Category, 9, []db.Value{"Does the job.", "Excellent!"}
	got := First(x)
	monthly := 0
	for _, q := range got[:3] {
		if strings.HasSuffix(q, " per month") {
			monthly++
		}
	}
	if monthly == 3 || slices.Contains(got, "how many reviews per comment") {
		t.Errorf("%q", got)
	}
	e := statement.Call("sum", statement.Column("orders", "total"))
	x.Teach(func(teach schema.Teacher) {
		teach.Metric("turnover", "net turnover", e, []*schema.Table{x.Table("orders")})
	})
	if got := First(x)[0]; got != "net turnover per month" {
		t.Errorf("the figure that was defined is not asked for: %q", got)
	}
}

// What each of a few rows has of its own is nothing to count by.
func TestFirstQuestionsDoNotCountByWhatIsEachRowsOwn(t *testing.T) {
	t.Parallel()
	for distinct, offered := range map[int]bool{10: false, 9: false, 5: true} { // of ten rows, one without a value
		x := demoIndex(t)
		name := x.Table("categories").Column("name")
		name.Role, name.Distinct, name.Looked, name.Nulls, name.Common = schema.Category, distinct, 10, 1, nil
		if got := questions(x.Table("categories")); slices.Contains(got, "how many categories per name") != offered {
			t.Errorf("%d values: %q", distinct, got)
		}
	}
}

// What is offered fits what is there: one figure is broken down, never cut to its top; a time that is asked for is asked for once.
func TestNextFitsTheResult(t *testing.T) {
	t.Parallel()
	x := demoIndex(t)
	for sql, is := range map[string]struct {
		rows       int
		want, none string
	}{
		"SELECT * FROM orders": {20000, "group by status", "by month"},
		"SELECT count(*) AS n FROM orders AS o JOIN users AS u ON u.id = o.user_id":                                                   {1, "by month", ""},
		"SELECT * FROM orders LIMIT 10":                                                                                               {10, "", "group by status"},
		"SELECT status, count(*) AS orders FROM orders GROUP BY status":                                                               {6, "sort by orders descending", "by status"},
		"SELECT status, count(*) AS orders FROM orders WHERE status <> 'cancelled' GROUP BY status":                                   {5, "as percentages", "top 5"},
		"SELECT status, count(*) * 100.0 / sum(count(*)) OVER () AS share FROM orders GROUP BY status":                                {6, "top 5", "as percentages"},
		"SELECT count(*) FROM orders":                                                                                                 {1, "by month", "top 5"},
		"SELECT sum(quantity * unit_price) AS revenue FROM order_items":                                                               {1, "by month", "top 5 by quantity"},
		"SELECT strftime('%Y-%m', created_at) AS month, count(*) AS orders FROM orders GROUP BY 1":                                    {0, "", "top 5"},
		"SELECT strftime('%Y-%m', created_at) AS m, count(*) AS n FROM orders GROUP BY strftime('%Y-%m', created_at)":                 {24, "running total", "top 5"},
		"SELECT * FROM users WHERE status = 'active'":                                                                                 {900, "", "group by status"},
		"SELECT strftime('%Y-%m', created_at) AS m, count(*) AS n FROM orders GROUP BY strftime('%Y-%m', created_at) ORDER BY n DESC": {24, "by status too", "running total"},
		"SELECT strftime('%Y-%m', created_at) AS m, status, count(*) AS n FROM orders GROUP BY strftime('%Y-%m', created_at), status": {99, "", "running total"},
		"SELECT 1": {1, "", "top 5"},
	} {
		s, err := statement.Parse(sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := Shown{Statement: s, Rows: is.rows, Index: x, Now: noon}.Next()
		if is.want != "" && !slices.Contains(got, is.want) || slices.Contains(got, is.none) {
			t.Errorf("%s: %q, want %q and not %q", sql, got, is.want, is.none)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(got)))) != len(got) {
			t.Errorf("%s: %q offers something twice", sql, got)
		}
	}
}

// A time is offered where some of the rows are of it, and not where a condition is on it.
func TestNextNamesATimeThatHasRows(t *testing.T) {
	t.Parallel()
	x := demoIndex(t)
	at := x.Table("orders").Column("created_at")
	at.Least, at.Greatest = "2023-02-01 10:00:00", "2025-11-20 10:00:00"
	for sql, want := range map[string]bool{
		"SELECT * FROM orders":                                  true,
		"SELECT * FROM orders WHERE created_at >= '2025-01-01'": false,
	} {
		s, err := statement.Parse(sql, statement.SQLite, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := Shown{Statement: s, Rows: 100, Index: x, Now: noon}.Next()
		if slices.Contains(got, "only 2025") != want || slices.Contains(got, "only this year") {
			t.Errorf("%s: %q, a time %t", sql, got, want)
		}
	}
}
