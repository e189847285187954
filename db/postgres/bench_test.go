package postgres

import (
	"context"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/export"
)

// benchRows is how many rows the benchmarks read: a million, or what PARLEY_BENCH_ROWS says.
func benchRows(b *testing.B) int {
	n, err := strconv.Atoi(os.Getenv("PARLEY_BENCH_ROWS"))
	if err != nil {
		return 1_000_000
	}
	return n
}

// BenchmarkAgainstBareDriver reads one table with a bare pgx loop and with parley in turns, in one run, and reports
// ratios: of a whole export to CSV, and of the time to the first row.
func BenchmarkAgainstBareDriver(b *testing.B) {
	url := dbtest.Postgres(b)
	dbtest.Exec(b, url, "CREATE UNLOGGED TABLE big AS SELECT i AS id, 'customer number ' || i AS name, (i % 1000) * 1.25 AS amount, timestamp '2026-01-01' + i * interval '1 second' AS at, i % 7 AS kind FROM generate_series(1, "+strconv.Itoa(benchRows(b))+") i")
	dbtest.Exec(b, url, "VACUUM ANALYZE big")
	const sql = "SELECT * FROM big"
	d := open(b, url, db.Settings{})
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(context.Background())
	var bare, bareFirst, ours, oursFirst time.Duration
	for b.Loop() {
		whole, first := bareLoop(b, conn, sql)
		bare, bareFirst = bare+whole, bareFirst+first
		whole, first = exported(b, d, sql)
		ours, oursFirst = ours+whole, oursFirst+first
	}
	b.ReportMetric(float64(ours)/float64(bare), "×bare")
	b.ReportMetric(float64(oursFirst-bareFirst)/float64(b.N)/float64(time.Millisecond), "ms-first-row-over-bare")
	b.ReportMetric(bare.Seconds()/float64(b.N), "s-bare")
}

// bareLoop reads all values with the driver alone.
func bareLoop(b *testing.B, conn *pgx.Conn, sql string) (whole, first time.Duration) {
	start := time.Now()
	rows, err := conn.Query(b.Context(), sql)
	if err != nil {
		b.Fatal(err)
	}
	for rows.Next() {
		if first == 0 {
			first = time.Since(start)
		}
		if _, err := rows.Values(); err != nil {
			b.Fatal(err)
		}
	}
	if rows.Err() != nil {
		b.Fatal(rows.Err())
	}
	return time.Since(start), first
}

// exported writes the result as CSV to nowhere.
func exported(b *testing.B, d *Database, sql string) (whole, first time.Duration) {
	start := time.Now()
	r, err := d.run(db.WithTimeout(b.Context(), -1), request{sql: sql})
	if err != nil {
		b.Fatal(err)
	}
	first = time.Since(start)
	if n, err := export.Write(b.Context(), io.Discard, r, export.Options{Format: export.CSV}); err != nil || n != int64(benchRows(b)) {
		b.Fatal(n, err)
	}
	return time.Since(start), first
}
