package engine

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
)

// readers are the functions of DuckDB that read a kind of file, by the end of its name.
var readers = map[string]string{
	".csv": "read_csv", ".tsv": "read_csv", ".psv": "read_csv", ".parquet": "read_parquet", ".pq": "read_parquet",
	".json": "read_json", ".jsonl": "read_json", ".ndjson": "read_json",
}

// Reads says whether a name is that of a file, or a pattern of files, that can be a table.
func Reads(name string) bool { return readerOf(name) != "" }

// readerOf looks at the end of the name; what is compressed has a second one.
func readerOf(name string) string {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return readers[filepath.Ext(name)]
}

// table is one file, or the files of one pattern, under the name that statements use.
type table struct {
	name   string
	reader string
	files  []string
}

// register makes a temporary database with a view for each table, and asks Parquet files how many rows they hold. It is opened
// for reading then: DuckDB has no read-only mode without a file.
func (d *Database) register() ([]Table, error) {
	for _, source := range d.opening.Sources {
		for _, file := range source.Files {
			if err := checkLines(file); err != nil {
				return nil, err
			}
		}
	}
	all := d.gears()
	settings := all[len(all)-1].config()
	settings["autoinstall_known_extensions"] = "false"
	e, err := openEngine(d.opening.Path, settings)
	if err != nil {
		return nil, fmt.Errorf("make the tables: %w", err)
	}
	defer e.close()
	c, err := e.connect()
	if err != nil {
		return nil, err
	}
	defer c.close()
	tables, err := c.tables(d.opening.Sources)
	if err != nil {
		return nil, err
	}
	made := make([]Table, len(tables))
	for i, t := range tables {
		if err := e.create(c, t, all[0].threads); err != nil {
			return nil, openFailure(filepath.Base(t.files[0]), err)
		}
		made[i] = Table{Name: t.name, Files: len(t.files), Rows: -1}
		if t.reader == "read_parquet" {
			if n, err := c.number("SELECT sum(num_rows)::BIGINT FROM parquet_file_metadata(" + list(t.files) + ")"); err == nil {
				made[i].Rows = n
			}
		}
	}
	return made, nil
}

// create makes the view of a table.
func (e *engine) create(c *conn, t table, connections int) error {
	if t.reader != "read_csv" || len(t.files) < 2 {
		return c.exec(t.view(""))
	}
	shapes := e.shapes(c, t.files, connections)
	dialect := dialectOf(shapes)
	if err := c.exec(t.view(dialect)); err != nil && dialect == "" {
		return err
	} else if err != nil {
		return c.exec(t.view(""))
	}
	c.shape(t, shapes)
	return nil
}

// view reads all of a table's files; columns that only some have are NULL in the others.
func (t table) view(dialect string) string {
	return fmt.Sprintf("CREATE VIEW %s AS SELECT * FROM %s(%s, union_by_name = true%s)", Quote(t.name), t.reader, list(t.files), dialect)
}

// tableName is a file's name without what an identifier has not: "2026 sales.csv.gz" is 2026_sales. A pattern that leaves no
// word, like *.csv or 2026-*.csv, has the name of its folder.
func tableName(path string, files []string) string {
	name := identifier(path)
	if pattern := len(files) > 1 || filepath.Base(files[0]) != filepath.Base(path); pattern && strings.IndexFunc(name, unicode.IsLetter) < 0 {
		if folder := identifier(filepath.Dir(files[0])); strings.IndexFunc(folder, unicode.IsLetter) >= 0 {
			name = folder
		}
	}
	return cmp.Or(name, "data")
}

// identifier is the last part of a path, to its first dot, with a _ for what is no letter or digit.
func identifier(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name), "_")
}

// free is the name, with a number behind it if it is taken.
func free(name string, taken map[string]bool) string {
	candidate := name
	for n := 2; taken[strings.ToLower(candidate)]; n++ {
		candidate = fmt.Sprintf("%s_%d", name, n)
	}
	taken[strings.ToLower(candidate)] = true
	return candidate
}
