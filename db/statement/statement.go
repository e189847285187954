// Package statement holds one SQL statement as a tree: parse, guard, format, edit, compare.
//
// Start reading at Parse. A Statement is immutable; Query decomposes it into an editable SELECT whose Build makes a
// new one. What the editable form does not name (windows, CTEs, grouping sets, DISTINCT ON …) rides along untouched.
// The package imports PostgreSQL's parser (pg_query_go) and the standard library; nothing else in parley sees a parser
// node.
package statement

import pg "github.com/pganalyze/pg_query_go/v6"

// Dialect is the SQL a database speaks.
type Dialect uint8

// The dialects parley renders for.
const (
	PostgreSQL Dialect = iota
	SQLite
	DuckDB
)

// String is the product's name.
func (d Dialect) String() string { return [...]string{"PostgreSQL", "SQLite", "DuckDB"}[d] }

// Names is what a catalogue knows about names. SQLite reads a double-quoted name that is no column as a string; Parse
// asks Names which it is. A nil Names knows nothing and every quoted name stays a name.
type Names interface {
	// HasColumn says whether any table of the database, or the named one when table is not empty, has the column.
	HasColumn(table, column string) bool
	// HasTable says whether the database has the table or view.
	HasTable(table string) bool
}

// Statement is one parsed SQL statement. It is immutable and safe for concurrent use.
type Statement struct {
	dialect Dialect
	text    string
	tree    *pg.ParseResult
}

// Parse reads one SQL statement.
func Parse(text string, d Dialect, _ Names) (*Statement, error) {
	tree, err := pg.Parse(text)
	if err != nil {
		return nil, err
	}
	return &Statement{dialect: d, text: text, tree: tree}, nil
}

// Dialect is the SQL the statement is written in.
func (s *Statement) Dialect() Dialect { return s.dialect }

// Text is the statement as typed.
func (s *Statement) Text() string { return s.text }

// SQL is the statement on one line, as it is sent to the engine.
func (s *Statement) SQL() string { return s.text }
