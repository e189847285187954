package duckdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"parley/db"
	"parley/db/scratch"
)

// Open opens a DuckDB database file.
func Open(_ context.Context, path string, s db.Settings) (*Database, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, &db.Error{Kind: db.NoDatabase, Message: "There is no file " + filepath.Base(path) + ".", Hint: "Check the path; parley creates no databases.", Position: -1, Cause: err}
	}
	folder, err := scratch.NewFolder(scratchName)
	if err != nil {
		return nil, err
	}
	d := &Database{name: filepath.Base(path), url: path, path: path, settings: s, idle: idle, scratch: folder}
	return d.tried()
}

// tried opens the file once, so that what is wrong with it shows now.
func (d *Database) tried() (*Database, error) {
	c, err := d.acquire()
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.release(c)
	return d, nil
}

// readers are the functions of DuckDB that read a kind of file, by the end of its name.
var readers = map[string]string{
	".csv": "read_csv", ".tsv": "read_csv", ".psv": "read_csv", ".parquet": "read_parquet", ".pq": "read_parquet",
	".json": "read_json", ".jsonl": "read_json", ".ndjson": "read_json",
}

// Reads says whether a name is that of a file, or a pattern of files, that OpenFiles reads.
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

// OpenFiles opens data files as one table each, and those of a pattern or a folder as tables of their parts. For that it makes
// a temporary database with a view for each, and opens that for reading: DuckDB has no read-only mode without a file.
func OpenFiles(_ context.Context, names []string, s db.Settings) (*Database, error) {
	sources, err := expand(names)
	if err != nil {
		return nil, err
	}
	folder, err := scratch.NewFolder(scratchName)
	if err != nil {
		return nil, err
	}
	d := &Database{url: strings.Join(names, " "), path: folder.Path("files.duckdb"), settings: s, idle: idle, scratch: folder}
	for _, s := range sources {
		d.files = append(d.files, s.files...)
	}
	tables, err := d.register(sources)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.name = title(tables)
	return d.tried()
}

func title(tables []table) string {
	if len(tables) == 1 {
		return tables[0].name
	}
	return fmt.Sprintf("%s and %d more", tables[0].name, len(tables)-1)
}

// expand finds the files of each name.
func expand(names []string) ([]source, error) {
	var sources []source
	for _, name := range names {
		files, err := filesOf(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{name, files})
	}
	return sources, nil
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

// register makes the views, and asks Parquet files how many rows they hold.
func (d *Database) register(sources []source) ([]table, error) {
	e, err := openEngine(d.path, config{"autoinstall_known_extensions": "false"})
	if err != nil {
		return nil, fmt.Errorf("make the tables: %w", err)
	}
	defer e.close()
	c, err := e.connect()
	if err != nil {
		return nil, err
	}
	defer c.close()
	tables, err := c.tables(sources)
	if err != nil {
		return nil, err
	}
	d.rows, d.parts = map[string]int64{}, map[string]int{}
	for _, t := range tables {
		if err := c.exec(t.view()); err != nil {
			return nil, openFailure(filepath.Base(t.files[0]), err)
		}
		d.parts[t.name] = len(t.files)
		if t.reader == "read_parquet" {
			if n, err := c.number("SELECT sum(num_rows)::BIGINT FROM parquet_file_metadata(" + list(t.files) + ")"); err == nil {
				d.rows[t.name] = n
			}
		}
	}
	return tables, nil
}

// view reads all of a table's files; columns that only some have are NULL in the others.
func (t table) view() string {
	return fmt.Sprintf("CREATE VIEW %s AS SELECT * FROM %s(%s, union_by_name = true)", quote(t.name), t.reader, list(t.files))
}
