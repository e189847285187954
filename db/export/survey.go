package export

import (
	"fmt"
	"strconv"
	"strings"

	"parley/db"
	"parley/db/duckdb/engine"
)

// surveyor looks at the values on their way, because a column's type does not bind them on every engine: a column of
// SQLite that is declared as a number may hold words.
type surveyor struct {
	writer
	names []string
	types []db.Type
	seen  []kinds
}

// kinds are the kinds of values that a column has shown. Whole numbers and decimals have digits before and behind the point,
// at most.
type kinds struct {
	integer, float, boolean, decimal, other bool
	before, behind                          int
}

func (s *surveyor) begin(columns []db.ResultColumn) error {
	s.names = distinct(columns)
	s.seen = make([]kinds, len(columns))
	for _, c := range columns {
		s.types = append(s.types, c.Type)
	}
	return s.writer.begin(columns)
}

func (s *surveyor) row(cells []db.Value) error {
	for i, cell := range cells {
		s.seen[i].see(cell, s.types[i])
	}
	return s.writer.row(cells)
}

func (k *kinds) see(cell db.Value, declared db.Type) {
	switch v := cell.(type) {
	case nil:
	case int64:
		k.integer = true
		k.digits(strconv.FormatInt(v, 10))
	case float64:
		k.float = true
	case bool:
		k.boolean = true
	case db.Exact:
		if declared == db.Decimal && k.digits(string(v)) {
			k.decimal = true
		} else {
			k.other = true
		}
	default:
		k.other = true
	}
}

// digits takes the digits of a number in; false where the text is none: NaN, infinity, an exponent.
func (k *kinds) digits(text string) bool {
	before, behind, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if before == "" || strings.Trim(before+behind, "0123456789") != "" {
		return false
	}
	k.before, k.behind = max(k.before, len(before)), max(k.behind, len(behind))
	return true
}

// columns says what each column is to become. Of dates DuckDB finds out whether all are such.
func (s *surveyor) columns() []engine.ParquetColumn {
	columns := make([]engine.ParquetColumn, len(s.names))
	for i, name := range s.names {
		columns[i].Name = name
		columns[i].Type, columns[i].Sure = s.seen[i].parquet(s.types[i])
	}
	return columns
}

// parquet is the type that holds all values without loss, and whether that is sure; empty for text.
func (k *kinds) parquet(declared db.Type) (kind string, sure bool) {
	numbers := k.integer || k.float || k.decimal
	switch {
	case k.other && !numbers && !k.boolean:
		return map[db.Type]string{db.Boolean: "BOOLEAN", db.Date: "DATE", db.Timestamp: "TIMESTAMP"}[declared], false
	case k.other, k.boolean && numbers, k.decimal && k.float:
		return "", true
	case k.boolean:
		return "BOOLEAN", true
	case k.float:
		return "DOUBLE", true
	case k.decimal:
		return k.fixed(), true
	case k.integer:
		return "BIGINT", true
	}
	return "", true
}

// fixed is the decimal type: DuckDB computes with 18 digits as fast as with any number, with 38 ten times slower.
func (k *kinds) fixed() string {
	for _, digits := range []int{18, 38} {
		if k.before+k.behind <= digits {
			return fmt.Sprintf("DECIMAL(%d,%d)", digits, k.behind)
		}
	}
	return ""
}
