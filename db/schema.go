package db

import "strings"

// Type is what a column's values are, coarsely: enough to align, compare and understand.
type Type uint8

// The kinds of values.
const (
	Unknown Type = iota
	Text
	Integer
	Decimal
	Boolean
	Date
	Timestamp
	Time
	Interval
	JSON
	Bytes
	Other
)

// Numeric says whether values can be summed.
func (t Type) Numeric() bool { return t == Integer || t == Decimal }

// Temporal says whether values lie on a calendar.
func (t Type) Temporal() bool { return t == Date || t == Timestamp }

// TableName names a table; Schema is empty where the engine has none, or for the default one.
type TableName struct{ Schema, Name string }

// String is the dotted name, not quoted: for messages, never for SQL.
func (n TableName) String() string {
	if n.Schema == "" {
		return n.Name
	}
	return n.Schema + "." + n.Name
}

// CommentLetters is how many letters of a comment engines read: what it says stands at its beginning, and one of megabytes takes the
// opening seconds. Their questions have the number written out.
const CommentLetters = 4000

// Schema is what a database holds, in the catalogue's order.
type Schema struct {
	Tables []Table
}

// Table is a table or view.
type Table struct {
	TableName
	Kind    string // "table", "view", "materialized view", "foreign table", "file", "3 files"
	Comment string
	Columns []Column
	// Primary are the primary key's columns, in key order.
	Primary []string
	Foreign []ForeignKey
	// Definition is a view's query, where the database was asked for it (Definer); empty where it is not known.
	Definition string
	// Parents are the tables of which this one's rows are rows too (inheritance), where the database was asked (Definer).
	Parents []TableName
	// Rows is an estimate; -1 when nothing is known.
	Rows int64
}

// Column is a column of a table.
type Column struct {
	Name     string
	Type     Type
	Native   string
	Comment  string
	Nullable bool
	Unique   bool
	// Generated says that the database computes it of other columns, where it was asked (Definer).
	Generated bool
}

// ForeignKey points from Columns of its table to Target's TargetColumns, pairwise.
type ForeignKey struct {
	Columns       []string
	Target        TableName
	TargetColumns []string
}

// Table finds a table by name, ignoring case, with or without schema; nil when there is none.
func (s *Schema) Table(name string) *Table {
	for i := range s.Tables {
		if t := &s.Tables[i]; strings.EqualFold(t.Name, name) || strings.EqualFold(t.String(), name) {
			return t
		}
	}
	return nil
}

// Column finds a column by name, ignoring case; nil when there is none.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if strings.EqualFold(t.Columns[i].Name, name) {
			return &t.Columns[i]
		}
	}
	return nil
}
