package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// A pattern or a folder names many files. Those are parts of one table whose names differ in their numbers only, like
// 2026-01.csv and 2026-02.csv, or that have the same columns; every other one is a table of its own.

// mostStems is how many kinds of names are told apart: looking into a file takes a few milliseconds, and a folder of thousands
// whose names are words without meaning holds one table.
const mostStems = 100

// tables are the tables that the sources make, under names that differ.
func (c *conn) tables(sources []Source) ([]table, error) {
	var tables []table
	taken := map[string]bool{}
	for _, s := range sources {
		parts, err := c.parts(s.Files)
		if err != nil {
			return nil, err
		}
		for _, files := range parts {
			name := tableName(s.Name, files)
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
