package demo

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"testing"
	"time"

	"parley/db"
	"parley/db/sqlite"
	"parley/db/statement"
)

var someday = time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC)

func open(t testing.TB, now time.Time) *sqlite.Database {
	t.Helper()
	d, err := Open(t.Context(), db.Settings{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// query runs sql, hands each row to f, and returns their number.
func query(t testing.TB, d db.Database, sql string, f func([]db.Value)) int {
	t.Helper()
	stmt, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := d.Query(t.Context(), stmt)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for rows.Next(t.Context()) {
		n++
		if f != nil {
			f(rows.Row())
		}
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return n
}

// one is the only cell of a result.
func one(t testing.TB, d db.Database, sql string) (v int64) {
	t.Helper()
	query(t, d, sql, func(row []db.Value) { v, _ = row[0].(int64) })
	return v
}

func TestDemoHasTheRowsThatItsConversationsNeed(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{someday, time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC), time.Date(2027, 1, 1, 23, 59, 0, 0, time.UTC)} {
		d := open(t, now)
		last := now.AddDate(0, 0, 1-now.Day()).AddDate(0, -1, 0).Format("2006-01")
		for what, sql := range map[string]string{
			"users of last month":    "SELECT count(*) FROM users WHERE created_at LIKE '" + last + "%'",
			"orders of last month":   "SELECT count(*) FROM orders WHERE created_at LIKE '" + last + "%'",
			"payments of last month": "SELECT count(*) FROM payments WHERE created_at LIKE '" + last + "%'",
			"reviews of last month":  "SELECT count(*) FROM reviews WHERE created_at LIKE '" + last + "%'",
			"cancelled orders":       "SELECT count(*) FROM orders WHERE status = 'cancelled'",
			"sold electronics":       "SELECT count(*) FROM order_items i JOIN products p ON p.id = i.product_id JOIN categories c ON c.id = p.category_id WHERE c.name = 'Electronics'",
			"users without a city":   "SELECT count(*) FROM users WHERE city IS NULL",
			"names with an umlaut":   "SELECT count(*) FROM users WHERE name LIKE '%ü%'",
			"payments of 5000":       "SELECT count(*) FROM payments WHERE amount = 5000 AND recipient = '+254712345678'",
			"payments of 3000":       "SELECT count(*) FROM payments WHERE amount = 3000 AND recipient = '+254712345678'",
		} {
			if one(t, d, sql) == 0 {
				t.Errorf("%s: there are no %s", now.Format(time.DateOnly), what)
			}
		}
	}
}

func TestFlightsLeaveEveryDayInEveryClassAndSomeReturnOnTwentyFebruary(t *testing.T) {
	t.Parallel()
	d := open(t, someday)
	for _, origin := range []string{"Nairobi", "Mombasa"} {
		where := fmt.Sprintf("FROM flights WHERE origin = '%s' AND destination = 'London'", origin)
		if days := query(t, d, "SELECT departure_date "+where+" AND departure_date BETWEEN '2026-11-21' AND '2027-11-20' GROUP BY 1 HAVING count(DISTINCT cabin_class) = 4", nil); days != 365 {
			t.Errorf("%s: every class on %d days, want 365", origin, days)
		}
		if n := one(t, d, "SELECT count(DISTINCT cabin_class) "+where+" AND departure_date = '2027-02-10' AND return_date = '2027-02-20'"); n != 4 {
			t.Errorf("%s: %d classes leave on 10 and return on 20 February, want 4", origin, n)
		}
	}
}

func TestForeignKeysHoldAndSizeIsAsPromised(t *testing.T) {
	t.Parallel()
	d := open(t, someday)
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, table := range schema.Tables {
		total += one(t, d, "SELECT count(*) FROM "+table.Name)
		for _, key := range table.Foreign {
			orphans := fmt.Sprintf("SELECT count(*) FROM %s a LEFT JOIN %s b ON a.%s = b.%s WHERE b.id IS NULL", table.Name, key.Target.Name, key.Columns[0], key.TargetColumns[0])
			if n := one(t, d, orphans); n != 0 {
				t.Errorf("%s.%s: %d rows point nowhere", table.Name, key.Columns[0], n)
			}
		}
	}
	if total < 95_000 || total > 105_000 {
		t.Errorf("%d rows, want about 100,000", total)
	}
}

func TestSameDaySameRows(t *testing.T) {
	t.Parallel()
	if a, b := sum(t, open(t, someday)), sum(t, open(t, someday.Add(time.Hour))); a != b {
		t.Errorf("two demos of one day differ: %x and %x", a, b)
	}
	if a, b := sum(t, open(t, someday)), sum(t, open(t, someday.AddDate(0, 0, 1))); a == b {
		t.Error("demos of two days are the same")
	}
}

// sum is a hash over every cell of one row in 97.
func sum(t testing.TB, d db.Database) uint64 {
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	for _, table := range schema.Tables {
		query(t, d, "SELECT * FROM "+table.Name+" WHERE id % 97 = 1", func(row []db.Value) { fmt.Fprintf(h, "%v\n", row) })
	}
	return h.Sum64()
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		d, err := Open(context.Background(), db.Settings{Now: someday})
		if err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
}

func TestDemoGoesWithTheProgram(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	d, err := Open(t.Context(), db.Settings{Now: someday})
	if err != nil {
		t.Fatal(err)
	}
	if made, err := os.ReadDir(folder); err != nil || len(made) != 1 {
		t.Errorf("made %v, %v", made, err)
	}
	for range 2 {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
