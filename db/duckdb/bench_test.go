package duckdb

import (
	"context"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"parley/db"
	"parley/db/duckdb/engine"
)

// million is a result of a million rows, small one of which only the first counts.
const (
	million = "SELECT range AS id, 'customer number ' || range AS name, range * 1.25 AS amount, DATE '2026-01-01' + (range % 365)::INT AS day FROM range(1000000)"
	small   = "SELECT 1 AS v"
)

// BenchmarkWorker reads a result through the worker and from the same engine in this process, in turns, and reports medians of the
// ratio of their times, of what both took of the processors, and of how much later the first row is there.
func BenchmarkWorker(b *testing.B) {
	path := file(b, "CREATE TABLE t AS SELECT 1 AS v")
	d := open(b, path, db.Settings{Timeout: -1})
	here, _, err := engine.Open(engine.Opening{Name: "t", Path: path, Spill: filepath.Join(b.TempDir(), "spill")})
	if err != nil {
		b.Fatal(err)
	}
	through := func(sql string) (db.Rows, error) { return run(b.Context(), d, sql) }
	inside := func(sql string) (db.Rows, error) { return runHere(b.Context(), here, sql) }
	collected(b, d, million, through)
	collected(b, nil, million, inside)
	var clock, processor, later []float64
	for b.Loop() {
		far, near := collected(b, d, million, through), collected(b, nil, million, inside)
		clock = append(clock, far.clock.Seconds()/near.clock.Seconds())
		processor = append(processor, far.processor.Seconds()/near.processor.Seconds())
		far, near = collected(b, d, small, through), collected(b, nil, small, inside)
		later = append(later, float64(far.clock-near.clock)/float64(time.Millisecond))
	}
	b.ReportMetric(median(clock), "×process(must≤1.1)")
	b.ReportMetric(median(processor), "×process-cpu")
	b.ReportMetric(median(later), "ms-first-row-later(must≤10)")
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// spent is what reading a result took.
type spent struct{ clock, processor time.Duration }

// collected reads a result as the screen does. d is what has a worker, nil where there is none.
func collected(b *testing.B, d *Database, sql string, query func(string) (db.Rows, error)) spent {
	before, begun := used(b, d), time.Now()
	rows, err := query(sql)
	if err != nil {
		b.Fatal(err)
	}
	set := db.Collect(b.Context(), rows, db.Limits{})
	defer set.Close()
	if err := set.Wait(b.Context()); err != nil || set.State() != db.Complete && set.State() != db.Capped {
		b.Fatal(err)
	}
	return spent{time.Since(begun), used(b, d) - before}
}

// used is what this process and a worker took of the processors, which another load does not change as it does the clock.
func used(b *testing.B, d *Database) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	sum := time.Duration(u.Utime.Nano() + u.Stime.Nano())
	if d != nil {
		sum += d.worker.Processor()
	}
	return sum
}

// runHere runs a statement of an engine in this process.
func runHere(ctx context.Context, d *engine.Database, sql string) (db.Rows, error) {
	r, err := d.Run(ctx, sql)
	if err != nil {
		return nil, err
	}
	return &here{Rows: r, rows: db.NewChunk(len(r.Columns()))}, nil
}

// here are the rows of an engine in this process.
type here struct {
	*engine.Rows
	rows *db.Chunk
	at   int
}

var _ db.Chunked = (*here)(nil)

func (h *here) Next(context.Context) bool {
	if h.at++; h.at < h.rows.Len() {
		return true
	}
	h.at = 0
	return h.Fill(h.rows)
}

func (h *here) Row() []db.Value { return h.rows.Row(h.at) }

func (h *here) Chunk() (*db.Chunk, int) { return h.rows, h.at }

func (h *here) Skip(rows int) { h.at += rows }

func (h *here) Close() error {
	h.Rows.Close()
	return nil
}

// BenchmarkCancel cancels statements that DuckDB does not stop at, or whose memory it does not count, and runs the next one. It
// reports how long that took from the cancel on, and how much memory beyond its limit the worker had.
func BenchmarkCancel(b *testing.B) {
	for name, sql := range map[string]string{"list of 800 MB": "SELECT unnest(range(100000000))", "deaf": deaf, "endless": endless} {
		b.Run(name, func(b *testing.B) {
			d := open(b, file(b, "CREATE TABLE t AS SELECT 7 AS v"), db.Settings{})
			limit := engine.Megabytes(0) + beside
			var usable, beyond []float64
			for b.Loop() {
				peak, stop := peakOf(workerOf(b, d))
				ctx, cancel := context.WithCancel(b.Context())
				var cancelled time.Time
				timer := time.AfterFunc(200*time.Millisecond, func() { cancelled = time.Now(); cancel() })
				if r, err := run(ctx, d, sql); err == nil {
					for r.Next(ctx) {
					}
					r.Close()
				}
				if timer.Stop() {
					cancelled = time.Now()
				}
				cancel()
				stop()
				all(b, d, "SELECT v FROM t")
				usable = append(usable, time.Since(cancelled).Seconds())
				beyond = append(beyond, float64(<-peak-limit))
			}
			b.ReportMetric(median(usable), "s-cancel-to-usable(must≤0.5)")
			b.ReportMetric(median(beyond), "MB-beyond-its-limit(must≤50)")
		})
	}
}

// BenchmarkOpen opens a file and lets it go.
func BenchmarkOpen(b *testing.B) {
	path := file(b, "CREATE TABLE t AS SELECT 1 AS v")
	for b.Loop() {
		d, err := Open(b.Context(), path, db.Settings{})
		if err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
}
