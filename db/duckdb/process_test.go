package duckdb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/dbtest/seed"
)

// workerOf is the process that a database has now.
func workerOf(t testing.TB, d *Database) int {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.worker == nil {
		t.Fatal("there is no worker")
	}
	return d.worker.PID()
}

func TestDeathOfTheWorkerIsASentenceAndTheNextStatementRuns(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT 7 AS v"), db.Settings{})
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGTERM} {
		r, err := run(t.Context(), d, "SELECT range FROM range(1000000000)")
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(workerOf(t, d), signal); err != nil {
			t.Fatal(err)
		}
		for r.Next(t.Context()) {
		}
		var e *db.Error
		if !errors.As(r.Err(), &e) || e.Kind != db.Lost || !strings.Contains(e.Message, "crashed") || e.Hint == "" {
			t.Errorf("%v: %v", signal, r.Err())
		}
		r.Close()
		if got := all(t, d, "SELECT v FROM t"); got[0] != "7" {
			t.Errorf("after %v: %v", signal, got)
		}
	}
}

// TestMemoryThatDuckDBDoesNotCountIsBounded makes lists of 800 MB and longer texts, which DuckDB allocates beside what it counts. What
// its process has in memory, its own file's pages among it, stays below six times the memory and 50 MB.
func TestMemoryThatDuckDBDoesNotCountIsBounded(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("memory is watched on Linux")
	}
	d := open(t, file(t, "CREATE TABLE t AS SELECT 7 AS v"), db.Settings{Memory: 32})
	most := 6*32 + beside
	for _, sql := range []string{"SELECT unnest(range(100000000))", "SELECT length(repeat('x', 2000000000))", "SELECT list_sort(range(100000000))[1]", "SELECT length(printf('%1000000000d', 1))"} {
		at := workerOf(t, d)
		peak, stop := peakOf(at)
		r, err := run(t.Context(), d, sql)
		if err == nil {
			for r.Next(t.Context()) {
			}
			err = r.Err()
			r.Close()
		}
		stop()
		if kind := db.KindOf(err); kind != db.Resources && kind != db.Lost { // DuckDB may crash over memory that the system refuses at once
			t.Errorf("%s: %v", sql, err)
		}
		if took := <-peak; took > most {
			t.Errorf("%s took %d MB, more than %d", sql, took, most)
		} else {
			t.Logf("%s: %d MB, %v", sql, took, err)
		}
		if got := all(t, d, "SELECT v FROM t"); got[0] != "7" {
			t.Errorf("after it: %v", got)
		}
	}
}

// peakOf watches what a process has in memory, in MB.
func peakOf(pid int) (peak chan int, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	peak = make(chan int, 1)
	go func() {
		most := 0
		for ctx.Err() == nil {
			most = max(most, resident(pid))
			time.Sleep(time.Millisecond)
		}
		peak <- most
	}()
	return peak, cancel
}

func resident(pid int) int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(b))
	if err != nil || len(fields) < 3 {
		return 0
	}
	all, _ := strconv.Atoi(fields[1])
	return all * os.Getpagesize() >> 20
}

func TestFileThatNeedsTooMuchMemoryToBeOpenedSaysSo(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("memory is watched on Linux")
	}
	const columns = 20_000
	names := make([]string, columns)
	for i := range names {
		names[i] = fmt.Sprintf("c%d", i)
	}
	path := write(t, filepath.Join(t.TempDir(), "wide.csv"), strings.Join(names, ",")+"\n"+strings.Repeat("1,", columns-1)+"1\n")
	d, err := OpenFiles(t.Context(), []string{path}, db.Settings{Memory: 16})
	if err == nil {
		d.Close()
	}
	var e *db.Error
	if err != nil && (!errors.As(err, &e) || e.Kind != db.Resources) {
		t.Errorf("got %v", err)
	}
}

// deaf is what DuckDB does not stop at an interrupt.
const deaf = "SELECT list_sum(list_transform(range(30000000), x -> x * 2))"

func TestCancelledStatementsThatDoNotStopAreEndedWithTheirWorker(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT 7 AS v"), db.Settings{Memory: 512})
	for _, sql := range []string{deaf, "SELECT unnest(range(100000000))", endless} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		_, err := run(ctx, d, sql)
		cancel()
		if k := db.KindOf(err); k != db.Timeout && k != db.Cancelled {
			t.Errorf("%s: %v", sql, err)
		}
		begun := time.Now()
		if got := all(t, d, "SELECT v FROM t"); got[0] != "7" {
			t.Errorf("after it: %v", got)
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("%s: usable after %v", sql, took)
		}
	}
}

