package duckdb

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"

	"parley/db"
	"parley/db/duckdb/engine"
)

// benchmarked are results of a million rows, and one of which only the first counts.
var benchmarked = map[string]string{
	"rows":      "SELECT range AS id, 'customer number ' || range AS name, range * 1.25 AS amount, DATE '2026-01-01' + (range % 365)::INT AS day FROM range(1000000)",
	"first row": "SELECT 1 AS v",
}

// BenchmarkWorker reads results through the worker, and those of the same engine in this process beside it.
func BenchmarkWorker(b *testing.B) {
	path := file(b, "CREATE TABLE t AS SELECT 1 AS v")
	for name, sql := range benchmarked {
		b.Run(name+"/worker", func(b *testing.B) {
			d := open(b, path, db.Settings{Timeout: -1})
			defer processorTime(b)()
			defer d.Close()
			for b.Loop() {
				r, err := run(b.Context(), d, sql)
				if err != nil {
					b.Fatal(err)
				}
				collect(b, r)
			}
		})
		b.Run(name+"/process", func(b *testing.B) {
			d, _, err := engine.Open(engine.Opening{Name: "t", Path: path, Spill: filepath.Join(b.TempDir(), "spill")})
			if err != nil {
				b.Fatal(err)
			}
			defer processorTime(b)()
			for b.Loop() {
				r, err := d.Run(b.Context(), sql)
				if err != nil {
					b.Fatal(err)
				}
				width := len(r.Columns())
				collect(b, &here{Rows: r, rows: db.NewChunk(width), row: make([]db.Value, width)})
			}
		})
	}
	b.Run("open/worker", func(b *testing.B) {
		for b.Loop() {
			d, err := Open(b.Context(), path, db.Settings{})
			if err != nil {
				b.Fatal(err)
			}
			d.Close()
		}
	})
}

// processorTime reports what this process and the workers that ended took, which another load does not change as it does the clock.
func processorTime(b *testing.B) (report func()) {
	used := func() (sum int64) {
		for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
			var u syscall.Rusage
			if err := syscall.Getrusage(who, &u); err != nil {
				b.Fatal(err)
			}
			sum += u.Utime.Nano() + u.Stime.Nano()
		}
		return sum
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/1e6/float64(b.N), "cpu-ms/op") }
}

// collect reads a result as the screen does.
func collect(b *testing.B, rows db.Rows) {
	set := db.Collect(b.Context(), rows, db.Limits{})
	defer set.Close()
	if err := set.Wait(b.Context()); err != nil {
		b.Fatal(err)
	}
	if set.State() != db.Complete && set.State() != db.Capped {
		b.Fatal(set.Err())
	}
}

// here are the rows of an engine in this process.
type here struct {
	*engine.Rows
	rows *db.Chunk
	at   int
	row  []db.Value
}

func (h *here) Next(context.Context) bool {
	if h.at++; h.at >= h.rows.Len() {
		h.at = 0
		if !h.Fill(h.rows) {
			return false
		}
	}
	h.rows.Read(h.at, h.row)
	return true
}

func (h *here) Row() []db.Value { return h.row }

func (h *here) Close() error {
	h.Rows.Close()
	return nil
}
