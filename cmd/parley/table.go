package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parley/db"
)

// tableRows, tableWidth and headWidth bound what ask draws for eyes; csv, json and markdown give every row, and whole names.
const (
	tableRows  = 50
	tableWidth = 40
	headWidth  = 120
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

// rowCount says how many rows there are, whether that is all, and how many of them are drawn.
func rowCount(rows *db.Rowset) string {
	n := rows.Len()
	said := db.Thousands(n) + " rows"
	switch {
	case rows.More():
		said = "more than " + said + ": " + db.Visible(rows.Cut())
	case n == 1:
		said = "1 row"
	}
	switch {
	case n > tableRows && rows.More():
		said += fmt.Sprintf("; the first %d are shown", tableRows)
	case n > tableRows:
		said += fmt.Sprintf(", the first %d shown", tableRows)
	}
	return "(" + said + ")"
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
		out = append(out, ansi.Truncate(db.Visible(c.Name), headWidth, "…"))
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
