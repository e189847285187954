package duckdb

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/dbtest/seed"
)

// craftedBytes is how large crafted files are: 1 MB, or what PARLEY_TEST_CRAFTED says, in MB; what is packed unfolds to 20 times as much.
func craftedBytes() int { return dbtest.Number("PARLEY_TEST_CRAFTED", 1) << 20 }

// packed is a text of so many bytes, compressed.
func packed(begin, again, end string, size int) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(begin))
	piece := []byte(strings.Repeat(again, 1+(64<<10)/len(again)))
	for written := 0; written < size; written += len(piece) {
		_, _ = w.Write(piece)
	}
	_, _ = w.Write([]byte(end))
	_ = w.Close()
	return b.String()
}

// TestCraftedFilesEndInASentence reads files that were made to take a program down: what they unfold to has no end, nests without end,
// or is declared to be larger than it is.
func TestCraftedFilesEndInASentence(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is watched on Linux")
	}
	size, folder := craftedBytes(), t.TempDir()
	nest := func(open, inner, end string, deep int) string {
		return strings.Repeat(open, deep) + inner + strings.Repeat(end, deep)
	}
	crafted := map[string]func() string{
		"a bomb of rows.csv.gz":          func() string { return packed("a,b\n", "1,2\n", "", 20*size) },
		"a bomb of one line.csv.gz":      func() string { return packed("a,b\n", "x", "", 20*size) },
		"a bomb of one quotation.tsv.gz": func() string { return packed("a\tb\n\"", "x", "", 20*size) },
		"a bomb.json.gz":                 func() string { return packed(`[{"a":"`, "x", `"}]`, 20*size) },
		"a bomb of rows.json.gz":         func() string { return packed("", `{"a":1}`+"\n", "", 20*size) },
		"one line.csv":                   func() string { return "a,b\n" + strings.Repeat("x", size) },
		"one line without names.csv":     func() string { return strings.Repeat("x", size) },
		"one cell.csv":                   func() string { return "a,b\n1,\"" + strings.Repeat("x", size) + "\"\n" },
		"one open quotation.csv":         func() string { return "a,b\n1,\"" + strings.Repeat("x\n", size/2) },
		"many columns.csv":               func() string { return strings.Repeat("a,", size/64) + "\n" + strings.Repeat("1,", size/64) + "\n" },
		"many separators.csv":            func() string { return "a,b\n" + strings.Repeat(",", size) + "\n" },
		"many quotes.csv":                func() string { return "a,b\n" + strings.Repeat("\"", size) + "\n" },
		"many empty lines.csv":           func() string { return "a,b\n" + strings.Repeat("\n", size) },
		"nothing but NUL.csv":            func() string { return strings.Repeat("\x00", size/8) },
		"no text.csv":                    func() string { return strings.Repeat("\xff\xfe\x00", size/8) },
		"deep lists.json":                func() string { return nest("[", "1", "]", size/16) },
		"deep lists never closed.json":   func() string { return strings.Repeat("[", size/2) },
		"deep objects.json":              func() string { return nest(`{"a":`, "1", "}", size/32) },
		"deep objects by line.ndjson":    func() string { return nest(`{"a":`, "1", "}", 5000) + "\n" },
		"many names.json":                func() string { return "[{" + strings.Repeat(`"k":1,`, size/8) + `"z":1}]` },
		"one text.json":                  func() string { return `[{"a":"` + strings.Repeat("x", size) + `"}]` },
		"one text never closed.json":     func() string { return `[{"a":"` + strings.Repeat("x", size) },
		"one number.json":                func() string { return `[{"a":` + strings.Repeat("9", size) + `}]` },
	}
	names := strings.Builder{}
	for i := range 5_000 {
		fmt.Fprintf(&names, `{"k%d":{"l%d":1}}`+"\n", i, i)
	}
	crafted["a name by line.ndjson"] = names.String
	for name, text := range parquets(t) {
		crafted[name] = func() string { return text }
	}
	ends := map[db.Kind]int{}
	for name, text := range crafted {
		path := write(t, filepath.Join(folder, name), text())
		begun := time.Now()
		peak, stop := peakOfWorkers()
		err := readCrafted(t, path)
		stop()
		took, memory := time.Since(begun), <-peak
		var e *db.Error
		if err != nil && (!errors.As(err, &e) || strings.ContainsAny(e.Message, "\n\x1b") || len(e.Message) > 1000) {
			t.Errorf("%s: %T %q is no sentence", name, err, err)
		}
		if most := 6*craftedMemory + beside; memory > most {
			t.Errorf("%s: %d MB of memory, more than %d: %v", name, memory, most, err)
		}
		if took > 60*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if testing.Verbose() && (took > time.Second || memory > 300) {
			t.Logf("%s: %v, %d MB: %v", name, took, memory, err)
		}
		ends[db.KindOf(err)]++
		os.Remove(path)
	}
	t.Logf("%d files; by kind: %v", len(crafted), ends)
}

