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
	if q, err := s.Query(); err == nil {
		addQuery(to, q)
	}
}

// addQuery notes the joins of a query and of those within it. A column that must be, or must not be, among those that a query within
// gives is compared with that one's as a join compares them.
func addQuery(to map[[2]string]bool, q *statement.Query) {
	if q.Set != nil {
		addQuery(to, q.Set.Left)
		addQuery(to, q.Set.Right)
		return
	}
	note := func(a, b string) {
		if a != "" && b != "" {
			to[[2]string{a, b}] = true
		}
	}
	for _, src := range q.From {
		if src.Query != nil {
			addQuery(to, src.Query)
		}
		if op, l, r, ok := src.On.AsBinary(); ok && op == "=" {
			note(side(q, l), side(q, r))
		}
	}
	for _, term := range q.Where {
		term.Walk(func(e statement.Expr) bool {
			if x, inner, _, ok := e.AsInQuery(); ok {
				addQuery(to, inner)
				if inner.Set == nil && len(inner.Items) == 1 {
					note(side(q, x), side(inner, inner.Items[0].Expr))
				}
			}
			return true
		})
	}
}

// side is a column of a query as table.column in small letters; empty for what is none, and where its table is not told.
func side(q *statement.Query, e statement.Expr) string {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return ""
	}
	for _, src := range q.From {
		if src.Table != "" && (strings.EqualFold(src.Name(), qualifier) || qualifier == "" && len(q.From) == 1) {
			return strings.ToLower(src.Table + "." + name)
		}
	}
	return ""
}
