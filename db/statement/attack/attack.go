// Package attack is a corpus of statements that must never run: every one is to be refused by the guard, and, with the
// guard switched off, stopped again by the engine's own layers unless it is marked as the guard's own job.
//
// The package is for tests only. It imports the standard library and statement. Start reading at Load.
package attack

import (
	"embed"
	"fmt"
	"strings"

	"parley/db/statement"
)

//go:embed *.txt traps.sql
var files embed.FS

// Layer says who stops an attack.
type Layer uint8

// The layers.
const (
	Both      Layer = iota // the guard, and with it switched off the engine's own layers
	Guard                  // the guard alone: to the engine it is a query that reads
	Catalogue              // the engine's layers alone: only the live catalogue knows what a name stands for
)

var marks = map[byte]Layer{'!': Guard, '?': Catalogue}

// Case is one attack.
type Case struct {
	Dialect statement.Dialect
	SQL     string
	Layer   Layer
	// Part is a piece of the name by which the refusal calls the part; empty when the text may as well be a syntax error.
	Part string
	// Place is where the case stands: "duckdb.txt:12".
	Place string
}

// Load reads the attacks of a dialect, in the order of the file; folder stands for {folder} in the texts.
//
// A case starts with a line "== PART", with "==! PART" when only the guard can stop it, or with "==?" when only the
// engine's catalogue can; the lines up to the next one are its text. Lines of a file before the first case are comment.
// Schema makes the tables that the texts speak of.
func Load(d statement.Dialect, folder string) ([]Case, error) {
	name := strings.ToLower(d.String()) + ".txt"
	text, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read attacks: %w", err)
	}
	var cases []Case
	line := 1
	for i, block := range strings.Split("\n"+string(text), "\n==") {
		head, sql, ok := strings.Cut(block, "\n")
		if i > 0 && !ok {
			return nil, fmt.Errorf("read attacks in %s: %q has no text", name, head)
		}
		if i > 0 {
			c := Case{Dialect: d, Place: fmt.Sprintf("%s:%d", name, line)}
			if head != "" && marks[head[0]] != Both {
				c.Layer, head = marks[head[0]], head[1:]
			}
			c.Part = strings.TrimSpace(head)
			c.SQL = strings.ReplaceAll(strings.TrimRight(sql, "\n"), "{folder}", folder)
			cases = append(cases, c)
		}
		line += strings.Count(block, "\n")
		if i > 0 {
			line++
		}
	}
	return cases, nil
}

// Schema makes the tables that the attacks speak of, in SQL that all engines read: users, u and t with a row or two, and
// victim (id, v) with ten.
const Schema = `CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(20), email VARCHAR(20));
CREATE TABLE u (id INTEGER PRIMARY KEY, name VARCHAR(20));
CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(20));
CREATE TABLE victim (id INTEGER PRIMARY KEY, v VARCHAR(20));
INSERT INTO users VALUES (1, 'Ana', 'ana@example.com'), (2, 'Ben', 'ben@example.com');
INSERT INTO u VALUES (1, 'u');
INSERT INTO t VALUES (1, 't');
INSERT INTO victim VALUES (1, 'v1'), (2, 'v2'), (3, 'v3'), (4, 'v4'), (5, 'v5'), (6, 'v6'), (7, 'v7'), (8, 'v8'), (9, 'v9'),
	(10, 'v10');
`

// Rows are the tables of Schema as one text, to be the same before and after.
const Rows = `SELECT 'users ' || id || name || email AS line FROM users UNION ALL SELECT 'u ' || id || name FROM u
	UNION ALL SELECT 't ' || id || name FROM t UNION ALL SELECT 'victim ' || id || v FROM victim ORDER BY 1`
