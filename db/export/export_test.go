package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/demo"
	"parley/db/duckdb"
	"parley/db/statement"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixed is a result of given rows, which may end in a failure.
type fixed struct {
	columns []db.ResultColumn
	rows    [][]db.Value
	err     error
	at      int
	closed  bool
}

var _ db.Rows = (*fixed)(nil)

func (f *fixed) Columns() []db.ResultColumn { return f.columns }
func (f *fixed) Row() []db.Value            { return f.rows[f.at-1] }
func (f *fixed) Close() error               { f.closed = true; return nil }

func (f *fixed) Next(ctx context.Context) bool {
	if ctx.Err() != nil {
		f.err = ctx.Err()
	}
	if f.err != nil && f.at == len(f.rows) || ctx.Err() != nil || f.at == len(f.rows) {
		return false
	}
	f.at++
	return true
}

func (f *fixed) Err() error { return f.err }

// awkward has what formats stumble over.
func awkward() *fixed {
	return &fixed{
		columns: []db.ResultColumn{
			{Name: "id", Type: db.Integer}, {Name: "text, \"quoted\"", Type: db.Text}, {Name: "n", Type: db.Decimal}, {Name: "n", Type: db.Decimal},
			{Name: "day", Type: db.Date}, {Name: "doc", Type: db.JSON}, {Name: "raw", Type: db.Bytes}, {Name: "ok", Type: db.Boolean},
		},
		rows: [][]db.Value{
			{int64(1), "plain", db.Exact("1.10"), 0.5, db.Exact("2026-02-10"), db.Exact(`{"a": 1.00}`), []byte{0, 255}, true},
			{int64(math.MinInt64), "a,b\t\"c\"\nd|e", db.Exact("-0.05"), math.NaN(), db.Exact("infinity"), db.Exact("broken"), []byte{}, false},
			{nil, nil, nil, nil, nil, nil, nil, nil},
			{int64(3), "", db.Exact("NaN"), math.Inf(-1), db.Exact("0044-03-15 BC"), db.Exact("null"), []byte("x"), nil},
			{int64(4), "=HYPERLINK(\"http://evil\")", db.Exact("-5"), -5.5, nil, nil, nil, nil},
			{int64(5), "\x1b[31m <b>'Zoë'</b> \xff", db.Exact("12345678901234567890.123"), 1e300, nil, db.Exact("[1,2]"), nil, nil},
		},
	}
}

func TestFormatsAgainstGoldens(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"plain.csv": {Format: CSV}, "defused.csv": {Format: CSV, Defuse: true}, "plain.tsv": {Format: TSV}, "array.json": {Format: JSON},
		"lines.jsonl": {Format: JSONLines}, "table.md": {Format: Markdown}, "postgres.sql": {Format: Insert, Table: "odd \"name\""},
		"sqlite.sql": {Format: Insert, Dialect: statement.SQLite}, "duckdb.sql": {Format: Insert, Dialect: statement.DuckDB},
	} {
		var got bytes.Buffer
		rows := awkward()
		if n, err := Write(t.Context(), &got, rows, o); err != nil || n != 6 || !rows.closed {
			t.Errorf("%s: %d rows, %v", name, n, err)
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, got.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s differs (%v):\n%s", name, err, got.Bytes())
		}
	}
}

func TestOtherProgramsReadBackWhatWasWritten(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, awkward(), Options{Format: CSV}); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(records) != 7 || records[2][1] != "a,b\t\"c\"\nd|e" {
		t.Errorf("CSV: %d records, %v", len(records), err)
	}
	out.Reset()
	if _, err := Write(t.Context(), &out, awkward(), Options{Format: JSON}); err != nil {
		t.Fatal(err)
	}
	var objects []map[string]any
	if err := json.Unmarshal(out.Bytes(), &objects); err != nil || len(objects) != 6 || objects[0]["n_2"] != 0.5 {
		t.Errorf("JSON: %v, %v", objects, err)
	}
}

