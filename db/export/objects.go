package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"parley/db"
)

// objects writes JSON: one array of objects, or one object a line. Numbers keep all their digits; what JSON has no
// number for (NaN, infinity) is text, and bytes that are no UTF-8 become U+FFFD, as the format demands.
type objects struct {
	out   *bufio.Writer
	array bool
	names [][]byte // with the colon, and the comma of all but the first
	types []db.Type
	rows  int
	cell  bytes.Buffer
}

func (o *objects) begin(columns []db.ResultColumn) error {
	for i, name := range distinct(columns) {
		text, err := json.Marshal(name)
		if err != nil {
			return err
		}
		if i > 0 {
			text = append([]byte{','}, text...)
		}
		o.names = append(o.names, append(text, ':'))
		o.types = append(o.types, columns[i].Type)
	}
	if o.array {
		_, err := o.out.WriteString("[\n")
		return err
	}
	return nil
}

// distinct numbers the names that a result has more than once: an object keeps only one of each.
func distinct(columns []db.ResultColumn) []string {
	names, taken := make([]string, len(columns)), map[string]bool{}
	for i, c := range columns {
		name := c.Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s_%d", c.Name, n)
		}
		names[i], taken[name] = name, true
	}
	return names
}

func (o *objects) row(cells []db.Value) error {
	if o.array && o.rows > 0 {
		_, _ = o.out.WriteString(",\n")
	}
	o.rows++
	_ = o.out.WriteByte('{')
	for i, cell := range cells {
		_, _ = o.out.Write(o.names[i])
		if err := o.value(cell, o.types[i]); err != nil {
			return err
		}
	}
	_ = o.out.WriteByte('}')
	if o.array {
		return nil
	}
	return o.out.WriteByte('\n')
}

func (o *objects) value(cell db.Value, kind db.Type) error {
	switch v := cell.(type) {
	case nil, bool, int64:
		return o.encode(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return o.encode(db.Format(v))
		}
		_, err := o.out.WriteString(db.Format(v))
		return err
	case db.Exact:
		if (kind.Numeric() && number(v) || kind == db.JSON) && json.Valid([]byte(v)) {
			return o.raw(string(v))
		}
	}
	return o.encode(db.Format(cell))
}

// raw writes JSON as it is, on one line: a line of it must not pass for an object of its own.
func (o *objects) raw(text string) error {
	if strings.ContainsAny(text, "\r\n") {
		o.cell.Reset()
		if err := json.Compact(&o.cell, []byte(text)); err != nil {
			return err
		}
		text = o.cell.String()
	}
	_, err := o.out.WriteString(text)
	return err
}

// number says whether a text can be a JSON number at all: json.Valid accepts any value.
func number(text db.Exact) bool {
	return text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9')
}

func (o *objects) encode(v any) error {
	o.cell.Reset()
	e := json.NewEncoder(&o.cell)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := o.out.Write(bytes.TrimSuffix(o.cell.Bytes(), []byte{'\n'}))
	return err
}

func (o *objects) end() error {
	if !o.array {
		return nil
	}
	_, err := o.out.WriteString("\n]\n")
	return err
}
