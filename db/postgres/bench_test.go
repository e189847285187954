package postgres

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/export"
	"parley/db/statement"
)

func median[T float64 | time.Duration](of []T) T {
	slices.Sort(of)
	return of[len(of)/2]
}

func milliseconds64(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// BenchmarkAgainstBareDriver reads one table with a bare pgx loop and with parley in turns, in one run, and reports medians:
// of a whole export to CSV as a ratio, and of the time to the first row as a difference.
func BenchmarkAgainstBareDriver(b *testing.B) {
	url := dbtest.Postgres(b)
	dbtest.Exec(b, url, "CREATE UNLOGGED TABLE big AS SELECT i AS id, 'customer number ' || i AS name, (i % 1000) * 1.25 AS amount, timestamp '2026-01-01' + i * interval '1 second' AS at, i % 7 AS kind FROM generate_series(1, "+strconv.Itoa(dbtest.BenchRows())+") i")
	dbtest.Exec(b, url, "VACUUM ANALYZE big")
	const sql = "SELECT * FROM big"
	d := open(b, url, db.Settings{})
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(context.Background())
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		b.Fatal(err)
	}
	var ratios []float64
	var later, bare, explained []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := d.Explain(b.Context(), stmt); err != nil {
			b.Fatal(err)
		}
		explained = append(explained, time.Since(start))
		whole, first := bareLoop(b, conn, sql)
		ours, oursFirst := exported(b, d, sql)
		ratios, later, bare = append(ratios, float64(ours)/float64(whole)), append(later, oursFirst-first), append(bare, whole)
	}
	b.ReportMetric(median(ratios), "×bare(must≤2,aim≤1.3)")
	b.ReportMetric(milliseconds64(median(later)), "ms-first-row-over-bare(must≤50,aim≤20)")
	b.ReportMetric(milliseconds64(median(explained)), "ms-explain-before-it")
	b.ReportMetric(median(bare).Seconds(), "s-bare")
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
	if n, err := export.Write(b.Context(), io.Discard, r, export.Options{Format: export.CSV}); err != nil || n != int64(dbtest.BenchRows()) {
		b.Fatal(n, err)
	}
	return time.Since(start), first
}

// BenchmarkOpen connects, asks all that opening wants to know, and puts the catalogue together, beside a bare connection that asks for
// nothing of its own.
func BenchmarkOpen(b *testing.B) {
	url := dbtest.Postgres(b)
	dbtest.Exec(b, url, "CREATE TABLE orders (id int PRIMARY KEY, at timestamp, note text)")
	var ours, bare []time.Duration
	for b.Loop() {
		start := time.Now()
		d, err := Open(b.Context(), url, db.Settings{})
		if err != nil {
			b.Fatal(err)
		}
		if schema, err := d.Schema(b.Context()); err != nil || len(schema.Tables) != 1 {
			b.Fatal(schema, err)
		}
		ours = append(ours, time.Since(start))
		_ = d.Close()
		start = time.Now()
		conn, err := pgx.Connect(b.Context(), url)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := conn.Exec(b.Context(), "SELECT 1"); err != nil {
			b.Fatal(err)
		}
		bare = append(bare, time.Since(start))
		_ = conn.Close(b.Context())
	}
	b.ReportMetric(milliseconds64(median(ours)-median(bare)), "ms-over-bare")
}

// BenchmarkCancel cancels a statement that would take hours, and runs the next one: the server's backend is free by then.
func BenchmarkCancel(b *testing.B) {
	d := open(b, dbtest.Postgres(b), db.Settings{})
	var took []time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		stopped := make(chan error)
		go func() {
			_, err := d.run(ctx, request{sql: "SELECT count(*) FROM generate_series(1, 1e12)"})
			stopped <- err
		}()
		time.Sleep(50 * time.Millisecond)
		start := time.Now()
		cancel()
		if err := <-stopped; db.KindOf(err) != db.Cancelled {
			b.Fatal(err)
		}
		if busy := all(b, d, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()"); busy[0] != "0" {
			b.Fatalf("%s backends are busy", busy[0])
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(milliseconds64(median(took)), "ms-to-usable(must≤300,aim≤150)")
}

// BenchmarkSchemaOfAThousandTables reads 1,000 tables of 20 columns.
func BenchmarkSchemaOfAThousandTables(b *testing.B) {
	url := dbtest.Postgres(b)
	columns := "id serial PRIMARY KEY"
	for _, n := range strings.Fields("a b c d e f g h i j k l m n o p q r s") {
		columns += ", " + n + " text"
	}
	dbtest.Exec(b, url, "DO $$ BEGIN FOR n IN 1..1000 LOOP EXECUTE format('CREATE TABLE t_%s ("+columns+")', n); END LOOP; END $$")
	d := open(b, url, db.Settings{})
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		schema, err := d.Schema(b.Context())
		if err != nil || len(schema.Tables) != 1000 || len(schema.Tables[0].Columns) != 20 {
			b.Fatal(len(schema.Tables), err)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(median(took).Seconds(), "s(must≤1,aim≤0.3)")
}
