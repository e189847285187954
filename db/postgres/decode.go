package postgres

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"parley/db"
)

// decoder makes a value of a cell in the server's text format. What no Go type holds without loss stays text.
type decoder func(cell []byte) db.Value

func asText(cell []byte) db.Value    { return string(cell) }
func asExact(cell []byte) db.Value   { return db.Exact(cell) }
func asBoolean(cell []byte) db.Value { return len(cell) == 1 && cell[0] == 't' }

func asInteger(cell []byte) db.Value {
	n, err := strconv.ParseInt(string(cell), 10, 64)
	if err != nil {
		return db.Exact(cell)
	}
	return n
}

func asFloat(cell []byte) db.Value {
	f, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		return db.Exact(cell)
	}
	return f
}

func asBytes(cell []byte) db.Value {
	if digits, ok := strings.CutPrefix(string(cell), `\x`); ok {
		if raw, err := hex.DecodeString(digits); err == nil {
			return raw
		}
	}
	return db.Exact(cell)
}

// typeInfo is what parley needs to know of a type.
type typeInfo struct {
	name string
	kind db.Type
}

// builtin are the types that every server has.
var builtin = map[uint32]typeInfo{
	pgtype.BoolOID:        {"boolean", db.Boolean},
	pgtype.Int2OID:        {"smallint", db.Integer},
	pgtype.Int4OID:        {"integer", db.Integer},
	pgtype.Int8OID:        {"bigint", db.Integer},
	pgtype.OIDOID:         {"oid", db.Integer},
	pgtype.Float4OID:      {"real", db.Decimal},
	pgtype.Float8OID:      {"double precision", db.Decimal},
	pgtype.NumericOID:     {"numeric", db.Decimal},
	790:                   {"money", db.Decimal},
	pgtype.TextOID:        {"text", db.Text},
	pgtype.VarcharOID:     {"character varying", db.Text},
	pgtype.BPCharOID:      {"character", db.Text},
	pgtype.QCharOID:       {`"char"`, db.Text},
	pgtype.NameOID:        {"name", db.Text},
	pgtype.UnknownOID:     {"unknown", db.Text},
	pgtype.UUIDOID:        {"uuid", db.Text},
	pgtype.XMLOID:         {"xml", db.Text},
	pgtype.InetOID:        {"inet", db.Text},
	pgtype.CIDROID:        {"cidr", db.Text},
	pgtype.ByteaOID:       {"bytea", db.Bytes},
	pgtype.DateOID:        {"date", db.Date},
	pgtype.TimeOID:        {"time without time zone", db.Time},
	pgtype.TimetzOID:      {"time with time zone", db.Time},
	pgtype.TimestampOID:   {"timestamp without time zone", db.Timestamp},
	pgtype.TimestamptzOID: {"timestamp with time zone", db.Timestamp},
	pgtype.IntervalOID:    {"interval", db.Interval},
	pgtype.JSONOID:        {"json", db.JSON},
	pgtype.JSONBOID:       {"jsonb", db.JSON},
}

// standard knows the names of the other types of the manual.
var standard = pgtype.NewMap()

func (d *Database) typeInfo(oid uint32) typeInfo {
	if info, ok := builtin[oid]; ok {
		return info
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if info, ok := d.types[oid]; ok {
		return info
	}
	if t, ok := standard.TypeForOID(oid); ok {
		name := t.Name
		if element, isArray := strings.CutPrefix(name, "_"); isArray {
			name = element + "[]"
		}
		return typeInfo{name, db.Other}
	}
	return typeInfo{fmt.Sprintf("type %d", oid), db.Other}
}

// describe gives the columns of a result, and how to read their cells.
func (d *Database) describe(fields []pgconn.FieldDescription) ([]db.ResultColumn, []decoder) {
	columns, decoders := make([]db.ResultColumn, len(fields)), make([]decoder, len(fields))
	for i, f := range fields {
		info := d.typeInfo(f.DataTypeOID)
		columns[i] = db.ResultColumn{Name: f.Name, Type: info.kind, Native: withModifier(info.name, f)}
		decoders[i] = decoderOf(f.DataTypeOID, info.kind)
	}
	return columns, decoders
}

func decoderOf(oid uint32, kind db.Type) decoder {
	switch {
	case kind == db.Integer:
		return asInteger
	case oid == pgtype.Float4OID, oid == pgtype.Float8OID:
		return asFloat
	case kind == db.Boolean:
		return asBoolean
	case kind == db.Text:
		return asText
	case kind == db.Bytes:
		return asBytes
	}
	return asExact
}

// withModifier adds what stands in parentheses: the length of a text, precision and scale of a numeric.
func withModifier(name string, f pgconn.FieldDescription) string {
	const header = 4 // the server adds it to both
	m := f.TypeModifier - header
	switch {
	case f.TypeModifier < header:
	case f.DataTypeOID == pgtype.VarcharOID, f.DataTypeOID == pgtype.BPCharOID:
		return fmt.Sprintf("%s(%d)", name, m)
	case f.DataTypeOID == pgtype.NumericOID:
		return fmt.Sprintf("numeric(%d,%d)", m>>16&0xffff, (m&0x7ff^1024)-1024)
	}
	return name
}
