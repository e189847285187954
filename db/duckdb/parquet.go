package duckdb

import (
	"context"
	"fmt"
	"strings"

	"parley/db"
	"parley/db/scratch"
)

// ParquetColumn is a column of a Parquet file to write.
type ParquetColumn struct {
	Name string
	Type string // DuckDB's name of the type; empty for text
}

// parquetMemory is what DuckDB may take to write Parquet, which holds groups of rows in memory: no part of it goes to disk.
const parquetMemory = "256MB"

// WriteParquet makes a Parquet file of a CSV file with a line of names, in which "" is an empty text and nothing is NULL.
// A column stays text if one of its values does not fit its type.
func WriteParquet(ctx context.Context, csv, path string, columns []ParquetColumn) error {
	folder, err := scratch.NewFolder(scratchName)
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // the next one sweeps what this one leaves
	e, err := openEngine("", config{"autoinstall_known_extensions": "false", "max_memory": parquetMemory, "temp_directory": folder.Path("spill")})
	if err != nil {
		return fmt.Errorf("start DuckDB: %w", err)
	}
	defer e.close()
	c, err := e.connect()
	if err != nil {
		return err
	}
	defer c.close()
	defer c.interrupter.On(ctx)()
	source := csvSource(csv, columns)
	selected := make([]string, len(columns))
	for i, column := range columns {
		selected[i] = fmt.Sprintf("c%d AS %s", i, quote(column.Name))
		if column.Type != "" && c.fits(source, i, column.Type) {
			selected[i] = fmt.Sprintf("c%d::%s AS %s", i, column.Type, quote(column.Name))
		}
	}
	sql := fmt.Sprintf("COPY (SELECT %s FROM %s) TO %s (FORMAT parquet, USE_TMP_FILE false)", strings.Join(selected, ", "), source, literal(path))
	if err := c.exec(sql); err != nil {
		return db.Interrupted(failure(err.Error()), ctx)
	}
	return nil
}

// csvSource reads the file as texts, under names that cannot clash.
func csvSource(path string, columns []ParquetColumn) string {
	types := make([]string, len(columns))
	for i := range columns {
		types[i] = fmt.Sprintf("'c%d': 'VARCHAR'", i)
	}
	return fmt.Sprintf(`read_csv(%s, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '',
		allow_quoted_nulls = false, max_line_size = 8000000, buffer_size = 16000000, columns = {%s})`, literal(path), strings.Join(types, ", "))
}

// fits says whether every value of a column can be read as the type without loss of a digit.
func (c *conn) fits(source string, i int, kind string) bool {
	lost := ""
	if strings.HasPrefix(kind, "DECIMAL") {
		lost = fmt.Sprintf(" OR length(split_part(c%d, '.', 2)) > 10", i)
	}
	n, err := c.number(fmt.Sprintf("SELECT count(*) FROM %s WHERE c%d IS NOT NULL AND (TRY_CAST(c%d AS %s) IS NULL%s)", source, i, i, kind, lost))
	return err == nil && n == 0
}
