package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
)

// peakMB is the most memory that a process has had so far, in MB of 1,048,576 bytes.
func peakMB(t testing.TB, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest + " none")[0])
	if err != nil {
		t.Fatalf("no VmHWM in %s", status)
	}
	return kilobytes / 1024
}

// tenMillion are results of ten million rows of some 140 bytes, made by the engine as it goes.
var tenMillion = map[string]string{
	"PostgreSQL": "select generate_series(1, 10000000) as id, 'customer number ' || generate_series(1, 10000000) as name, repeat('x', 100) as t, 1.25 as amount",
	"SQLite":     "with recursive r(n) as (select 1 union all select n + 1 from r where n < 10000000) select n as id, 'customer number ' || n as name, printf('%.100c', 'x') as t, n * 1.25 as amount from r",
	"DuckDB":     "select range as id, 'customer number ' || range as name, repeat('x', 100) as t, range * 1.25 as amount from range(10000000)",
}

// anyOf is a database of the engine, for results that need no table.
func anyOf(t *testing.T, engine string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "one.csv")
	switch engine {
	case "PostgreSQL":
		return dbtest.Postgres(t)
	case "SQLite":
		return "demo"
	}
	if err := os.WriteFile(path, []byte("v\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMemoryIsBoundedAtAnySizeOfResult reads ten million rows, as often as results are kept in a conversation and once
// more, goes through them, and looks at what the whole program took.
func TestMemoryIsBoundedAtAnySizeOfResult(t *testing.T) {
	t.Parallel()
	const most = 200
	for engine, sql := range tenMillion {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			x := opened(t, 160, 40, "--db", anyOf(t, engine))
			pid := x.cmd.Process.Pid
			for _, name := range []string{"first", "second", "third", "fourth"} {
				x.says(strings.Replace(sql, "as id", "as "+name, 1) + "\r")
				x.shows("turn", "row 1")
				atRest(t, pid)
			}
			x.says("\x1b4GgG")
			atRest(t, pid)
			peak := peakMB(t, pid)
			t.Logf("peak %d MB", peak)
			if peak >= most {
				t.Errorf("parley took %d MB, more than %d", peak, most)
			}
			x.leaves("Q")
		})
	}
}

// written are the formats that are tried on each engine. A format is written from rows, whoever gives them: all of them on one
// engine, and on the others one that is written row by row and one that gathers rows.
var written = map[string][]string{
	"PostgreSQL": {"csv", "tsv", "json", "jsonl", "md", "sql", "parquet"},
	"SQLite":     {"csv", "parquet"},
	"DuckDB":     {"csv", "parquet"},
}

// TestMemoryIsBoundedWhereResultsAreWritten writes as many rows as PARLEY_BENCH_ROWS says in one format after the other.
func TestMemoryIsBoundedWhereResultsAreWritten(t *testing.T) {
	t.Parallel()
	const most = 200
	rows := dbtest.BenchRows()
	for engine, sql := range tenMillion {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			x := opened(t, 160, 40, "--ask-cost", "0", "--read-rows", "1000", "--db", anyOf(t, engine))
			x.says(strings.ReplaceAll(sql, "10000000", strconv.Itoa(rows)) + "\r")
			x.shows("turn", "row 1")
			folder := t.TempDir()
			if len(written[engine]) == 0 {
				t.Fatal("no format is tried")
			}
			for _, ending := range written[engine] {
				start := time.Now()
				path := filepath.Join(folder, "out."+ending)
				x.says("/export " + path + "\r")
				x.showsWithin(10*time.Minute, "Wrote ")
				peak := peakMB(t, x.cmd.Process.Pid)
				t.Logf("%s: %v, peak so far %d MB", ending, time.Since(start).Round(10*time.Millisecond), peak)
				if peak >= most {
					t.Errorf("parley took %d MB, more than %d", peak, most)
				}
				if err := os.Remove(path); err != nil {
					t.Error(err)
				}
			}
			x.leaves("\x03\x03")
		})
	}
}

// sorted and grouped are ten million rows of which the engine has to see all before it gives the first.
var sorted, grouped = map[string]string{
	"PostgreSQL": "select * from (select n as id, 'customer number ' || n::bigint * 7919 %% 10000019 as name, repeat('x', 100) as t from generate_series(1, %[1]d) as n) as r order by name",
	"SQLite":     "with recursive r(n) as (select 1 union all select n + 1 from r where n < %[1]d) select n as id, 'customer number ' || n * 7919 %% 10000019 as name, printf('%%.100c', 'x') as t from r order by name",
	"DuckDB":     "select * from (select range as id, 'customer number ' || range * 7919 %% 10000019 as name, repeat('x', 100) as t from range(%[1]d)) as r order by name",
}, map[string]string{
	"PostgreSQL": "select 'customer number ' || n::bigint * 7919 %% 10000019 as name, count(*) as n from generate_series(1, %[1]d) as n group by 1",
	"SQLite":     "with recursive r(n) as (select 1 union all select n + 1 from r where n < %[1]d) select 'customer number ' || n * 7919 %% 10000019 as name, count(*) as n from r group by 1",
	"DuckDB":     "select 'customer number ' || range * 7919 %% 10000019 as name, count(*) as n from range(%[1]d) group by name",
}

// TestMemoryIsBoundedWhereAnEngineSortsAndGroups sorts and groups as many rows as PARLEY_BENCH_ROWS says.
func TestMemoryIsBoundedWhereAnEngineSortsAndGroups(t *testing.T) {
	t.Parallel()
	rows := dbtest.BenchRows()
	for engine, most := range map[string]int{"PostgreSQL": 200, "SQLite": 200, "DuckDB": 290} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			x := opened(t, 160, 40, "--timeout", "10m", "--ask-cost", "0", "--db", anyOf(t, engine))
			for _, sql := range []string{sorted[engine], grouped[engine]} {
				start := time.Now()
				x.says(fmt.Sprintf(sql, rows) + "\r")
				x.showsWithin(10*time.Minute, "turn", "row 1")
				t.Logf("first row after %v", time.Since(start).Round(10*time.Millisecond))
				atRest(t, x.cmd.Process.Pid)
				peak := peakMB(t, x.cmd.Process.Pid)
				t.Logf("peak %d MB", peak)
				if peak >= most {
					t.Errorf("parley took %d MB, more than %d", peak, most)
				}
			}
		})
	}
}

// atRest waits until a process has done nothing for a while, also on a busy machine, or has been at it for longer than
// results are read ahead.
func atRest(t testing.TB, pid int) {
	t.Helper()
	idle := 0
	for before, end := -1, time.Now().Add(12*time.Second); time.Now().Before(end); time.Sleep(250 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		ticks, err := strconv.Atoi(strings.Fields(rest)[11]) // utime (proc(5), field 14)
		if err != nil {
			t.Fatal(err)
		}
		if idle++; ticks-before > 1 {
			idle = 0
		}
		if idle == 4 {
			return
		}
		before = ticks
	}
}
