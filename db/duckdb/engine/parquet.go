package engine

import (
	"context"
	"fmt"
	"os"
	"strings"

	"parley/db"
)

// ParquetColumn is a column of a Parquet file to write.
type ParquetColumn struct {
	Name string
	Type string // DuckDB's name of the type; empty for text
	// Sure says that every value is one of the type; else the column stays text if one of them does not fit.
	Sure bool
}

// Parquet is written on one thread: each has groups of rows and pieces of the CSV in memory, and two are no faster.
const (
	// groupBytes is about how much text the rows of one group hold, in bytes: a group is in memory until it is whole.
	groupBytes = 16 << 20
	// fewestRows and mostRows bound the rows of a group; the most are DuckDB's own.
	fewestRows, mostRows = 2048, 122_880
)

// Parquet is a Parquet file to make of a CSV file with a line of names, in which "" is an empty text and nothing is NULL.
type Parquet struct {
	CSV, Path string
	Columns   []ParquetColumn
	Rows      int64
	// Spill is the folder for what DuckDB moves out of memory.
	Spill string
}

// ParquetMegabytes is what DuckDB's process may take for it at most.
const ParquetMegabytes = 512

// parquetRoom is what DuckDB gets to write Parquet: megabytes, and bytes that a line of the CSV may have. The second is for rows
// with very long texts.
var parquetRoom = []struct{ memory, line int }{{96, 1 << 20}, {448, 8 << 20}}

// Write makes the file.
func (p Parquet) Write(ctx context.Context) (err error) {
	w := parquetWriter{csv: p.CSV, path: p.Path, spill: p.Spill, columns: p.Columns, group: groupSize(p.CSV, p.Rows)}
	for _, room := range parquetRoom {
		if err = w.write(ctx, room.memory, room.line); err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

// parquetWriter is what is to be written, and how.
type parquetWriter struct {
	csv, path, spill string
	columns          []ParquetColumn
	group            int64 // rows
}

// groupSize is how many rows of the file make a group.
func groupSize(csv string, rows int64) int64 {
	file, err := os.Stat(csv)
	if err != nil || rows == 0 {
		return fewestRows
	}
	return min(max(groupBytes*rows/max(file.Size(), 1), fewestRows), mostRows)
}

func (w *parquetWriter) write(ctx context.Context, memory, line int) error {
	settings := gear{memory, 1}.config()
	settings["autoinstall_known_extensions"], settings["temp_directory"] = "false", w.spill
	e, err := openEngine("", settings)
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
	source := w.source(line)
	selected := make([]string, len(w.columns))
	for i, column := range w.columns {
		selected[i] = fmt.Sprintf("c%d AS %s", i, Quote(column.Name))
		if column.Type != "" && (column.Sure || c.fits(source, i, column.Type)) {
			selected[i] = fmt.Sprintf("c%d::%s AS %s", i, column.Type, Quote(column.Name))
		}
	}
	sql := fmt.Sprintf("COPY (SELECT %s FROM %s) TO %s (FORMAT parquet, USE_TMP_FILE false, ROW_GROUP_SIZE %d)", strings.Join(selected, ", "), source, literal(w.path), w.group)
	if err := c.exec(sql); err != nil {
		return db.Interrupted(failure(err.Error()), ctx)
	}
	return nil
}

// source reads the CSV as texts, under names that cannot clash.
func (w *parquetWriter) source(line int) string {
	types := make([]string, len(w.columns))
	for i := range w.columns {
		types[i] = fmt.Sprintf("'c%d': 'VARCHAR'", i)
	}
	return fmt.Sprintf(`read_csv(%s, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '',
		allow_quoted_nulls = false, max_line_size = %d, buffer_size = %d, columns = {%s})`, literal(w.csv), line, 2*line, strings.Join(types, ", "))
}

// fits says whether every value of a column can be read as the type.
func (c *conn) fits(source string, i int, kind string) bool {
	n, err := c.number(fmt.Sprintf("SELECT count(*) FROM %s WHERE c%d IS NOT NULL AND TRY_CAST(c%d AS %s) IS NULL", source, i, i, kind))
	return err == nil && n == 0
}
