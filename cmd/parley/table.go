package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parley/db"
	"parley/db/export"
)

// tableRows and tableWidth bound what ask draws for eyes; csv, json and markdown give everything that was fetched.
const (
	tableRows  = 50
	tableWidth = 40
)

// writeTable draws the first rows in columns.
func writeTable(w io.Writer, rows *db.Rowset) error {
	if rows == nil {
		return nil
	}
	lines := [][]string{names(rows)}
	for i := range min(tableRows, rows.Len()) {
		row, err := rows.Row(i)
		if err != nil {
			return err
		}
		lines = append(lines, shown(row))
	}
	widths := columnWidths(lines)
	for i, line := range lines {
		if err := writeLine(w, line, widths, rows.Columns(), i == 0); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s\n\n", rowCount(rows))
	return err
}

func writeLine(w io.Writer, line []string, widths []int, columns []db.ResultColumn, head bool) error {
	var b strings.Builder
	for j, cell := range line {
		pad := strings.Repeat(" ", widths[j]-ansi.StringWidth(cell))
		if columns[j].Type.Numeric() {
			cell, pad = pad+cell, ""
		}
		b.WriteString(" " + cell + pad + " ")
	}
	if head {
		b.WriteString("\n")
		for _, width := range widths {
			b.WriteString(strings.Repeat("-", width+2))
		}
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	return err
}

func rowCount(rows *db.Rowset) string {
	switch n := rows.Len(); {
	case rows.More():
		return fmt.Sprintf("(%d+ rows: there are more)", n)
	case n == 1:
		return "(1 row)"
	case n > tableRows:
		return fmt.Sprintf("(%d rows, the first %d shown)", n, tableRows)
	default:
		return fmt.Sprintf("(%d rows)", n)
	}
}

func columnWidths(lines [][]string) []int {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for j, cell := range line {
			widths[j] = max(widths[j], ansi.StringWidth(cell))
		}
	}
	return widths
}

func names(rows *db.Rowset) []string {
	var out []string
	for _, c := range rows.Columns() {
		out = append(out, db.Visible(c.Name))
	}
	return out
}

// shown are cells made safe for a terminal and cut to a width that fits one.
func shown(row []db.Value) []string {
	out := make([]string, len(row))
	for j, v := range row {
		out[j] = "NULL"
		if v != nil {
			out[j] = ansi.Truncate(db.Cell(v), tableWidth, "…")
		}
	}
	return out
}

// writeAll gives every fetched row in a format of the exports; lines end as those of other commands do.
func writeAll(w io.Writer, rows *db.Rowset, o export.Options) error {
	if rows == nil {
		return nil
	}
	o.Newline = "\n"
	_, err := export.Write(context.Background(), w, &fetched{Rowset: rows}, o)
	return err
}

// fetched reads the rows that a rowset holds. It closes nothing: the rowset is the conversation's.
type fetched struct {
	*db.Rowset
	next int
	row  []db.Value
	err  error
}

func (f *fetched) Next(context.Context) bool {
	if f.err != nil || f.next >= f.Len() {
		return false
	}
	f.row, f.err = f.Rowset.Row(f.next)
	f.next++
	return f.err == nil
}

func (f *fetched) Row() []db.Value { return f.row }
func (f *fetched) Err() error      { return f.err }
func (f *fetched) Close() error    { return nil }