func TestParquetKeepsTypesWhereEveryValueFits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "it's.parquet")
	rows := &fixed{
		columns: []db.ResultColumn{{Name: "n", Type: db.Integer}, {Name: "x", Type: db.Integer}, {Name: "price", Type: db.Decimal}, {Name: "exact", Type: db.Decimal},
			{Name: "day", Type: db.Date}, {Name: "odd day", Type: db.Date}, {Name: "text", Type: db.Text}, {Name: "text", Type: db.Text},
			{Name: "none", Type: db.Decimal}, {Name: "long", Type: db.Decimal}, {Name: "longer", Type: db.Decimal}, {Name: "ok", Type: db.Boolean}, {Name: "whole", Type: db.Decimal}, {Name: "mixed", Type: db.Decimal}},
		rows: [][]db.Value{
			{int64(1), "one", db.Exact("1.25"), db.Exact("0.123456789012"), db.Exact("2026-02-10"), db.Exact("soon"), "", "line\nbreak, \"quoted\"",
				db.Exact("NaN"), db.Exact("12345678901234567890.5"), db.Exact(strings.Repeat("9", 39)), true, int64(7), int64(1)},
			{nil, int64(2), db.Exact("-3"), nil, nil, nil, nil, "ü", db.Exact("1.5"), nil, nil, nil, db.Exact("0.25"), 2.5},
		},
	}
	if n, err := File(t.Context(), path, rows, Options{Format: Parquet}); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	d, err := duckdb.OpenFiles(t.Context(), []string{path}, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, c := range schema.Tables[0].Columns {
		types = append(types, c.Name+" "+c.Native)
	}
	want := "n BIGINT, x VARCHAR, price DECIMAL(18,2), exact DECIMAL(18,12), day DATE, odd day VARCHAR, text VARCHAR, text_2 VARCHAR, " +
		"none VARCHAR, long DECIMAL(38,1), longer VARCHAR, ok BOOLEAN, whole DECIMAL(18,2), mixed DOUBLE"
	if got := strings.Join(types, ", "); got != want {
		t.Errorf("columns %s, want %s", got, want)
	}
	stmt, err := statement.Parse("SELECT * FROM it_s ORDER BY n", statement.DuckDB, nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := d.Query(t.Context(), stmt)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, back, Options{Format: JSONLines}); err != nil {
		t.Fatal(err)
	}
	const lines = `{"n":1,"x":"one","price":1.25,"exact":0.123456789012,"day":"2026-02-10","odd day":"soon","text":"","text_2":"line\nbreak, \"quoted\"","none":"NaN","long":12345678901234567890.5,"longer":"999999999999999999999999999999999999999","ok":true,"whole":7.00,"mixed":1}
{"n":null,"x":"2","price":-3.00,"exact":null,"day":null,"odd day":null,"text":null,"text_2":"ü","none":"1.5","long":null,"longer":null,"ok":null,"whole":0.25,"mixed":2.5}
`
	if out.String() != lines {
		t.Errorf("got\n%s", out.String())
	}
}

func TestFileAppearsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	broken := errors.New("the server went away")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		want error
	}{"failure": {t.Context(), broken, broken}, "cancel": {cancelled, nil, context.Canceled}} {
		for _, format := range []Format{CSV, Parquet} {
			folder := t.TempDir()
			path := filepath.Join(folder, "out")
			if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
				t.Fatal(err)
			}
			rows := awkward()
			rows.err = c.err
			if _, err := File(c.ctx, path, rows, Options{Format: format}); !errors.Is(err, c.want) {
				t.Errorf("%s %s: %v", name, format, err)
			}
			left, _ := os.ReadDir(folder)
			if text, _ := os.ReadFile(path); string(text) != "before" || len(left) != 1 {
				t.Errorf("%s %s: the file holds %q, the folder %v", name, format, text, left)
			}
		}
	}
}

func TestFolderThatIsNotThereIsSaid(t *testing.T) {
	t.Parallel()
	_, err := File(t.Context(), filepath.Join(t.TempDir(), "gone", "out.csv"), awkward(), Options{Format: CSV})
	if db.KindOf(err) != db.Resources {
		t.Errorf("got %v", err)
	}
}

func TestFormatFollowsTheFileName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]Format{"a.csv": CSV, "B.TSV": TSV, "x.json": JSON, "x.ndjson": JSONLines, "x.md": Markdown, "x.sql": Insert, "x.parquet": Parquet} {
		if got, ok := FormatOf(path); !ok || got != want {
			t.Errorf("%s: %s %v", path, got, ok)
		}
	}
	if _, ok := FormatOf("x.exe"); ok {
		t.Error("exe is a format")
	}
}

