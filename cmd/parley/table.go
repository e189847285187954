package main

import (
	"encoding/csv"
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

// writeCSV gives every fetched row; NULL is an empty field.
func writeCSV(w io.Writer, rows *db.Rowset, defuse bool) error {
	if rows == nil {
		return nil
	}
	out := csv.NewWriter(w)
	head := make([]string, 0, len(rows.Columns()))
	for _, c := range rows.Columns() {
		head = append(head, c.Name)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for i := range rows.Len() {
		row, err := rows.Row(i)
		if err != nil {
			return err
		}
		fields := make([]string, len(row))
		for j, v := range row {
			if v != nil {
				fields[j] = db.Format(v)
			}
			if defuse {
				fields[j] = export.Defused(fields[j], rows.Columns()[j].Type)
			}
		}
		if err := out.Write(fields); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeMarkdown gives every fetched row as a table.
func writeMarkdown(w io.Writer, rows *db.Rowset) error {
	if rows == nil {
		return nil
	}
	escape := strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ")
	head := names(rows)
	lines := []string{"| " + strings.Join(head, " | ") + " |", "|" + strings.Repeat(" --- |", len(head))}
	for i := range rows.Len() {
		row, err := rows.Row(i)
		if err != nil {
			return err
		}
		cells := make([]string, len(row))
		for j, v := range row {
			if v != nil {
				cells[j] = escape.Replace(db.Visible(db.Format(v)))
			}
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	_, err := fmt.Fprintf(w, "%s\n\n", strings.Join(lines, "\n"))
	return err
}
