package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/postgres"
	"parley/workflow/schema"
)

// wideTables are as many tables of 120 columns, texts but for five, with the rows that benchmarks read: what takes longest to look at.
func wideTables(b *testing.B, url string, tables int) {
	b.Helper()
	const texts = 114
	var columns, values strings.Builder
	for i := range texts {
		fmt.Fprintf(&columns, ", attr_%03d text", i)
		value := "NULL"
		if i%16 == 0 { // most are empty, as such columns are, and the disk is not filled
			value = fmt.Sprintf("CASE WHEN i %% %d = 0 THEN 'v' || i %% %d END", 1+i%7, 5+3*i)
		}
		fmt.Fprintf(&values, ", %s", value)
	}
	for n := range tables {
		name := fmt.Sprintf("events_%d", n)
		for _, sql := range []string{
			"CREATE UNLOGGED TABLE " + name + " (id bigint, account int, status text, amount numeric(10,2), at timestamp, note text" + columns.String() + ")",
			"INSERT INTO " + name + " SELECT i, i % 50000, 'st' || i % 4, i % 10000 / 100.0, timestamp '2024-01-01' + i * interval '6 seconds', CASE WHEN i % 5 = 0 THEN 'note ' || i END" +
				values.String() + fmt.Sprintf(" FROM generate_series(1, %d) i", dbtest.BenchRows()),
			"ALTER TABLE " + name + " ADD PRIMARY KEY (id)", "ANALYZE " + name,
		} {
			dbtest.Exec(b, url, sql)
		}
	}
}

// BenchmarkTypedStatementAfterOpening starts the program on wide tables that nobody looked at before, types a statement into its first
// frame, and waits for its rows, beside psql from its start to its end with the same statement. Then the same through `parley ask`.
func BenchmarkTypedStatementAfterOpening(b *testing.B) {
	psql, err := exec.LookPath("psql")
	if err != nil {
		b.Skip("psql, which is measured beside it, is not installed")
	}
	url := dbtest.Postgres(b)
	wideTables(b, url, 2)
	const sql, row = "select * from events_1 order by id limit 100", "2024-01-01 00:00:06"
	var screen, shell, bare []time.Duration
	for b.Loop() {
		started := time.Now()
		if out, err := exec.Command(psql, "-X", url, "-c", sql).CombinedOutput(); err != nil || !strings.Contains(string(out), row) {
			b.Fatalf("%v: %.300s", err, out)
		}
		bare = append(bare, time.Since(started))
		screen = append(screen, typedIntoTheFirstFrame(b, url, sql, row))
		shell = append(shell, askedInTheShell(b, url, sql, row))
	}
	middle := func(of []time.Duration) float64 {
		slices.Sort(of)
		return float64(of[len(of)/2]) / float64(time.Millisecond)
	}
	b.ReportMetric(middle(bare), "ms-psql")
	b.ReportMetric(middle(screen)-middle(bare), "ms-enter-to-rows-over-psql(must≤60,aim≤25)")
	b.ReportMetric(middle(shell)-middle(bare), "ms-ask-over-psql")
}

// typedIntoTheFirstFrame is how long it takes from enter to the row.
func typedIntoTheFirstFrame(b *testing.B, url, sql, row string) time.Duration {
	b.Helper()
	x := openTerminal(b, 160, 40, nil, "--db", url)
	x.draws("ask in plain words")
	x.says(sql)
	x.draws("limit 100")
	started := time.Now()
	x.says("\r")
	x.draws(row)
	took := time.Since(started)
	x.leaves("\x03\x03")
	return took
}

// askedInTheShell is how long `parley ask` takes to its first row, from its start.
func askedInTheShell(b *testing.B, url, sql, row string) time.Duration {
	b.Helper()
	home := b.TempDir()
	cmd := exec.Command(os.Args[0], "ask", "--db", url, "--format", "csv", sql)
	cmd.Env = append(os.Environ(), asProgram+"=1", "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	started := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	var read strings.Builder
	for chunk := make([]byte, 1<<12); !strings.Contains(read.String(), row); {
		n, err := out.Read(chunk)
		read.Write(chunk[:n])
		if err != nil {
			b.Fatalf("%v: %.300s", err, read.String())
		}
	}
	took := time.Since(started)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return took
}

// BenchmarkProfile reads what the rows of a database say, which goes on in the background after it was opened: keys that nobody declared
// included.
func BenchmarkProfile(b *testing.B) {
	for _, size := range []struct{ tables, columns, rows, must, aim int }{
		{30, 20, 20_000, 1_000, 300}, {1_000, 20, 500, 10_000, 4_000},
	} {
		b.Run(fmt.Sprint(size.tables, " tables"), func(b *testing.B) {
			url := dbtest.Postgres(b)
			const together = 200 // in one transaction, for the server's locks
			for from := 0; from < size.tables; from += together {
				dbtest.Exec(b, url, fmt.Sprintf(`DO $$ DECLARE more text; BEGIN FOR i IN %d..%d LOOP
					SELECT string_agg(format(', %%s AS part_%%s', CASE j %% 4 WHEN 0 THEN 'n %% ' || 10 + j WHEN 1 THEN '''kind '' || n %% ' || 7 + j
						WHEN 2 THEN '(n %% 1000) * 1.25' ELSE 'timestamp ''2025-01-01'' + n * interval ''1 hour''' END, j), '') INTO more FROM generate_series(1, %d) j;
					EXECUTE format('CREATE TABLE things_%%s AS SELECT n AS id, ''thing '' || n AS name, n %%%% %d + 1 AS things_%%s_id%%s FROM generate_series(1, %d) n', i, greatest(i - 1, 0), more);
					EXECUTE format('ALTER TABLE things_%%s ADD PRIMARY KEY (id)', i); END LOOP; END $$`,
					from, min(from+together, size.tables)-1, size.columns-3, size.rows, size.rows))
			}
			dbtest.Exec(b, url, "ANALYZE")
			database, err := postgres.Open(b.Context(), url, db.Settings{})
			if err != nil {
				b.Fatal(err)
			}
			defer database.Close()
			tables, err := database.Schema(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			var took []time.Duration
			for b.Loop() {
				started := time.Now()
				if _, facts, err := schema.Read(b.Context(), database, tables, schema.DefaultLimits); err != nil || len(facts.Tables) != size.tables {
					b.Fatal(len(facts.Tables), err)
				}
				took = append(took, time.Since(started))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2])/float64(time.Millisecond), fmt.Sprintf("ms-profile(must≤%d,aim≤%d)", size.must, size.aim))
		})
	}
}