// wholeTable is a table of the demo, some 50,000 rows, under way.
func wholeTable(t *testing.T) db.Rows {
	t.Helper()
	d, err := demo.Open(t.Context(), db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	stmt, err := statement.Parse("SELECT * FROM order_items", statement.SQLite, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := d.Query(t.Context(), stmt)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestWholeTableOfADatabaseIsExportedWithProgress(t *testing.T) {
	t.Parallel()
	rows := wholeTable(t)
	var told []int64
	path := filepath.Join(t.TempDir(), "items.csv")
	n, err := File(t.Context(), path, rows, Options{Format: CSV, Progress: func(n int64) { told = append(told, n) }})
	if err != nil || n < 40_000 || len(told) < 4 || told[len(told)-1] != n {
		t.Fatalf("%d rows, told %v, %v", n, told, err)
	}
	text, err := os.ReadFile(path)
	if lines := bytes.Count(text, []byte("\r\n")); err != nil || int64(lines) != n+1 {
		t.Errorf("%d lines, %v", lines, err)
	}
}

func TestEveryFileOfAnExportUnderWayIsSweptAfterACrash(t *testing.T) {
	t.Parallel()
	rows := wholeTable(t)
	folder, done := t.TempDir(), make(chan error, 1)
	go func() {
		_, err := File(t.Context(), filepath.Join(folder, "items.parquet"), rows, Options{Format: Parquet})
		done <- err
	}()
	for {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if swept, err := filepath.Match(Temporary, file.Name()); err != nil || !swept && file.Name() != "items.parquet" {
				t.Fatalf("%s would stay, %v", file.Name(), err)
			}
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
	}
}

func TestWhatAKilledExportLeftGoesWithTheNextOne(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	left := filepath.Join(folder, ".parley-export-123")
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(left, long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := File(t.Context(), filepath.Join(folder, "rows.csv"), awkward(), Options{Format: CSV}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 || files[0].Name() != "rows.csv" {
		t.Errorf("got %v, %v", files, err)
	}
}

func TestParquetTakesRowsOfVeryLongTexts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "long.parquet")
	long := strings.Repeat("long, ", 1<<20)
	rows := &fixed{columns: []db.ResultColumn{{Name: "n", Type: db.Integer}, {Name: "text", Type: db.Text}}, rows: [][]db.Value{{int64(1), "short"}, {int64(2), long}}}
	if n, err := File(t.Context(), path, rows, Options{Format: Parquet}); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Error(info, err)
	}
}

// A name of a column comes from a file too, and in SQLite a column of numbers may hold texts.
func TestNamesAndTextsAmongNumbersAreDefused(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	rows := &fixed{columns: []db.ResultColumn{{Name: "=cmd|' /C calc'!A1", Type: db.Integer}, {Name: "-n", Type: db.Integer}},
		rows: [][]db.Value{{"=1+1", int64(-5)}, {db.Exact("-1.5"), -2.5}}}
	if _, err := Write(t.Context(), &out, rows, Options{Format: CSV, Defuse: true, Newline: "\n"}); err != nil {
		t.Fatal(err)
	}
	if want := "'=cmd|' /C calc'!A1,'-n\n'=1+1,-5\n-1.5,-2.5\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestACellIsOneCellToWhoeverReadsIt: no value ends its cell or its line, or becomes a link, a row or a formula of its own.
func TestACellIsOneCellToWhoeverReadsIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options   Options
		kind      db.Type
		cell      db.Value
		want, not string
	}{
		{Options{Format: Markdown}, db.Text, `a\| b`, `| a\\\| b |`, ""},
		{Options{Format: Markdown}, db.Text, `\[here](https://evil.example)`, `\\\[here]`, ""},
		{Options{Format: JSONLines}, db.JSON, db.Exact("[\n{\"id\":666}\r\n]"), `{"v":[{"id":666}]}` + "\n", "\n{\"id\""},
		{Options{Format: JSON}, db.JSON, db.Exact("{\"a\": 1}"), `{"v":{"a": 1}}`, ""},
		{Options{Format: CSV, Defuse: true}, db.Text, "x;=1+1", "x;'=1+1", ""},
		{Options{Format: CSV, Defuse: true}, db.Text, "x\n \"=1+1", "'=1+1", "\"=1+1"},
		{Options{Format: CSV, Defuse: true}, db.Text, "x\t@SUM(A1)", "\t'@SUM", ""},
		{Options{Format: CSV, Defuse: true}, db.Text, "＝1+1", "'＝1+1", ""},
		{Options{Format: CSV, Defuse: true}, db.Text, "-1;-2", "'-1;'-2", ""},
		{Options{Format: CSV, Defuse: true}, db.Text, "a - b, -c", "\"a - b, -c\"", ""},
	} {
		var out strings.Builder
		rows := &fixed{columns: []db.ResultColumn{{Name: "v", Type: c.kind}}, rows: [][]db.Value{{c.cell}}}
		if _, err := Write(t.Context(), &out, rows, c.options); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), c.want) || c.not != "" && strings.Contains(out.String(), c.not) {
			t.Errorf("%s: %q became %q", c.options.Format, c.cell, out.String())
		}
	}
}
