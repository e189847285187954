package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"parley/db"
	"parley/db/duckdb"
	"parley/db/scratch"
)

// Temporary are the names that files have until they are complete. What a crash leaves of them goes with the next one in the
// folder.
const Temporary = ".parley-export-*"

// File writes all rows to a file, and returns how many they were. The file appears under its name when it is complete:
// until then, and after a failure or a cancel, what was there before is untouched.
func File(ctx context.Context, path string, rows db.Rows, o Options) (int64, error) {
	defer rows.Close()
	temporary, err := scratch.NewFile(filepath.Dir(path), Temporary)
	if err != nil {
		return 0, cannotWrite(path, err)
	}
	defer func() { _ = os.Remove(temporary.Name()) }() // it is gone if all went well
	n, err := fill(ctx, temporary, rows, o)
	if err == nil {
		err = publish(temporary, path)
	}
	if closed := temporary.Close(); err == nil && !errors.Is(closed, os.ErrClosed) {
		err = closed
	}
	return n, cannotWrite(path, err)
}

func fill(ctx context.Context, file *os.File, rows db.Rows, o Options) (int64, error) {
	if o.Format != Parquet {
		return Write(ctx, file, rows, o)
	}
	return writeParquet(ctx, file.Name(), rows, o)
}

// publish puts the finished file under its name, with the rights of any new file. They are set on the open file: the
// folder may be one in which others write, and a link at the name would lead to a file of the user's.
func publish(file *os.File, path string) error {
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// cannotWrite tells the disk's failures from the database's, which say what they are by themselves.
func cannotWrite(path string, err error) error {
	var file *os.PathError
	if !errors.As(err, &file) {
		return err
	}
	return &db.Error{Kind: db.Resources, Position: -1, Cause: err,
		Message: fmt.Sprintf("%s cannot be written: %v.", filepath.Base(path), file.Err),
		Hint:    "Choose another folder, or make room on the disk."}
}

// writeParquet writes the rows as text beside the file, and lets DuckDB make Parquet of them.
func writeParquet(ctx context.Context, path string, rows db.Rows, o Options) (int64, error) {
	text, err := scratch.NewFile(filepath.Dir(path), Temporary+".csv")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.Remove(text.Name()) }()
	defer text.Close()
	out := bufio.NewWriterSize(text, 64<<10)
	survey := &surveyor{writer: &separated{out: out, comma: ',', newline: "\n"}}
	n, err := copyRows(ctx, survey, rows, o.Progress)
	if err != nil {
		return n, err
	}
	if err := out.Flush(); err != nil {
		return n, err
	}
	return n, duckdb.WriteParquet(ctx, text.Name(), path, survey.columns(), n)
}
