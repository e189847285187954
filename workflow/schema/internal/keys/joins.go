package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"parley/db/statement"
)

// longestLine bounds a line of a file of statements.
const longestLine = 16 << 20

// joinedBy are the pairs of columns, in small letters, that the statements of files set equal to join tables, by database.
func joinedBy(files string) (map[string]map[[2]string]bool, error) {
	out := map[string]map[[2]string]bool{}
	for _, path := range strings.FieldsFunc(files, func(r rune) bool { return r == ',' }) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, longestLine)
		for lines.Scan() {
			var asked struct {
				DB    string
				Turns []struct{ SQL string }
			}
			if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			if out[asked.DB] == nil {
				out[asked.DB] = map[[2]string]bool{}
			}
			for _, t := range asked.Turns {
				addJoins(out[asked.DB], t.SQL)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// addJoins notes the joins of one statement; one that does not parse has none.
func addJoins(to map[[2]string]bool, sql string) {
	s, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		return
	}
	q, err := s.Query()
	if err != nil {
		return
	}
	tables := map[string]string{}
	for _, src := range q.From {
		tables[strings.ToLower(src.Name())] = strings.ToLower(src.Table)
	}
	side := func(e statement.Expr) string {
		qualifier, name, ok := e.AsColumn()
		if !ok || tables[strings.ToLower(qualifier)] == "" {
			return ""
		}
		return tables[strings.ToLower(qualifier)] + "." + strings.ToLower(name)
	}
	for _, src := range q.From {
		if op, l, r, ok := src.On.AsBinary(); ok && op == "=" && side(l) != "" && side(r) != "" {
			to[[2]string{side(l), side(r)}] = true
		}
	}
}
