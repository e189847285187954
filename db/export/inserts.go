package export

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// inserts writes INSERT statements of up to batch rows each.
type inserts struct {
	out     *bufio.Writer
	table   string
	dialect statement.Dialect
	head    string
	types   []db.Type
	rows    int
}

const batch = 100

func (w *inserts) begin(columns []db.ResultColumn) error {
	var names []string
	for i, name := range distinct(columns) {
		names = append(names, identifier(name))
		w.types = append(w.types, columns[i].Type)
	}
	w.head = "INSERT INTO " + identifier(cmp.Or(w.table, "result")) + " (" + strings.Join(names, ", ") + ") VALUES\n"
	return nil
}

func (w *inserts) row(cells []db.Value) error {
	switch {
	case w.rows%batch != 0:
		_, _ = w.out.WriteString(",\n")
	case w.rows > 0:
		_, _ = w.out.WriteString(";\n" + w.head)
	default:
		_, _ = w.out.WriteString(w.head)
	}
	w.rows++
	literals := make([]string, len(cells))
	for i, cell := range cells {
		literals[i] = w.literal(cell, w.types[i])
	}
	_, err := w.out.WriteString("  (" + strings.Join(literals, ", ") + ")")
	return err
}

func (w *inserts) end() error {
	if w.rows == 0 {
		return nil
	}
	_, err := w.out.WriteString(";\n")
	return err
}

func (w *inserts) literal(cell db.Value, kind db.Type) string {
	switch v := cell.(type) {
	case nil:
		return "NULL"
	case int64, bool:
		return db.Format(v)
	case float64:
		if v == v && v-v == 0 { // neither NaN nor infinite
			return db.Format(v)
		}
	case []byte:
		return w.bytes(v)
	case db.Exact:
		if kind.Numeric() && number(v) {
			return string(v)
		}
	}
	return "'" + strings.ReplaceAll(db.Format(cell), "'", "''") + "'"
}

func (w *inserts) bytes(v []byte) string {
	switch w.dialect {
	case statement.SQLite:
		return "X'" + hex.EncodeToString(v) + "'"
	case statement.DuckDB:
		return "from_hex('" + hex.EncodeToString(v) + "')"
	default:
		return `'\x` + hex.EncodeToString(v) + "'"
	}
}

func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
