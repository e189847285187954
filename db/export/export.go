// Package export writes a result to a file in a format that other programs read.
//
// Start reading at File. An export is a pass of its own over the rows as they come: it goes through no grid, keeps
// nothing in memory, and has no cap on rows. The package imports db, db/statement and, for Parquet, db/duckdb.
package export

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Format is how rows are written.
type Format string

// The formats, by the name that users give them.
const (
	CSV       Format = "csv"
	TSV       Format = "tsv"
	JSON      Format = "json"
	JSONLines Format = "jsonl"
	Markdown  Format = "markdown"
	Insert    Format = "sql"
	Parquet   Format = "parquet"
)

// Formats are all of them, in the order of a menu.
func Formats() []Format { return []Format{CSV, TSV, JSON, JSONLines, Markdown, Insert, Parquet} }

// endings are the ends of file names beside those that are the format's own name.
var endings = map[string]Format{".md": Markdown, ".ndjson": JSONLines, ".pq": Parquet}

// FormatOf is the format that a file's name asks for; false when it asks for none.
func FormatOf(path string) (Format, bool) {
	ending := strings.ToLower(filepath.Ext(path))
	if f, ok := endings[ending]; ok {
		return f, true
	}
	f := Format(strings.TrimPrefix(ending, "."))
	return f, slices.Contains(Formats(), f)
}

// Options say how to write.
type Options struct {
	Format Format
	// Table is the table named by INSERT statements; default "result".
	Table string
	// Dialect is that of INSERT statements.
	Dialect statement.Dialect
	// Defuse writes a ' before texts of CSV and TSV that a spreadsheet would take for a formula (those that begin with
	// = + - @, a tab or a carriage return). It changes the text, so it is off unless asked for.
	Defuse bool
	// Newline ends the lines of CSV; default "\r\n", as RFC 4180 says.
	Newline string
	// Progress is called now and then with the number of rows so far.
	Progress func(rows int64)
}

// writer writes rows in one format. What it writes first and last belongs to begin and end.
type writer interface {
	begin(columns []db.ResultColumn) error
	row(cells []db.Value) error
	end() error
}

// Write writes all rows to w, and returns how many they were; where the result breaks off, those before that. Rows are read under ctx, and closed. Parquet needs a file:
// see File.
func Write(ctx context.Context, w io.Writer, rows db.Rows, o Options) (int64, error) {
	defer rows.Close()
	out := bufio.NewWriterSize(w, 64<<10)
	format, err := newWriter(out, o)
	if err != nil {
		return 0, err
	}
	n, err := copyRows(ctx, format, rows, o.Progress)
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	return n, err
}

func newWriter(out *bufio.Writer, o Options) (writer, error) {
	switch o.Format {
	case CSV:
		return &separated{out: out, comma: ',', newline: cmp.Or(o.Newline, "\r\n"), defuse: o.Defuse}, nil
	case TSV:
		return &separated{out: out, comma: '\t', newline: "\n", defuse: o.Defuse}, nil
	case JSON:
		return &objects{out: out, array: true}, nil
	case JSONLines:
		return &objects{out: out}, nil
	case Markdown:
		return &markdown{out: out}, nil
	case Insert:
		return &inserts{out: out, table: o.Table, dialect: o.Dialect}, nil
	case Parquet:
		return nil, fmt.Errorf("%s is written to files only", o.Format)
	}
	return nil, &db.Error{Kind: db.Failed, Message: fmt.Sprintf("There is no export format %q.", o.Format), Hint: "Formats are csv, tsv, json, jsonl, markdown, sql and parquet.", Position: -1}
}

// reported is every how many rows progress is reported.
const reported = 10_000

func copyRows(ctx context.Context, w writer, rows db.Rows, progress func(int64)) (n int64, err error) {
	if err := w.begin(rows.Columns()); err != nil {
		return 0, err
	}
	for rows.Next(ctx) {
		if err := w.row(rows.Row()); err != nil {
			return n, err
		}
		if n++; progress != nil && n%reported == 0 {
			progress(n)
		}
	}
	if rows.Err() != nil {
		return n, rows.Err()
	}
	if progress != nil {
		progress(n)
	}
	return n, w.end()
}
