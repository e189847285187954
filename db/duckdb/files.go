package duckdb

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/db"
	"parley/db/duckdb/engine"
)

// Reads says whether a name is that of a file, or a pattern of files, that OpenFiles reads.
func Reads(name string) bool { return engine.Reads(name) }

// expand finds the files of each name.
func expand(names []string) ([]engine.Source, error) {
	var sources []engine.Source
	for _, name := range names {
		files, err := filesOf(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, engine.Source{Name: name, Files: files})
	}
	return sources, nil
}

// filesOf are the data files that a name stands for, by their whole paths.
func filesOf(name string) ([]string, error) {
	info, err := os.Stat(name)
	var files []string
	switch {
	case err == nil && info.IsDir():
		if files, err = inFolder(name); err == nil && len(files) == 0 {
			return nil, &db.Error{Kind: db.NoDatabase, Position: -1, Message: "There are no data files in " + filepath.Base(name) + ".",
				Hint: "Name a folder of CSV, TSV, Parquet or JSON files, or a database file."}
		}
	case err == nil:
		files = []string{name} // also one whose name looks like a pattern
	default:
		files, err = filepath.Glob(name)
		files = slices.DeleteFunc(files, func(f string) bool {
			return !Reads(f) || strings.HasPrefix(filepath.Base(f), ".") && !strings.HasPrefix(filepath.Base(name), ".")
		})
	}
	if err != nil || len(files) == 0 {
		return nil, &db.Error{Kind: db.NoDatabase, Message: "There is no file " + filepath.Base(name) + ".", Hint: "Check the path or the pattern.", Position: -1, Cause: err}
	}
	for i := range files {
		if err := inside(name, files[i]); err != nil {
			return nil, err
		}
		if err := db.Regular(files[i]); err != nil {
			return nil, err
		}
		if files[i], err = filepath.Abs(files[i]); err != nil {
			return nil, fmt.Errorf("find %s: %w", name, err)
		}
	}
	return files, nil
}

// inside refuses a link of a folder or pattern that leads out of it: nobody named what lies there, and who fills the folder may
// be somebody else than who reads it. A link that is named itself is followed.
func inside(name, file string) error {
	if file == name {
		return nil
	}
	root := name
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		for strings.ContainsAny(root, `*?[`) {
			root = filepath.Dir(root)
		}
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return fmt.Errorf("find %s: %w", name, err)
	}
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil //nolint:nilerr // that it leads nowhere is said by who opens it
	}
	if way, err := filepath.Rel(root, target); err == nil && filepath.IsLocal(way) {
		return nil
	}
	return &db.Error{Kind: db.NotDatabase, Position: -1, Message: filepath.Base(file) + " is a link that leads out of " + filepath.Base(root) + ".",
		Hint: "Take it away, or name the files to read, this one too."}
}

// inFolder are the data files of a folder, without hidden ones and without those of folders in it.
func inFolder(name string) ([]string, error) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && Reads(e.Name()) {
			files = append(files, filepath.Join(name, e.Name()))
		}
	}
	return files, nil
}
