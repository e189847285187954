package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
)

// BenchmarkFirstAnswerOverAFarNetwork asks one question of a server that is 80 ms away there and back, with all that opening does before it.
func BenchmarkFirstAnswerOverAFarNetwork(b *testing.B) {
	const roundTrip = 80 * time.Millisecond
	for _, tables := range []int{11, 5000} {
		b.Run(fmt.Sprint(tables, " tables"), func(b *testing.B) {
			url := dbtest.Postgres(b)
			dbtest.Exec(b, url, "CREATE TABLE customers (id int PRIMARY KEY, name text, kind text, made date, amount numeric)")
			const together = 500 // in one transaction, for the server's locks
			for from := 1; from < tables; from += together {
				dbtest.Exec(b, url, fmt.Sprintf(`DO $$ BEGIN FOR i IN %d..%d LOOP EXECUTE format(
					'CREATE TABLE %%I (id int PRIMARY KEY, name text, kind text, made date, amount numeric)', 'things_' || i); END LOOP; END $$`, from, min(from+together, tables)-1))
			}
			dbtest.Exec(b, url, `INSERT INTO customers SELECT i, 'n' || i, CASE i % 2 WHEN 0 THEN 'new' ELSE 'old' END, date '2026-01-01' + i, i * 1.5 FROM generate_series(1, 100) i; ANALYZE customers`)
			proxy, far := dbtest.NewProxy(b, url)
			proxy.Far(roundTrip)
			for b.Loop() {
				var out, said bytes.Buffer
				begun := time.Now()
				err := run(context.Background(), []string{"ask", "--db", far, "how many customers"}, strings.NewReader(""), &out, &said)
				if err != nil || !strings.Contains(out.String(), "100") {
					b.Fatalf("%v: %s%s", err, &out, &said)
				}
				b.ReportMetric(time.Since(begun).Seconds(), "s-open-and-answer")
			}
		})
	}
}
