package db

import (
	"strings"

	"parley/db/statement"
)

// names answers what statement.Parse asks of a catalogue, ignoring case as every engine does for plain names.
type names struct {
	tables  map[string]bool
	columns map[string]bool // "column", and "table.column"
}

// Names is the schema as statement.Parse asks for it, built once for many statements.
func (s *Schema) Names() statement.Names {
	n := names{tables: map[string]bool{}, columns: map[string]bool{}}
	for i := range s.Tables {
		t := &s.Tables[i]
		table := strings.ToLower(t.Name)
		n.tables[table] = true
		for j := range t.Columns {
			column := strings.ToLower(t.Columns[j].Name)
			n.columns[column], n.columns[table+"."+column] = true, true
		}
	}
	return n
}

// HasColumn implements statement.Names.
func (n names) HasColumn(table, column string) bool {
	if table != "" {
		column = table + "." + column
	}
	return n.columns[strings.ToLower(column)]
}

// HasTable implements statement.Names.
func (n names) HasTable(table string) bool { return n.tables[strings.ToLower(table)] }