// craftedMemory is what DuckDB gets for them, in MB.
const craftedMemory = 64

// readCrafted opens one file of data, as parley does, and reads it.
func readCrafted(t *testing.T, path string) error {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
	defer cancel()
	d, err := OpenFiles(ctx, []string{path}, db.Settings{Timeout: time.Second, Memory: craftedMemory})
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
		for _, sql := range []string{"SELECT * FROM %s LIMIT 100", "SELECT count(*) FROM %s"} {
			failed = errors.Join(failed, d.each(ctx, fmt.Sprintf(sql, quoteTable(table.TableName)), func([]db.Value) {}))
		}
	}
	return failed
}

// parquets are Parquet files of which the end lies: it says where the rest is and how large (https://parquet.apache.org/docs/file-format/).
func parquets(t *testing.T) map[string]string {
	path := filepath.Join(t.TempDir(), "sound.parquet")
	execute(t, "", "COPY (SELECT range AS i, 'value ' || range % 90 AS s, [range, 2] AS l, {'a': range} AS o FROM range(20000)) TO "+literal(path)+" (FORMAT parquet, ROW_GROUP_SIZE 4096)")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := seed.Random(t)
	length := len(whole) - 8
	footer := int(binary.LittleEndian.Uint32(whole[length:]))
	all := map[string]string{}
	for _, declared := range []uint32{0, 1, 7, uint32(footer) - 1, uint32(footer) + 1, uint32(len(whole)), 1 << 30, 1<<31 - 1, 1<<32 - 1} {
		b := append([]byte{}, whole...)
		binary.LittleEndian.PutUint32(b[length:], declared)
		all[fmt.Sprintf("a footer of %d bytes.parquet", declared)] = string(b)
	}
	for i := range dbtest.DamagedFiles() {
		b := append([]byte{}, whole...)
		for range 1 + random.IntN(6) {
			at := length - footer + random.IntN(footer)
			if i%3 == 0 {
				at = 4 + random.IntN(length-footer-4) // pages and their headers
			}
			b[at] ^= byte(1 + random.IntN(255))
		}
		if i%10 == 0 {
			b = b[:random.IntN(len(b))]
		}
		all[fmt.Sprintf("damaged %d.parquet", i)] = string(b)
	}
	// Varints of the footer made as large as they can be: counts of rows, sizes and offsets of pages, lengths of lists.
	for i := range dbtest.DamagedFiles() / 2 {
		at := length - footer + random.IntN(footer-8)
		b := append([]byte{}, whole[:at]...)
		b = append(append(b, bytes.Repeat([]byte{0xff}, 4+random.IntN(5))...), 0x7f)
		b = append(b, whole[at+1:length]...)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(b)-(length-footer)))
		all[fmt.Sprintf("a number without end %d.parquet", i)] = string(append(b, "PAR1"...))
	}
	return all
}

// peakOfWorkers watches what the processes that this one started have in memory, in MB.
func peakOfWorkers() (peak chan int, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	peak = make(chan int, 1)
	go func() {
		most := 0
		for ctx.Err() == nil {
			tasks, _ := filepath.Glob("/proc/self/task/*/children")
			for _, task := range tasks {
				text, _ := os.ReadFile(task)
				for _, child := range strings.Fields(string(text)) {
					pid, _ := strconv.Atoi(child)
					if has := resident(pid); has != resident(os.Getpid()) { // which shares its memory with a child until that is another program
						most = max(most, has)
					}
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
		peak <- most
	}()
	return peak, cancel
}
