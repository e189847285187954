// Package statement holds one SQL statement as a tree: parse, guard, format, edit, compare.
//
// Start reading at Parse. A Statement is immutable; Query decomposes it into an editable SELECT whose Build makes a
// new one. What the editable form does not name (windows, CTEs, grouping sets, DISTINCT ON …) rides along untouched.
// The package imports PostgreSQL's parser (pg_query_go) and the standard library; nothing else in parley sees a parser
// node.
package statement

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
