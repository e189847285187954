package engine

import (
	"fmt"
	"regexp"
	"strings"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
)

// column is a column of a statement.
type column struct {
	db.ResultColumn
	readable bool // cells.go reads its values; of the others DuckDB makes text
}

// typeInfo is how a type of DuckDB's appears.
type typeInfo struct {
	name     string
	kind     db.Type
	readable bool
}

// types are those that a result can have without parts; all others are nested, and Other.
var types = map[duck.Type]typeInfo{
	duck.TypeBoolean:     {"BOOLEAN", db.Boolean, true},
	duck.TypeTinyInt:     {"TINYINT", db.Integer, true},
	duck.TypeSmallInt:    {"SMALLINT", db.Integer, true},
	duck.TypeInteger:     {"INTEGER", db.Integer, true},
	duck.TypeBigInt:      {"BIGINT", db.Integer, true},
	duck.TypeUTinyInt:    {"UTINYINT", db.Integer, true},
	duck.TypeUSmallInt:   {"USMALLINT", db.Integer, true},
	duck.TypeUInteger:    {"UINTEGER", db.Integer, true},
	duck.TypeUBigInt:     {"UBIGINT", db.Integer, false},
	duck.TypeHugeInt:     {"HUGEINT", db.Integer, false},
	duck.TypeUHugeInt:    {"UHUGEINT", db.Integer, false},
	duck.TypeBigNum:      {"BIGNUM", db.Integer, false},
	duck.TypeFloat:       {"FLOAT", db.Decimal, true},
	duck.TypeDouble:      {"DOUBLE", db.Decimal, true},
	duck.TypeDecimal:     {"DECIMAL", db.Decimal, true},
	duck.TypeVarchar:     {"VARCHAR", db.Text, true},
	duck.TypeEnum:        {"ENUM", db.Text, false},
	duck.TypeUUID:        {"UUID", db.Text, false},
	duck.TypeBlob:        {"BLOB", db.Bytes, true},
	duck.TypeBit:         {"BIT", db.Other, false},
	duck.TypeDate:        {"DATE", db.Date, true},
	duck.TypeTime:        {"TIME", db.Time, false},
	duck.TypeTimeTZ:      {"TIME WITH TIME ZONE", db.Time, false},
	duck.TypeTimeNS:      {"TIME_NS", db.Time, false},
	duck.TypeTimestamp:   {"TIMESTAMP", db.Timestamp, true},
	duck.TypeTimestampS:  {"TIMESTAMP_S", db.Timestamp, false},
	duck.TypeTimestampMS: {"TIMESTAMP_MS", db.Timestamp, false},
	duck.TypeTimestampNS: {"TIMESTAMP_NS", db.Timestamp, false},
	duck.TypeTimestampTZ: {"TIMESTAMP WITH TIME ZONE", db.Timestamp, false},
	duck.TypeInterval:    {"INTERVAL", db.Interval, false},
	duck.TypeList:        {"LIST", db.Other, false},
	duck.TypeArray:       {"ARRAY", db.Other, false},
	duck.TypeStruct:      {"STRUCT", db.Other, false},
	duck.TypeMap:         {"MAP", db.Other, false},
	duck.TypeUnion:       {"UNION", db.Other, false},
	duck.TypeSQLNull:     {"NULL", db.Unknown, false},
}

// columnsOf describes what a prepared statement gives.
func columnsOf(prepared duck.PreparedStatement) []column {
	columns := make([]column, duck.PreparedStatementColumnCount(prepared))
	for i := range columns {
		t := duck.PreparedStatementColumnLogicalType(prepared, duck.IdxT(i))
		columns[i] = columnOf(t)
		columns[i].Name = duck.PreparedStatementColumnName(prepared, duck.IdxT(i))
		duck.DestroyLogicalType(&t)
	}
	return columns
}

func columnOf(t duck.LogicalType) column {
	id := duck.GetTypeId(t)
	info, ok := types[id]
	if !ok {
		info = typeInfo{"OTHER", db.Other, false}
	}
	switch {
	case id == duck.TypeDecimal:
		info.name = fmt.Sprintf("DECIMAL(%d,%d)", duck.DecimalWidth(t), duck.DecimalScale(t))
	case duck.LogicalTypeGetAlias(t) == "JSON":
		info.name, info.kind = "JSON", db.JSON
	}
	return column{ResultColumn: db.ResultColumn{Type: info.kind, Native: info.name}, readable: info.readable}
}

var parameters = regexp.MustCompile(`\(.*$`)

// KindOf reads a type's name.
func KindOf(native string) db.Type {
	if native == "JSON" {
		return db.JSON
	}
	if strings.HasSuffix(native, "]") {
		return db.Other
	}
	name := parameters.ReplaceAllString(native, "")
	for _, t := range types {
		if t.name == name {
			return t.kind
		}
	}
	return db.Other
}
