package workflow

import (
	"fmt"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// meant is what a statement with a wrong name may have meant: wrong names are nearly all of the errors in typed SQL.
// Empty when every name is known or nothing is near.
func meant(s *statement.Statement, schema *db.Schema) string {
	refs := s.References()
	var read []*db.Table
	for _, t := range refs.Tables {
		table := schema.Table(t.Name)
		if table == nil {
			return didYouMean(t.Name, tableNames(schema))
		}
		read = append(read, table)
	}
	for _, c := range refs.Columns {
		if !c.Star && !known(c.Name, refs, read) {
			return didYouMean(c.Name, columnNames(read))
		}
	}
	return ""
}

func didYouMean(wrong string, names []string) string {
	near := db.Nearest(wrong, names, 3)
	if len(near) == 0 {
		return fmt.Sprintf("%s is none of: %s.", wrong, strings.Join(names[:min(len(names), 12)], ", "))
	}
	return "Did you mean " + strings.Join(near, ", ") + "?"
}

func known(column string, refs statement.References, read []*db.Table) bool {
	for _, t := range read {
		if t.Column(column) != nil {
			return true
		}
	}
	for _, alias := range refs.Aliases {
		if strings.EqualFold(alias, column) {
			return true
		}
	}
	return len(refs.Derived) > 0
}

func tableNames(schema *db.Schema) []string {
	names := make([]string, 0, len(schema.Tables))
	for i := range schema.Tables {
		names = append(names, schema.Tables[i].Name)
	}
	return names
}

func columnNames(tables []*db.Table) []string {
	var names []string
	for _, t := range tables {
		for i := range t.Columns {
			names = append(names, t.Columns[i].Name)
		}
	}
	return names
}
