package export

import (
	"parley/db"
	"parley/db/duckdb"
)

// surveyor looks at the values on their way, because a column's type does not bind them on every engine: a column of
// SQLite that is declared as a number may hold words.
type surveyor struct {
	writer
	names []string
	types []db.Type
	seen  []kinds
}

// kinds are the kinds of values that a column has shown.
type kinds struct{ integer, float, other bool }

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
		switch cell.(type) {
		case nil:
		case int64:
			s.seen[i].integer = true
		case float64:
			s.seen[i].float = true
		default:
			s.seen[i].other = true
		}
	}
	return s.writer.row(cells)
}

// columns says what each column is to become; DuckDB keeps a column as text if any value does not fit.
func (s *surveyor) columns() []duckdb.ParquetColumn {
	columns := make([]duckdb.ParquetColumn, len(s.names))
	for i, name := range s.names {
		columns[i] = duckdb.ParquetColumn{Name: name, Type: s.seen[i].parquet(s.types[i])}
	}
	return columns
}

func (k kinds) parquet(declared db.Type) string {
	switch {
	case k.other && declared == db.Decimal:
		return "DECIMAL(38,10)"
	case k.other:
		return map[db.Type]string{db.Boolean: "BOOLEAN", db.Date: "DATE", db.Timestamp: "TIMESTAMP"}[declared]
	case k.float:
		return "DOUBLE"
	case k.integer:
		return "BIGINT"
	}
	return ""
}
