package sqlite

import (
	"strings"

	"parley/db"
)

// words map a part of a declared type to what its values are, first match wins. SQLite itself looks for parts of the
// name too (https://sqlite.org/datatype3.html, 3.1), and has no calendar or truth types; people declare them all the same.
var words = []struct {
	part string
	kind db.Type
}{
	{"INTERVAL", db.Interval},
	{"POINT", db.Other},
	{"INT", db.Integer},
	{"SERIAL", db.Integer},
	{"YEAR", db.Integer},
	{"BOOL", db.Boolean},
	{"BIT", db.Boolean},
	{"JSON", db.JSON},
	{"CHAR", db.Text},
	{"CLOB", db.Text},
	{"TEXT", db.Text},
	{"STRING", db.Text},
	{"ENUM", db.Text},
	{"UUID", db.Text},
	{"BLOB", db.Bytes},
	{"BINARY", db.Bytes},
	{"BYTEA", db.Bytes},
	{"REAL", db.Decimal},
	{"FLOA", db.Decimal},
	{"DOUB", db.Decimal},
	{"NUM", db.Decimal},
	{"DEC", db.Decimal},
	{"MONEY", db.Decimal},
	{"CURRENCY", db.Decimal},
	{"DATETIME", db.Timestamp},
	{"TIMESTAMP", db.Timestamp},
	{"DATE", db.Date},
	{"TIME", db.Time},
}

// declaredType is what a declared type says about its values; Unknown for one that says nothing.
func declaredType(declared string) db.Type {
	name := strings.ToUpper(declared)
	for _, w := range words {
		if strings.Contains(name, w.part) {
			return w.kind
		}
	}
	return db.Unknown
}

// valueType is what a value is, for columns that declare nothing.
func valueType(v db.Value) db.Type {
	switch v.(type) {
	case int64:
		return db.Integer
	case float64:
		return db.Decimal
	case string:
		return db.Text
	case []byte:
		return db.Bytes
	}
	return db.Unknown
}