func TestStatementsBesideOneThatDidNotStopRunOn(t *testing.T) {
	t.Parallel()
	d := open(t, file(t, "CREATE TABLE t AS SELECT 7 AS v"), db.Settings{})
	pid := workerOf(t, d)
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	beside := make(chan error, 1)
	go func() {
		_, _, err := d.Values(t.Context(), db.TableName{Name: "t"}, "v", 5)
		beside <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := run(ctx, d, "SELECT v FROM t"); db.KindOf(err) != db.Timeout {
		t.Errorf("got %v", err)
	}
	if err := <-beside; err != nil {
		t.Errorf("beside it: %v", err)
	}
}

func TestFilesReplacedUnderTheirNameAreReadAnew(t *testing.T) {
	t.Parallel()
	path := write(t, filepath.Join(t.TempDir(), "t.csv"), "v\n1\n")
	d, err := OpenFiles(t.Context(), []string{path}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if got := all(t, d, "SELECT v FROM t"); got[0] != "1" {
		t.Errorf("got %v", got)
	}
	if err := os.Rename(write(t, path+".new", "v\n2\n"), path); err != nil {
		t.Fatal(err)
	}
	if got := all(t, d, "SELECT v FROM t"); got[0] != "2" {
		t.Errorf("after it was replaced: %v", got)
	}
}

// TestDamagedFilesEndNothingButTheirWorker reads files with changed bytes, most with their blocks' checksums made right again, so
// that they reach the code behind it.
func TestDamagedFilesEndNothingButTheirWorker(t *testing.T) {
	t.Parallel()
	n := dbtest.DamagedFiles()
	path := file(t, `CREATE TABLE t (i INTEGER PRIMARY KEY, s VARCHAR, l INTEGER[], d DECIMAL(10,2)); CREATE VIEW w AS SELECT * FROM t;
		INSERT INTO t SELECT r, 'value ' || r % 90, [r, r + 1], r / 7 FROM range(20000) AS q(r); CHECKPOINT`)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := seed.Random(t)
	folder := t.TempDir()
	ends := map[db.Kind]int{}
	crashed := 0
	for i := range n {
		damaged := write(t, filepath.Join(folder, fmt.Sprintf("%d.duckdb", i)), string(damage(random, whole)))
		err := readAll(t.Context(), damaged)
		var e *db.Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("file %d: %T %v is no sentence", i, err, err)
		}
		if err != nil && strings.Contains(err.Error(), "crashed") {
			crashed++
		}
		ends[db.KindOf(err)]++
		os.Remove(damaged)
	}
	t.Logf("%d crashed of %d; by kind: %v", crashed, n, ends)
}

// readAll opens a file and reads what is in it.
func readAll(ctx context.Context, path string) error {
	d, err := Open(ctx, path, db.Settings{Timeout: 5 * time.Second})
	if err != nil {
		return err
	}
	defer d.Close()
	schema, err := d.Schema(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, table := range schema.Tables {
		failed = errors.Join(failed, d.each(ctx, "SELECT * FROM "+quoteTable(table.TableName)+" ORDER BY 1", func([]db.Value) {}))
	}
	return failed
}

// DuckDB's file: three headers of 4 KB, then blocks of 256 KB; each begins with the checksum of the rest
// (https://duckdb.org/docs/stable/internals/storage).
const (
	headerBytes = 4 << 10
	blockBytes  = 256 << 10
)

func damage(random *rand.Rand, whole []byte) []byte {
	b := append([]byte{}, whole...)
	blocks := (len(b) - 3*headerBytes) / blockBytes
	start := 3*headerBytes + random.IntN(blocks)*blockBytes
	block := b[start : start+blockBytes]
	used := len(block)
	for used > 64 && block[used-1] == 0 {
		used--
	}
	for range 1 + random.IntN(4) {
		at := 8 + random.IntN(used-8)
		block[at] ^= byte(1 + random.IntN(255))
	}
	if random.IntN(4) > 0 {
		putChecksum(block)
	}
	if random.IntN(10) == 0 {
		return b[:random.IntN(len(b))]
	}
	return b
}

// putChecksum makes a block's checksum right, as DuckDB computes it.
func putChecksum(block []byte) { binary.LittleEndian.PutUint64(block, checksum(block[8:])) }

func checksum(b []byte) uint64 {
	sum := uint64(5381)
	for ; len(b) >= 8; b = b[8:] {
		sum ^= binary.LittleEndian.Uint64(b) * 0xbf58476d1ce4e5b9
	}
	return sum
}

func TestChecksumIsDuckDBs(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(file(t, "CREATE TABLE t AS SELECT range AS v FROM range(100000); CHECKPOINT"))
	if err != nil {
		t.Fatal(err)
	}
	block := whole[3*headerBytes : 3*headerBytes+blockBytes]
	if checksum(block[8:]) != binary.LittleEndian.Uint64(block) {
		t.Error("damaged files of the other test are refused for their checksum")
	}
}
