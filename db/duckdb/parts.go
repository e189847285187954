package duckdb

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"parley/db"
)

// A pattern or a folder names many files. Those are parts of one table whose names differ in their numbers only, like
// 2026-01.csv and 2026-02.csv, or that have the same columns; every other one is a table of its own.

// source is what was named: a file, or the files of a pattern or a folder.
type source struct {
	name  string
	files []string
}

// mostStems is how many kinds of names are told apart: looking into a file takes a few milliseconds, and a folder of thousands
// whose names are words without meaning holds one table.
const mostStems = 100

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
		if err := Regular(files[i]); err != nil {
			return nil, err
		}
		if files[i], err = filepath.Abs(files[i]); err != nil {
			return nil, fmt.Errorf("find %s: %w", name, err)
		}
	}
	return files, nil
}

// Regular refuses what is no file: opening a pipe waits for somebody to write into it, and a device may never end.
func Regular(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() {
		return nil //nolint:nilerr // that it is not there is said by who opens it
	}
	return &db.Error{Kind: db.NotDatabase, Position: -1, Message: filepath.Base(path) + " is no file but " + fileKind(info.Mode()) + ".",
		Hint: "Write what comes from it to a file, and name that."}
}

func fileKind(mode os.FileMode) string {
	switch {
	case mode&os.ModeNamedPipe != 0:
		return "a pipe"
	case mode&os.ModeSocket != 0:
		return "a socket"
	case mode&os.ModeDevice != 0:
		return "a device"
	case mode.IsDir():
		return "a folder"
	}
	return "something else"
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

// tables are the tables that the sources make, under names that differ.
func (c *conn) tables(sources []source) ([]table, error) {
	var tables []table
	taken := map[string]bool{}
	for _, s := range sources {
		parts, err := c.parts(s.files)
		if err != nil {
			return nil, err
		}
		for _, files := range parts {
			name := tableName(s.name, files)
			if len(parts) > 1 {
				name = partName(files)
			}
			tables = append(tables, table{name: free(name, taken), reader: readerOf(files[0]), files: files})
		}
	}
	return tables, nil
}

// parts puts files together that are parts of one table, in the order of their names.
func (c *conn) parts(files []string) ([][]string, error) {
	stems, at := [][]string{}, map[string]int{}
	for _, file := range files {
		stem := readerOf(file) + stemOf(file)
		i, known := at[stem]
		if !known {
			i, at[stem] = len(stems), len(stems)
			stems = append(stems, nil)
		}
		stems[i] = append(stems[i], file)
	}
	switch {
	case len(stems) == 1:
		return stems, nil
	case len(stems) > mostStems:
		return byReader(files), nil
	}
	return c.sameColumns(stems)
}

// stemOf is a file's name without numbers and signs.
func stemOf(file string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, identifier(file))
}

func byReader(files []string) [][]string {
	var kinds [][]string
	for _, file := range files {
		i := slices.IndexFunc(kinds, func(k []string) bool { return readerOf(k[0]) == readerOf(file) })
		if i < 0 {
			i, kinds = len(kinds), append(kinds, nil)
		}
		kinds[i] = append(kinds[i], file)
	}
	return kinds
}

// sameColumns puts groups together whose files have the same columns; the first file of each speaks for it.
func (c *conn) sameColumns(groups [][]string) ([][]string, error) {
	var merged [][]string
	at := map[string]int{}
	for _, files := range groups {
		reader := readerOf(files[0])
		columns, err := c.number(fmt.Sprintf("SELECT (hash(list_sort(list(lower(column_name)))) >> 1)::BIGINT FROM (DESCRIBE SELECT * FROM %s(%s))", reader, list(files[:1])))
		if err != nil {
			return nil, openFailure(filepath.Base(files[0]), err)
		}
		key := fmt.Sprint(reader, columns)
		if i, known := at[key]; known {
			merged[i] = append(merged[i], files...)
			continue
		}
		at[key] = len(merged)
		merged = append(merged, files)
	}
	return merged, nil
}

// partName is the name of one table of several that a pattern or a folder makes: its file's, or what the names of its files
// begin with.
func partName(files []string) string {
	common := identifier(files[0])
	for _, file := range files[1:] {
		name := identifier(file)
		for !strings.HasPrefix(name, common) {
			common = common[:len(common)-1]
		}
	}
	if len(files) > 1 {
		common = strings.TrimRight(strings.ToValidUTF8(common, ""), "_0123456789")
	}
	if common == "" {
		return tableName(files[0], files[:1])
	}
	return common
}
