package duckdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parley/db"
	"parley/db/duckdb/engine"
	"parley/db/scratch"
)

// Open opens a DuckDB database file.
func Open(ctx context.Context, path string, s db.Settings) (*Database, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, &db.Error{Kind: db.NoDatabase, Message: "There is no file " + filepath.Base(path) + ".", Hint: "Check the path; parley creates no databases.", Position: -1, Cause: err}
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", path, err)
	}
	if err := db.Beside(whole, ".wal"); err != nil {
		return nil, err
	}
	return begin(ctx, path, s, engine.Opening{Name: filepath.Base(path), Path: whole})
}

// OpenFiles opens data files as one table each, and those of a pattern or a folder as tables of their parts.
func OpenFiles(ctx context.Context, names []string, s db.Settings) (*Database, error) {
	sources, err := expand(names)
	if err != nil {
		return nil, err
	}
	return begin(ctx, strings.Join(names, " "), s, engine.Opening{Name: filepath.Base(names[0]), Sources: sources})
}

// begin makes the folder in which the worker may write, and has it open the files once, so that what is wrong with them shows now.
func begin(ctx context.Context, url string, s db.Settings, o engine.Opening) (*Database, error) {
	folder, err := scratch.NewFolder(scratchName)
	if err != nil {
		return nil, err
	}
	o.Spill, o.Memory = folder.Path(spillName), s.Memory
	if len(o.Sources) > 0 {
		o.Path = folder.Path("files.duckdb")
	}
	d := &Database{name: o.Name, url: url, settings: s, opening: o, scratch: folder, idle: idle, starting: make(chan struct{}, 1)}
	if _, err := d.acquire(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.release()
	if len(o.Sources) > 0 {
		d.name = title(d.opening.Tables)
	}
	return d, nil
}

func title(tables []engine.Table) string {
	if len(tables) == 1 {
		return tables[0].Name
	}
	return fmt.Sprintf("%s and %d more", tables[0].Name, len(tables)-1)
}
