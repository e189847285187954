// Package statement holds one SQL statement as a tree: parse, guard, format, edit, compare.
//
// Start reading at Parse. A Statement is immutable; Query decomposes it into an editable SELECT whose Build makes a
// new one. What the editable form does not name (windows, CTEs, grouping sets, DISTINCT ON …) rides along untouched.
// The package imports PostgreSQL's parser (pg_query_go) and the standard library; nothing else in parley sees a parser
// node.
package statement

import (
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
)

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
	sql     string
	opaque  bool
	tree    *pg.SelectStmt // nil when opaque or refused for its shape
	printed
	refusal *Refusal

	normalOnce sync.Once
	normalForm normalForm
	layouts    layoutCache
}

// Dialect is the SQL the statement is written in.
func (s *Statement) Dialect() Dialect { return s.dialect }

// Text is the statement as typed, or SQL for one that was built.
func (s *Statement) Text() string { return s.text }

// SQL is the statement on one line, written from the tree: what is sent to the engine. An opaque statement, and one that
// the guard refuses for its shape, is its own text.
func (s *Statement) SQL() string {
	if s.sql == "" {
		return s.text
	}
	return s.sql
}

// Opaque says that the grammar does not know the statement: it runs in the engine's sandbox and is compared as text.
func (s *Statement) Opaque() bool { return s.opaque }

// Format is the statement in the canonical layout: one clause a line, lists and conditions broken to fit into width
// columns where they can be. It differs from SQL in white space only, and formatting it again changes nothing.
func (s *Statement) Format(width int) string {
	if len(s.pieces) == 0 {
		return s.text
	}
	return joinLines(s.lines(width))
}

// lines is the laid-out statement; nobody may change it.
func (s *Statement) lines(width int) []line {
	return s.layouts.of(width, func() []line { return layOut(s.pieces, width) })
}
