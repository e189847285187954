// Package rendering is a corpus of queries with their texts for every engine, each of which must give the same rows.
//
// The package is for tests only. It imports the standard library and statement. Start reading at Load.
package rendering

import (
	_ "embed"
	"fmt"
	"strings"

	"parley/db/statement"
)

//go:embed renderings.txt
var renderings string

// Case is one query.
type Case struct {
	Name string
	From statement.Dialect
	SQL  string
	// To are the texts for other dialects; one that is left out takes the original's canonical text.
	To map[statement.Dialect]string
}

// Dialects are all there are.
var Dialects = []statement.Dialect{statement.PostgreSQL, statement.SQLite, statement.DuckDB}

// Schema makes the table that the queries read; times are text on SQLite.
func Schema(d statement.Dialect) string {
	times := "timestamp"
	if d == statement.SQLite {
		times = "text"
	}
	return fmt.Sprintf(`CREATE TABLE ev (id integer, name text, amount integer, paid boolean, seen %s);
INSERT INTO ev VALUES (1, 'Ana', 10, true, '2026-01-31 10:00:00'), (2, 'anders', 20, false, '2026-02-02 23:30:00'),
	(3, 'Bo', 33, true, '2026-02-09 00:00:00');`, times)
}

// Load reads the cases: a line "== NAME", then "dialect: SQL" in each line, the original first.
func Load() ([]Case, error) {
	var cases []Case
	for _, block := range strings.Split("\n"+renderings, "\n== ")[1:] {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		c := Case{Name: lines[0], To: map[statement.Dialect]string{}}
		for _, line := range lines[1:] {
			name, sql, _ := strings.Cut(line, ": ")
			d, err := dialect(name)
			if err != nil {
				return nil, fmt.Errorf("read rendering %s: %w", c.Name, err)
			}
			if c.SQL == "" {
				c.From, c.SQL = d, sql
			} else {
				c.To[d] = sql
			}
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func dialect(name string) (statement.Dialect, error) {
	for _, d := range Dialects {
		if strings.EqualFold(d.String(), name) {
			return d, nil
		}
	}
	return 0, fmt.Errorf("no dialect is called %q", name)
}
