package postgres

import (
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

// BenchmarkClosure checks a statement of four tables against the catalogue, which is read once: what each statement pays
// beside the plan. Next to it, the plan.
func BenchmarkClosure(b *testing.B) {
	d := open(b, dbtest.Postgres(b), db.Settings{})
	const sql = "SELECT c.relname, count(*), max(a.attnum) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_type t ON t.oid = a.atttypid WHERE n.nspname LIKE 'p%' AND length(t.typname) > 2 GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10"
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := d.Explain(b.Context(), stmt); err != nil {
		b.Fatal(err)
	}
	conn, err := d.pool.Acquire(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Release()
	var checked, planned []time.Duration
	for b.Loop() {
		start := time.Now()
		uses, err := statement.UsesOf(sql)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.check(b.Context(), conn.Conn().PgConn(), request{sql: sql, uses: &uses}); err != nil {
			b.Fatal(err)
		}
		checked = append(checked, time.Since(start))
		start = time.Now()
		if _, err := d.Explain(b.Context(), stmt); err != nil {
			b.Fatal(err)
		}
		planned = append(planned, time.Since(start))
	}
	b.ReportMetric(milliseconds64(median(checked)), "ms-closure(must≤2)")
	b.ReportMetric(milliseconds64(median(planned)), "ms-plan-with-it")
}
