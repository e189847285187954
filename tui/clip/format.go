// Package clip writes rows in the forms that other programs take, and brings text to a clipboard.
//
// Start reading at NewWriter (rows as text) and Copy (text to a clipboard).
package clip

import (
	"bufio"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"parley/db"
)

// Format is a form of rows as text.
type Format uint8

// The formats.
const (
	TSV Format = iota
	CSV
	JSON
	Markdown
	Insert
)

// Formats are all formats, in the order they are offered.
var Formats = []Format{TSV, CSV, JSON, Markdown, Insert}

// String is the format's name.
func (f Format) String() string { return [...]string{"TSV", "CSV", "JSON", "Markdown", "INSERT"}[f] }

// Extension is the ending of a file in the format.
func (f Format) Extension() string { return [...]string{".tsv", ".csv", ".json", ".md", ".sql"}[f] }

// ByName is the format that a file's name asks for by its ending; ok is false when it says nothing.
func ByName(path string) (f Format, ok bool) {
	for _, f := range Formats {
		if strings.HasSuffix(strings.ToLower(path), f.Extension()) {
			return f, true
		}
	}
	return TSV, false
}

// Writer writes rows one by one; Close ends the text.
type Writer interface {
	Row([]db.Value) error
	Close() error
}

// NewWriter writes rows with these columns in a format. INSERT names the table.
func NewWriter(w io.Writer, f Format, columns []db.ResultColumn, table string) (Writer, error) {
	b := bufio.NewWriter(w)
	switch f {
	case CSV, TSV:
		return newDelimited(b, f, columns)
	case JSON:
		return &jsonWriter{b: b, columns: columns}, nil
	case Markdown:
		return newMarkdown(b, columns)
	}
	return &insertWriter{b: b, columns: columns, table: table}, nil
}

// delimited writes CSV (RFC 4180) and TSV. NULL is an empty field. TSV for a spreadsheet has no quotes: tabs and breaks
// become blanks.
type delimited struct {
	b   *bufio.Writer
	csv *csv.Writer
}

func newDelimited(b *bufio.Writer, f Format, columns []db.ResultColumn) (*delimited, error) {
	d := &delimited{b: b}
	if f == CSV {
		d.csv = csv.NewWriter(b)
	}
	return d, d.fields(names(columns))
}

func names(columns []db.ResultColumn) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Name
	}
	return out
}

func (d *delimited) Row(row []db.Value) error {
	fields := make([]string, len(row))
	for i, v := range row {
		if v != nil {
			fields[i] = db.Format(v)
		}
	}
	return d.fields(fields)
}

var flat = strings.NewReplacer("\t", " ", "\r\n", " ", "\n", " ", "\r", " ")

func (d *delimited) fields(fields []string) error {
	if d.csv != nil {
		return d.csv.Write(fields)
	}
	for i := range fields {
		fields[i] = flat.Replace(fields[i])
	}
	_, err := d.b.WriteString(strings.Join(fields, "\t") + "\n")
	return err
}

func (d *delimited) Close() error {
	if d.csv != nil {
		d.csv.Flush()
		if err := d.csv.Error(); err != nil {
			return err
		}
	}
	return d.b.Flush()
}

// jsonWriter writes one array of objects. Keys keep the order of the columns; a repeated name gets a number.
type jsonWriter struct {
	b       *bufio.Writer
	columns []db.ResultColumn
	keys    []string
	rows    int
}

func (j *jsonWriter) Row(row []db.Value) error {
	if j.keys == nil {
		j.keys = uniqueKeys(j.columns)
	}
	lead := ",\n  {"
	if j.rows == 0 {
		lead = "[\n  {"
	}
	j.rows++
	j.b.WriteString(lead)
	for i, v := range row {
		if i > 0 {
			j.b.WriteString(", ")
		}
		value, err := json.Marshal(jsonValue(v))
		if err != nil {
			return fmt.Errorf("write column %s as JSON: %w", j.columns[i].Name, err)
		}
		j.b.WriteString(j.keys[i] + ": ")
		j.b.Write(value)
	}
	_, err := j.b.WriteString("}")
	return err
}

func uniqueKeys(columns []db.ResultColumn) []string {
	seen := map[string]int{}
	out := make([]string, len(columns))
	for i, c := range columns {
		name := c.Name
		if seen[c.Name]++; seen[c.Name] > 1 {
			name = fmt.Sprintf("%s_%d", c.Name, seen[c.Name])
		}
		key, _ := json.Marshal(name) // a string always marshals
		out[i] = string(key)
	}
	return out
}

// jsonValue keeps numbers as numbers where JSON can hold them; bytes that are no text are base64.
func jsonValue(v db.Value) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return db.Format(v)
		}
		return v
	case []byte:
		if utf8.Valid(v) {
			return string(v)
		}
		return base64.StdEncoding.EncodeToString(v)
	case nil, bool, int64, string:
		return v
	}
	return db.Format(v)
}

func (j *jsonWriter) Close() error {
	end := "\n]\n"
	if j.rows == 0 {
		end = "[]\n"
	}
	j.b.WriteString(end)
	return j.b.Flush()
}

// markdown writes a table. NULL is an empty cell; bars and breaks are escaped.
type markdown struct{ b *bufio.Writer }

func newMarkdown(b *bufio.Writer, columns []db.ResultColumn) (*markdown, error) {
	m := &markdown{b}
	rule := make([]string, len(columns))
	for i, c := range columns {
		rule[i] = "---"
		if c.Type.Numeric() {
			rule[i] = "---:"
		}
	}
	if err := m.cells(names(columns)); err != nil {
		return nil, err
	}
	return m, m.cells(rule)
}

var inCell = strings.NewReplacer("|", `\|`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>")

func (m *markdown) cells(cells []string) error {
	_, err := m.b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	return err
}

func (m *markdown) Row(row []db.Value) error {
	cells := make([]string, len(row))
	for i, v := range row {
		if v != nil {
			cells[i] = inCell.Replace(db.Format(v))
		}
	}
	return m.cells(cells)
}

func (m *markdown) Close() error { return m.b.Flush() }

// insertWriter writes one INSERT a row: text for another database, never run by parley.
type insertWriter struct {
	b       *bufio.Writer
	columns []db.ResultColumn
	table   string
}

func (n *insertWriter) Row(row []db.Value) error {
	list := make([]string, len(n.columns))
	for i, c := range n.columns {
		list[i] = quoteName(c.Name)
	}
	values := make([]string, len(row))
	for i, v := range row {
		values[i] = literal(v)
	}
	_, err := fmt.Fprintf(n.b, "INSERT INTO %s (%s) VALUES (%s);\n", quoteName(n.table), strings.Join(list, ", "), strings.Join(values, ", "))
	return err
}

func (n *insertWriter) Close() error { return n.b.Flush() }

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func literal(v db.Value) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case bool, int64:
		return db.Format(v)
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return db.Format(v)
		}
	}
	return "'" + strings.ReplaceAll(db.Format(v), "'", "''") + "'"
}
